"""Imported questions with their labels joined with the gold set that is there."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.questions.label_passages import Passages
from assay.exchange.questions.locating import Located
from assay.exchange.questions.questions import Question, labelled

_COUNTS = ("new", "the same", "kept", "replaced")
_STATES = ("labelled", "not labelled yet", "with no answer", "whose labels were not all found")
_LABELS = ("evidence_sets", "relevant")
_OF_PEOPLE = ("why", "claims", "unanswerable", "found_by", "checked_corpus")  # no import writes them
_FOLDERS = re.compile(r"\A/(?:[^/:!\[]*/)*")  # of somebody's machine, where a file is given by its whole path


@dataclass
class Joined:
    """The gold set with what was imported.

    Attributes:
        queries, passages: rows of both files.
        counts: what became of the imported questions, by what happened.
        states: how their labels stand, of each question one.
        problems: questions that are there already and say something else.
        unmatched: the references that were not found, each with the reason.
    """

    queries: list[dict[str, Any]]
    passages: list[dict[str, Any]]
    counts: dict[str, int] = field(default_factory=dict)
    states: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unmatched: list[dict[str, Any]] = field(default_factory=list)


def join(
    questions: Sequence[Question],
    located: Sequence[Located],
    gold: tuple[list[dict[str, Any]], Passages],
    *,
    sets: str,
    level: int,
    existing: str,
) -> Joined:
    """The gold set with the questions.

    Args:
        questions: as read, in the order of the file.
        located: what became of their references, in the same order, one after the other.
        gold: rows of queries.jsonl, and the passages.
        sets: as :func:`assay.exchange.questions.questions.labelled`.
        level: same.
        existing: what of a question that is there and says something else: ``refuse``, ``keep`` it as it is here, or
            ``replace`` what the file says, unless it is reviewed, or people have added to its labels.
    """
    rows, passages = gold
    here = {row["id"]: row for row in rows}
    done = Joined(rows, [], dict.fromkeys(_COUNTS, 0), dict.fromkeys(_STATES, 0))
    rest = iter(located)
    for question in questions:
        own = [next(rest) for _ in question.references or []]
        done.unmatched += _unmatched(question, own)
        complete = all(one.place is not None for one in own)
        ids = [
            passages.id_of(one.place, reference.spot, offsets_alone=one.way == "span")
            if complete and one.place is not None
            else None
            for one, reference in zip(own, question.references or [], strict=True)
        ]
        row = labelled(question, own, ids, sets, level)
        done.states[_state(question, complete=complete)] += 1
        _put(row, question, here, done, existing)
    done.queries = list(here.values())
    done.passages = passages.rows
    return done


def _put(
    row: dict[str, Any], question: Question, here: dict[str, dict[str, Any]], done: Joined, existing: str
) -> None:
    old = here.get(row["id"])
    if old is None:
        here[row["id"]] = row
        done.counts["new"] += 1
        return
    said = {name: row[name] for name in (*sorted(question.said), *_labels(row))}
    differing = [name for name, value in said.items() if (old.get(name) or None) != (value or None)]
    if row["evidence_sets"] == [] and old.get("evidence_sets") != []:
        differing.append("evidence_sets")
    if not differing:
        done.counts["the same"] += 1
    elif existing == "keep":
        done.counts["kept"] += 1
    elif problem := _refused(row, old, differing, question.spot, existing):
        done.problems.append(problem)
    else:
        here[row["id"]] = {**old, **said}
        done.counts["replaced"] += 1


def _labels(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Fields of the labels, where the file has some."""
    if row["evidence_sets"] == []:
        return ("type", *_LABELS)
    return _LABELS if row["evidence_sets"] or row["relevant"] else ()


def _refused(
    row: Mapping[str, Any], old: Mapping[str, Any], differing: Sequence[str], spot: str, existing: str
) -> Problem | None:
    """Why a question that is there is not replaced: nobody asked for it, or work of people would be lost."""
    what = f"question {row['id']!r} is in the gold set with another {', '.join(dict.fromkeys(differing))}"
    if existing != "replace":
        return Problem(spot, what, "give --existing keep, or --existing replace")
    if old["status"] == "reviewed" or old.get("reviewed_by"):
        return Problem(
            spot, f"{what}, and reviewed", "edit it in gold/queries.jsonl, or give --existing keep"
        )
    if not set(_LABELS) & set(differing):
        return None
    added = [name for name in _OF_PEOPLE if old.get(name)]
    if added:
        rule = f"{what}; people have added {', '.join(added)}, which belong to the labels that are there"
        return Problem(spot, rule, "edit it in gold/queries.jsonl, or give --existing keep")
    if old.get("evidence_sets") and row["evidence_sets"] is None:
        rule = f"{what}: it has evidence sets, the file a flat list"
        return Problem(spot, rule, "say what the list means: --sets together, or --sets each")
    return None


def _unmatched(question: Question, located: Sequence[Located]) -> Iterator[dict[str, Any]]:
    for one, found in zip(question.references or [], located, strict=True):
        if found.place is None:
            yield {
                "query_id": question.row["id"],
                "at": _FOLDERS.sub("", one.spot),
                "reference": one.shown,
                "reason": found.way,
            }


def _state(question: Question, *, complete: bool) -> str:
    """How the labels of a question stand: nothing said, nothing answers it, something not found, or all found."""
    if not complete:
        return _STATES[3]
    if question.references is None:
        return _STATES[1]
    return _STATES[0] if question.references else _STATES[2]


def counts_line(done: Joined) -> str:
    """What became of the questions, in words."""
    words = [f"{count} {what}" for what, count in done.counts.items() if count]
    return f"{counted(sum(done.counts.values()), 'question')}: " + ", ".join(words or ["none"])


def states_line(done: Joined) -> list[str]:
    """How their labels stand, in words; nothing where there are no questions."""
    words = [f"{count} {what}" for what, count in done.states.items() if count]
    return [f"labels: {', '.join(words)}"] if words else []
