import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.questions.locating import Located, Place
from assay.exchange.questions.quotations import bare, parted, readings
from assay.exchange.questions.references import Reference
from assay.exchange.questions.search import FIRST_LINES

A = "Товар можно вернуть в течение 30 дней"
B = "Без чека вернуть нельзя; нужен паспорт"
C = "The refund takes ten days"


def holding(*texts, ids=(), way="containment"):
    """A corpus of these texts and ids."""

    def locate(references):
        place = Place(None, "d", 0, 1)
        known = [one.text in texts if one.text is not None else one.chunk_id in ids for one in references]
        return [Located(place, way) if found else Located(None, "no") for found in known]

    return locate


def read(text, locate, **said):
    found = parted([Reference("f:1", text=text, cell=True, **said)], locate)
    return [one.text if one.text is not None else (one.chunk_id,) for one in found.references[0]], found.facts


SEVERAL = ["1 cell of several labels, parted as the corpus has them"]


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        (f"{A}\n{C}", [A, C]),
        (f"1. {A}\n2) {C}", [A, C]),
        (f"- «{A}»\n\n• {C}\n", [A, C]),
        (f"{A}; {C}", [A, C]),
        (f"{A} | {C}", [A, C]),
        (f"{A}\n{B}", [A, B]),
        (f"{A};\n{C};", [A, C]),
    ],
)
def test_several_quotations_of_a_cell(cell, texts):
    """By line, with the numbers, dots and quotation marks of a list; by ';' or '|' where lines are not found so."""
    assert read(cell, holding(A, B, C)) == (texts, SEVERAL)


def test_a_quotation_that_the_corpus_has_whole_stays_whole():
    """Of several lines, with ';' in it, also where its parts stand somewhere too."""
    whole = f"{A}\n{B}"
    assert read(whole, holding(whole, A, B)) == ([whole], [])
    assert read(B, holding(B)) == ([B], [])
    assert read(f"«{A}»", holding(A)) == ([A], [])


def test_a_whole_that_is_found_without_its_first_line_loses_none_of_its_lines():
    """The first line may be a quotation that is not there: it is named as not found."""
    whole = f"{A}\n{C}"
    locate = holding(C)

    def generous(references):
        return [
            Located(Place(None, "d", 0, 1), FIRST_LINES) if one.text == whole else found
            for one, found in zip(references, locate(references), strict=True)
        ]

    assert read(whole, generous)[0] == [A, C]


def test_where_something_is_not_found_the_reading_with_the_most_is_taken():
    """So that the reasons name what is missing; with nothing found, each line."""
    assert read(f"{A}\n{C}", holding(C))[0] == [A, C]
    assert read(f"{A}\n{C}", holding())[0] == [A, C]
    assert read("Слово", holding())[0] == ["Слово"]


def test_short_parts_between_semicolons_are_no_quotations():
    """They stand in many texts by chance."""
    assert read("30 дней; чек", holding("30 дней", "чек"))[0] == ["30 дней; чек"]


def test_one_word_may_be_an_id_and_an_id_several():
    """As the corpus has them: a comma may be part of an id."""
    assert read("c1", holding(ids=["c1"]))[0] == [("c1",)]
    one = [Reference("f:1", chunk_id="a,b")]
    assert [each.chunk_id for each in parted(one, holding(ids=["a", "b"])).references[0]] == ["a", "b"]
    assert parted(one, holding(ids=["a,b", "a", "b"])).references == [one]
    assert parted(one, holding(ids=["a"])).references[0] == [Reference("f:1", chunk_id=n) for n in "ab"]
    assert parted(one, holding()).references == [one]


def test_parts_have_addresses_of_their_own_and_no_span():
    """A span of all of them is that of none; document and grade are of each."""
    cell = Reference("f:1", doc="d", start=1, end=90, text=f"{A}\n{C}", grade=2, cell=True)
    found = parted([cell], holding(A, C)).references[0]
    assert [(one.spot, one.doc, one.start, one.grade) for one in found] == [
        ("f:1 (1)", "d", None, 2),
        ("f:1 (2)", "d", None, 2),
    ]
    assert parted([cell], holding(cell.text)).references == [[cell]]


def test_what_is_no_cell_is_not_sought():
    """An item of a list is one quotation; nothing is asked of the corpus."""

    def locate(references):
        raise AssertionError(references)

    one = Reference("f:1", text=f"{A}\n{C}")
    assert parted([one], locate).references == [[one]]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("12. x y", "x y"),
        ("(3) x", "x"),
        ("1.5 кг", "1.5 кг"),
        ("– x", "x"),
        ("-x", "-x"),
        ("«a» и «b»", "«a» и «b»"),
        ('"x"', "x"),
        ("7.", "7."),
    ],
)
def test_marks_of_lists(line, text):
    """A number belongs to the text where nothing sets it apart."""
    assert bare(line) == text


@given(st.text())
def test_every_reading_holds_something(text):
    """Whatever stands in a cell; the first reading is the cell as it is."""
    ways = list(readings(Reference("f:1", text=text, cell=True)))
    assert ways[0] == [Reference("f:1", text=text, cell=True)]
    assert all(way for way in ways if text.strip())
