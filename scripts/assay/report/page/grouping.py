"""Rows of a table as one list a query."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import polars as pl


def numbered(rows: pl.DataFrame, queries: pl.DataFrame) -> pl.DataFrame:
    """Rows of known queries with ``q``, their place among the queries; sorted by it, else in their order.

    Args:
        rows: with ``query_id``.
        queries: ``query_id`` in order.
    """
    places = queries.select("query_id").with_row_index("q")
    return rows.join(places, on="query_id", maintain_order="left").sort("q", maintain_order=True)


def by_query(rows: Sequence[Any], q: pl.Series, n: int, width: int = 1) -> list[Sequence[Any]]:
    """The rows of each of ``n`` queries.

    Args:
        rows: ``width`` values a row of ``q``.
        q: place of the query of each row, sorted.
        n: number of queries.
        width: values of one row, where these stand one after another.
    """
    bounds = q.cast(pl.UInt32).search_sorted(pl.arange(n + 1, eager=True, dtype=pl.UInt32), side="left")
    return [rows[first * width : last * width] for first, last in pairwise(bounds.to_list())]


def flat(rows: pl.DataFrame, *names: str) -> list[Any]:
    """The values of some columns, row after row: ``a, b, a, b``."""
    return rows.select(pl.concat_list(names).alias("both").explode())["both"].to_list()
