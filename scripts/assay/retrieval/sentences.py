"""Where a sentence begins, and where a text may be cut that has no sentences: Russian and English."""

import re
from collections.abc import Iterator

# Words that end in a full stop inside a sentence. One letter before the stop ("т. е.", "А. С.", "e.g.")
# is never an end; a word that is missing here costs one cut too many, no text.
_RUSSIAN = """
гг вв руб коп тыс млн млрд трлн ул пл просп пер обл респ стр рис табл гл разд см ср им др пр напр
прим ред изд мин сек макс шт чел экз тел доб корп кв
"""
_ENGLISH = """
etc vs cf mr mrs ms dr prof st no nos fig figs eq sec ch pp vol approx inc ltd corp dept est max
jan feb mar apr jun jul aug sep sept oct nov dec
"""
ABBREVIATIONS = frozenset((_RUSSIAN + _ENGLISH).split())
_ITEM = r"[ \t]*(?:[-*+•—]|\d{1,9}[.)])[ \t]"
_END = re.compile(rf"(?P<mark>[.!?…]+)[»”’\"')\]*_]*\s+|(?P<wide>[。！？]+)\s*|\n(?P<item>(?={_ITEM}))")
_WORD = re.compile(r"[^\s(\[«“\"—]*\Z")
_ORDINAL = re.compile(r"(?:^|\n)[ \t]*\d{1,9}\Z")


def sentence_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Offsets between ``start`` and ``end`` at which a sentence or a list item begins, ``start`` first.

    A sentence ends at ``.``, ``!``, ``?`` or ``…``, closing quotes and white space, unless a small letter
    follows, or the stop belongs to an abbreviation, an initial or a list number.
    """
    yield start
    for match in _END.finditer(text, start, end):
        if match.end() < end and _is_end(text, start, match):
            yield match.end()


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    if match["mark"] is None:
        return True
    if text[match.end()].islower():
        return False
    before = text[max(start, match.start() - 60) : match.start()]
    word = _WORD.search(before)
    last = (word[0] if word else "").lower().rsplit(".", 1)[-1].lstrip("*_")
    abbreviated = (len(last) == 1 and last.isalpha()) or last in ABBREVIATIONS
    return not (match["mark"] == "." and (abbreviated or _ORDINAL.search(before)))


def cuts(text: str, start: int, end: int, first: int, size: int) -> Iterator[tuple[int, int]]:
    """Pieces of a stretch without sentences: ``first`` characters at most, then ``size`` at most.

    A cut is at white space in the latter half of a piece; where there is none, it is hard.
    """
    room = first
    while end - start > room:
        stop = start + room
        spaces = [place for place in range(stop, start + room // 2, -1) if text[place].isspace()]
        stop = spaces[0] if spaces else stop
        yield start, stop
        start = stop
        while start < end and text[start].isspace():
            start += 1
        room = size
    if start < end:
        yield start, end
