"""An answer cut at all borders of its claims and citations, so that each piece is wholly inside or outside of each."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

Span = tuple[int, int]
LANES = 4  # lines below the words; claims that overlap in more share the last


class Stretch(NamedTuple):
    """A piece of an answer.

    Attributes:
        text: its words.
        claims: numbers of the claims that quote it, those with most words first.
        ended: numbers of the claims whose quotation ends with it, each with whether it is the claim's first.
        mark: whether it is the mark of a citation.
        first: where it begins in the answer, in code points.
    """

    text: str
    claims: tuple[int, ...]
    ended: tuple[tuple[int, bool], ...]
    mark: bool
    first: int

    @property
    def said(self) -> bool:
        """Whether it has a letter, digit or sign, and not white space alone."""
        return not self.text.isspace()


def stretches(text: str, quotes: Sequence[Sequence[Span]], marks: Iterable[Span]) -> list[Stretch]:
    """The pieces of an answer, which together are the answer.

    Args:
        text: the answer.
        quotes: spans of each claim in code points; what lies outside of the answer is left out.
        marks: spans of the marks of citations.
    """
    inside = [[(max(first, 0), min(end, len(text))) for first, end in spans] for spans in quotes]
    claims = [[(first, end) for first, end in spans if first < end] for spans in inside]
    long = [sum(end - first for first, end in spans) for spans in claims]
    cited = [(first, end) for first, end in marks if 0 <= first < end <= len(text)]
    begun, ended = _events(claims)
    of_marks, ends_of_marks = _events([[span] for span in cited])
    borders = sorted({0, len(text)} | begun.keys() | ended.keys() | of_marks.keys() | ends_of_marks.keys())
    found, active, within = [], set[int](), set[int]()
    for first, end in pairwise(borders):
        active = active - {number for number, _ in ended[first]} | {number for number, _ in begun[first]}
        within = within - {at for at, _ in ends_of_marks[first]} | {at for at, _ in of_marks[first]}
        order = tuple(sorted(active, key=lambda number: (-long[number], number)))
        found.append(Stretch(text[first:end], order, tuple(sorted(ended[end])), bool(within), first))
    return found


def _events(spans: Sequence[Sequence[Span]]) -> tuple[defaultdict[int, list[tuple[int, bool]]], ...]:
    """Where which number begins and ends, each with whether that is its first span."""
    begun, ended = (
        defaultdict[int, list[tuple[int, bool]]](list),
        defaultdict[int, list[tuple[int, bool]]](list),
    )
    for number, each in enumerate(spans):
        for place, (first, end) in enumerate(each):
            begun[first].append((number, not place))
            ended[end].append((number, not place))
    return begun, ended


def lanes(quotes: Sequence[Sequence[Span]]) -> list[int]:
    """Of each claim the line below the words on which it is drawn: claims that overlap have lines of their own.

    Args:
        quotes: spans of each claim; those of one claim do not overlap.
    """
    taken: list[list[Span]] = [[] for _ in range(LANES)]
    found = []
    for spans in quotes:
        lane = next((at for at in range(LANES - 1) if not _meet(taken[at], spans)), LANES - 1)
        for span in spans:
            taken[lane].insert(bisect_left(taken[lane], span), span)
        found.append(lane)
    return found


def _meet(taken: list[Span], spans: Sequence[Span]) -> bool:
    """Whether any of some spans overlaps one of those that are taken, which are sorted and apart."""
    for first, end in spans:
        at = bisect_left(taken, (first, first))
        if (at and taken[at - 1][1] > first) or (at < len(taken) and taken[at][0] < end):
            return True
    return False
