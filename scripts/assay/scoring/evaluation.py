"""The stage ``score`` in one function: from what was read to everything that is written."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.errors import Problem, refuse
from assay.scoring.details import details
from assay.scoring.scored import Inputs, score, scores
from assay.scoring.summary import Context, summary
from assay.scoring.triage import candidates


@dataclass(frozen=True)
class Evaluation:
    """scores.parquet, details.parquet, triage.parquet and summary.json."""

    scores: pl.DataFrame
    details: pl.DataFrame
    triage: pl.DataFrame
    summary: dict[str, Any]


def evaluate(inputs: Inputs, context: Context) -> Evaluation:
    """Score a run.

    Raises:
        InputError: as :func:`assay.scoring.scored.score`; the run is of another snapshot than the labels.
    """
    searched, labelled = context.card["snapshot_id"], context.snapshot["snapshot_id"]
    rule = f"results are of snapshot {searched}, labels of {labelled}"
    refuse([Problem("card.json", rule, "run `dvc repro`")] if searched != labelled else [])
    scored = score(inputs)
    table = scores(scored, inputs.settings)
    return Evaluation(
        scores=table,
        details=details(scored, table, inputs.settings),
        triage=candidates(inputs, scored, table, inputs.settings),
        summary=summary(inputs, scored, table, context),
    )
