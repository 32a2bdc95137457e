"""Runs as they are, on the labels of a side of a change or of another revision: nothing is retrieved again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.changes.revisions import Side
from assay.comparison.outputs import Outputs
from assay.errors import InputError, Problem, refuse
from assay.gold.conditions import stated
from assay.gold.faults import sound_gold
from assay.gold.labelling import Gold
from assay.gold.projection import project
from assay.scoring.cutoffs import Settings
from assay.scoring.labels import read_labels
from assay.scoring.scored import Inputs


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
                found[-1][name] = sound_gold(side.queries, side.passages, folder(side), about)
            except InputError as error:
                problems += error.problems
    refuse(list(dict.fromkeys(problems)))
    return found


def inputs_on(
    side: Side, gold: Mapping[str, Gold], outputs: Outputs, settings: Settings
) -> dict[str, Inputs]:
    """What scoring reads of every run on the labels of one side.

    Queries of the run that this side does not know are passed over: another side may have them.

    Args:
        side: the labels.
        gold: the side's gold set by snapshot (:func:`sound`); none: no inputs.
        outputs: the runs.
        settings: the section ``score``.
    """
    if not gold:
        return {}
    labels = read_labels(side.queries, f"{folder(side)}/queries.jsonl")
    lenient = replace(settings, extra_queries="ignore", stale="exclude")
    placed = {
        name: project(gold[name].passages, snapshot.documents, snapshot.chunks)
        for name, snapshot in outputs.snapshots.items()
    }
    return {
        name: Inputs(
            labels=labels,
            run=output.run,
            passages=placed[output.snapshot][1],
            projection=placed[output.snapshot][0],
            settings=lenient,
            judgements=outputs.judgements,
            chunks=(cut := outputs.snapshots[output.snapshot]).chunks.lazy(),
            documents=cut.documents.select("doc_id", "folder"),
            ids_only=bool(cut.card.get("ids_only")),
        )
        for name, output in outputs.systems.items()
    }


def folder(side: Side) -> str:
    """The folder of a side's files, for messages."""
    return "gold" if side.commit is None else f"{side.name}:gold"
