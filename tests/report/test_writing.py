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


def test_what_is_no_plain_file_is_not_replaced(tmp_path):
    """A link, a folder, a device."""
    (tmp_path / "link").symlink_to(tmp_path / "there")
    for name in ("link", "."):
        with pytest.raises(click.UsageError):
            refuse_kept(tmp_path, tmp_path / name)
    with pytest.raises(click.UsageError, match="no plain file"):
        refuse_kept(tmp_path, tmp_path.__class__("/dev/null"))


def test_a_text_is_written_whole(tmp_path):
    """In a folder that is made for it."""
    to = tmp_path / "new" / "a.md"
    refuse_kept(tmp_path, to)
    write(to, "да\n")
    assert to.read_bytes() == "да\n".encode()
