import click
import pytest

from assay.report.writing import refuse_kept, write


@pytest.mark.parametrize(
    "name", ["evidence/claims/a/b.jsonl", "gold/queries.jsonl", "runs/recorded/a/b/card.json"]
)
def test_what_people_keep_is_not_written_over(tmp_path, name):
    """However the place is spelled."""
    with pytest.raises(click.UsageError, match="never written over"):
        refuse_kept(tmp_path, tmp_path / "reports" / ".." / name)


def test_a_text_is_written_whole(tmp_path):
    """In a folder that is made for it."""
    to = tmp_path / "new" / "a.md"
    refuse_kept(tmp_path, to)
    write(to, "да\n")
    assert to.read_bytes() == "да\n".encode()
