"""A change of the gold set scored on every run that can be scored, from the files of a repository."""

from pathlib import Path

from assay.changes.difference import Difference
from assay.comparison import outputs
from assay.comparison.production import produce
from assay.comparison.rescoring import sound
from assay.corpora import settings
from assay.proposal.definitions import changed_definitions, changed_settings
from assay.proposal.impact import Impact, asked_otherwise, moved_splits, system_impact
from assay.proposal.rescoring import rescored
from assay.scoring.cutoffs import Settings
from assay.systems import all_systems


def score_change(root: Path, changed: Difference, *, produced: bool = True) -> Impact:
    """Score every recorded run on both sides of a change.

    Args:
        root: top folder of the repository.
        changed: the difference of the two sides.
        produced: whether outputs that are absent are made first; never where there are no labels to score them on.

    Raises:
        InputError: faults of params.yaml and of ledgers; of either side whatever the pipeline would refuse.
    """
    values = settings(root)
    absent = outputs.missing(root, all_systems(values)) if produced and changed.head.queries.strip() else {}
    reasons = produce(root, values, absent) if absent else {}
    ready = outputs.outputs(root, values, reasons)
    score = Settings.of(values["score"])
    sides = (changed.base, changed.head)
    before, after = (
        rescored(side, gold, ready, score) for side, gold in zip(sides, sound(sides, ready), strict=True)
    )
    scored = [name for name in ready.systems if name in after]
    return Impact(
        tuple(system_impact(name, before.get(name), after[name], score, changed.closed) for name in scored),
        ready.absent,
        ready.outdated,
        ready.elsewhere,
        asked_otherwise(changed, ready.topics),
        len(changed.closed),
        moved_splits(changed),
        changed_definitions(root, changed.base.commit),
        changed_settings(root, changed.base.commit, values["score"]),
    )
