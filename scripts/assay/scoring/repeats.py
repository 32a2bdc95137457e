"""A system that was asked several times: its figures each time, so that noise can be told from a difference."""

from dataclasses import replace
from typing import Any

import polars as pl

from assay.scoring.aggregate import means
from assay.scoring.metrics import MEDIAN
from assay.scoring.results import Run
from assay.scoring.scored import Inputs, Scored, score, scores


def others(results: pl.LazyFrame, responses: pl.DataFrame, card: dict[str, Any]) -> tuple[Run, ...]:
    """The runs of the second time and those after it.

    Args:
        results: repeats.parquet, lazily.
        responses: repeat_responses.parquet.
        card: card.json of the system.
    """
    times = responses["repeat"].unique().sort().to_list()
    return tuple(
        Run(results.filter(pl.col("repeat") == n), responses.filter(pl.col("repeat") == n), card["depth"])
        for n in times
    )


def repeats(
    inputs: Inputs, first: Scored, values: pl.DataFrame, card: dict[str, Any]
) -> dict[str, Any] | None:
    """How the results and each figure differ from one time to the next; None where the system was asked once.

    The figures are those of the queries that were answered each time: of others they would differ by what failed.

    Args:
        inputs: what is scored; ``others`` are scored on the same labels.
        first: the first time, scored.
        values: its scores.
        card: card.json of the system: ``repeats`` says in how many queries the results changed.

    Returns:
        ``n`` times, ``queries`` answered each time, ``changed`` (see :func:`assay.retrieval.foreign.changes`),
        ``unanswered``: ids of the queries here that were not answered each time, and by name of a metric ``metrics``:
        its mean or median each time, in order, and ``measured``: of how many queries.
    """
    if not inputs.others:
        return None
    again = [score(replace(inputs, run=run)) for run in inputs.others]
    every = pl.concat(one.queries.filter(pl.col("state") != "ok")["query_id"] for one in (first, *again))
    unanswered = every.unique().sort()
    tables = [values, *(scores(one, inputs.settings) for one in again)]
    kept = [table.filter(~pl.col("query_id").is_in(unanswered.implode())) for table in tables]
    found = [means(table, inputs.settings) for table in kept]
    return {
        **card["repeats"],
        "unanswered": unanswered.to_list(),
        "measured": {name: min(one[name]["n"] for one in found) for name in found[0]},
        "metrics": {name: [_value(one[name]) for one in found] for name in found[0]},
    }


def _value(entry: dict[str, Any]) -> float | None:
    value: float | None = entry.get("mean", entry.get(MEDIAN))
    return value
