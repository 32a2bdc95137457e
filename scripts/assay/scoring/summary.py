"""summary.json of one system: everything a report prints about it but its failing queries."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.scoring import aggregate, slices
from assay.scoring.repeats import repeats
from assay.scoring.scored import Inputs, Scored


@dataclass(frozen=True)
class Context:
    """Names and cards around the numbers.

    Attributes:
        system: name of the system.
        card: card.json of its run.
        snapshot: card.json of the snapshot.
        gold_revision: id of what the labels say.
    """

    system: str
    card: dict[str, Any]
    snapshot: dict[str, Any]
    gold_revision: str


def summary(
    inputs: Inputs, scored: Scored, scores: pl.DataFrame, members: pl.DataFrame, context: Context
) -> dict[str, Any]:
    """The file's content.

    Args:
        inputs: what was scored.
        scored: the run against the labels.
        scores: scores.parquet in the order of ``q``.
        members: which query belongs to which slice (:func:`assay.scoring.slices.members`).
        context: names and cards.
    """
    settings = inputs.settings
    metrics = aggregate.means(scores, settings)
    again = repeats(inputs, scored, scores, context.card)
    times = aggregate.times(scored, inputs.run.responses)
    return {
        **({"repeats": again} if again else {}),
        **({"times": times} if times else {}),
        "system": context.system,
        "run_id": context.card["run_id"],
        "gold_revision": context.gold_revision,
        "snapshot": context.snapshot,
        "card": context.card,
        "queries": {"dev": len(scores), "holdout_closed": len(inputs.labels.others)},
        "metrics": metrics,
        "coverage_distribution": aggregate.coverage_distribution(scores, settings),
        "slices": slices.slices(scores, members, settings),
        "overlapping_slices": slices.overlapping(members),
        "no_answer": aggregate.no_answer_rows(inputs, scored, context.snapshot["corpus_id"]),
        "counts": aggregate.counts(scored, inputs.passages, context.card),
        "extra_queries": scored.extra,
    }
