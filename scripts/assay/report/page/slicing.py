"""Which groups each query is in, by numbers of slices and of their values."""

from typing import Any

import polars as pl

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.page.grouping import by_query, flat, numbered
from assay.report.page.plain import text
from assay.report.sides import LENGTH, SLICES, group_label

_OWN = ("type", "lang", "subject")


def groups(material: Material) -> pl.DataFrame:
    """``slice_at, value_at, slice, value, query_id``: numbers of each slice and of its values.

    Slices stand in the report's order; values by the number of their queries, lengths from the shortest.
    A query is in a group that any system's snapshot puts it into.
    """
    own = material.queries.select("query_id", *(pl.col(name).fill_null("") for name in _OWN))
    stated = own.unpivot(index="query_id", variable_name="slice").select("query_id", "slice", "value")
    parts = [system.groups.select("query_id", "slice", "value") for system in material.systems]
    rows = (
        pl.concat([stated, *parts])
        .unique()
        .join(material.queries.select("query_id"), on="query_id", how="semi")
    )
    sizes = rows.group_by("slice", "value").len("n")
    known = pl.col("slice").replace_strict(
        SLICES, range(len(SLICES)), default=len(SLICES), return_dtype=pl.UInt32
    )
    start = pl.col("value").str.extract(r"^(\d+)").cast(pl.UInt64)
    of_length = pl.when(pl.col("slice") == LENGTH).then(start)
    ordered = sizes.sort(known, "slice", of_length, -pl.col("n").cast(pl.Int64), "value")
    placed = ordered.with_columns(
        slice_at=pl.col("slice").rle_id(), value_at=pl.int_range(pl.len()).over("slice")
    )
    return rows.join(placed, on=["slice", "value"]).sort("slice_at", "value_at", "query_id")


def shown(say: Catalogue, rows: pl.DataFrame) -> list[dict[str, Any]]:
    """Name and label of each slice, with value and label of each of its groups.

    Args:
        say: phrases.
        rows: of :func:`groups`.
    """
    values = rows.unique(["slice_at", "value_at"]).sort("slice_at", "value_at")
    named = values.group_by("slice", maintain_order=True).agg("value")
    return [
        {
            "name": name,
            "label": text(say.known("slice", name)),
            "values": [{"value": value, "label": text(group_label(say, name, value))} for value in members],
        }
        for name, members in named.iter_rows()
    ]


def of_queries(rows: pl.DataFrame, queries: pl.DataFrame) -> list[Any]:
    """For each query its groups: number of the slice, number of the value, one pair after another."""
    placed = numbered(rows, queries)
    return by_query(flat(placed, "slice_at", "value_at"), placed["q"], len(queries), width=2)


def types(rows: pl.DataFrame, queries: pl.DataFrame) -> list[int]:
    """For each query the number of its type among the values of the slice ``type``."""
    return (
        numbered(rows.filter(pl.col("slice") == "type"), queries)
        .unique("q", keep="first")
        .sort("q")["value_at"]
        .to_list()
    )
