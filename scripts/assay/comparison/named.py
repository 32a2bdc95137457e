"""Runs called by name on a command line: ``bm25``, or ``v1:bm25`` for the run that a commit records."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from assay.changes.revisions import Side, commit_of, side
from assay.comparison import committed
from assay.comparison.outputs import (
    Output,
    Outputs,
    Reader,
    Snapshot,
    judgements,
    read_output,
    read_snapshot,
    reader,
)
from assay.comparison.rescoring import folder, inputs_on, sound
from assay.comparison.systems import System
from assay.errors import InputError, Problem, refuse
from assay.outdated import outdated
from assay.scoring.cutoffs import Settings
from assay.scoring.evaluation import evaluate
from assay.scoring.labels import gold_revision
from assay.scoring.summary import Context
from assay.systems import all_systems, runs_of


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
    found = [(run, *_listed(root, run, values)) for run in runs]
    problems = [problem for run, _, listed in found for problem in _unfit(root, run, values, listed)]
    refuse(sorted(set(problems)))
    return {
        run.label: _scored(root, run, _run(read, run, listed), values, on_gold) for run, read, listed in found
    }


def _listed(
    root: Path, run: Named, values: Mapping[str, Any]
) -> tuple[Reader, Mapping[str, Mapping[str, Any]]]:
    """What reads the outputs of a run's revision, and the systems that are listed there."""
    if run.revision is None:
        return reader(root), all_systems(values)
    commit = commit_of(root, run.revision)
    return committed.reader(root, run.revision, commit), committed.listed(root, run.revision, commit)


def _unfit(root: Path, run: Named, values: Mapping[str, Any], listed: Mapping[str, Any]) -> Iterator[Problem]:
    """Why a run is not there; of the working tree also where it is of other files or settings than are there now."""
    if run.system not in listed:
        near = difflib.get_close_matches(run.system, map(str, listed), 1)
        fix = f"did you mean {near[0]}?" if near else f"one of: {', '.join(map(str, listed))}"
        yield Problem(run.label, "is no system there", fix)
    elif run.revision is None:
        yield from outdated(root, values, runs_of(values, run.system))


def _scored(
    root: Path, run: Named, found: tuple[Output, Snapshot], values: Mapping[str, Any], on_gold: str | None
) -> System:
    output, snapshot = found
    labels = side(root, on_gold or run.revision)
    outputs = Outputs({run.label: output}, {output.snapshot: snapshot}, judgements(root), {}, ())
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


def _run(read: Reader, run: Named, listed: Mapping[str, Mapping[str, Any]]) -> tuple[Output, Snapshot]:
    output = read_output(read, run.system, listed[run.system]["snapshot"])
    return output, read_snapshot(read, output.snapshot)
