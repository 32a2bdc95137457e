"""The first results of each query: which chunk at which rank, what it carries, what is odd about it."""

from typing import Any

import polars as pl

from assay.report.page.chunks import Chunks
from assay.report.page.grouping import by_query, numbered
from assay.report.page.numbers import Numbers

DIGITS = 3  # of the share of a passage that a chunk holds
FLAGS = {"repeat": 1, "outdated": 2, "other_subject": 4, "harmful": 8, "unknown": 16}


def hits(rows: pl.DataFrame, system: int, numbers: Numbers) -> list[Any]:
    """For each query its results: chunk, rank, flags (a sum: 1 repeat, 2 outdated, 4 of another subject, 8 harmful,
    16 unknown to the snapshot), passages with the share of each that the chunk holds, one after another.

    Args:
        rows: hits.parquet.
        system: the system's number.
        numbers: of the page.
    """
    near = rows.filter(pl.col("rank") <= numbers.depth).drop("text")
    placed = numbered(_with_chunks(near, numbers.chunks, system), numbers.queries)
    odd = {name: pl.col(name).fill_null(value=False) for name in FLAGS if name != "unknown"} | {
        "unknown": pl.col("chunk_key").is_null()
    }
    flags = pl.sum_horizontal(odd[name].cast(pl.UInt8) * bit for name, bit in FLAGS.items())
    shown = placed.select("chunk", "rank", flags=flags)
    made = list(
        zip(*(column.to_list() for column in shown.get_columns()), _carried(placed, numbers), strict=True)
    )
    return by_query(made, placed["q"], len(numbers.queries))


def _with_chunks(rows: pl.DataFrame, chunks: Chunks, system: int) -> pl.DataFrame:
    return rows.join(chunks.of(system), on="chunk_id", how="left", maintain_order="left")


def _carried(rows: pl.DataFrame, numbers: Numbers) -> list[list[float]]:
    """For each row the passages that its chunk carries, each with its share; most carry none."""
    carried: list[list[float]] = [[]] * len(rows)
    held = (
        rows.select("carries").with_row_index("at").explode("carries").drop_nulls("carries").unnest("carries")
    )
    each = numbers.with_passages(held).select("at", "passage", pl.col("share").round(DIGITS))
    for at, *lists in each.group_by("at", maintain_order=True).agg("passage", "share").iter_rows():
        carried[at] = [value for pair in zip(*lists, strict=True) for value in pair]
    return carried
