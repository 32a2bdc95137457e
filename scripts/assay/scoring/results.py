"""What a run returned, read once: checked ranks, slots and characters within each cut-off, rows by key."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import polars as pl

from assay.errors import Problem, refuse
from assay.scoring.cutoffs import Cutoff

WHERE = "results.parquet"
SHOWN = 20  # ids listed in a message


@dataclass(frozen=True)
class Run:
    """One system's run on one snapshot.

    Attributes:
        results: results.parquet, lazily: ``query_key, rank, chunk_key, chars_read`` are read.
        responses: responses.parquet.
        depth: results asked for each query, as declared; None: not declared.
        repeats: whether a chunk may stand twice in one result (the run's card counts them).
    """

    results: pl.LazyFrame
    responses: pl.DataFrame
    depth: int | None = None
    repeats: bool = True

    @classmethod
    def of(cls, results: pl.LazyFrame, responses: pl.DataFrame, card: Mapping[str, Any]) -> Self:
        """A run with what its card says of it."""
        return cls(results, responses, card["depth"], card["counts"]["repeats"] > 0)


def lazily(parquet: bytes) -> pl.LazyFrame:
    """A table of which only the columns asked for will be read."""
    return pl.scan_parquet(io.BytesIO(parquet))


class Returned:
    """The run's rows, looked at query by query.

    Attributes:
        lists: ``query_key, start, n``: where the rows of a query begin in the table, and how many they are.
    """

    def __init__(self, run: Run) -> None:
        self._results = run.results.select("query_key", "rank", "chunk_key", "chars_read")
        lists = self._lists()
        if not _in_order(lists):  # the run's own table is
            self._results = self._results.sort("query_key", "rank")
            self._refuse_gaps(run.responses)
            lists = self._lists()
        self.lists = lists.drop("begin")
        self._check_counts(run.responses)
        self._chars = self._results.select("chars_read").collect(engine="in-memory").to_series().rechunk()

    def _lists(self) -> pl.DataFrame:
        """Rows that do not follow the row before by one rank in the same query, and how many follow each.

        In a table in order these are its lists: each begins (``begin``) with rank 1, and a query has one.
        """
        key, rank = pl.col("query_key"), pl.col("rank")
        follows = ((rank == rank.shift(1) + 1) & (key == key.shift(1))).fill_null(value=False)
        rows = self._results.select("query_key", "rank", follows=follows).with_row_index("start")
        lists = rows.filter(~pl.col("follows")).collect(engine="streaming")
        after = pl.lit(self._results.select(pl.len()).collect().to_series())
        return lists.select(
            "query_key", "start", n=pl.col("start").shift(-1).fill_null(after) - pl.col("start"), begin="rank"
        )

    def _refuse_gaps(self, responses: pl.DataFrame) -> None:
        grouped = self._results.group_by("query_key").agg(pl.col("rank").sort()).collect()
        dense = pl.int_ranges(1, pl.col("rank").list.len() + 1, dtype=pl.UInt32)
        rule = "ranks {} do not run from 1 without gaps"
        refuse(
            [
                Problem(f"{WHERE} {query_id or key}", rule.format(ranks[:SHOWN]), "retrieve again")
                for query_id, key, ranks in grouped.filter(pl.col("rank") != dense)
                .join(responses, on="query_key", how="left")
                .select("query_id", "query_key", "rank")
                .sort("query_id", "query_key")
                .iter_rows()
            ]
        )

    def _check_counts(self, responses: pl.DataFrame) -> None:
        """Each query has as many rows as its response says."""
        both = responses.join(self.lists, on="query_key", how="full")
        wrong = both.filter(pl.col("n_returned").fill_null(0) != pl.col("n").fill_null(0))
        refuse(
            [
                Problem(
                    f"{WHERE} {query_id or key}",
                    f"{n or 0} rows, the response says {said or 0}",
                    "retrieve again",
                )
                for query_id, key, n, said in wrong.select(
                    "query_id", pl.coalesce("query_key", "query_key_right"), "n", "n_returned"
                ).iter_rows()
            ]
        )

    def slots(self, lists: pl.DataFrame, cutoff: Cutoff) -> pl.Series:
        """How many results lie within the cut-off, by row of ``lists`` (``start, n``)."""
        if not cutoff.by_characters:
            return lists["n"].clip(upper_bound=cutoff.size)
        return self._last_rank(lists, lambda chars: chars <= cutoff.size)

    def known_chars(self, lists: pl.DataFrame) -> pl.Series:
        """Characters of the results up to the first of unknown length, by row of ``lists``; 0 if none."""
        return self.chars_at(lists, self._last_rank(lists, pl.Expr.is_not_null)).fill_null(0)

    def _last_rank(self, lists: pl.DataFrame, holds: Callable[[pl.Expr], pl.Expr]) -> pl.Series:
        """Last rank of each list whose ``chars_read`` fulfils what only first ranks do; 0 if none."""
        search = lists.select("start", low=pl.lit(0, dtype=pl.UInt32), high=pl.col("n"))
        low, high = pl.col("low"), pl.col("high")
        middle = (low + high + 1) // 2
        fits = (low == high) | holds(self._at(middle)).fill_null(value=False)
        step = search.select("start", low=pl.when(holds(self._at(high))).then(high).otherwise(low), high=high)
        while not step.select((low == high).all()).item():  # all queries at once, each halving what is left
            tried = step.with_columns(middle=middle, fits=fits)
            step = tried.select(
                "start",
                low=pl.when("fits").then("middle").otherwise(low),
                high=pl.when("fits").then(high).otherwise(pl.col("middle") - 1),
            )
        return step["low"]

    def _at(self, rank: pl.Expr) -> pl.Expr:
        """``chars_read`` at a rank of the list that begins at ``start``; null at rank 0 or null."""
        return pl.lit(self._chars).gather(pl.when(rank > 0).then(pl.col("start") + rank - 1))

    def chars_at(self, lists: pl.DataFrame, rank: pl.Series) -> pl.Series:
        """Characters read up to a rank (by row of ``lists``); null at rank 0 or null, or where not known."""
        return lists.select("start", rank=rank).select(self._at(pl.col("rank"))).to_series()

    def repeats(self, query_keys: pl.Series) -> pl.Series:
        """How many results of each query (null: none) repeat a chunk of an earlier rank."""
        known = self._results.filter(pl.col("chunk_key").is_not_null()).group_by("query_key")
        counted = known.agg(repeats=pl.len() - pl.col("chunk_key").n_unique()).collect()
        both = query_keys.to_frame().join(counted, on="query_key", how="left", maintain_order="left")
        return both["repeats"].fill_null(0)

    def rows_of(self, wanted: pl.DataFrame) -> pl.DataFrame:
        """Rows that return what is wanted.

        Both keys are hashes, so one number made of them finds the rows. Others with the same number leave by
        a look at the chunk: with the number and the chunk the query is the same.

        Args:
            wanted: ``query_key, chunk_key`` and any other columns.

        Returns:
            One row a row of ``wanted`` × rank at which it was returned: the columns of ``wanted`` and ``rank``.
        """
        keyed = wanted.with_columns(both=pl.col("query_key") ^ pl.col("chunk_key"))
        both = (pl.col("query_key") ^ pl.col("chunk_key")).alias("both")
        kept = self._results.filter(both.is_in(keyed["both"].implode())).select(
            both, "rank", returned="chunk_key"
        )
        found = keyed.join(kept.collect(engine="streaming"), on="both")
        return found.filter(pl.col("chunk_key") == pl.col("returned")).select(*wanted.columns, "rank")


def _in_order(lists: pl.DataFrame) -> bool:
    one_each = pl.col("query_key").is_unique().all()
    return bool(lists.select(pl.col("begin").eq_missing(1).all() & one_each).item())
