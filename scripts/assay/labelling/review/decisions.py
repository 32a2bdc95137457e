"""What a person decides about a stale label, as a change of the gold set."""

import copy
from typing import Any, NamedTuple

from assay.errors import InputError, Problem
from assay.gold.editing import refreshed
from assay.gold.repository import NAMES
from assay.labelling.browsing import Place
from assay.labelling.choosing import row_of, same
from assay.labelling.drafting import named, with_sets
from assay.labelling.holding import Change, Labels
from assay.labelling.review.stale import Stale

Record = dict[str, Any]


class Loss(NamedTuple):
    """What one question loses when a passage is retired: its sets that needed it; whether it is then unlabelled."""

    query: str
    sets: tuple[tuple[str, ...], ...]
    unlabelled: bool


class Retirement(NamedTuple):
    """A passage that goes.

    Attributes:
        change: the rows to write.
        losses: of each question that named it.
        unused: passages that no question uses any more.
    """

    change: Change
    losses: tuple[Loss, ...]
    unused: tuple[str, ...]


def taken(labels: Labels, name: str, place: Place) -> Change:
    """The passage with the words that stand at a place today: its meaning is the same, or these were chosen.

    Raises:
        InputError: another passage labels them already.
    """
    row = row_of(labels, place.text, (place.start, place.end), name)
    return replaced(labels, name, row)


def replaced(labels: Labels, name: str, row: Record) -> Change:
    """The passage with another row of its id; errors as of :func:`taken`."""
    other = same({key: value for key, value in labels.passages.items() if key != name}, row)
    if other:
        rule = f"would label the same text as {other}"
        fix = f"choose other words, or retire it and use {other} (`assay gold edit ID`)"
        raise InputError(Problem(f"{NAMES['passages']} {name}", rule, fix))
    return Change({}, {name: row})


def moved(labels: Labels, found: list[Stale]) -> Change:
    """New places of all passages that have only moved, as `assay gold passage refresh` gives them."""
    ids = [one.id for one in found if one.state == "moved"]
    rows = [labels.passages[name] for name in ids]
    done = refreshed(rows, (), labels.corpus, NAMES["passages"]) if rows else None
    return Change({}, {row["id"]: row for row in done.rows} if done else {})


def retired(labels: Labels, name: str) -> Retirement:
    """The gold set without a passage: sets that need it go too, and with its last set a question is unlabelled.

    Raises:
        InputError: there is no such passage.
    """
    if name not in labels.passages:
        raise InputError(Problem(f"{NAMES['passages']} {name}", "is no passage", "see the ids there"))
    queries: dict[str, Record | None] = {}
    losses = []
    for query, row in sorted(labels.queries.items()):
        if name in named(row) or name in (row["why"] or {}):
            new, gone = _without(row, name)
            queries[query] = new
            losses.append(Loss(query, gone, bool(gone) and new["evidence_sets"] is None))
    used = {passage for key, row in labels.queries.items() for passage in named(queries.get(key) or row)}
    members = {passage for loss in losses for one in loss.sets for passage in one}
    unused = tuple(sorted(members - used - {name}))
    return Retirement(Change(queries, {name: None}), tuple(losses), unused)


def _without(row: Record, name: str) -> tuple[Record, tuple[tuple[str, ...], ...]]:
    """A question without a passage, and the sets that went with it."""
    new = copy.deepcopy(row)
    for key in ("relevant", "why"):
        if new[key]:
            new[key].pop(name, None)
    for claim in new["claims"] or []:
        claim["passages"] = [passage for passage in claim["passages"] if passage != name]
    sets = new["evidence_sets"] or []
    gone = tuple(tuple(one) for one in sets if name in one)
    left = [one for one in sets if name not in one]
    return (with_sets(new, left or None) if gone else new), gone
