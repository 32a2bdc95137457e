"""The marks in a text: what a copy of the rendered page, or a chunker that strips Markdown, does not have.

Soft hyphens and other signs without width. Emphasis and code marks, escapes, tags, the target of a link; and signs that stand alone between white space:
bullets, dashes, the signs of a heading or quotation, rules, the lines of a table. What is left are the words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

Codes = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
Offsets = npt.NDArray[np.int64]
Span = tuple[int, int]

_SPACE = ord(" ")
_BRACKETS = re.compile(
    r"""[\[\]\0\n](?:(?<=\])\((?:[^()\s\0]|\([^()\s\0]*\))+(?:[ \t]+"[^"\n\0]*")?\)|(?<=\n)[^\S\n]*\n)?""",
)
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_FENCE = re.compile(r"(?:`{3,}|~{3,})[\w+.-]*(?![^\s\0])")
_ANCHOR = re.compile(r"\{#[\w:.-]+\}")
_ADDRESS = re.compile(r"<(?:https?://|mailto:|[\w.+-]+@)[^<>\s\0]*>")
_WITHIN = r"a|abbr|b|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u"
_INLINE = re.compile(rf"<!--(?:(?!-->)[^\0])*-->|</?(?:{_WITHIN})(?:\s[^<>\0]*)?/?>", re.IGNORECASE)
_BETWEEN = r"br|blockquote|center|d[dlt]|details|div|h[1-6r]|li|ol|p|pre|summary|t[dhr]|table|tbody|thead|ul"
_BLOCK = re.compile(rf"</?(?:{_BETWEEN})(?:\s[^<>\0]*)?/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:nbsp|amp|lt|gt|quot);")
_ENTITIES = {"&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"'}
_HEADING = re.compile(r"#{1,6}[ \t][^\n\0]*")
_NUMBER = re.compile(r"(?<!\d)\d{1,3}[.)](?=[ \t])")
_EDGES = ("\n", "\0")  # in front of a line
_ALONE = "-*+#>|=~:–—−•·"
SAME = {"«": '"', "»": '"', "“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "‐": "-", "‑": "-", "|": " "}
SOFT_HYPHEN = "\u00ad"
_UNSEEN = SOFT_HYPHEN + "\u200b\u2060\ufeff"  # zero-width space, word joiner, byte order mark
_DOUBLED = 2  # signs of a strike-through, and of emphasis inside a word


def unmarked(
    joined: str, codes: Codes, *, headings: bool = True, numbers: bool = True
) -> tuple[Codes, Flags]:
    r"""The letters without the marks.

    Args:
        joined: texts, each closed by a ``\0``.
        codes: its code points, or those of its small letters.
        headings: whether the lines of headings are text; without them a chunker's text without headings is found.
        numbers: whether those of the lines of a list are text; a rendered page counts them anew.

    Returns:
        code points, all white space and the marks that part words a space, quotation marks and hyphens of one form;
        and which of them are kept.
    """
    codes, keep = codes.copy(), np.ones(len(codes), dtype=np.bool_)
    for start, end in _dropped(joined, headings=headings, numbers=numbers):
        keep[start:end] = False
    if "<" in joined:
        for match in _BLOCK.finditer(joined):
            codes[match.start() : match.end()] = _SPACE
    if "&" in joined:
        for match in _ENTITY.finditer(joined):
            codes[match.start()] = ord(_ENTITIES[match[0]])
            keep[match.start() + 1 : match.end()] = False
    letters = Letters.of(codes)
    codes = letters.same[codes]
    if letters.unseen.any():
        keep &= ~letters.unseen[codes]
    _drop_attached(codes, keep, letters)
    _part(codes, keep, letters)
    return codes, keep


def _dropped(joined: str, *, headings: bool, numbers: bool) -> Iterator[Span]:
    """Spans that leave nothing behind."""
    if "](" in joined:
        yield from _links(joined)
    for sign, pattern in (("\\", _ESCAPE), ("{#", _ANCHOR), ("<", _INLINE)):
        if sign in joined:
            yield from (match.span() for match in pattern.finditer(joined))
    for match in _FENCE.finditer(joined) if "```" in joined or "~~~" in joined else ():
        if match.start() == 0 or joined[match.start() - 1].isspace() or joined[match.start() - 1] == "\0":
            yield match.span()
    for match in _ADDRESS.finditer(joined) if "<" in joined else ():
        yield match.start(), match.start() + 1
        yield match.end() - 1, match.end()
    for pattern, kept in ((_HEADING, headings), (_NUMBER, numbers)):
        for match in pattern.finditer(joined) if not kept else ():
            if _begins_line(joined, match.start()):
                yield match.span()


def _begins_line(joined: str, at: int) -> bool:
    while at and joined[at - 1] in " \t":
        at -= 1
    return at == 0 or joined[at - 1] in _EDGES


def _links(joined: str) -> Iterator[Span]:
    """The brackets of links and pictures with their targets; those without words stay as they are."""
    opened: list[int] = []
    for match in _BRACKETS.finditer(joined):
        sign = match[0]
        if sign == "[":
            opened.append(match.start())
        elif sign[0] != "]":
            opened = opened if sign == "\n" else []  # a link ends with its paragraph
        elif opened:
            start = opened.pop()
            if len(sign) > 1 and match.start() > start + 1:
                yield start - (joined[start - 1 : start] == "!"), start + 1
                yield match.span()


@dataclass(frozen=True)
class Letters:
    """What each code point is, by code point; asked once for each that occurs.

    Attributes:
        same: the code point that stands for it.
        unseen: signs without width.
        gap: a space, and the end of a text.
        word: letters and digits.
        sign: signs that are marks where they stand alone.
    """

    same: Codes
    unseen: Flags
    gap: Flags
    word: Flags
    sign: Flags

    @classmethod
    def of(cls, codes: Codes) -> "Letters":
        """The letters of some texts."""
        known = np.flatnonzero(np.bincount(codes, minlength=256))
        known = np.union1d(known, [ord(letter) for letter in {*SAME.values(), " "}])
        letters = pl.Series([chr(code) for code in known], dtype=pl.String)
        same = np.arange(known[-1] + 1, dtype=np.uint32)
        same[known] = [_SPACE if letter.isspace() else ord(SAME.get(letter, letter)) for letter in letters]
        flags = {
            "unseen": letters.is_in(list(_UNSEEN)),
            "gap": letters.is_in([" ", "\0"]),
            "word": letters.str.contains(r"^[\p{L}\p{N}]$"),
            "sign": letters.is_in(list(_ALONE)),
        }
        tables = {name: np.zeros(len(same), dtype=np.bool_) for name in flags}
        for name, flag in flags.items():
            tables[name][known] = flag.to_numpy()
        return cls(same, **tables)


def _drop_attached(codes: Codes, keep: Flags, letters: Letters) -> None:
    """Marks at or in a word: code marks, strike-through, emphasis; ``snake_case`` and ``2*3`` have none."""
    keep &= codes != ord("`")
    left = np.flatnonzero(keep)
    seen = codes[left]
    for sign in "*_~":
        at = np.flatnonzero(seen == ord(sign))
        first, last = _runs(at)
        inside = letters.word[seen[first - 1]] & letters.word[seen[last]] & (first > 0)
        doubled = last - first >= _DOUBLED
        chosen = {"*": ~inside | doubled, "_": ~inside, "~": doubled}[sign]
        keep[left[at[np.repeat(chosen, last - first)]]] = False


def _part(codes: Codes, keep: Flags, letters: Letters) -> None:
    """Make white space of signs that stand alone."""
    left = np.flatnonzero(keep)
    seen = codes[left]
    at = np.flatnonzero(letters.sign[seen])
    first, last = _runs(at)
    alone = (letters.gap[seen[first - 1]] | (first == 0)) & letters.gap[seen[last]]
    codes[left[at[np.repeat(alone, last - first)]]] = _SPACE


def _runs(at: Offsets) -> tuple[Offsets, Offsets]:
    """Where each run of neighbours in ascending offsets begins, and the offset behind it."""
    new = np.diff(at, prepend=-2) > 1
    old = np.diff(at, append=np.iinfo(np.int64).max) > 1
    return at[new], at[old] + 1
