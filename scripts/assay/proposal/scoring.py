"""A change of the gold set scored on every run that can be scored, from the files of a repository."""

from pathlib import Path

from assay.changes.difference import Difference
from assay.corpora import settings
from assay.proposal import outputs
from assay.proposal.definitions import changed_definitions
from assay.proposal.impact import (
    Impact,
    asked_otherwise,
    closed,
    holdout_changes,
    moved_splits,
    system_impact,
)
from assay.proposal.rescoring import rescored, sound
from assay.scoring.cutoffs import Settings


def score_change(root: Path, changed: Difference, *, produced: bool = True) -> Impact:
    """Score every recorded run on both sides of a change.

    Args:
        root: top folder of the repository.
        changed: the difference of the two sides.
        produced: whether outputs that are absent are made first.

    Raises:
        InputError: faults of params.yaml and of ledgers; of either side whatever the pipeline would refuse.
    """
    values = settings(root)
    absent = outputs.missing(root, values["systems"])
    reasons = outputs.produce(root, absent) if produced and absent else {}
    ready = outputs.outputs(root, values, reasons)
    score = Settings.of(values["score"])
    sides = (changed.base, changed.head)
    before, after = (
        rescored(side, gold, ready, score) for side, gold in zip(sides, sound(sides, ready), strict=True)
    )
    hidden = closed(changed)
    scored = [name for name in ready.systems if name in after]
    return Impact(
        tuple(system_impact(name, before.get(name), after[name], score, hidden) for name in scored),
        ready.absent,
        ready.outdated,
        ready.elsewhere,
        asked_otherwise(changed, ready.topics),
        holdout_changes(changed),
        moved_splits(changed),
        changed_definitions(root, changed.base.commit),
    )
