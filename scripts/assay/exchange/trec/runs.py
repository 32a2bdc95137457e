"""Results in the form of a TREC run: query, Q0, chunk, rank, score, tag on a line; ordered as trec_eval does."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.trec.form import Form
from assay.exchange.trec.lines import SLICE, Faults, read_lines
from assay.exchange.trec.order import Order, begins, comparable, ordered, ranks
from assay.exchange.trec.pairs import repeated

if TYPE_CHECKING:
    import polars as pl

Repeats = Literal["error", "best"]

RUN = Form(
    name="a run",
    columns=("query_id", "Q0", "chunk_id", "rank", "score", "tag"),
    numbers={"rank": "whole", "score": "real"},
    kept=("query_id", "chunk_id", "rank", "score"),
    lenient=("rank",),
    tag="tag",
    longer=True,
)


@dataclass(frozen=True)
class Run:
    """Results of a file.

    Attributes:
        frame: ``line`` (u32), ``query_id``, ``chunk_id`` (texts), ``rank`` (u32, from 1, without gaps), ``score``
            (f64, as in the file), ``file_rank`` (i64, null where the file has no number), by query and rank; of
            use where there are no problems.
        problems: what is wrong, by line.
        order: how it was ordered.
        tags: the tags, at the end the last line's, which trec_eval prints.
        comments: number of comment lines passed over.
        dropped: number of rows left out because their chunk stands higher for the same query.
        reordered: number of queries where the ranks of the file say another order.
    """

    frame: "pl.DataFrame"
    problems: list[Problem]
    order: Order
    tags: list[str]
    comments: int
    dropped: int
    reordered: int

    @property
    def notes(self) -> list[str]:
        """What people should know of how it was read."""
        real = "float (trec_eval up to 9)" if self.order == "trec9" else "double (trec_eval 10)"
        said = [
            f"ordered by score as {real}, equal scores by chunk id descending; the file's ranks do not count"
        ]
        if self.reordered:
            queries = counted(self.reordered, "query", "queries")
            said.append(f"the file's ranks say another order for {queries}")
        if self.dropped:
            said.append(f"{counted(self.dropped, 'repeated chunk was', 'repeated chunks were')} left out")
        if self.comments:
            said.append(f"{counted(self.comments, 'comment line was', 'comment lines were')} passed over")
        if len(self.tags) > 1:
            said.append(f"the file has {len(self.tags)} tags; {self.tags[-1]} was taken, as the last")
        return said


def read_run(
    source: bytes | Path,
    where: str,
    order: Order = "trec10",
    *,
    repeats: Repeats = "error",
    size: int = SLICE,
) -> Run:
    """Read a run and order it as trec_eval does: by score, equal scores by chunk id descending.

    Problems: fewer than 6 columns (what comes behind the tag says nothing), a score that is no finite number,
    text that is not UTF-8, a chunk twice for one query.

    Args:
        source: the file's bytes, or the file itself, read slice by slice.
        where: its name for messages.
        order: "trec9" compares scores as 32-bit numbers, as trec_eval up to 9 and pytrec_eval; "trec10" as 64-bit.
        repeats: "best" keeps the best place of a chunk instead of the problem.
        size: bytes of a slice.

    Raises:
        OSError: the file cannot be read.
    """
    lines = read_lines(source, where, RUN, size=size)
    frame, again = arranged(lines.frame, order, repeats)
    if repeats == "error":
        tell_repeats(again, lines.faults)
    dropped = len(again) if repeats == "best" else 0
    tags = list(lines.tags)
    return Run(frame, lines.faults.problems(), order, tags, lines.comments, dropped, reordered(frame))


def arranged(frame: "pl.DataFrame", order: Order, repeats: Repeats) -> "tuple[pl.DataFrame, pl.DataFrame]":
    """Rows of whole queries as a run has them, and those of chunks that stand on an earlier line of their query."""
    again = repeated(frame)
    given, starts = frame.rename({"rank": "file_rank"}), begins(frame["query_id"])
    rows = ordered(given, order, starts)
    as_given = rows is given
    if repeats == "best" and len(again):
        rows, as_given = rows.unique(["query_id", "chunk_id"], keep="first", maintain_order=True), False
    rows = rows.with_columns(rank=ranks(rows["query_id"], starts if as_given else None))
    return rows.select("line", "query_id", "chunk_id", "rank", "score", "file_rank"), again


def reordered(frame: "pl.DataFrame") -> int:
    """In how many queries the ranks of the file say another order."""
    import polars as pl

    if (frame["rank"] == frame["file_rank"]).all(ignore_nulls=False):
        return 0
    falls = (pl.col("rank") > 1) & (pl.col("file_rank") < pl.col("file_rank").shift())
    return frame.filter(falls)["query_id"].n_unique()


def tell_repeats(again: "pl.DataFrame", faults: Faults) -> None:
    """Say of each row that its chunk stands on an earlier line of its query."""
    for row in again.select("line", "query_id", "chunk_id", "first").iter_rows(named=True):
        rule = f"query {row['query_id']} has chunk {row['chunk_id']} twice, first on line {row['first']}"
        faults.add(row["line"], rule, "keep one of them")


def ties(run: Run, cutoffs: Sequence[int]) -> "pl.DataFrame":
    """How many queries have equal scores at rank k and k + 1: there chunk ids decide what is above the cut.

    Args:
        run: a run without problems; scores are compared as its order does.
        cutoffs: the ranks k.

    Returns:
        ``k, queries, decided`` (u32), by k: queries with such a tie; those of them where the file's own ranks
        (its lines, where it has none) would have put other chunks above the cut.
    """
    import polars as pl

    empty = pl.DataFrame(schema=dict.fromkeys(("k", "queries", "decided"), pl.UInt32))
    if not cutoffs:
        return empty
    queries, compared = run.frame["query_id"], run.frame.select(comparable(run.order)).to_series()
    as_next = ((queries == queries.shift(-1)) & (compared == compared.shift(-1))).fill_null(value=False)
    scored = run.frame.with_columns(compared=compared)
    tied = scored.filter(as_next)
    return pl.concat([empty, *(_ties_at(scored, tied.filter(rank=k), k) for k in sorted(set(cutoffs)))])


def _ties_at(scored: "pl.DataFrame", last: "pl.DataFrame", k: int) -> "pl.DataFrame":
    """The same at one rank, of which ``last`` are the rows that are as good as the next."""
    import polars as pl

    tied = last.select("query_id", "compared")
    equal = scored.join(tied, on=tied.columns, how="semi") if len(tied) else scored.clear()
    # The n that are above the cut would be there in the file's order too, if they are its first n of the equal ones.
    own = equal.sort("query_id", "file_rank", "line").with_columns(
        place=pl.int_range(1, pl.len() + 1).over("query_id"),
        above=(pl.col("rank") <= k).sum().over("query_id"),
    )
    moved = own.filter((pl.col("rank") <= k) & (pl.col("place") > pl.col("above")))
    counts = {"k": [k], "queries": [len(tied)], "decided": [moved["query_id"].n_unique()]}
    return pl.DataFrame(counts, schema=dict.fromkeys(counts, pl.UInt32))
