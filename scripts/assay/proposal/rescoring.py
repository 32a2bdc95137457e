"""Runs as they are, scored on the labels of one side of a change: nothing is retrieved again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import polars as pl

from assay.changes.revisions import Side
from assay.errors import InputError, Problem, refuse
from assay.gold.conditions import stated
from assay.gold.faults import sound_gold
from assay.gold.labelling import Gold
from assay.gold.projection import project
from assay.proposal.outputs import Output, Outputs
from assay.scoring import aggregate, nulls
from assay.scoring.cutoffs import Cutoff, Settings
from assay.scoring.details import details
from assay.scoring.labels import Labels, read_labels
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


def sound(sides: Sequence[Side], outputs: Outputs) -> list[dict[str, Gold]]:
    """The gold set of each side by snapshot, as the pipeline takes it; none of a side that has no gold set at all.

    Raises:
        InputError: what the stage ``project`` would refuse of any side, each fault once, after the side's name.
    """
    found: list[dict[str, Gold]] = []
    problems: list[Problem] = []
    for side in sides:
        found.append({})
        for name, snapshot in outputs.snapshots.items() if side.queries.strip() else ():
            about = stated(snapshot.documents, snapshot.chunks)
            try:
                found[-1][name] = sound_gold(side.queries, side.passages, _folder(side), about)
            except InputError as error:
                problems += error.problems
    refuse(list(dict.fromkeys(problems)))
    return found


def rescored(
    side: Side, gold: Mapping[str, Gold], outputs: Outputs, settings: Settings
) -> dict[str, Measured]:
    """Score every run on the labels of one side, its gold set by snapshot.

    Queries of the run that this side does not know are passed over: the other side may have them.
    """
    if not gold:
        return {}
    labels = read_labels(side.queries, f"{_folder(side)}/queries.jsonl")
    lenient = replace(settings, extra_queries="ignore", stale="exclude")
    placed = {
        name: project(gold[name].passages, snapshot.documents, snapshot.chunks)
        for name, snapshot in outputs.snapshots.items()
    }
    return {
        name: _measured(labels, output, outputs, placed[output.snapshot], lenient)
        for name, output in outputs.systems.items()
    }


def _folder(side: Side) -> str:
    return "gold" if side.commit is None else f"{side.name}:gold"


def _measured(
    labels: Labels,
    output: Output,
    outputs: Outputs,
    placed: tuple[pl.DataFrame, pl.DataFrame],
    settings: Settings,
) -> Measured:
    snapshot = outputs.snapshots[output.snapshot]
    inputs = Inputs(
        labels=labels,
        run=output.run,
        passages=placed[1],
        projection=placed[0],
        settings=settings,
        judgements=outputs.judgements,
        chunks=snapshot.chunks.lazy(),
        documents=snapshot.documents.select("doc_id", "folder"),
        ids_only=bool(snapshot.card.get("ids_only")),
    )
    scored = score(inputs)
    table = scores(scored, settings)
    told = details(scored, table, settings)
    return Measured(table, aggregate.means(table, settings), _outcomes(labels, table, told, settings))


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
