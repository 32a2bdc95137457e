"""Arithmetic on sorted runs: rows of one query stand together, so sums and maxima need no grouping.

A frame of this package has a column ``q``, the number of the query (0 … n-1), and is sorted by it. With
50,000 queries a grouped sum costs ten times what a running sum and a look at the ends of the runs costs.
"""

from dataclasses import dataclass
from typing import Literal

import polars as pl

SHIFT = 1 << 32


@dataclass(frozen=True)
class Runs:
    """Where the rows of each query stand: ``first`` row and row after the last, by query."""

    first: pl.Series
    after: pl.Series

    @classmethod
    def of(cls, q: pl.Series, n: int) -> "Runs":
        """Runs of a sorted column of query numbers; a query without rows has an empty run."""
        lengths = q.rle().struct.unnest()
        counts = pl.zeros(n, dtype=pl.UInt32, eager=True).scatter(lengths["value"], lengths["len"])
        return cls._of_counts(counts)

    @classmethod
    def numbered(cls, numbers: pl.Series) -> "Runs":
        """Runs of a column of numbers 0, 1, 2 … none of which is missing."""
        return cls._of_counts(numbers.rle().struct.field("len"))

    @classmethod
    def _of_counts(cls, counts: pl.Series) -> "Runs":
        ends = pl.DataFrame({"n": counts}).select(
            first=pl.col("n").cum_sum() - pl.col("n"), after=pl.col("n").cum_sum()
        )
        return cls(ends["first"], ends["after"])

    @property
    def lengths(self) -> pl.Series:
        """Rows of each run."""
        return self.after - self.first

    def sums(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Sums of columns of whole numbers (or truths) by run; exact."""
        truths = pl.selectors.boolean()  # counted in u32: half the memory
        running = frame.with_columns(truths.cum_sum(), (~truths).cast(pl.UInt64).cum_sum())
        last = pl.lit(pl.select(pl.when(self.after > 0).then(self.after - 1)).to_series())
        ends = running.select(pl.all().gather(last).fill_null(0))  # runs follow one another
        return ends.select(pl.all() - pl.all().shift(1, fill_value=0))

    def sum(self, values: pl.Series) -> pl.Series:
        """Sum of one column of whole numbers (or truths) by run; exact."""
        return self.sums(values.to_frame()).to_series()

    def last_within(self, at: pl.DataFrame, nowhere: int | None = None) -> pl.DataFrame:
        """Number of the last row of each run that is true, where true rows come first.

        Args:
            at: truths, any number of columns.
            nowhere: what to give for a run without one.
        """
        last = pl.when(pl.all() > 0).then(pl.all() + self.first - 1).otherwise(nowhere)
        return self.sums(at).select(last)


def starts(*keys: str) -> pl.Expr:
    """True on the first row of each run of equal keys (which are never null)."""
    changed = [pl.col(key) != pl.col(key).shift(1) for key in keys]
    return pl.any_horizontal(changed).fill_null(value=True)


def packed(high: str, low: pl.Expr) -> pl.Expr:
    """Two u32 columns as one number that sorts as both do: sorting and joining by one costs half."""
    return pl.col(high).cast(pl.UInt64) * SHIFT + low


def high(key: str) -> pl.Expr:
    """The first of two packed columns."""
    return (pl.col(key) // SHIFT).cast(pl.UInt32)


def low(key: str) -> pl.Expr:
    """The second of two packed columns."""
    return (pl.col(key) % SHIFT).cast(pl.UInt32)


def deepest(limits: pl.DataFrame) -> int:
    """The largest of all limits: rows beyond it matter to none."""
    largest = limits.max().max_horizontal().item() if len(limits) and limits.width else 0
    return int(largest or 0)


def running_count(what: pl.Expr, start: pl.Expr) -> pl.Expr:
    """Running sum of whole numbers (or truths) within each run; exact, whatever stands before the run."""
    total = what.cast(pl.Int64).cum_sum()
    return total - pl.when(start).then(total - what.cast(pl.Int64)).forward_fill()


def accumulate(frame: pl.DataFrame, columns: list[str], how: Literal["sum", "max"]) -> pl.DataFrame:
    """Running sums or maxima of numbers within each run, by doubling the distance looked back.

    A running sum over all rows would carry rounding errors of one query into the next. Here each value is
    made of its own run only, and always in the same order of additions.

    Args:
        frame: with ``place``, the number of a row within its run, from 0.
        columns: columns to accumulate.
        how: what to make of two values.
    """
    longest = frame["place"].max()
    step = 1
    while isinstance(longest, int) and step <= longest:
        inside = pl.col("place") >= step
        frame = frame.with_columns(
            pl.when(inside).then(_joined(pl.col(c), pl.col(c).shift(step), how)).otherwise(pl.col(c)).alias(c)
            for c in columns
        )
        step *= 2
    return frame


def _joined(one: pl.Expr, other: pl.Expr, how: str) -> pl.Expr:
    return one + other if how == "sum" else pl.max_horizontal(one, other)
