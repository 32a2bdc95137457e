"""Runs as they are, scored on the labels of one side of a change: nothing is retrieved again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from assay.changes.revisions import Side
from assay.comparison.outputs import Outputs
from assay.comparison.rescoring import inputs_on
from assay.gold.labelling import Gold
from assay.scoring import aggregate, nulls
from assay.scoring.cutoffs import Cutoff, Settings
from assay.scoring.details import details
from assay.scoring.labels import Labels
from assay.scoring.metrics import METRICS
from assay.scoring.scored import Inputs, score, scores


class Outcome(NamedTuple):
    """What a system achieved on one query, at the headline cut-off.

    Attributes:
        met: whether an evidence set was found whole (a relevant passage, where no sets are stated); None: not measured.
        reason: code of why it was not measured (:data:`assay.scoring.nulls.REASONS`).
        best: passages of the set found most fully; none where no sets are stated.
        missing: those of them that were not found.
        ranks: first rank of each labelled passage that was found.
    """

    met: bool | None
    reason: str | None
    best: tuple[str, ...]
    missing: tuple[str, ...]
    ranks: Mapping[str, int]


@dataclass(frozen=True)
class Measured:
    """One run on the labels of one side.

    Attributes:
        scores: one row a dev query, one column a metric.
        metrics: mean or median of each metric, ``n`` and nulls by reason.
        outcomes: by query.
    """

    scores: pl.DataFrame
    metrics: Mapping[str, Mapping[str, Any]]
    outcomes: Mapping[str, Outcome]


def rescored(
    side: Side, gold: Mapping[str, Gold], outputs: Outputs, settings: Settings
) -> dict[str, Measured]:
    """Score every run on the labels of one side, its gold set by snapshot."""
    return {name: _measured(inputs) for name, inputs in inputs_on(side, gold, outputs, settings).items()}


def _measured(inputs: Inputs) -> Measured:
    scored = score(inputs)
    table = scores(scored, inputs.settings)
    told = details(scored, table, inputs.settings)
    outcomes = _outcomes(inputs.labels, table, told, inputs.settings)
    return Measured(table, aggregate.means(table, inputs.settings), outcomes)


def _outcomes(
    labels: Labels, table: pl.DataFrame, told: pl.DataFrame, settings: Settings
) -> dict[str, Outcome]:
    headline = Cutoff(settings.headline)
    stated = labels.queries["stated"].to_list()
    sets: dict[tuple[int, int], list[str]] = {}
    for number, which, passage in labels.members.select("q", "set", "passage_id").iter_rows():
        sets.setdefault((number, which), []).append(passage)
    columns = {
        name: next(metric for metric in METRICS if metric.name == name) for name in ("sufficient", "hit")
    }
    reasons = {
        name: table.select(nulls.reason(metric, headline)).to_series() for name, metric in columns.items()
    }
    found: dict[str, Outcome] = {}
    for q, row in enumerate(told.iter_rows(named=True)):
        name = "sufficient" if stated[q] else "hit"
        value = table[f"{name}@{headline.name}"][q]
        found[row["query_id"]] = Outcome(
            None if value is None else bool(value == 1),
            reasons[name][q] if value is None else None,
            tuple(sets.get((q, row["best_set"]), ())),
            tuple(row["missing"] or ()),
            {one["passage_id"]: one["found_at"] for one in row["found"] if one["found_at"] is not None},
        )
    return found
