"""Sentences of an answer that no claim quotes: each is in a claim of every reviewer, or is immaterial and says why."""

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import takewhile

from assay.errors import Problem, shown, unquoted
from assay.evidence.proposing import sentences_of
from assay.evidence.record import Answer, Span
from assay.evidence.runs import Runs
from assay.evidence.succession import Placed
from assay.ledger import Entry

_LETTER = re.compile(r"[^\W_]")


def check(
    now: Iterable[Placed], holders: Mapping[str, frozenset[str]], runs: Runs, closed: Collection[str] = ()
) -> Iterator[Problem]:
    """Sentences that the table of a reviewer leaves out, each told in the reviewer's file.

    Args:
        now: rows in force with their places.
        holders: in whose tables each stands (:func:`assay.evidence.succession.reviewers`).
        runs: the recorded answers.
        closed: ids of answers of which nothing is quoted.
    """
    tables: dict[tuple[str, str], list[Placed]] = {}
    for place, row in now:
        if row["answer_id"] in runs.answers:
            for reviewer in sorted(holders[row["row_id"]]):
                tables.setdefault((row["answer_id"], reviewer), []).append((place, row))
    spans = {name: sentences_of(runs.answers[name]) for name, _ in tables}
    for (name, reviewer), found in tables.items():
        place = next((place for place, row in found if row["by"] == reviewer), found[0][0])
        left = _left(runs.answers[name], [row for _, row in found], spans[name])
        told = _told(runs.answers[name], left, place.rpartition(":")[0])
        yield from unquoted(told) if name in closed else told


def _told(answer: Answer, left: Iterable[Span], where: str) -> Iterator[Problem]:
    for span in left:
        rule = f"leaves out a sentence of {answer.id}: {shown(answer.text[slice(*span)])}"
        yield Problem(where, rule, "put it into a claim, or say why it is immaterial")


def uncovered(answer: Answer, rows: Iterable[Entry]) -> list[Span]:
    """Sentences of an answer of which no row quotes a word."""
    return _left(answer, rows, sentences_of(answer))


def _left(answer: Answer, rows: Iterable[Entry], spans: Iterable[Span]) -> list[Span]:
    """Those of some spans, in order and apart, of which no row quotes a word."""
    quotes = deque(sorted((quote["start"], quote["end"]) for row in rows for quote in row["quote"]))
    left = []
    for first, last in spans:
        while quotes and quotes[0][1] <= first:
            quotes.popleft()
        inside = takewhile(lambda quote: quote[0] < last, quotes)  # noqa: B023  # used before the next turn
        if not any(_LETTER.search(answer.text, max(first, start), min(last, end)) for start, end in inside):
            left.append((first, last))
    return left
