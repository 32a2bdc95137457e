"""A difference and an impact as data: JSON for other programs."""

from typing import TYPE_CHECKING, Any

from assay.changes.difference import Change, Difference
from assay.changes.touched import touched
from assay.onscreen import as_json

if TYPE_CHECKING:
    from assay.proposal.impact import Impact, SystemImpact
    from assay.proposal.rescoring import Outcome

DIFF, IMPACT = "gold-diff/1", "gold-impact/1"


def difference(changed: Difference, *, texts: bool = True) -> str:
    """The difference as one JSON object: the counts first, then rows sorted by id.

    Args:
        changed: the difference.
        texts: whether rows are given whole; else ids and names of fields only.
    """
    base, head = ({"name": side.name, "commit": side.commit} for side in (changed.base, changed.head))
    value = {
        "form": DIFF,
        "counts": {
            name: {key: len(ids) for key, ids in found.items()} for name, found in touched(changed).items()
        },
        "base": base,
        "head": head,
        "new_gold_revision": changed.is_revision,
        "queries": [_query(changed, change, texts=texts) for change in changed.queries],
        "passages": [_row(change, texts=texts) for change in changed.passages],
        "renamed": dict(sorted(changed.renamed.items())),
    }
    return as_json(value) + "\n"


def _query(changed: Difference, change: Change, *, texts: bool) -> dict[str, Any]:
    sets = [one._asdict() for one in changed.sets(change)]
    return {**_row(change, texts=texts), "sets": sets}


def _row(change: Change, *, texts: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"id": change.id, "kind": change.kind, "fields": list(change.fields)}
    return {**row, "before": change.before, "after": change.after} if texts else row


def impact(changed: Difference, done: "Impact") -> str:
    """The impact as one JSON object: systems in the order of params.yaml, all metrics, flips by query."""
    value = {
        "form": IMPACT,
        "base": {"name": changed.base.name, "commit": changed.base.commit},
        "head": {"name": changed.head.name, "commit": changed.head.commit},
        "holdout_queries_changed": done.holdout,
        "moved_between_splits": done.moved,
        "asked_otherwise": dict(done.asked_otherwise),
        "elsewhere": list(done.elsewhere),
        "absent": {name: str(why) for name, why in done.absent.items()},
        "outdated": list(done.outdated),
        "definitions": {name: {"then": then, "now": now} for name, (then, now) in done.definitions.items()},
        "settings": {name: {"then": then, "now": now} for name, (then, now) in done.settings.items()},
        "systems": [_system(one) for one in done.systems],
    }
    return as_json(value) + "\n"


def _system(one: "SystemImpact") -> dict[str, Any]:
    return {
        "system": one.system,
        "metrics": [change._asdict() for change in one.metrics],
        "flips": [
            {"query_id": flip.query_id, "before": _outcome(flip.before), "after": _outcome(flip.after)}
            for flip in one.flips
        ],
        "arrived": {name: _outcome(outcome) for name, outcome in one.arrived.items()},
        "left": {name: _outcome(outcome) for name, outcome in one.left.items()},
    }


def _outcome(outcome: "Outcome") -> dict[str, Any]:
    return {**outcome._asdict(), "ranks": dict(sorted(outcome.ranks.items()))}
