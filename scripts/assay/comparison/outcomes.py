"""Which queries pass or fail with another system, what went missing, and what came instead."""

import polars as pl

from assay.comparison.systems import System
from assay.scoring.outcome import met

REGRESSION, IMPROVEMENT = "regression", "improvement"
_RANKS = pl.List(pl.Struct({"passage_id": pl.String, "before": pl.UInt32, "now": pl.UInt32}))
_INSTEAD = pl.List(pl.Struct({"rank": pl.UInt32, "chunk_id": pl.String}))
SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "query_id": pl.String,
    "change": pl.String,
    "missing": _RANKS,
    "instead": _INSTEAD,
}


def outcomes(baseline: System, candidate: System, k: int) -> pl.DataFrame:
    """``query_id, before, now``: whether each dev query is met by the baseline and by the candidate."""
    before = baseline.scores.select("query_id", met(k).alias("before"))
    now = candidate.scores.select("query_id", met(k).alias("now"))
    return before.join(now, on="query_id", how="full", coalesce=True).sort("query_id")


def counts(rows: pl.DataFrame) -> dict[str, int]:
    """How many queries passed and fail now, the other way round, are met by both, by none, are not measured.

    Args:
        rows: of :func:`outcomes`.
    """
    before, now = pl.col("before"), pl.col("now")
    found = rows.select(
        regressions=(before & ~now).sum(),
        improvements=(~before & now).sum(),
        met=(before & now).sum(),
        unmet=(~before & ~now).sum(),
        unmeasured=(before.is_null() | now.is_null()).sum(),
    )
    return {name: int(n) for name, n in found.row(0, named=True).items()}


def changes(baseline: System, candidate: System, k: int) -> pl.DataFrame:
    """Queries that are met by one of the two alone.

    Returns:
        ``query_id, change`` (``regression``, ``improvement``), ``missing``: passages of the evidence set that the one
        system completed within k and the other, failing one did not find there, with their first rank in the
        baseline (``before``) and in the candidate (``now``; null: not found); ``instead``: the failing system's
        first k results that carry no labelled passage of the query and stand nowhere in the other's first k,
        as ``rank, chunk_id``. Sorted by query.
    """
    rows = outcomes(baseline, candidate, k).filter(pl.col("before") != pl.col("now"))
    sides = (
        (REGRESSION, baseline, candidate, pl.col("before")),
        (IMPROVEMENT, candidate, baseline, pl.col("now")),
    )
    parts = [pl.DataFrame(schema=SCHEMA)]
    for change, passing, failing, passed in sides:
        flipped = rows.filter(passed).select("query_id", change=pl.lit(change))
        lost = _ranked(_missing(passing, failing, flipped["query_id"], k), baseline, candidate)
        parts.append(
            flipped.join(lost, on="query_id", how="left")
            .join(_instead(passing, failing, flipped["query_id"], k), on="query_id", how="left")
            .with_columns(pl.col("missing", "instead").fill_null([]))
            .select(*SCHEMA)
        )
    return pl.concat(parts).sort("query_id")


def _missing(passing: System, failing: System, queries: pl.Series, k: int) -> pl.DataFrame:
    """``query_id, passage_id``: of the set that was completed; where no set is stated, of all that was found."""
    rows = passing.details.filter(pl.col("query_id").is_in(queries.implode()))
    of_set = rows.select("query_id", passage_id="members").explode("passage_id").drop_nulls()
    without = rows.filter(pl.col("members").list.len() == 0)
    needed = pl.concat([of_set, _found(without, k)])
    return needed.join(
        _found(failing.details, k), on=["query_id", "passage_id"], how="anti", maintain_order="left"
    )


def _found(details: pl.DataFrame, k: int) -> pl.DataFrame:
    """``query_id, passage_id`` of what is found within k."""
    labelled = details.select("query_id", "found").explode("found").drop_nulls("found").unnest("found")
    return labelled.filter(pl.col("found_at") <= k).select("query_id", "passage_id")


def _ranked(missing: pl.DataFrame, baseline: System, candidate: System) -> pl.DataFrame:
    """``query_id, missing``: each passage with its first rank in both systems."""
    for name, system in (("before", baseline), ("now", candidate)):
        found = system.details.select("query_id", "found").explode("found").drop_nulls("found")
        ranks = found.unnest("found").select("query_id", "passage_id", pl.col("found_at").alias(name))
        missing = missing.join(ranks, on=["query_id", "passage_id"], how="left", maintain_order="left")
    return missing.group_by("query_id", maintain_order=True).agg(
        missing=pl.struct("passage_id", pl.col("before", "now").cast(pl.UInt32))
    )


def _instead(passing: System, failing: System, queries: pl.Series, k: int) -> pl.DataFrame:
    """``query_id, instead``: results within k that carry no labelled passage, and that the other does not have."""
    near = pl.col("rank") <= k, pl.col("query_id").is_in(queries.implode())
    empty = failing.hits.filter(*near, pl.col("carries").list.len() == 0)
    both = empty.join(passing.hits.filter(*near), on="query_id", suffix="_there")
    new = empty.join(both.filter(_alike()), on=["query_id", "rank"], how="anti")
    return (
        new.sort("query_id", "rank")
        .group_by("query_id", maintain_order=True)
        .agg(instead=pl.struct(pl.col("rank").cast(pl.UInt32), "chunk_id"))
    )


def _alike() -> pl.Expr:
    """Whether a result is the other one, or, where documents are cut otherwise, holds it or lies in it."""
    here, there = pl.col("text"), pl.col("text_there")
    held = here.str.contains(there, literal=True) | there.str.contains(here, literal=True)
    return (pl.col("chunk_id") == pl.col("chunk_id_there")) | (
        (pl.col("doc_id") == pl.col("doc_id_there")) & held
    ).fill_null(value=False)
