"""A large TREC run as lines of results whose lists are on disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import polars as pl

from assay.errors import near
from assay.exchange.questions.collections import tie_words
from assay.exchange.runs.large_files import Large
from assay.exchange.runs.list_texts import Texts, is_plain, list_texts
from assay.exchange.runs.seen_chunks import Chunks
from assay.exchange.runs.spool import Spool
from assay.exchange.trec.order import Order
from assay.exchange.trec.parts import Part, Parts, ScatteredError
from assay.retrieval.nested import Found

BLOCK = 1 << 21  # bytes at a time: about twenty times as much is held while they are looked at
_LISTS = 256  # that are read again at a time


@dataclass(frozen=True)
class _Lists:
    """Lists of some queries: their JSON, or results of which it has to be made one by one."""

    texts: Texts | None
    counts: list[int]
    chunks: pl.Series
    rows: pl.DataFrame


def read_large_run(
    file: Path, spool: Spool, order: Order, repeats: str, cutoffs: Sequence[int], *, size: int = BLOCK
) -> tuple[Large, str]:
    """Lines of a run, and in words how it was ordered; of a run with problems these alone.

    Args:
        file: the run.
        spool: where its lists are kept.
        order: of which trec_eval.
        repeats: ``best`` keeps the best place of a chunk that stands twice; else that is a fault.
        cutoffs: where ties are counted.
        size: bytes that are read at a time; the outcome does not depend on it.

    Raises:
        OSError: it cannot be read, or there is no room for its lists.
    """
    parts = Parts(near(file), order, "best" if repeats == "best" else "error", cutoffs, size)
    try:
        large = _read(parts, file, spool, scattered=False)
    except ScatteredError:
        spool.clear()
        large = _read(parts, file, spool, scattered=True)
    run, tied = parts.run()
    large.lines.problems += run.problems
    if run.problems:
        return Large(lines=type(large.lines)(problems=run.problems)), ""
    large.lines.facts = [*run.notes, *tie_words(tied)]
    _by_query(large, spool)
    return large, run.notes[0]


def _read(parts: Parts, file: Path, spool: Spool, *, scattered: bool) -> Large:
    large = Large()
    for part in parts.read(file, _lists, scattered=scattered):
        _add(part, large, spool, parts.where)
    return large


def _lists(rows: pl.DataFrame) -> _Lists:
    counts = rows["query_id"].rle().struct.field("len").to_list()
    texts = list_texts(rows["chunk_id"], rows["rank"], rows["score"], counts)
    return _Lists(
        texts,
        counts,
        rows["chunk_id"],
        rows.select("chunk_id", "rank", "score") if texts is None else pl.DataFrame(),
    )


def _add(part: Part[_Lists], large: Large, spool: Spool, where: str) -> None:
    made = part.made
    if made.texts is None:
        results = [Found(*row) for row in made.rows.iter_rows()]
        ends = accumulate(made.counts)
        lists = [results[end - count : end] for count, end in zip(made.counts, ends, strict=True)]
        places = spool.add(lists, plain=is_plain(made.rows["score"]))
    else:
        places = spool.keep(made.texts, made.counts)
    for (query, line), place in zip(part.queries.iter_rows(), places, strict=True):
        large.lines.values.append({"id": query, "status": "ok", "retrieved": place})
        large.lines.spots.append(f"{where}:{line}")
    large.chunks.add_ids(made.chunks)


def _by_query(large: Large, spool: Spool) -> None:
    """Lines by query, and the chunks as they first stand in these, in whatever order the file has them."""
    values, spots = large.lines.values, large.lines.spots
    order = sorted(range(len(values)), key=lambda at: values[at]["id"])
    if order == list(range(len(values))):
        return
    large.lines.values, large.lines.spots = [values[at] for at in order], [spots[at] for at in order]
    large.chunks = Chunks()
    for start in range(0, len(values), _LISTS):
        places = [line["retrieved"] for line in large.lines.values[start : start + _LISTS]]
        ids = [one.chunk_id for place in places for one in spool.found(place)]
        large.chunks.add_ids(pl.Series(ids, dtype=pl.String))
