"""Ids that nobody chooses: drawn for a question and its passages, and drawn again where others took them meanwhile."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

from assay.errors import InputError, Problem
from assay.labelling.browsing import Text
from assay.labelling.choosing import proposed, same, span_of
from assay.labelling.drafting import Draft, renamed
from assay.labelling.holding import Change, Labels

_NUMBERED = re.compile(r"(?P<head>(?:.*\D)?)(?P<number>\d{1,6})")


def proposed_id(ids: Iterable[str]) -> str:
    """The next id: most ids' beginning, and the number after their highest; ``q-1`` where none has a number."""
    known = set(ids)
    found = [match for name in sorted(known) if (match := _NUMBERED.fullmatch(name))]
    if not found:
        return "q-1"
    heads = Counter(match["head"] for match in found)
    most = max(heads.values())
    head = max(name for name, times in heads.items() if times == most)
    last = max(
        (match["number"] for match in found if match["head"] == head), key=lambda text: (int(text), text)
    )
    return f"{head}{int(last) + 1:0{len(last)}d}"


def labelled(draft: Draft, labels: Labels, row: dict[str, Any], text: Text, name: str = "") -> str:
    """Id of the passage of a stretch: a known one that labels it, or a new one, which is put into the draft.

    Args:
        draft: the question that is to have it.
        labels: the gold set.
        row: the passage.
        text: in which it stands.
        name: id of a new one; empty: it is drawn.

    Raises:
        InputError: another passage has the id.
    """
    known = labels.passages | draft.passages
    there = same(known, row, text.body)
    if there:
        return there
    if name in known:
        raise InputError(Problem(f"--passage-id {name}", "the id is already used", "choose another"))
    if not name:
        draw = partial(proposed, text, span_of(text, row))
        name = draw(known)
        draft.draws[name] = draw
    draft.passages[name] = {**row, "id": name}
    return name


def drawn_again(draft: Draft, labels: Labels) -> Change:
    """The draft on top of what others wrote meanwhile: ids that nobody chose are others where they are taken.

    A stretch that others labelled meanwhile has their passage.
    """
    if draft.numbered and draft.row["id"] in labels.queries:
        draft.row["id"] = proposed_id(labels.queries)
    names = {}
    for name, row in list(draft.passages.items()):
        there = same(labels.passages, row)
        if not there and not (name in draft.draws and name in labels.passages):
            continue
        del draft.passages[name]
        if there is None:
            draw = draft.draws.pop(name)
            there = draw(labels.passages | draft.passages)
            draft.draws[there], draft.passages[there] = draw, {**row, "id": there}
        names[name] = there
    draft.row = renamed(draft.row, names)
    return draft.change
