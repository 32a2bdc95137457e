"""Runs called by name on a command line: ``bm25``, or ``v1:bm25`` for the run that a commit records."""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from assay.changes.revisions import Side, commit_of, side
from assay.comparison import committed
from assay.comparison.outputs import Output, Outputs, Snapshot, judgements, read_output, read_snapshot, reader
from assay.comparison.rescoring import folder, inputs_on, sound
from assay.comparison.systems import System
from assay.errors import InputError, Problem
from assay.scoring.cutoffs import Settings
from assay.scoring.evaluation import evaluate
from assay.scoring.labels import gold_revision
from assay.scoring.summary import Context
from assay.systems import all_systems


class Named(NamedTuple):
    """A run as it is called.

    Attributes:
        label: what was written.
        revision: of Git; None: the working tree.
        system: name in params.yaml there.
    """

    label: str
    revision: str | None
    system: str


def named(text: str) -> Named:
    """``SYSTEM`` or ``REV:SYSTEM``."""
    revision, colon, system = text.rpartition(":")
    return Named(text, revision if colon else None, system)


def scored(
    root: Path, runs: Sequence[Named], values: Mapping[str, Any], on_gold: str | None
) -> dict[str, System]:
    """Runs scored by today's definitions and cut-offs; nothing is retrieved again.

    Args:
        root: top folder of the repository.
        runs: what to score.
        values: params.yaml of the working tree.
        on_gold: the revision whose labels all are scored on; None: each run on the labels of its own revision.

    Returns:
        by label.

    Raises:
        InputError: systems or revisions that are not there, outputs that are not in the cache, labels that
            break their rules.
    """
    return {run.label: _scored(root, run, values, on_gold) for run in runs}


def _scored(root: Path, run: Named, values: Mapping[str, Any], on_gold: str | None) -> System:
    output, snapshot = _run(root, run, values)
    labels = side(root, on_gold or run.revision)
    outputs = Outputs(
        {run.label: output}, {output.snapshot: snapshot}, judgements(root, values["adjudicators"]), {}, ()
    )
    (gold,) = sound([labels], outputs)
    inputs = inputs_on(labels, gold, outputs, Settings.of(values["score"]))
    if not inputs:
        raise InputError(Problem(labels.name, "has no gold set", "name a revision with one: --on-gold REV"))
    context = Context(run.label, dict(output.card), dict(snapshot.card), _revision(labels))
    made = evaluate(inputs[run.label], context)
    return System(
        run.label, made.summary, made.scores.sort("query_id"), made.details.sort("query_id"), made.hits
    )


def _revision(labels: Side) -> str:
    return gold_revision(labels.queries, labels.passages, folder(labels))


def _run(root: Path, run: Named, values: Mapping[str, Any]) -> tuple[Output, Snapshot]:
    if run.revision is None:
        read, known = reader(root), all_systems(values)
    else:
        commit = commit_of(root, run.revision)
        read = committed.reader(root, run.revision, commit)
        known = committed.listed(root, run.revision, commit)
    if run.system not in known:
        near = difflib.get_close_matches(run.system, map(str, known), 1)
        fix = f"did you mean {near[0]}?" if near else f"one of: {', '.join(map(str, known))}"
        raise InputError(Problem(run.label, "is no system there", fix))
    output = read_output(read, run.system, known[run.system]["snapshot"])
    return output, read_snapshot(read, output.snapshot)
