"""Lists of results with nothing but id, rank and score, as programs write them: read by columns, without an object each.

Their text is split at quotation marks as a table is at commas. Whatever stands between ids and numbers is compared
with what must stand there, so that nothing is taken for right that is not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from assay.retrieval.frames import PRINTABLE

DEEPEST = 1_000_000  # rank
_COLUMNS = ("before", "chunk_id", "colon", "chunk", "comma", "rank", "place", "score", "value")
_HEAD = '"'.join(_COLUMNS).encode() + b"}"
_TYPES = dict.fromkeys(_COLUMNS, pl.String)
_WORD = 8  # bytes that are compared at once
_CONTROL = 32
_NUMBER = r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"
_Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Style:
    """How marks are written: with a blank behind them, as by Python, or without."""

    colon: str
    comma: str

    @property
    def opening(self) -> bytes:
        """What stands before the first result."""
        return f'"retrieved"{self.colon}[{{'.encode()

    @property
    def marks(self) -> tuple[bytes, bytes, bytes]:
        """What stands before an id behind the brace, between it and the place, and before the score."""
        colon, comma = self.colon, self.comma
        return f'"chunk_id"{colon}"'.encode(), f'"{comma}"rank"'.encode(), f'"score"{colon}'.encode()

    def begins(self, body: bytes) -> bool:
        """Whether the first result of a list has these fields."""
        before, between, score = map(re.escape, self.marks)
        start = b"{" + before + rb'[^"\\]*' + between + rb"[: ]*1[, ]*" + score + rb"[-0-9]"
        return re.match(start, body) is not None


_STYLES = (_Style(": ", ", "), _Style(":", ","))


@dataclass(frozen=True)
class BareLists:
    """What some lines hold.

    Attributes:
        lines: each with an empty list in place of its own, if it has one with results.
        counts: number of results of each.
        chunks: ids of all results, by line and rank, of printable letters.
        ranks: place of each in its list.
        scores: same.
        bodies: what stands between the brackets of each; None where Python would write it otherwise, but for exponents.
    """

    lines: list[bytes]
    counts: list[int]
    chunks: pl.Series
    ranks: pl.Series
    scores: pl.Series
    bodies: list[bytes] | None


def bare_lists(raw: Sequence[bytes]) -> BareLists | None:
    """The lists of lines; None where one of them holds anything else, is not in order, or nobody has results.

    Args:
        raw: lines with their ends.
    """
    for style in _STYLES:
        lines, bodies = _parted(raw, style)
        firsts = [body for body in bodies if body]
        if firsts:
            table = _table(firsts, style) if style.begins(firsts[0]) else None
            return _lists(table, lines, bodies, style) if table is not None else None
    return None


def _parted(raw: Sequence[bytes], style: _Style) -> tuple[list[bytes], list[bytes]]:
    """Lines without their lists, and what stands between the brackets of each."""
    opening, size = style.opening, len(style.opening)
    lines, bodies = [], []
    for line in raw:
        start = line.find(opening)
        end = line.rfind(b"}]")
        whole = start >= 0 and end > start + size  # else it is left to whoever reads the line
        bodies.append(line[start + size - 1 : end + 1] if whole else b"")
        lines.append(line[: start + size - 1] + line[end + 1 :] if whole else line)
    return lines, bodies


def _table(bodies: Sequence[bytes], style: _Style) -> pl.DataFrame | None:
    """One row a result: ``first`` of its list, ``chunk``, and with its mark in front ``place`` and ``value``."""
    gap = "\n".ljust(len(style.comma))
    first, other = (f"{mark}{{".encode() for mark in (gap, style.comma))
    text = b"".join((_HEAD, gap.encode(), gap.encode().join(bodies)))
    try:
        rows = pl.read_csv(
            text,
            separator='"',
            eol_char="}",
            quote_char=None,
            schema=_TYPES,
            columns=["chunk", "place", "value"],
            empty_string_is_null=False,
            truncate_ragged_lines=True,
        )
    except pl.exceptions.PolarsError:
        return None
    controls = np.count_nonzero(np.frombuffer(text, dtype=np.uint8) < _CONTROL)
    odd = b"\\" in text or b"\x7f" in text or controls != len(bodies)
    if odd or (b"\xc2" in text and not rows["chunk"].str.contains(PRINTABLE).all()):
        return None
    if any(rows.null_count().row(0)) or (rows["chunk"] == "").any():
        return None
    begins = _begins(rows, text, style)
    if begins is None:
        return None
    lead, next_lead = first + style.marks[0], other + style.marks[0]
    firsts = _stands(text, begins, lead[:_WORD])
    right = firsts | _stands(text, begins, next_lead[:_WORD])
    right &= _stands(text, begins + len(lead) - _WORD, lead[-_WORD:])
    return rows.with_columns(first=pl.Series(firsts)) if right.all() else None


def _begins(rows: pl.DataFrame, text: bytes, style: _Style) -> _Places | None:
    """Where in the text each result begins; None where anything else than its marks stands in one."""
    before, between, score = style.marks
    sizes = rows.select(pl.all().str.len_bytes().cast(pl.Int64)).to_numpy()
    braced = len(style.comma) + 1 + len(before)
    whole = sizes.sum(axis=1) + braced + len(between) + len(score) - len(style.colon) + 1
    ends = np.cumsum(whole) + len(_HEAD)
    if ends[-1] != len(text):
        return None
    begins: _Places = ends - whole
    behind = begins + braced + sizes[:, 0]
    scores = behind + len(between) + sizes[:, 1]
    right = _stands(text, behind, between) & _stands(text, scores, score)
    return begins if right.all() else None


def _stands(text: bytes, places: _Places, mark: bytes) -> npt.NDArray[np.bool_]:
    """Whether a mark of at least 8 bytes stands at each place."""
    words = np.ndarray((len(text) - _WORD + 1,), dtype="<u8", buffer=text, strides=(1,))
    right = np.full(len(places), fill_value=int(places.max()) + len(mark) <= len(text))
    places = places if right.all() else np.zeros_like(places)
    for at in sorted({*range(0, len(mark) - _WORD, _WORD), len(mark) - _WORD}):
        right &= words[places + at] == np.frombuffer(mark, dtype="<u8", count=1, offset=at)[0]
    return right


def _lists(table: pl.DataFrame, lines: list[bytes], bodies: list[bytes], style: _Style) -> BareLists | None:
    starts = table["first"].arg_true().to_numpy()
    sizes = np.diff(starts, append=table.height)
    ranks = pl.Series(np.arange(1, table.height + 1) - np.repeat(starts, sizes))
    words = pl.Series([f"{style.colon}{rank}{style.comma}" for rank in range(1, int(sizes.max()) + 1)])
    if len(words) > DEEPEST or (words.gather(ranks - 1) != table["place"]).any():
        return None
    written = table["value"].str.slice(len(style.colon))
    scores = written.cast(pl.Float64, strict=False)
    others = written.filter(written != scores.cast(pl.String))
    if scores.null_count() or not scores.is_finite().all() or not others.str.contains(_NUMBER).all():
        return None
    counts = np.zeros(len(bodies), dtype=np.int64)
    counts[[bool(body) for body in bodies]] = sizes
    chunks = table["chunk"].shrink_to_fit()  # else half of it is room for more
    as_python = style is _STYLES[0] and others.is_empty()
    return BareLists(lines, counts.tolist(), chunks, ranks, scores, bodies if as_python else None)
