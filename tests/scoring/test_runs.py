"""Arithmetic on sorted runs, against plain Python."""

import math

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.scoring.discounts import discounts, summed
from assay.scoring.runs import Runs, accumulate, deepest, running_count, starts

ROWS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), max_size=30).map(sorted)


def frame(rows):
    return pl.DataFrame(rows, schema={"q": pl.UInt32, "v": pl.Int64}, orient="row")


def by_query(rows, n=6):
    return [[value for q, value in rows if q == number] for number in range(n)]


@given(ROWS)
def test_sums_and_last_rows(rows):
    """Sums by query, empty runs included; the last row with a true value where true rows come first."""
    made = frame(rows)
    runs = Runs.of(made["q"], 6)
    assert runs.lengths.to_list() == [len(values) for values in by_query(rows)]
    assert runs.sum(made["v"]).to_list() == [sum(values) for values in by_query(rows)]
    last = runs.last_within(made.select(pl.col("v") <= 4))["v"].to_list()
    expected = [
        max((i for i, (p, v) in enumerate(rows) if p == q and v <= 4), default=None) for q in range(6)
    ]
    assert last == expected


@given(ROWS)
def test_running_values(rows):
    """Counts, sums and maxima of a row's own run up to it, nothing of the runs before."""
    made = frame(rows)
    runs = Runs.of(made["q"], 6)
    made = made.with_columns(
        place=pl.int_range(pl.len()) - runs.first.gather(made["q"]),
        count=running_count(pl.col("v") > 3, starts("q")),
        total=pl.col("v") / 7,
        top=pl.col("v"),
    )
    made = accumulate(accumulate(made, ["total"], "sum"), ["top"], "max")
    for values, group in zip(by_query(rows), [made.filter(q=number) for number in range(6)], strict=True):
        for i, row in enumerate(group.iter_rows(named=True)):
            seen = values[: i + 1]
            assert row["count"] == len([v for v in seen if v > 3])
            assert row["total"] == pytest.approx(sum(seen) / 7)
            assert row["top"] == max(seen)


def test_a_query_s_sum_does_not_depend_on_the_queries_before():
    """To the last bit: a running sum over all rows would carry their rounding errors along."""
    rows = [(q, 1) for q in range(1000) for _ in range(3)]
    made = frame(rows).with_columns(place=pl.int_range(pl.len()) % 3, x=pl.lit(0.1))
    assert set(accumulate(made, ["x"], "sum").filter(place=2)["x"]) == {0.1 + 0.1 + 0.1}


def test_discounts_are_exact():
    """1 / log2(rank + 1), rounded once."""
    assert discounts(3) == (1.0, 0.6309297535714574, 0.5)
    assert discounts(2000)[-1] == pytest.approx(1 / math.log2(2001), rel=1e-15)
    assert summed(3) == (0.0, 1.0, 1.6309297535714573, 2.1309297535714573)


def test_the_deepest_limit():
    """Of no queries or no cut-offs it is 0."""
    assert deepest(pl.DataFrame({"5": [1, 5], "900c": [7, 2]})) == 7
    assert deepest(pl.DataFrame({"5": []}, schema={"5": pl.UInt32})) == 0
    assert deepest(pl.DataFrame()) == 0
