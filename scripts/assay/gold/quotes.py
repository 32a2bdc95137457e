"""A quotation in a document: where it stands, under which heading, and what it most resembles."""

import re
from typing import Any, NamedTuple

LIKENESS = 60.0  # per cent; below it two sentences of one language resemble each other by chance
CONTEXT = 60  # characters of neighbouring text kept where no anchor says where a passage stands
SHOWN = 160  # characters of a text in a message
_LONGEST = 30  # letters of a word of which a part was found


class Near(NamedTuple):
    """The stretch of a document that a text most resembles, of whole words; ``likeness`` in per cent, ``line`` from 1."""

    start: int
    end: int
    likeness: float
    text: str
    line: int

    def said(self, place: str) -> str:
        """In words, with the place where it stands."""
        return f"nearest text ({self.likeness:.0f} %) at {place}: {shown(self.text)}"

    def __str__(self) -> str:
        return self.said(f"{self.start}:{self.end}, line {self.line} of the text")


def positions(text: str, body: str) -> list[int]:
    """Offsets of every occurrence of a text, overlapping ones too."""
    found = []
    at = body.find(text)
    while at >= 0:
        found.append(at)
        at = body.find(text, at + 1)
    return found


def nearest(text: str, body: str) -> Near | None:
    """The stretch with the highest indel similarity (RapidFuzz partial ratio), if it is similar at all."""
    from rapidfuzz import fuzz

    best = fuzz.partial_ratio_alignment(text, body, score_cutoff=LIKENESS)
    if best is None:
        return None
    start, end = _whole_words(body, best.dest_start, best.dest_end)
    return Near(start, end, best.score, body[start:end], body.count("\n", 0, start) + 1)


def _whole_words(body: str, start: int, end: int) -> tuple[int, int]:
    """A span grown to the ends of its first and last word, without white space around them."""
    head = re.search(r"\w+$", body[max(0, start - _LONGEST) : start])
    tail = re.match(r"\w+", body[end : end + _LONGEST])
    if head and body[start : start + 1].isalnum():
        start -= len(head[0])
    if tail and body[end - 1 : end].isalnum():
        end += len(tail[0])
    inside = body[start:end]
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())


def heading_at(outline: list[dict[str, Any]], offset: int) -> dict[str, Any] | None:
    """The last heading at or before an offset; None in front of the first."""
    above = [heading for heading in outline if heading["start"] <= offset]
    return above[-1] if above else None


def context(body: str, start: int, end: int) -> tuple[str, str]:
    """Text in front of a span and behind it."""
    return body[max(0, start - CONTEXT) : start], body[end : end + CONTEXT]


def shown(text: str) -> str:
    """A text on one line, in quotation marks, cut at a word for a message."""
    line = " ".join(text.split())
    if len(line) > SHOWN:
        cut = line[: SHOWN - 1]
        space = cut.rfind(" ", SHOWN // 2)
        line = (cut[:space] if space > 0 else cut) + "…"
    return f"«{line}»"
