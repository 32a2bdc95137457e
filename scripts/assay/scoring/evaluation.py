"""The stage ``score`` in one function: from what was read to everything that is written."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.errors import Problem, refuse
from assay.scoring import slices
from assay.scoring.details import details
from assay.scoring.hits import hits
from assay.scoring.scored import Inputs, score, scores
from assay.scoring.summary import Context, summary
from assay.scoring.symptoms import symptoms
from assay.scoring.triage import candidates


@dataclass(frozen=True)
class Evaluation:
    """The tables scores, details, triage, hits, symptoms, slices, each a Parquet file, and summary.json."""

    scores: pl.DataFrame
    details: pl.DataFrame
    triage: pl.DataFrame
    hits: pl.DataFrame
    symptoms: pl.DataFrame
    slices: pl.DataFrame
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
    by_query = details(scored, table, inputs.settings)
    found = hits(inputs, scored)
    members = slices.members(inputs, scored)
    return Evaluation(
        scores=table,
        details=by_query,
        triage=candidates(scored, table, found, inputs.settings),
        hits=found.table(),
        symptoms=symptoms(inputs, scored, table, by_query, found),
        slices=slices.table(scored, members),
        summary=summary(inputs, scored, table, members, context),
    )
