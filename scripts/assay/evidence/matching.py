"""Which of some texts are the same on two sides: by their words; and which may be, as a proposal for people."""

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import NamedTuple

from assay.marks import SAME

# Of two different claims about one question 19 of 20 are less alike, of two wordings of one few.
LIKENESS = 65
_KEPT, _FEWEST = 200_000, 16  # of how many near texts positions are held at once: in all, of one text
_ENDS = " .,?!…;:"  # a part of a question is named with its mark, or without
_QUOTES = str.maketrans({mark: same for mark, same in SAME.items() if same != " "})
# Unicode's Default_Ignorable_Code_Point: soft hyphens, joiners, spaces without width, marks of direction, variation selectors.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


class Pair(NamedTuple):
    """Positions of two texts; ``likeness`` None: their words are the same, else of 100, and only proposed."""

    left: int
    right: int
    likeness: float | None


def text_key(text: str) -> str:
    """A short text without what does not tell it from another: case, ё, white space, forms of quotation marks, what
    nobody sees, marks at its end.
    """
    seen = text if text.isascii() else _UNSEEN.sub("", text).translate(_QUOTES)
    plain = unicodedata.normalize("NFC", seen).casefold().replace("ё", "е")
    line = " ".join(plain.split())
    return line.rstrip(_ENDS) or line


def same_parts(left: Sequence[Sequence[str]], right: Sequence[Sequence[str]]) -> dict[int, int]:
    """Positions of the same parts, one to one: those with equal words, then the only one that is left on both sides.

    Args:
        left: the words of each part; where there are several, any will do.
        right: the same of the others.
    """
    mine, theirs = ([{text_key(text) for text in words} for words in parts] for parts in (left, right))
    pairs: dict[int, int] = {}
    free = list(range(len(right)))
    for number, words in enumerate(mine):
        same = next((at for at in free if words & theirs[at]), None)
        if same is not None:
            pairs[number] = same
            free.remove(same)
    alone = [number for number in range(len(left)) if number not in pairs]
    if len(alone) == len(free) == 1:
        pairs[alone[0]] = free[0]
    return pairs


def pairs(left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]) -> list[Pair]:
    """Texts of two sides, one to one: first those with equal words, in their order; of the others, proposals.

    Proposed are texts of one kind whose words, sorted, are at least 65 of 100 alike (RapidFuzz's ``token_sort_ratio``),
    the most alike first, of several equally alike the first of either side. Exchanging the sides exchanges each pair:
    two pairs in conflict share a text, so that their order is the same from both.

    Args:
        left: kind and text of each.
        right: the same of the other side.

    Returns:
        sorted by ``left``.
    """
    sides = ([text_key(text) for _, text in side] for side in (left, right))
    mine, theirs = (dict(enumerate(texts)) for texts in sides)
    found = _equal(mine, theirs)
    for pair in found:
        del mine[pair.left], theirs[pair.right]
    for kind in sorted({kind for kind, _ in left}):
        found += _proposed(_of_kind(kind, left, mine), _of_kind(kind, right, theirs))
    return sorted(found)


def _equal(mine: Mapping[int, str], theirs: Mapping[int, str]) -> list[Pair]:
    places: dict[str, deque[int]] = {}
    for at, text in theirs.items():
        places.setdefault(text, deque()).append(at)
    return [Pair(number, places[text].popleft(), None) for number, text in mine.items() if places.get(text)]


def _of_kind(kind: str, side: Sequence[tuple[str, str]], texts: Mapping[int, str]) -> dict[int, str]:
    """Texts of one kind by position, their words sorted: of such ``ratio`` is what ``token_sort_ratio`` is of any."""
    return {at: " ".join(sorted(text.split())) for at, text in texts.items() if side[at][0] == kind}


def _proposed(mine: Mapping[int, str], free: dict[int, str]) -> list[Pair]:
    """The most alike first: of each text with the nearest that was free, the most alike; where that is taken, the next."""
    found: list[Pair] = []
    near = {number: _nearest(text, free, max(_FEWEST, _KEPT // len(mine))) for number, text in mine.items()}
    waiting = [(-score, number, at) for number, others in near.items() for score, at in islice(others, 1)]
    heapify(waiting)
    while waiting:
        likeness, number, at = heappop(waiting)
        if free.pop(at, None) is not None:
            found.append(Pair(number, at, round(-likeness, 2)))
            continue
        for score, other in islice(near[number], 1):
            heappush(waiting, (-score, number, other))
    return found


def _nearest(text: str, free: Mapping[int, str], most: int) -> Iterator[tuple[float, int]]:
    """Likeness and position of the texts that are free, the most alike first; looks again when those found are used up.

    So no more than ``most`` are held of each text, however many are alike.
    """
    from rapidfuzz import fuzz, process

    while found := process.extract(text, free, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=most):
        yield from ((score, at) for _, score, at in found if at in free)
        if len(found) < most:
            return
