"""Rows by way of the disk: none is lost, and those of a query come together, in their order."""

import polars as pl
import pytest

from assay.exchange.trec.regrouping import Regrouped


@pytest.mark.parametrize("groups", [1, 2, 7])
def test_rows_of_a_query_come_together(groups):
    """From however many tables they came."""
    whole = pl.DataFrame(
        {"query_id": [f"q{n * n % 13}" for n in range(300)], "line": range(300), "score": 0.5}
    )
    rows = Regrouped(groups)
    for start in range(0, 300, 70):
        rows.add(whole.slice(start, 70))
    found = list(rows.groups())
    assert 1 <= len(found) <= groups
    names = [set(part["query_id"]) for part in found]
    assert sum(map(len, names)) == whole["query_id"].n_unique() == len(set().union(*names))
    assert all(part.sort("line").equals(part) for part in found)
    assert pl.concat(found).sort("line").equals(whole)


def test_nothing_is_held_of_nothing():
    """No rows, no groups."""
    rows = Regrouped(4)
    rows.add(pl.DataFrame(schema={"query_id": pl.String, "line": pl.UInt32}))
    assert list(rows.groups()) == []
