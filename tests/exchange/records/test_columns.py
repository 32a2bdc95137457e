import pytest

from assay.exchange.records.columns import records_in

CHROMA = {"ids": ["a", "b"], "documents": ["x", "y"], "metadatas": [None, {"s": 1}], "embeddings": None}


def test_lists_of_chroma_are_records_also_in_a_line():
    """What is null for all is left out."""
    expected = [
        {"id": "a", "document": "x", "metadata": None},
        {"id": "b", "document": "y", "metadata": {"s": 1}},
    ]
    for whole in (True, False):
        assert records_in(CHROMA, whole=whole)[0] == expected


@pytest.mark.parametrize(
    "value",
    [
        {"a": ["x", "y"], "b": [1, None]},
        {"a": {"0": "x", "1": "y"}, "b": {"0": 1, "1": None}},
    ],
)
def test_tables_by_column_are_records_where_they_are_the_whole_file(value):
    """In a line of many they are one record with lists."""
    found, note = records_in(value, whole=True)
    assert found == [{"a": "x", "b": 1}, {"a": "y", "b": None}]
    assert note
    assert records_in(value, whole=False) == ([value], "")


@pytest.mark.parametrize(
    "value",
    [
        7,
        {},
        {"a": ["x"]},
        {"a": ["x"], "b": ["y", "z"]},
        {"a": ["x"], "b": "y"},
        {"queries": [{"q": 1}], "chunks": [{"c": 1}]},
        {"a": {"0": "x"}, "b": {"1": "y"}},
        {"a": {"x": 1}, "b": {"x": 2}},
        {"ids": ["a"], "documents": ["x", "y"], "metadatas": None},
        {"query": "q", "ids": ["a"], "documents": ["x"]},
        {"ids": [["a"], ["b"]], "documents": [["x"], ["y"]], "included": ["documents"]},
    ],
)
def test_other_objects_are_one_record(value):
    """Lists of different lengths, lists of records, results of queries."""
    assert records_in(value, whole=True) == ([value], "")


def test_a_list_holds_its_records():
    """Whatever they are."""
    assert records_in([{"ids": []}, 7], whole=True) == ([{"ids": []}, 7], "")
