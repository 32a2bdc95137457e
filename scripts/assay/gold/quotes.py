"""A quotation in a document: where it stands, under which heading, and what it most resembles."""

from typing import Any, NamedTuple

LIKENESS = 60.0  # per cent; below it two sentences of one language resemble each other by chance
CONTEXT = 60  # characters of neighbouring text kept where no anchor says where a passage stands
SHOWN = 160  # characters of a text in a message


class Near(NamedTuple):
    """The stretch of a document that a text most resembles; ``likeness`` in per cent."""

    start: int
    end: int
    likeness: float
    text: str

    def __str__(self) -> str:
        return f"nearest text ({self.likeness:.0f} %) at {self.start}:{self.end}: {shown(self.text)}"


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
    start, end = best.dest_start, best.dest_end
    return Near(start, end, best.score, body[start:end])


def heading_at(outline: list[dict[str, Any]], offset: int) -> dict[str, Any] | None:
    """The last heading at or before an offset; None in front of the first."""
    above = [heading for heading in outline if heading["start"] <= offset]
    return above[-1] if above else None


def context(body: str, start: int, end: int) -> tuple[str, str]:
    """Text in front of a span and behind it."""
    return body[max(0, start - CONTEXT) : start], body[end : end + CONTEXT]


def shown(text: str) -> str:
    """A text on one line, in quotation marks, cut for a message."""
    line = " ".join(text.split())
    return f"«{line if len(line) <= SHOWN else line[: SHOWN - 1] + '…'}»"
