"""A file of nested JSON Lines in which nothing is amiss, as two tables: its results, and what was asked."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.lookahead import ahead
from assay.retrieval.nested import TEXTS, Block, Line, decoded

BLOCK = 1 << 22  # bytes of lines that are decoded at a time
_ASKED = ("query", "sent", "status", "message", "latency_ms")


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
    """The tables of a file; None where a closer look is needed.

    Args:
        data: the file.
        size: bytes of a block; the result does not depend on it.
    """
    rows, asked, numbers, before = list[pl.DataFrame](), list[pl.DataFrame](), list[int](), 0
    file = io.BytesIO(data)
    for found in ahead(_part, iter(lambda: file.readlines(size), [])):
        if found is None:
            return None
        n_lines, those, *two = found
        numbers += [before + number for number in those]
        before += n_lines
        rows.append(two[0])
        asked.append(two[1])
    if not numbers:
        return None
    queries = pl.concat(asked)
    return (
        Tables(_ordered(_joined(rows)), queries, numbers) if queries["query_id"].is_unique().all() else None
    )


def _part(raw: list[bytes]) -> tuple[int, list[int], pl.DataFrame, pl.DataFrame] | None:
    """Of some lines: how many they are, numbers of those that are not empty, their two tables."""
    block = decoded(raw)
    return None if block is None else (len(raw), block.numbers, _rows(block), _asked(block.lines))


def _joined(parts: list[pl.DataFrame]) -> pl.DataFrame:
    """One table; what no result has is said once, and not in each row."""
    bare = {name: pl.lit(None, dtype=pl.String) for name in TEXTS}
    if not any(TEXTS[0] in part.columns for part in parts):
        return pl.concat(parts).with_columns(**bare)
    return pl.concat(part if TEXTS[0] in part.columns else part.with_columns(**bare) for part in parts)


def _ordered(rows: pl.DataFrame) -> pl.DataFrame:
    query, rank = pl.col("query_id"), pl.col("rank")
    after = (query > query.shift()) | ((query == query.shift()) & (rank > rank.shift()))
    in_order = rows.select(after.fill_null(value=True).all()).item()
    return rows if in_order else rows.sort("query_id", "rank", maintain_order=True)


def _rows(block: Block) -> pl.DataFrame:
    """Its results; where they are bare, without the columns of texts."""
    ids = pl.Series([line.id for line in block.lines], dtype=pl.String)
    return pl.DataFrame(
        {
            "query_id": ids.gather(block.queries),
            "chunk_id": block.chunks,
            "rank": block.ranks,
            "score": block.scores,
            **({} if block.bare else {name: block.said(name) for name in TEXTS}),
        }
    )


def _asked(lines: Iterable[Line]) -> pl.DataFrame:
    types = {**dict.fromkeys(("query_id", *_ASKED), pl.String), "latency_ms": pl.Float64}
    rows: list[Any] = [
        (one.id, one.query, one.sent, one.status or "ok", one.message, one.latency_ms) for one in lines
    ]
    return pl.DataFrame(rows, schema=types, orient="row")
