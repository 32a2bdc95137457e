"""Nested JSON Lines of results, decoded typed and block by block: lines in which nothing is amiss, and only those.

Whoever reads more than is plainly right takes :mod:`assay.retrieval.foreign`, which says what is wrong and where.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from operator import attrgetter
from typing import Annotated, Any

import msgspec
import polars as pl

from assay.jsonl import read_all
from assay.retrieval.bare_lists import DEEPEST, bare_lists
from assay.retrieval.frames import PRINTABLE, SHA256

_WHOLE = 2**63 - 1  # from here on a whole number may be too large, which a float no longer tells
_ODD = re.compile(rb"[\x7f\\]|\xc2[\x80-\x9f]")  # bytes without which no text holds a control character
TEXTS = ("doc_id", "doc_version", "sha256", "text")


class Found(msgspec.Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One result, its fields in the order in which they are written."""

    chunk_id: str
    rank: Annotated[int, msgspec.Meta(ge=1, le=DEEPEST)]
    score: float | None = None
    doc_id: str | None = None
    doc_version: str | None = None
    sha256: str | None = None
    text: str | None = None


class Line(msgspec.Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One query, the same way."""

    id: str
    query: str | None = None
    sent: str | None = None
    latency_ms: float | None = None
    status: str | None = None
    message: str | None = None
    retrieved: list[Found] | None = None

    def found(self) -> list[Found]:
        """Its results; none of a query that failed."""
        return self.retrieved or []


def as_dict(found: Found) -> dict[str, Any]:
    """A result as a line has it."""
    values = ((name, getattr(found, name)) for name in Found.__struct_fields__)
    return {name: value for name, value in values if value is not None}


_decode = msgspec.json.Decoder(Line).decode


@dataclass(frozen=True)
class Block:
    """Lines that stand together.

    Attributes:
        lines: those that are not empty; their results are to be had from here.
        numbers: the number of each in the block, from 1.
        counts: how many results each has.
        chunks: chunk ids of all results, by line in their order.
        ranks: their ranks.
        scores: their scores, null where there is none.
        bare: whether no result has more than an id, a rank and a score.
        in_order: whether each line has its results by rank, from 1 without gaps.
        bodies: what stands between the brackets of each list, where Python would write it so, but for exponents.
    """

    lines: list[Line]
    numbers: list[int]
    counts: list[int]
    chunks: pl.Series
    ranks: pl.Series
    scores: pl.Series
    bare: bool
    in_order: bool
    bodies: list[bytes] | None = None

    @cached_property
    def queries(self) -> pl.Series:
        """The number of each one's line among the lines, from 0."""
        counts = pl.Series(self.counts, dtype=pl.UInt32)
        numbers = pl.int_range(len(counts), dtype=pl.UInt32, eager=True)
        return numbers.repeat_by(counts).explode(empty_as_null=False)

    @cached_property
    def results(self) -> list[Found]:
        """All results, in their order."""
        held = list(chain.from_iterable(map(Line.found, self.lines)))
        columns = (one.to_list() for one in (self.chunks, self.ranks, self.scores))
        return held or [Found(*row) for row in zip(*columns, strict=True)]

    def result(self, at: int) -> Found:
        """One of them."""
        return Found(self.chunks[at], self.ranks[at], self.scores[at]) if self.bare else self.results[at]

    def lists(self) -> list[list[Found]]:
        """The results of each line, by rank."""
        results, ends = self.results, accumulate(self.counts)
        found = [results[end - count : end] for count, end in zip(self.counts, ends, strict=True)]
        return found if self.in_order else [sorted(one, key=attrgetter("rank")) for one in found]

    def said(self, name: str) -> pl.Series:
        """Another field of all results."""
        if self.bare:
            return pl.Series([None], dtype=pl.String).new_from_index(0, len(self.chunks))
        return pl.Series(list(map(attrgetter(name), self.results)), dtype=pl.String)


def decoded(raw: Sequence[bytes]) -> Block | None:
    """Lines in which nothing is amiss, save that two may be of one query; None where a closer look is needed.

    Args:
        raw: lines with their ends.
    """
    return _by_columns(raw) or _by_line(raw)


def _by_columns(raw: Sequence[bytes]) -> Block | None:
    """Lines whose results are nothing but id, rank and score."""
    lists = bare_lists(raw)
    about = _by_line(lists.lines) if lists is not None else None
    if lists is None or about is None or len(about.chunks) or not _sound_scores(lists.scores):
        return None
    counts = [lists.counts[number - 1] for number in about.numbers]
    failed = (count for line, count in zip(about.lines, counts, strict=True) if line.status == "error")
    if any(failed):
        return None
    columns = lists.chunks, lists.ranks, lists.scores
    bodies = lists.bodies and [lists.bodies[number - 1] for number in about.numbers]
    return Block(about.lines, about.numbers, counts, *columns, bare=True, in_order=True, bodies=bodies)


def _by_line(raw: Sequence[bytes]) -> Block | None:
    """Any lines."""
    data = b"".join(raw)
    if b"\r" in data or not data.endswith(b"\n"):
        return None
    kept = [(number, one) for number, one in enumerate(raw, 1) if one.strip()]
    try:
        lines = [_decode(one) for _, one in kept]
    except msgspec.DecodeError:
        return None
    results = list(chain.from_iterable(map(Line.found, lines)))
    scores = pl.Series([one.score for one in results], dtype=pl.Float64)
    marks = _marks(data) - 2 * _texts(lines, results, scores)
    ranks, counts = [one.rank for one in results], [len(line.found()) for line in lines]
    block = Block(
        lines,
        [number for number, _ in kept],
        counts,
        pl.Series([one.chunk_id for one in results], dtype=pl.String),
        pl.Series(ranks, dtype=pl.Int64),
        scores,
        bare=not marks,
        in_order=ranks == list(chain.from_iterable(range(1, count + 1) for count in counts)),
    )
    right = all(map(_sound, lines)) and _sound_results(block, data) and _sound_ranks(block)
    return block if right and (not marks or _once(block, marks, data)) else None


def _sound(line: Line) -> bool:
    """Whether a query says what it may say."""
    if "" in (line.id, line.query, line.sent) or not 0 <= (line.latency_ms or 0) < _WHOLE:
        return False
    if line.status == "error":
        return not line.retrieved
    return line.retrieved is not None and line.status in (None, "ok")


def _sound_ranks(block: Block) -> bool:
    """Whether they run from 1, in any order."""
    lists = ([one.rank for one in line.found()] for line in block.lines)
    return block.in_order or all(sorted(ranks) == list(range(1, len(ranks) + 1)) for ranks in lists)


def _sound_results(block: Block, data: bytes) -> bool:
    if not _sound_scores(block.scores):
        return False
    chunks = block.chunks
    if (b"\\" in data or b"\x7f" in data or b"\xc2" in data) and _ODD.search(data):
        queries = pl.Series([line.id for line in block.lines], dtype=pl.String)
        if not all(ids.str.contains(PRINTABLE).all() for ids in (chunks, queries)):
            return False
    hashed = block.bare or block.said("sha256").str.contains(SHA256).all()
    return bool(hashed and (chunks != "").all())


def _sound_scores(scores: pl.Series) -> bool:
    ends: list[Any] = [end for end in (scores.min(), scores.max()) if end is not None]
    return all(abs(end) < _WHOLE for end in ends)


def _marks(data: bytes) -> int:
    """Quotation marks at the ends of keys and texts."""
    if b"\\" not in data:
        return data.count(b'"')
    bare = data.replace(rb"\\", b"")
    return bare.count(b'"') - bare.count(rb"\"")


def _texts(lines: Sequence[Line], results: Sequence[Found], scores: pl.Series) -> int:
    """Keys and texts that were read of queries and results, without the further texts of these."""
    count = 4 * len(results) - scores.null_count() + 2 * len(lines)
    for line in lines:
        said = (line.query, line.sent, line.status, line.message)
        count += 2 * (4 - said.count(None)) + (line.latency_ms is not None) + (line.retrieved is not None)
    return count


def _once(block: Block, marks: int, data: bytes) -> bool:
    """Whether no key stands twice in an object: each would add marks to those that are known."""
    held = len(TEXTS) * len(block.results) - sum(block.said(name).null_count() for name in TEXTS)
    # A null that is written out adds marks as well; it is seldom.
    return marks == 4 * held or not read_all(data, "")[1]
