import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.gold.form import first_fault, formed
from assay.gold.queries import queries_bytes

from .samples import lines, query

NAME = "gold/queries.jsonl"
FORM = queries_bytes([query("q1"), query("q2")])
NOT_FORMED = "is not in the fixed form: order of lines by id, order of fields, spaces; run `assay gold fmt`"


@pytest.mark.parametrize(
    "data",
    [
        lines([query("q2"), query("q1")]),
        lines([dict(reversed(query("q1").items())), query("q2")]),
        b"\xef\xbb\xbf" + FORM,
        FORM.replace(b"\n", b"\r\n"),
        FORM[:-1],
        FORM.replace(b"\n", b"\n\n"),
        FORM.replace("й".encode(), "и\u0306".encode()),
        FORM.replace(b', "history": null', b""),
    ],
    ids=["lines", "fields", "byte order mark", "CRLF", "last line end", "empty lines", "NFD", "absent"],
)
def test_whatever_an_editor_left_is_formed(data):
    """And what is formed stays as it is."""
    assert formed("queries", data, NAME) == FORM
    assert formed("queries", FORM, NAME) == FORM
    assert len(first_fault(data, FORM, NAME)) == 1
    assert first_fault(FORM, FORM, NAME) == []


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf"])
def test_a_file_without_rows_is_empty(data):
    """Not a line end alone."""
    assert formed("passages", data, NAME) == b""


def test_a_line_that_was_cut_off_is_refused():
    """With every other line that is no row."""
    with pytest.raises(InputError) as refused:
        formed("queries", b"<<<<<<< ours\n" + FORM[:-2], NAME)
    assert [str(problem)[:30] for problem in refused.value.problems] == [
        "gold/queries.jsonl:1: is a con",
        "gold/queries.jsonl:3: is not J",
    ]


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (b"[[1]]", "evidence_sets[1][1] is the number 1"),
        (b'{"a": 1}', "must be a list"),
        (b"1e400", "is the number inf, must be a list"),
    ],
)
def test_a_row_with_a_broken_field_is_refused(value, rule):
    """As `assay gold check` names it, by its line; an id that stands twice beside it."""
    row = lines([query("q1", evidence_sets="SETS")]).replace(b'"SETS"', value)
    broken = row + lines([query("q2")]) * 2
    with pytest.raises(InputError) as refused:
        formed("queries", broken, NAME)
    said = [str(problem) for problem in refused.value.problems]
    assert said[0].startswith(f"{NAME}:1 q1: evidence_sets")
    assert said[1:] == [f"{NAME}:3 q2: the id is already used at line 2; give each its own id, or remove one"]
    assert rule in said[0]


@given(st.integers(0, len(FORM.splitlines()) - 1))
def test_the_first_line_that_differs_is_named(at):
    """By its number."""
    broken = FORM.splitlines(keepends=True)
    broken[at:] = [b" " + line for line in broken[at:]]
    assert [str(found) for found in first_fault(b"".join(broken), FORM, NAME)] == [
        f"{NAME}:{at + 1}: {NOT_FORMED}"
    ]


def test_a_last_line_end_that_is_missing_is_named_at_its_line():
    """Where all lines are alike."""
    assert [found.where for found in first_fault(FORM[:-1], FORM, NAME)] == [f"{NAME}:2"]
