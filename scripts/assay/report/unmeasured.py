"""Which queries have no value of which metrics, and why: the rows behind every figure's n."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from assay.report.inputs import System
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import columns
from assay.scoring.nulls import REASONS, reason

_ORDER = {name: place for place, name in enumerate(REASONS)}


def unmeasured(systems: Sequence[System], score: Mapping[str, Any]) -> pl.DataFrame:
    """One row a system, reason and query, in this order: as many a metric and reason as the report counts.

    Args:
        systems: by name.
        score: the section ``score`` of params.yaml.

    Returns:
        ``system, query_id, type, reason, metrics`` (those without a value for that reason: ``recall@10``, or
        ``recall`` for all its cut-offs)``, message`` (of the error that came instead).
    """
    settings = Settings.of(dict(score))
    return pl.concat(_of_system(system, settings) for system in systems)


def _of_system(system: System, settings: Settings) -> pl.DataFrame:
    named = list(columns(settings))
    why = [
        pl.when(pl.col(name).is_null()).then(reason(metric, cutoff)).alias(name)
        for name, metric, cutoff in named
    ]
    absent = system.scores.select("query_id", *why).unpivot(index="query_id", value_name="reason")
    places = pl.DataFrame({"variable": [name for name, _, _ in named], "place": range(len(named))})
    found = absent.drop_nulls("reason").join(places, on="variable").sort("query_id", "place")
    rows = _by_reason(found, [metric.name for _, metric, _ in named])
    about = rows.join(system.details.select("query_id", "type"), on="query_id", how="left")
    told = about.join(system.errors, on="query_id", how="left").with_columns(
        pl.when(pl.col("reason") == "error").then("message"),
        precedence=pl.col("reason").replace_strict(_ORDER, return_dtype=pl.UInt32),
    )
    return told.sort("precedence", "query_id").select(
        pl.lit(system.name).alias("system"), "query_id", "type", "reason", "metrics", "message"
    )


def _by_reason(found: pl.DataFrame, families: Sequence[str]) -> pl.DataFrame:
    """``query_id, reason, metrics``: names in the order of scores.parquet, a family with all its cut-offs as one.

    Args:
        found: ``query_id, variable, reason`` in that order.
        families: the family of each metric that there is.
    """
    sizes = pl.DataFrame({"family": list(families)}).group_by("family").len("size")
    family = pl.col("variable").str.extract("^([^@]+)")
    grouped = found.group_by("query_id", "reason", family.alias("family"), maintain_order=True).agg(
        "variable"
    )
    whole = grouped.join(sizes, on="family", how="left", maintain_order="left").with_columns(
        names=pl.when(pl.col("variable").list.len() == pl.col("size"))
        .then(pl.concat_list("family"))
        .otherwise("variable")
    )
    by_reason = whole.group_by("query_id", "reason", maintain_order=True)
    return by_reason.agg(metrics=pl.col("names").explode())
