"""What can be seen of queries that are not met, by number."""

from typing import Any

import polars as pl

from assay.report.catalogue import Catalogue
from assay.report.page.grouping import by_query, numbered
from assay.report.page.numbers import Numbers
from assay.report.page.plain import text
from assay.report.symptom_phrases import KINDS


def symptoms(rows: pl.DataFrame, system: int, numbers: Numbers) -> list[Any]:
    """For each query its symptoms: kind, passage, rank, chunk, count; null where it says nothing.

    Args:
        rows: symptoms.parquet.
        system: the system's number.
        numbers: of the page.
    """
    chunks = numbers.chunks.of(system)
    placed = numbered(numbers.with_passages(rows), numbers.queries).join(
        chunks, on="chunk_id", how="left", maintain_order="left"
    )
    kind = pl.col("symptom").replace_strict(KINDS, range(len(KINDS)), return_dtype=pl.UInt8)
    made = placed.select(kind, "passage", "rank", "chunk", "n").rows()
    return by_query(made, placed["q"], len(numbers.queries))


def kinds(say: Catalogue) -> list[dict[str, str]]:
    """Code, name and what to look at next of each kind of symptom."""
    return [
        {"code": code, "label": text(say(f"symptom.{code}")), "next": text(say(f"symptom.{code}.next"))}
        for code in KINDS
    ]
