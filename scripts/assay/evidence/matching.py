"""Which of some texts are the same on two sides: by their words; and which may be, as a proposal for people."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LIKENESS = (
    65  # of two different claims about one question 19 of 20 are less alike, of two wordings of one few
)
_ENDS = " .?!…;:"  # a part of a question is named with its mark, or without


class Pair(NamedTuple):
    """Positions of two texts; ``likeness`` None: their words are the same, else of 100, and only proposed."""

    left: int
    right: int
    likeness: float | None


def text_key(text: str) -> str:
    """A short text without what does not tell it from another: case, ё, white space, marks at its end."""
    plain = unicodedata.normalize("NFC", text).casefold().replace("ё", "е")
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
    mine, theirs = ([text_key(text) for _, text in side] for side in (left, right))
    found = _equal(mine, theirs)
    taken = {pair.left for pair in found}, {pair.right for pair in found}
    for score, one, other in sorted(_alike(mine, theirs, *taken), key=lambda found: (-found[0], *found[1:])):
        same_kind = left[one][0] == right[other][0]
        if same_kind and one not in taken[0] and other not in taken[1]:
            found.append(Pair(one, other, score))
            taken[0].add(one)
            taken[1].add(other)
    return sorted(found)


def _equal(mine: Sequence[str], theirs: Sequence[str]) -> list[Pair]:
    places: dict[str, list[int]] = {}
    for at, text in enumerate(theirs):
        places.setdefault(text, []).append(at)
    return [Pair(number, places[text].pop(0), None) for number, text in enumerate(mine) if places.get(text)]


def _alike(
    mine: Sequence[str], theirs: Sequence[str], used: Iterable[int], used_there: Iterable[int]
) -> list[tuple[float, int, int]]:
    """Likeness and positions of all texts that are left and alike."""
    from rapidfuzz import fuzz, process

    rows = sorted({*range(len(mine))} - {*used})
    columns = sorted({*range(len(theirs))} - {*used_there})
    if not rows or not columns:
        return []
    texts, others = [mine[row] for row in rows], [theirs[column] for column in columns]
    scores = process.cdist(texts, others, scorer=fuzz.token_sort_ratio, score_cutoff=LIKENESS)
    return [
        (round(float(scores[row, column]), 2), rows[row], columns[column])
        for row, column in zip(*scores.nonzero(), strict=True)
    ]
