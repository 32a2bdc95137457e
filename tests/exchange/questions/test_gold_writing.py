import pytest

from assay.errors import InputError
from assay.exchange.questions.gold_writing import noted


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("# Changes\n\n- Old.\n- Older.\n", "# Changes\n\n- New.\n- Old.\n- Older.\n"),
        ("# Changes\n", "# Changes\n\n- New.\n"),
    ],
)
def test_a_change_stands_in_front_of_earlier_ones(tmp_path, text, changed):
    """Or behind the heading, where it is the first."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "CHANGELOG.md").write_text(text)
    assert noted(tmp_path, "New.").decode() == changed


def test_a_changelog_that_is_not_there_is_named(tmp_path):
    """Changes of labels are never without a line."""
    with pytest.raises(InputError, match=r"^gold/CHANGELOG.md: is missing; add it$"):
        noted(tmp_path, "New.")
