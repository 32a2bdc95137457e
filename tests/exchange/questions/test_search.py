import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.questions.search import COMPARED, contained, likeness

BODY = """# Возврат

**Срок** — 14 дней, см. [правила](https://shop.example/rules).

## Исключения

- Книги и журналы возврату не подлежат.
- Продукты — тоже.

## Деньги

Деньги придут на карту за `10` рабочих дней после того, как склад примет товар.
"""
LONG = "Деньги придут на карту за 10 рабочих дней после того, как склад примет товар."


def one(text, **texts):
    """The way and the words found."""
    way, spots = contained([text], texts or {"returns": BODY}).get(text, ("", []))
    return way, [(texts or {"returns": BODY})[name][start:end] for name, start, end in spots]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Срок — 14 дней", "**Срок** — 14 дней"),
        ("14 дней, см. правила", "14 дней, см. [правила](https://shop.example/rules)"),
        ("книги и журналы возврату не подлежат. Продукты - тоже", None),
        ("Исключения\nКниги и журналы", None),
    ],
)
def test_a_quotation_of_the_page_stands_in_its_markdown(text, words):
    """Emphasis, links, bullets and signs of headings do not count."""
    way, found = one(text)
    assert way == "containment"
    assert len(found) == 1
    assert words is None or found == [words]


def test_a_chunk_without_headings_stands_over_them():
    """A chunker that strips headings: the place reaches over those between its first and last words."""
    way, found = one(f"Книги и журналы возврату не подлежат.\nПродукты — тоже.\n{LONG}")
    assert way == "containment but for headings"
    assert found[0].startswith("Книги")
    assert "## Деньги" in found[0]
    assert found[0].endswith("товар.")


@pytest.mark.parametrize("first", ["Возврат > Деньги\n\n", "Документ: Возврат\nРаздел: Деньги\nДата: 2026\n"])
def test_lines_that_a_chunker_put_in_front_are_not_sought(first):
    """Title, section path, date: up to three lines."""
    assert one(first + LONG) == ("containment but for first lines", [LONG.replace("10", "`10`")])


def test_a_short_rest_is_not_believed():
    """What is left without first lines may stand anywhere by chance."""
    assert one("Другой текст\nПродукты — тоже.") == ("", [])
    assert one("a\nb\nc\nd\n" + LONG) == ("", [])


def test_every_place_is_found():
    """In all texts, by name."""
    way, spots = contained(["Срок 14 дней"], {"a": BODY, "b": "Срок: 14 дней", "c": "срок 14 дней"})[
        "Срок 14 дней"
    ]
    assert (way, [name for name, _, _ in spots]) == ("containment", ["a", "c"])
    assert contained([], {"a": BODY}) == {}
    assert contained(["Срок"], {}) == {}


def test_what_stands_nowhere_is_compared():
    """The nearest text and where it is; nothing where nothing is like it; only so many."""
    texts = {"returns": BODY, "other": "Доставка по городу бесплатна."}
    text = "Деньги придут на карту за 5 рабочих дней после того, как склад принял товар."
    said = likeness([text, "Qqq www eee"], texts)
    assert list(said) == [text]
    assert said[text].endswith("of returns")
    assert "придут на карту за" in said[text]
    many = [f"Доставка по городу {number}" for number in range(COMPARED + 1)]
    assert len(likeness(many, texts)) == COMPARED


@given(st.lists(st.sampled_from(["Срок 14 дней.", "Книги нет.", "Деньги — да."]), min_size=1, max_size=4))
def test_lines_are_found_however_headings_part_them(lines):
    """Any lines under any headings: the text without headings stands over all of them."""
    body = "".join(f"## Раздел {at}\n\n{line}\n\n" for at, line in enumerate(lines))
    _, spots = contained(["\n".join(lines)], {"d": body})["\n".join(lines)]
    assert (spots[0][0], body[spots[0][1] : spots[0][2]].startswith(lines[0])) == ("d", True)
