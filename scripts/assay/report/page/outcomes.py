"""What one system did with each query: met or not, its figures, what was found where, what is missing."""

from typing import Any

import polars as pl

from assay.comparison.outcomes import IMPROVEMENT, REGRESSION
from assay.comparison.record import Comparisons
from assay.report import failures
from assay.report.inputs import System
from assay.report.page.grouping import by_query, flat, numbered
from assay.report.page.numbers import Numbers
from assay.scoring.nulls import REASONS

DIGITS = 6
CHANGES = {"regressions": REGRESSION, "improvements": IMPROVEMENT}
_CODES = {name: place for place, name in enumerate(REASONS)}


def outcomes(system: System, numbers: Numbers, k: int) -> dict[str, list[Any]]:
    """One list a column, in the order of the queries.

    Args:
        system: of the report.
        numbers: of the page.
        k: the headline cut-off.
    """
    rows = numbers.queries.select("query_id").join(
        failures.findings(system, k), on="query_id", how="left", maintain_order="left"
    )
    met = rows["met"].cast(pl.UInt8)
    why = pl.when(pl.col("met").is_null()).then(
        pl.col(f"why:hit@{k}").replace_strict(_CODES, return_dtype=pl.UInt8)
    )
    values = rows.select(pl.col(failures.measures(k)).cast(pl.Float64).round(DIGITS))
    return {
        "met": met.to_list(),
        "why": rows.select(why.alias("why"))["why"].to_list(),
        "values": [column.to_list() for column in values.get_columns()],
        "missing": [numbers.listed(missing) for missing in rows["missing"].to_list()],
        "ranks": _ranks(rows, numbers),
        "error": rows["message"].to_list(),
    }


def _ranks(rows: pl.DataFrame, numbers: Numbers) -> list[Any]:
    """For each query its passages that were found, with their first rank: passage, rank, passage, rank."""
    found = (
        rows.select("query_id", "found")
        .explode("found")
        .drop_nulls("found")
        .unnest("found")
        .drop_nulls("found_at")
    )
    placed = numbered(numbers.with_passages(found), numbers.queries)
    pairs = flat(placed, "passage", "found_at")
    return by_query(pairs, placed["q"], len(numbers.queries), width=2)


def changes(system: System, compared: Comparisons, queries: pl.DataFrame) -> dict[str, list[int]] | None:
    """Numbers of the queries that pass or fail with a candidate and did not before; None for another system."""
    if system.name not in {one["candidate"] for one in compared.record["comparisons"]}:
        return None
    rows = numbered(compared.changes.filter(pl.col("system") == system.name), queries)
    return {key: rows.filter(pl.col("change") == change)["q"].to_list() for key, change in CHANGES.items()}


def role(system: System, compared: Comparisons) -> str:
    """``baseline``, ``candidate``, or nothing for a system that is not compared."""
    if system.name == compared.record["baseline"]:
        return "baseline"
    return "candidate" if system.name in {one["candidate"] for one in compared.record["comparisons"]} else ""
