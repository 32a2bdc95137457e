"""The same queries in two runs, metric by metric; what is left out, and why."""

from collections.abc import Sequence

import polars as pl

from assay.comparison.plan import Measure
from assay.comparison.systems import System
from assay.scoring.nulls import reason

SCHEMA = {
    "query_id": pl.String,
    "metric": pl.String,
    "baseline": pl.Float64,
    "candidate": pl.Float64,
    "baseline_why": pl.String,
    "candidate_why": pl.String,
}


def pairs(baseline: System, candidate: System, measures: Sequence[Measure]) -> pl.DataFrame:
    """One row a dev query of the gold set × metric, sorted by metric (in their order) and query.

    Returns:
        ``query_id, metric, baseline, candidate`` (values), ``baseline_why, candidate_why`` (codes of
        :data:`assay.scoring.nulls.REASONS` where a value is null). A row with both values is a pair.
    """
    parts = [_of(baseline, candidate, measure) for measure in measures]
    return pl.concat([pl.DataFrame(schema=SCHEMA), *parts]).rechunk()


def _of(baseline: System, candidate: System, measure: Measure) -> pl.DataFrame:
    one, other = (
        system.scores.select(
            "query_id",
            pl.col(measure.name).cast(pl.Float64).alias(side),
            pl.when(pl.col(measure.name).is_null())
            .then(reason(measure.metric, measure.cutoff))
            .alias(f"{side}_why"),
        )
        for side, system in (("baseline", baseline), ("candidate", candidate))
    )
    rows = one.join(other, on="query_id", how="full", coalesce=True).sort("query_id")
    return rows.with_columns(metric=pl.lit(measure.name)).select(*SCHEMA)


def excluded(rows: pl.DataFrame) -> dict[str, list[str]]:
    """Ids of the queries of one metric that make no pair, by reason.

    The reason is a code where both sides have it, else ``baseline: <code>`` or ``candidate: <code>``; the
    baseline's stands where both lack a value for different reasons.

    Args:
        rows: of :func:`pairs`, of one metric.
    """
    one, other = pl.col("baseline_why"), pl.col("candidate_why")
    why = (
        pl.when(one == other)
        .then(one)
        .when(one.is_not_null())
        .then(pl.concat_str(pl.lit("baseline: "), one))
        .otherwise(pl.concat_str(pl.lit("candidate: "), other))
    )
    lacking = rows.filter(pl.any_horizontal(pl.col("baseline", "candidate").is_null()))
    groups = lacking.group_by(why.alias("why")).agg(pl.col("query_id").sort()).sort("why")
    return dict(groups.iter_rows())
