"""A run of any size, read in parts of whole queries: a few of them are held, and counts of all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import polars as pl

from assay.exchange.trec.lines import MOST, SLICE, Lines, none_of, slice_of, tell_empty
from assay.exchange.trec.order import Order
from assay.exchange.trec.regrouping import Regrouped
from assay.exchange.trec.runs import RUN, Repeats, Run, arranged, reordered, tell_repeats, ties
from assay.exchange.trec.text import blocks
from assay.lookahead import ahead

Made = TypeVar("Made")


class ScatteredError(Exception):
    """Lines of one query stand apart: the file cannot be cut between queries."""


@dataclass(frozen=True)
class Part(Generic[Made]):
    """Some queries of a run.

    Attributes:
        queries: ``query_id`` and ``line`` (of its first result), by query.
        made: what was made of their rows.
    """

    queries: pl.DataFrame
    made: Made


@dataclass
class Parts:
    """How a run is read, and afterwards what is known of the whole.

    Attributes:
        where: name of the file for messages.
        order: as which trec_eval.
        repeats: "best" keeps the best place of a chunk; else a chunk that stands twice is a problem.
        cutoffs: where ties are counted.
        size: bytes of a part; the outcome does not depend on it.
    """

    where: str
    order: Order = "trec10"
    repeats: Repeats = "error"
    cutoffs: Sequence[int] = ()
    size: int = SLICE
    _lines: Lines = field(init=False)
    _again: pl.DataFrame = field(init=False)
    _n_again: int = field(init=False)
    _n_queries: int = field(init=False)
    _reordered: int = field(init=False)
    _ties: list[pl.DataFrame] = field(init=False)

    def read(
        self, file: Path, work: Callable[[pl.DataFrame], Made], *, scattered: bool = False
    ) -> Iterator[Part[Made]]:
        """The parts of a file, in its order.

        Args:
            file: the run.
            work: what is made of the rows of a part (the columns of :attr:`Run.frame`, by query and rank), on
                another thread; it also gets those of a file with problems.
            scattered: lines of a query may stand apart. Rows are put on disk by query first.

        Raises:
            ScatteredError: they do, and it was not said so; what has come so far is of no use.
            OSError: the file cannot be read, or there is no room for its rows.
        """
        self._lines, self._again, self._ties = none_of(RUN, self.where), pl.DataFrame(), []
        self._n_again = self._n_queries = self._reordered = 0
        yield from self._apart(file, work) if scattered else self._in_order(file, work)
        if not self._n_queries:
            tell_empty(self._lines, RUN)

    def _in_order(self, file: Path, work: Callable[[pl.DataFrame], Made]) -> Iterator[Part[Made]]:
        seen = set[str]()
        for lines, found in ahead(partial(self._sliced, work), blocks(file, self.size, whole=True)):
            before = self._lines.height
            self._lines.add(lines)
            part = self._counted(found, before)
            queries = part.queries["query_id"].to_list()
            if not seen.isdisjoint(queries):
                raise ScatteredError
            seen.update(queries)
            yield part

    def _apart(self, file: Path, work: Callable[[pl.DataFrame], Made]) -> Iterator[Part[Made]]:
        rows = Regrouped(max(1, file.stat().st_size // (2 * self.size)))
        for lines in ahead(partial(slice_of, form=RUN), blocks(file, self.size)):
            rows.add(lines.frame.with_columns(line=lines.frame["line"] + self._lines.height))
            self._lines.add(lines)
        for found in ahead(partial(self._looked_at, work), rows.groups()):
            yield self._counted(found, 0)

    def _sliced(self, work: Callable[[pl.DataFrame], Made], data: bytes) -> "tuple[Lines, _Found[Made]]":
        lines = slice_of(data, RUN)
        return lines, self._looked_at(work, lines.frame)

    def _looked_at(self, work: Callable[[pl.DataFrame], Made], rows: pl.DataFrame) -> "_Found[Made]":
        frame, again = arranged(rows, self.order, self.repeats)
        queries = frame.filter(pl.col("rank") == 1).select("query_id", "line")
        tied = ties(Run(frame, [], self.order, [], 0, 0, 0), self.cutoffs)
        return _Found(queries, again, reordered(frame), tied, work(frame))

    def _counted(self, found: "_Found[Made]", before: int) -> Part[Made]:
        """A part of which ``before`` lines stand in front."""
        self._n_queries += len(found.queries)
        self._reordered += found.reordered
        self._ties.append(found.ties)
        if len(found.again):
            self._n_again += len(found.again)
            again = found.again.select("query_id", "chunk_id", pl.col("line", "first") + before)
            self._again = pl.concat([self._again, again], how="diagonal").sort("line").head(MOST)
        return Part(found.queries.with_columns(line=found.queries["line"] + before), found.made)

    def run(self) -> tuple[Run, pl.DataFrame]:
        """The run without its rows, and its ties as :func:`assay.exchange.trec.runs.ties` has them; after reading."""
        lines, faults = self._lines, self._lines.faults
        if self.repeats == "error" and self._n_again:
            tell_repeats(self._again, faults)
            faults.beyond += self._n_again - len(self._again)
        dropped = self._n_again if self.repeats == "best" else 0
        none, _ = arranged(lines.frame, self.order, self.repeats)
        about = Run(
            none, faults.problems(), self.order, [*lines.tags], lines.comments, dropped, self._reordered
        )
        zeros = ties(about, self.cutoffs)
        tied = pl.concat([zeros, *self._ties]).group_by("k").sum().sort("k")
        return about, tied.select(pl.col(name).cast(kind) for name, kind in zeros.schema.items())


@dataclass(frozen=True)
class _Found(Generic[Made]):
    queries: pl.DataFrame
    again: pl.DataFrame
    reordered: int
    ties: pl.DataFrame
    made: Made
