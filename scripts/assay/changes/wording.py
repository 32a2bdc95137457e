"""Differences of two texts word by word."""

import re
from typing import Literal, NamedTuple

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
AROUND = 60  # characters of what stayed the same that are kept on each side of a difference
_LONGEST = 1_000_000  # characters of both texts; above it nobody counts their words
_ALIKE = 0.35  # share of words in common below which two texts are two texts
_LONG = 20_000  # words; above it a text is shown whole, before and after


class Piece(NamedTuple):
    """A stretch of text: ``same`` on both sides, ``removed``, ``added``, or ``cut``: left out, both have it."""

    kind: Literal["same", "removed", "added", "cut"]
    text: str


def word_difference(before: str, after: str, around: int | None = AROUND) -> list[Piece]:
    """What of a text stayed, went and came, by words.

    Args:
        before: the older text.
        after: the newer text.
        around: characters kept on each side of a difference; None: all.

    Returns:
        Pieces in order; without those ``added`` they are the older text, without those ``removed`` the newer
        one, but for what is cut.
    """
    from rapidfuzz.distance import Indel

    whole = [Piece("removed", before), Piece("added", after)]
    if len(before) + len(after) > _LONGEST:
        return whole
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) * len(new) > _LONG**2 or Indel.normalized_similarity(old, new) < _ALIKE:
        return [piece for piece in whole if piece.text]
    pieces: list[Piece] = []
    for step in Indel.opcodes(old, new):
        removed, added = (
            "".join(old[step.src_start : step.src_end]),
            "".join(new[step.dest_start : step.dest_end]),
        )
        if step.tag == "equal":
            pieces.append(Piece("same", added))
        else:
            pieces += [Piece("removed", removed)] if removed else []
            pieces += [Piece("added", added)] if added else []
    joined = _joined(pieces)
    return joined if around is None else _cut(joined, around)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """The pieces with what changed on both sides of a mere space as one change: removed, then added."""
    found: list[Piece] = []
    removed = added = ""
    for number, piece in enumerate(pieces):
        between = piece.kind == "same" and not piece.text.strip() and 0 < number < len(pieces) - 1
        if piece.kind == "same" and not between:
            found += _pair(removed, added)
            removed = added = ""
            found.append(piece)
        else:
            removed += piece.text if piece.kind != "added" else ""
            added += piece.text if piece.kind != "removed" else ""
    return found + _pair(removed, added)


def _pair(removed: str, added: str) -> list[Piece]:
    if removed == added:
        return [Piece("same", removed)] if removed else []
    return [Piece(kind, text) for kind, text in (("removed", removed), ("added", added)) if text]  # type: ignore[arg-type]


def _cut(pieces: list[Piece], around: int) -> list[Piece]:
    """Long stretches that both sides have, shortened to what stands beside a difference, at words."""
    found: list[Piece] = []
    for number, piece in enumerate(pieces):
        head = around if number else 0
        tail = around if number < len(pieces) - 1 else 0
        if piece.kind != "same" or len(piece.text) <= head + tail + around:
            found.append(piece)
            continue
        start, end = _before(piece.text, head), _after(piece.text, len(piece.text) - tail)
        found += [Piece("same", piece.text[:start])] if start else []
        found.append(Piece("cut", piece.text[start:end]))
        found += [Piece("same", piece.text[end:])] if end < len(piece.text) else []
    return found


def _before(text: str, at: int) -> int:
    """The last place up to ``at`` between two words."""
    spot = max(text.rfind(" ", 0, at + 1), text.rfind("\n", 0, at + 1))
    return spot + 1 if spot > at // 2 else at


def _after(text: str, at: int) -> int:
    """The first place from ``at`` on where a word begins."""
    spots = [spot + 1 for mark in " \n" if (spot := text.find(mark, at)) >= 0]
    return min(spots) if spots and min(spots) - at < AROUND // 2 else at
