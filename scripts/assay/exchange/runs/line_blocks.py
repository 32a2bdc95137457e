"""Lines of a large file of results, some megabytes at a time, with what can be known of them ahead of their turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import polars as pl

from assay.exchange.runs.list_texts import Texts, is_plain, list_texts
from assay.exchange.runs.own_form import OtherFormError, fits
from assay.lookahead import ahead
from assay.retrieval import nested
from assay.retrieval.nested import Block, Found

BLOCK = 1 << 20  # bytes at a time: about ten times as much is held while they are looked at
_OTHER = (b"\xff\xfe", b"\xfe\xff", b"[")  # UTF-16; one JSON value


@dataclass(frozen=True)
class LineBlock:
    """Lines that stand together.

    Attributes:
        count: how many they are.
        raw: they themselves, where something in them is to be looked at.
        block: what they hold, where nothing is amiss.
        texts: the JSON of each list, where that is known without a look at each result.
        rising: numbers of the lists in which a score is higher than the one before.
    """

    count: int
    raw: bytes = b""
    block: Block | None = None
    texts: Texts | None = None
    rising: set[int] = field(default_factory=set)


def line_blocks(file: Path, size: int = BLOCK) -> Iterator[LineBlock]:
    """The lines of a file, about ``size`` bytes at a time.

    Raises:
        OtherFormError: these are no lines of JSON.
        OSError: it cannot be read.
    """
    return ahead(_looked_at, _raw(file, size))


def _raw(file: Path, size: int) -> Iterator[list[bytes]]:
    with file.open("rb", buffering=BLOCK) as source:
        raw = source.readlines(size)
        if raw and (b"\0" in raw[0] or raw[0].startswith(_OTHER)):
            raise OtherFormError
        while raw:
            yield raw
            raw = source.readlines(size)


def _looked_at(raw: list[bytes]) -> LineBlock:
    if not raw[-1].endswith(b"\n"):
        raw[-1] += b"\n"
    if any(one.endswith(b"\r\n") for one in raw):
        raw = [one[:-2] + b"\n" if one.endswith(b"\r\n") else one for one in raw]
    block = nested.decoded(raw)
    if block is None or not fits(block):
        return LineBlock(len(raw), b"".join(raw))
    return LineBlock(len(raw), block=block, texts=_texts(block), rising=_rising(block))


def _texts(block: Block) -> Texts | None:
    if block.bodies is not None and is_plain(block.scores):
        return Texts.of(block.bodies)
    if block.bare and block.in_order:
        return list_texts(block.chunks, block.ranks, block.scores, block.counts)
    return None


def _rising(block: Block) -> set[int]:
    if not block.in_order or block.scores.null_count():
        return {number for number, found in enumerate(block.lists()) if rises(found)}
    rows = pl.DataFrame({"query": block.queries, "score": block.scores})
    score, query = pl.col("score"), pl.col("query")
    higher = (score > score.shift()) & (query == query.shift())
    if not rows.select(higher.any()).item():
        return set()
    return set(rows.filter(higher)["query"].unique().to_list())


def rises(found: Sequence[Found]) -> bool:
    """Whether a score of a list is higher than the one before."""
    scores = [one.score for one in found if one.score is not None]
    return any(after > before for before, after in pairwise(scores))
