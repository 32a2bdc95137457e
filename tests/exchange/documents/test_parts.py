from hypothesis import example, given
from hypothesis import strategies as st

from assay.exchange.documents.parts import parts
from assay.exchange.losses import Losses, lines_of

BODY = """# Справка

О чём это.

## Доставка

За 2 дня.

### Примечание

Кроме субботы.

## Примечание

Да.

## Примечание

Нет.
"""


def split(body, level):
    losses = Losses()
    return parts(body, level, "a.md", losses), list(lines_of(losses.found()))


def test_a_file_becomes_a_part_a_heading():
    """What stands before the first is a part without a name; equal headings are numbered."""
    found, losses = split(BODY, 2)
    assert [(name, title) for name, title, _ in found] == [
        ("", "Справка"),
        ("доставка", "Доставка"),
        ("примечание", "Примечание"),
        ("примечание.2", "Примечание"),
    ]
    assert "".join(text for _, _, text in found) == BODY
    assert not losses


def test_chapters_with_text_are_parts_and_others_are_counted():
    """Their words are in the names of what stands below them, but for the first, the title of all."""
    found, losses = split("Начало.\n# А\n## Б\nб\n# В\nв\n## Б\nб\n", 2)
    assert [name for name, _, _ in found] == ["", "б", "в", "в/б"]
    assert losses == ["lost: headings without text above the level of a split: 1 (a.md)"]


def test_a_part_put_in_elsewhere_renames_nothing():
    """Names are those of the headings, not their numbers in the file."""
    before, _ = split(BODY, 2)
    after, _ = split(BODY.replace("## Доставка", "## Оплата\n\nКартой.\n\n## Доставка"), 2)
    assert set(before) < set(after)


def test_a_single_heading_makes_no_parts():
    """So that a part that is imported again stays whole."""
    assert split("# А\n\n## Б\n\nб\n", 2)[0] == [("", None, "# А\n\n## Б\n\nб\n")]
    assert split("", 1)[0] == [("", None, "")]


_LINES = st.lists(
    st.sampled_from(["# А", "## Б", "## Б.2", "### В", "", "текст", "```", "## !", "## А"]), max_size=12
)


@example(["текст", "# А", "# А", "# А"], 1)
@given(_LINES, st.integers(1, 3))
def test_names_are_unique_and_nothing_but_bare_headings_is_lost(lines, level):
    """Parts are stretches of the file in order, and are not split again."""
    body = "\n".join(lines)
    found, _ = split(body, level)
    names = [name for name, _, _ in found]
    assert len(set(names)) == len(names)
    assert sum(text.count("текст") for _, _, text in found) == body.count("текст")
    assert all(split(text, level)[0] == [("", None, text)] for _, _, text in found)
