"""A system that was asked several times: its figures each time, so that noise can be told from a difference."""

from dataclasses import replace
from typing import Any

import polars as pl

from assay.scoring.aggregate import means
from assay.scoring.metrics import MEDIAN
from assay.scoring.results import Run
from assay.scoring.scored import Inputs, score, scores


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


def repeats(inputs: Inputs, first: dict[str, dict[str, Any]], card: dict[str, Any]) -> dict[str, Any] | None:
    """How the results and each figure differ from one time to the next; None where the system was asked once.

    Args:
        inputs: what is scored; ``others`` are scored on the same labels.
        first: means of the first time, as :func:`assay.scoring.aggregate.means`.
        card: card.json of the system: ``repeats`` says in how many queries the results changed.

    Returns:
        ``n`` times, ``queries`` answered each time, ``changed`` (see :func:`assay.retrieval.foreign.changes`), and
        ``metrics``: by name its mean or median each time, in order.
    """
    if not inputs.others:
        return None
    again = [
        means(scores(score(replace(inputs, run=run)), inputs.settings), inputs.settings)
        for run in inputs.others
    ]
    values = {name: [_value(one[name]) for one in (first, *again)] for name in first}
    return {**card["repeats"], "metrics": values}


def _value(entry: dict[str, Any]) -> float | None:
    value: float | None = entry.get("mean", entry.get(MEDIAN))
    return value
