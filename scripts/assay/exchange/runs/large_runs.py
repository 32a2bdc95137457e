"""A large TREC run as lines of results whose lists are on disk."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import near
from assay.exchange.questions.collections import tie_facts
from assay.exchange.runs.large_files import Large
from assay.exchange.runs.spool import Spool, is_plain
from assay.exchange.trec.order import Order
from assay.exchange.trec.runs import read_run
from assay.retrieval.nested import Found

if TYPE_CHECKING:
    import polars as pl

ROWS = 1 << 16  # that are put into words at a time


def read_large_run(
    file: Path, spool: Spool, order: Order, repeats: str, cutoffs: Sequence[int], *, rows: int = ROWS
) -> tuple[Large, str]:
    """Lines of a run, and in words how it was ordered; of a run with problems these alone.

    Args:
        file: the run.
        spool: where its lists are kept.
        order: of which trec_eval.
        repeats: ``best`` keeps the best place of a chunk that stands twice; else that is a fault.
        cutoffs: where ties are counted.
        rows: how many results are put into words at a time; the outcome does not depend on it.

    Raises:
        OSError: it cannot be read, or there is no room for its lists.
    """
    run = read_run(file, near(file), order, repeats="best" if repeats == "best" else "error")
    large = Large()
    large.lines.problems += run.problems
    if run.problems:
        return large, ""
    large.lines.facts = [*run.notes, *tie_facts(run, cutoffs)]
    for part in _parts(run.frame, rows):
        _add(part, large, spool, near(file))
    return large, run.notes[0]


def _parts(frame: "pl.DataFrame", rows: int) -> "list[pl.DataFrame]":
    """The table in pieces of whole queries."""
    starts = frame["rank"].eq(1).arg_true().to_list()
    cuts = [0]
    cuts += [at for before, at in pairwise(starts) if at // rows > before // rows]
    ends = [*cuts[1:], frame.height]
    return [frame.slice(start, end - start) for start, end in zip(cuts, ends, strict=True)]


def _add(part: "pl.DataFrame", large: Large, spool: Spool, where: str) -> None:
    columns = (part[name].to_list() for name in ("chunk_id", "rank", "score"))
    results = [Found(*row) for row in zip(*columns, strict=True)]
    heads = part.with_row_index("start").filter(rank=1).select("start", "query_id", "line").rows()
    ends = [start for start, *_ in heads[1:]] + [len(results)]
    lists = [results[start:end] for (start, *_), end in zip(heads, ends, strict=True)]
    places = spool.add(lists, plain=is_plain(part["score"]))
    for (_, query, line), place in zip(heads, places, strict=True):
        large.lines.values.append({"id": query, "status": "ok", "retrieved": place})
        large.lines.spots.append(f"{where}:{line}")
    large.chunks.add_ids(part["chunk_id"])
