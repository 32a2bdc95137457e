"""Lines of a large file of results, a megabyte at a time, with what can be said of them as long as they are at hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter
from pathlib import Path

import polars as pl

from assay.exchange.runs.own_form import OtherFormError, fits
from assay.retrieval.nested import Block, Found

BLOCK = 1 << 20  # bytes at a time: about ten times as much is held while they are looked at
Decode = Callable[[list[bytes]], Block | None]
_OTHER = (b"\xff\xfe", b"\xfe\xff", b"[")  # UTF-16; one JSON value


@dataclass(frozen=True)
class LineBlock:
    """Lines that stand together.

    Attributes:
        raw: they themselves.
        block: what they hold, where nothing is amiss.
        lists: the results of each that is not empty, by rank, where nothing is amiss.
        rising: numbers of the lists in which a score is higher than the one before.
    """

    raw: list[bytes]
    block: Block | None = None
    lists: list[list[Found]] = field(default_factory=list)
    rising: set[int] = field(default_factory=set)


def raw_lines(file: Path, size: int = BLOCK) -> Iterator[list[bytes]]:
    """The lines of a file, about ``size`` bytes at a time.

    Raises:
        OtherFormError: these are no lines of JSON.
        OSError: it cannot be read.
    """
    with file.open("rb", buffering=BLOCK) as source:
        raw = source.readlines(size)
        if raw and (b"\0" in raw[0] or raw[0].startswith(_OTHER)):
            raise OtherFormError
        while raw:
            yield raw
            raw = source.readlines(size)


def looked_at(raw: list[bytes], decode: Decode) -> LineBlock:
    """Some lines with what they hold, whatever ends they have."""
    even = raw if raw[-1].endswith(b"\n") else [*raw[:-1], raw[-1] + b"\n"]
    if any(one.endswith(b"\r\n") for one in even):
        even = [one[:-2] + b"\n" if one.endswith(b"\r\n") else one for one in even]
    block = decode(even)
    if block is None or not fits(block):
        return LineBlock(raw)
    lists = [line.found() for line in block.lines]
    if not block.in_order:
        lists = [sorted(found, key=attrgetter("rank")) for found in lists]
    return LineBlock(raw, block, lists, _rising(block, lists))


def _rising(block: Block, lists: Sequence[Sequence[Found]]) -> set[int]:
    if not block.in_order or block.scores.null_count():
        return {number for number, found in enumerate(lists) if rises(found)}
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
