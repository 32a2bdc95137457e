"""Cutting a document into chunks.

``structure`` keeps to sections, then to paragraphs, then to sentences: a chunk is as many whole ones as fit
into ``size`` characters. ``windows`` cuts the plain text every ``size`` − ``overlap`` characters, as public
benchmarks do. A chunk's text is the document's at its spans, one after the other, without anything added.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from assay.retrieval.outline import Heading, Line, lines
from assay.retrieval.sentences import cuts, sentence_starts

Span = tuple[int, int]
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")


class Section(NamedTuple):
    """A stretch of a document under one heading, offsets in code points; ``lead`` ends its headings."""

    start: int
    lead: int
    end: int
    section: str
    anchor: str


class Chunk(NamedTuple):
    """One chunk: its section, its number there from 1, and one span, or two where a table is continued."""

    section: str
    anchor: str
    number: int
    spans: tuple[Span, ...]


class _Piece(NamedTuple):
    """What is not cut further; ``head``: the table rows to repeat when a chunk begins here."""

    start: int
    end: int
    head: Span | None = None


class _Block(NamedTuple):
    kind: str  # "text", "code" or "table"
    start: int
    end: int


def cut(body: str, headings: list[Heading], *, chunking: str, size: int, overlap: int) -> list[Chunk]:
    """Chunks of one document in order.

    Args:
        body: the document's text.
        headings: its outline.
        chunking: ``structure`` or ``windows``.
        size: largest chunk in characters, at least 50; what cannot be divided is cut hard.
        overlap: characters that a chunk may repeat of the one before, below ``size``; whole sentences
            where the structure is kept, and never across sections.
    """
    if chunking == "windows":
        return [Chunk("", "", n, (span,)) for n, span in enumerate(_windows(body, size, overlap), 1)]
    numbers: Counter[str] = Counter()
    found = []
    for section in sections(body, headings):
        for spans in _section_chunks(body, section, size, overlap):
            numbers[section.anchor] += 1
            found.append(Chunk(section.section, section.anchor, numbers[section.anchor], spans))
    return found


def _windows(body: str, size: int, overlap: int) -> Iterator[Span]:
    for start in range(0, max(len(body) - overlap, 1), size - overlap):
        yield start, min(start + size, len(body))


def sections(body: str, headings: list[Heading]) -> Iterator[Section]:
    """Stretches between headings that hold text; together they hold every letter of the document.

    A heading with nothing but deeper headings under it goes with the first of these.
    """
    marks = [Heading(0, 0, "", "", ""), *headings]
    start = 0
    for n, mark in enumerate(marks):
        following = marks[n + 1] if n + 1 < len(marks) else None
        end = following.start if following else len(body)
        lead = _line_end(body, mark.start) if mark.level else 0
        bare = not body[lead:end].strip()
        if bare and following and following.level > mark.level:
            continue
        if body[start:end].strip():
            yield Section(start, lead, end, mark.section, mark.anchor)
        start = end


def _line_end(body: str, start: int) -> int:
    end = body.find("\n", start)
    return len(body) if end < 0 else end + 1


def _section_chunks(body: str, section: Section, size: int, overlap: int) -> Iterator[tuple[Span, ...]]:
    blocks = list(_blocks(body, section.lead, section.end))
    start = _text_start(body, section.start, section.lead)
    heading = _Piece(start, _text_end(body, start, section.lead))
    # Headings stay with the text they head, unless they would take half a chunk from it.
    joined = bool(blocks) and heading.start < heading.end and blocks[0].start - heading.start <= size // 2
    before = blocks[0].start - heading.start if joined else 0
    pieces = [] if joined else [_Piece(*span) for span in cuts(body, heading.start, heading.end, size, size)]
    for n, block in enumerate(blocks):
        pieces += _pieces(body, block, size - before if n == 0 else size, size)
    if joined:
        first = pieces[0]
        pieces[0] = _Piece(heading.start, first.end)
    borders = [
        border
        for block in blocks
        if block.kind == "text"
        for border in sentence_starts(body, block.start, block.end)
    ]
    return _pack(pieces, borders, size, overlap)


def _text_start(body: str, start: int, end: int) -> int:
    """Begin of the first line that holds more than white space (its indent is kept)."""
    blank = len(body[start:end]) - len(body[start:end].lstrip())
    return max(start, body.rfind("\n", start, start + blank) + 1)


def _text_end(body: str, start: int, end: int) -> int:
    return start + len(body[start:end].rstrip())


def _blocks(body: str, start: int, end: int) -> Iterator[_Block]:
    """Paragraphs and lists (``text``), fenced code and pipe tables, without the blank lines between."""
    rows = [
        Line(start + line.start, start + line.end, start + line.next, line.fenced)
        for line in lines(body[start:end])
    ]
    kind, first, last = "", 0, 0
    for n, row in enumerate(rows):
        text = body[row.start : row.end]
        if row.fenced:
            now = "code"
        elif not text.strip():
            now = ""
        elif "|" in text and (kind == "table" or _opens_table(body, rows[n + 1 : n + 2])):
            now = "table"
        else:
            now = "text"
        if now != kind:
            if kind:
                yield _Block(kind, first, _text_end(body, first, last))
            kind, first = now, row.start
        last = row.end
    if kind:
        yield _Block(kind, first, _text_end(body, first, last))


def _opens_table(body: str, following: list[Line]) -> bool:
    return any(
        "|" in body[row.start : row.end] and _RULE.fullmatch(body, row.start, row.end) for row in following
    )


def _pieces(body: str, block: _Block, first: int, size: int) -> list[_Piece]:
    """A block as it is if it fits into ``first`` characters, else its rows, lines or sentences."""
    if block.end - block.start <= first:
        return [_Piece(block.start, block.end)]
    if block.kind == "table":
        head_end = _line_end(body, _line_end(body, block.start))
        if head_end < block.end and head_end - block.start <= first // 2:
            return _row_pieces(body, block, head_end, first, size)
    if block.kind == "text":
        starts = list(sentence_starts(body, block.start, block.end))
    else:
        starts = [block.start + line.start for line in lines(body[block.start : block.end])]
    pieces: list[_Piece] = []
    for start, end in zip(starts, [*starts[1:], block.end], strict=True):
        room = size if pieces else first
        pieces += [_Piece(*span) for span in cuts(body, start, _text_end(body, start, end), room, size)]
    return pieces


def _row_pieces(body: str, block: _Block, head_end: int, first: int, size: int) -> list[_Piece]:
    """Rows of a table; each but the first can begin a chunk, which then repeats the header rows."""
    head = (block.start, head_end)
    width = head_end - block.start
    pieces: list[_Piece] = []
    for line in lines(body[head_end : block.end]):
        start, end = head_end + line.start, head_end + line.end
        room = (size if pieces else first) - width
        for span in cuts(body, start, _text_end(body, start, end), room, size - width):
            pieces.append(_Piece(*span, head) if pieces else _Piece(block.start, span[1]))
    return pieces


def _pack(pieces: list[_Piece], borders: list[int], size: int, overlap: int) -> Iterator[tuple[Span, ...]]:
    """As many neighbouring pieces a chunk as fit; ``borders`` are where a repeated part may begin."""
    n, before = 0, (0, 0)
    while n < len(pieces):
        first = pieces[n]
        start = first.start if first.head or n == 0 else _back(first, before, borders, size, overlap)
        room = size - (first.head[1] - first.head[0] if first.head else 0)
        while n + 1 < len(pieces) and pieces[n + 1].end - start <= room:
            n += 1
        before = (start, pieces[n].end)
        yield (first.head, before) if first.head else (before,)
        n += 1


def _back(first: _Piece, before: Span, borders: list[int], size: int, overlap: int) -> int:
    """Where a chunk begins that repeats the end of the one before: its whole sentences that fit."""
    lowest = max(before[1] - overlap, first.end - size, before[0] + 1)
    found = bisect_left(borders, lowest)
    return min(borders[found], first.start) if found < len(borders) else first.start
