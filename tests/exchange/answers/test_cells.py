import pytest

from assay.exchange.answers.answer_targets import ANSWERED
from assay.exchange.answers.cells import with_lists
from assay.exchange.records.recordset import Records

LISTS = [ANSWERED["retrieved"], ANSWERED["needed"]]


def read(cell, column="contexts", stated=(), *, table=True):
    """What becomes of a cell."""
    records = Records([{column: cell, "answer": "['no list']"}], ["a.csv:2"], table=table)
    (value,) = with_lists(records, LISTS, stated).values
    assert value["answer"] == "['no list']"
    return value[column]


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ('["a", "b"]', ["a", "b"]),
        ("['a', \"it's\"]", ["a", "it's"]),
        (" [] ", []),
        ('[{"text": "a", "id": 1}]', [{"text": "a", "id": 1}]),
        (["a"], ["a"]),
        ("['a' 'b'\n 'c, d' \"it's\"]", ["a", "b", "c, d", "it's"]),
        ("[a, b]", "[a, b]"),
        ("[__import__('os')]", "[__import__('os')]"),
        ("[" * 5000 + "]" * 5000, "[" * 5000 + "]" * 5000),
        ("a text", "a text"),
        (None, None),
        (7, 7),
    ],
)
def test_a_text_that_writes_a_list_is_read_as_one(cell, found):
    """As JSON writes it, or Python; anything else stays as it is, and nothing in it is run."""
    assert read(cell) == found


def test_only_columns_of_lists_are_read_so():
    """By their name, or as people state; never where records are no table."""
    assert read("['a']", "Retrieved Contexts") == ["a"]
    assert read("['a']", "column 7") == "['a']"
    assert read("['a']", "column 7", ['"column 7"']) == ["a"]
    assert read("['a']", table=False) == "['a']"


def test_it_is_said():
    """Once, with the names of the columns."""
    records = Records([{"contexts": "['a']", "docs": "x"}], ["a.csv:2"], table=True, notes=["before"])
    assert with_lists(records, LISTS, ()).notes == ["before", "contexts: lists that are written as texts"]
    assert with_lists(Records([{"contexts": "x"}], [""], table=True), LISTS, ()).notes == []
