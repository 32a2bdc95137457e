from dataclasses import replace

import pytest

import shop
from assay.report import nothing
from assay.report.catalogue import Catalogue

SAY = Catalogue("en")
ROW = {"query_id": "q-3", "state": "ok", "returned": 2, "graded": 0, "harmful": 0, "checked": "checked"}


def material(made, rows):
    whole = shop.material(made)
    alpha = whole.systems[0]
    return replace(whole, systems=[replace(alpha, summary={**alpha.summary, "no_answer": rows})])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "| `q-3` | 2 | `delivery` | not measured (not graded by people) | as checked |"),
        ({"graded": 1}, "| `q-3` | 2 | `delivery` | 0 of 1 graded | as checked |"),
        ({"graded": 2, "harmful": 1}, "| `q-3` | 2 | `delivery` | 1 | as checked |"),
        ({"checked": "changed"}, "not measured (not graded by people) | changed since the check |"),
        ({"checked": "never_checked"}, "not measured (not graded by people) | no check recorded |"),
        ({"state": "error", "returned": 0}, "| `q-3` | not measured (the system failed) | not measured"),
    ],
)
def test_a_line_says_what_came_back(made, changes, expected):
    """What nobody graded is not harmless, and what was not asked returned not 0."""
    [part] = nothing.each(SAY, material(made, [{**ROW, **changes}]))
    assert expected in part


def test_an_empty_result_is_harmless():
    """There is nothing in it."""
    assert nothing._harmful(SAY, {**ROW, "returned": 0}) == "0"


def test_the_overview_counts_what_must_be_checked_again(made):
    """Where the corpus changed since, or no check is recorded."""
    rows = [
        ROW,
        {**ROW, "query_id": "q-5", "checked": "changed"},
        {**ROW, "query_id": "q-6", "checked": "never_checked"},
    ]
    assert nothing.overview(SAY, material(made, rows)).splitlines()[2].endswith("| 2 |")
    assert nothing.overview(SAY, material(made, [])) is None


def test_the_document_of_a_chunk_whose_id_names_none(made):
    """As the snapshot knows it; an id is no text that people could read."""
    row = {**ROW, "top_document": "returns"}
    [part] = nothing.each(SAY, material(made, [row]))
    assert "| `q-3` | 2 | `returns` |" in part
    assert nothing.sheet(material(made, [row]))["top_document"].to_list() == ["returns"]


@pytest.mark.parametrize(
    ("chunk", "document"),
    [("returns#срок.1", "returns"), ("a/b#.1", "a/b"), ("uuid-7", "uuid-7"), (None, None)],
)
def test_the_document_is_in_the_id_of_the_chunk(chunk, document):
    """An id made elsewhere stands for itself."""
    assert nothing.document_of(chunk) == document
