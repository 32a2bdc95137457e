"""Nested JSON Lines of results, decoded typed and block by block: lines in which nothing is amiss, and only those.

Whoever reads more than is plainly right takes :mod:`assay.retrieval.foreign`, which says what is wrong and where.
"""

import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any

import msgspec
import polars as pl

from assay.jsonl import read_all
from assay.retrieval.frames import PRINTABLE, SHA256

BLOCK = 1 << 22  # bytes of lines that are decoded at a time
_WHOLE = 2**63 - 1  # from here on a whole number may be too large, which a float no longer tells
_ODD = re.compile(rb"[\x7f\\]|\xc2[\x80-\x9f]")  # bytes without which no text holds a control character
TEXTS = ("doc_id", "doc_version", "sha256", "text")
_ASKED = ("query", "sent", "status", "message", "latency_ms")


class Found(msgspec.Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One result, its fields in the order in which they are written."""

    chunk_id: str
    rank: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
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
        lines: those that are not empty.
        numbers: the number of each in the block, from 1.
        results: all results, in their order.
        scores: their scores, null where there is none.
        bare: whether no result has more than an id, a rank and a score.
    """

    lines: list[Line]
    numbers: list[int]
    results: list[Found]
    scores: pl.Series
    bare: bool

    @cached_property
    def chunks(self) -> pl.Series:
        """Chunk ids of all results."""
        return pl.Series([one.chunk_id for one in self.results], dtype=pl.String)

    @cached_property
    def ranks(self) -> list[int]:
        """Their ranks."""
        return [one.rank for one in self.results]

    @cached_property
    def queries(self) -> pl.Series:
        """The number of each one's line among the lines, from 0."""
        counts = pl.Series([len(line.found()) for line in self.lines], dtype=pl.UInt32)
        numbers = pl.int_range(len(counts), dtype=pl.UInt32, eager=True)
        return numbers.repeat_by(counts).explode(empty_as_null=False)

    @cached_property
    def in_order(self) -> bool:
        """Whether each line has its results by rank, from 1 without gaps."""
        lists = (range(1, len(line.found()) + 1) for line in self.lines)
        return self.ranks == list(chain.from_iterable(lists))

    def texts(self, name: str) -> pl.Series:
        """Another field of all results."""
        if self.bare:
            return pl.Series([None], dtype=pl.String).new_from_index(0, len(self.results))
        return pl.Series(list(map(attrgetter(name), self.results)), dtype=pl.String)


def decoded(
    raw: Sequence[bytes], decode: Callable[[bytes], Line] = _decode, *, ranked: bool = True
) -> Block | None:
    """Lines in which nothing is amiss, save that two may be of one query; None where a closer look is needed.

    Args:
        raw: lines with their ends.
        decode: what reads one, where the fields have other names.
        ranked: whether each result says its rank; else ``decode`` does.
    """
    data = b"".join(raw)
    if b"\r" in data or not data.endswith(b"\n"):
        return None
    kept = [(number, one) for number, one in enumerate(raw, 1) if one.strip()]
    try:
        lines = [decode(one) for _, one in kept]
    except msgspec.DecodeError:
        return None
    results = list(chain.from_iterable(map(Line.found, lines)))
    scores = pl.Series([one.score for one in results], dtype=pl.Float64)
    marks = _marks(data) - 2 * (_texts(lines, results, scores) - (0 if ranked else len(results)))
    block = Block(lines, [number for number, _ in kept], results, scores, bare=not marks)
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
    ends: list[Any] = [end for end in (block.scores.min(), block.scores.max()) if end is not None]
    if any(abs(end) >= _WHOLE for end in ends):
        return False
    chunks = block.chunks
    if (b"\\" in data or b"\x7f" in data or b"\xc2" in data) and _ODD.search(data):
        queries = pl.Series([line.id for line in block.lines], dtype=pl.String)
        if not all(ids.str.contains(PRINTABLE).all() for ids in (chunks, queries)):
            return False
    hashed = block.bare or block.texts("sha256").str.contains(SHA256).all()
    return bool(hashed and (chunks != "").all())


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
    held = len(TEXTS) * len(block.results) - sum(block.texts(name).null_count() for name in TEXTS)
    # A null that is written out adds marks as well; it is seldom.
    return marks == 4 * held or not read_all(data, "")[1]


@dataclass(frozen=True)
class Tables:
    """A file in which nothing is amiss.

    Attributes:
        rows: columns of ``schema.ForeignRows``, by query and rank.
        asked: columns of ``schema.ForeignAsked``, in the order of the file.
        lines: number of each query's line, from 1.
    """

    rows: pl.DataFrame
    asked: pl.DataFrame
    lines: list[int]


def tables(data: bytes, size: int = BLOCK) -> Tables | None:
    """The tables of a file, decoded ``size`` bytes at a time; None where a closer look is needed."""
    rows, asked, numbers, before = [], [], [], 0
    file = io.BytesIO(data)
    while raw := file.readlines(size):
        block = decoded(raw)
        if block is None:
            return None
        rows.append(_rows(block))
        asked.append(_asked(block.lines))
        numbers += [before + number for number in block.numbers]
        before += len(raw)
    if not numbers:
        return None
    whole, queries = pl.concat(rows), pl.concat(asked)
    return Tables(_ordered(whole), queries, numbers) if queries["query_id"].is_unique().all() else None


def _ordered(rows: pl.DataFrame) -> pl.DataFrame:
    query, rank = pl.col("query_id"), pl.col("rank")
    after = (query > query.shift()) | ((query == query.shift()) & (rank > rank.shift()))
    in_order = rows.select(after.fill_null(value=True).all()).item()
    return rows if in_order else rows.sort("query_id", "rank", maintain_order=True)


def _rows(block: Block) -> pl.DataFrame:
    ids = pl.Series([line.id for line in block.lines], dtype=pl.String)
    return pl.DataFrame(
        {
            "query_id": ids.gather(block.queries),
            "chunk_id": block.chunks,
            "rank": pl.Series(block.ranks, dtype=pl.Int64),
            "score": block.scores,
            **{name: block.texts(name) for name in TEXTS},
        }
    )


def _asked(lines: Iterable[Line]) -> pl.DataFrame:
    types = {**dict.fromkeys(("query_id", *_ASKED), pl.String), "latency_ms": pl.Float64}
    rows: list[Any] = [
        (one.id, one.query, one.sent, one.status or "ok", one.message, one.latency_ms) for one in lines
    ]
    return pl.DataFrame(rows, schema=types, orient="row")
