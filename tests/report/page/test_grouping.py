import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from assay.report.page.grouping import by_query, flat, numbered


@given(st.lists(st.integers(0, 5)), st.integers(1, 3))
def test_rows_stand_under_their_query(q, width):
    """All of them, in order; a query without rows has none."""
    q = sorted(q)
    rows = [value for place in range(len(q)) for value in [place] * width]
    found = by_query(rows, pl.Series(q, dtype=pl.UInt32), 6, width)
    assert [value for one in found for value in one] == rows
    assert [len(one) for one in found] == [width * q.count(number) for number in range(6)]


def test_rows_are_numbered_by_their_query():
    """Those of unknown queries are dropped, the order within one is kept."""
    queries = pl.DataFrame({"query_id": ["b", "a"]})
    rows = pl.DataFrame({"query_id": ["a", "x", "b", "a"], "n": [1, 2, 3, 4]})
    assert numbered(rows, queries).rows() == [("b", 3, 0), ("a", 1, 1), ("a", 4, 1)]


def test_values_stand_one_after_another():
    """Row after row; of no rows none."""
    rows = pl.DataFrame({"a": [1, 2], "b": [3, None]})
    assert flat(rows, "a", "b") == [1, 3, 2, None]
    assert flat(rows.clear(), "a", "b") == []
