"""The canonical frames of one run: labels, sets, ranks and queries, and their cut at a cut-off.

A long frame is sorted by query and rank and carries running columns; to cut it is to take, for each query,
the last row within the cut-off: one pass serves all cut-offs, and every formula reads one row a query.
"""

from dataclasses import dataclass

import polars as pl

from assay.scoring.carrying import GRADE_OF_MEMBERS, UNREAD, Labelled
from assay.scoring.cutoffs import Cutoff
from assay.scoring.discounts import discounts, summed
from assay.scoring.runs import Runs, accumulate, deepest, packed, running_count, starts


@dataclass(frozen=True)
class Long:
    """A long frame: rows of a query stand together, rising by ``at``.

    Attributes:
        rows: ``q``, ``at`` (a rank, UNREAD at the end where there is none) and running columns.
        running: names of the running columns.
        n: number of queries.
    """

    rows: pl.DataFrame
    running: tuple[str, ...]
    n: int

    def cut(self, limits: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """Running columns at the last row of each query with ``at`` ≤ limit, 0 where there is none.

        Args:
            limits: ranks by query, one column a cut-off.

        Returns:
            By name of the cut-off: one row a query.
        """
        near = self.rows.filter(pl.col("at") <= deepest(limits))
        inside = near.select((pl.lit(limits[c]).gather("q") >= pl.col("at")).alias(c) for c in limits.columns)
        last = Runs.of(near["q"], self.n).last_within(inside, nowhere=len(near))
        nothing = {name: pl.lit(0, dtype=self.rows.schema[name]) for name in self.running}
        states = near.select(pl.col(name).append(zero) for name, zero in nothing.items())
        wide = states.select(
            pl.col(name).gather(last[c]).alias(f"{name}@{c}") for name in self.running for c in limits.columns
        )
        return {c: pl.DataFrame({name: wide[f"{name}@{c}"] for name in self.running}) for c in limits.columns}

    def first_at(self, reached: pl.Expr) -> pl.Series:
        """``at`` of the first row of each query that has reached something, null where there is none."""
        rows = self.rows.filter(reached & (pl.col("at") < UNREAD)).filter(starts("q"))
        nowhere = pl.repeat(None, self.n, dtype=pl.UInt32, eager=True)
        return nowhere.scatter(rows["q"], rows["at"])


def label_frame(labelled: Labelled, found: pl.Series, n: int, deepest: int) -> Long:
    """Query × labelled passage in the order in which they are found.

    Running columns: ``found`` (passages of grade 2), ``completing`` (distinct ranks at which one of grade 2
    is first found), ``precision_sum`` (over passages of grade 2: completing / rank), ``gain`` (over ranks:
    highest grade newly found, discounted).

    Args:
        labelled: labels of all queries.
        found: ``found_at`` of each label.
        n: number of queries.
        deepest: deepest rank at which gain is asked for.
    """
    rows = labelled.labels.select("q", "grade", at=found.fill_null(UNREAD))
    best_first = pl.col("at") * 4 + (GRADE_OF_MEMBERS - pl.col("grade"))
    rows = rows.sort(packed("q", best_first))
    runs = Runs.of(rows["q"], n)
    first, leads = starts("q"), starts("q", "at")
    relevant = pl.col("grade") == GRADE_OF_MEMBERS
    discount = pl.Series(discounts(deepest), dtype=pl.Float64)
    rows = rows.with_columns(
        place=pl.int_range(pl.len()) - runs.first.gather(rows["q"]),
        found=running_count(relevant, first),
        completing=running_count(relevant & leads, first),
        discount=discount.gather(pl.select(pl.when(rows["at"] <= deepest).then(rows["at"] - 1)).to_series()),
    )
    rows = rows.with_columns(
        precision_sum=pl.when(relevant).then(pl.col("completing") / pl.col("at")).otherwise(0.0),
        gain=pl.when(leads).then(pl.col("grade") * pl.col("discount")).fill_null(0.0),
    )
    rows = accumulate(rows, ["precision_sum", "gain"], "sum")
    return Long(rows, ("found", "completing", "precision_sum", "gain"), n)


def set_frame(labelled: Labelled, found: pl.Series, n: int) -> Long:
    """Query × evidence set × passage in the order in which they are found.

    Running column: ``share``, the largest share of a set that is found so far (1: it is found completely).
    """
    members = labelled.members.with_columns(at=found.fill_null(UNREAD).gather(labelled.members["label"]))
    members = members.with_columns(set_number=starts("q", "set").cum_sum() - 1)
    members = members.sort(packed("set_number", pl.col("at")))
    sets = Runs.numbered(members["set_number"])
    number = members["set_number"]
    read = pl.int_range(1, pl.len() + 1) - sets.first.gather(number)
    shares = members.select("q", "at", share=read / sets.lengths.gather(number))
    shares = shares.sort(packed("q", pl.col("at")))
    runs = Runs.of(shares["q"], n)
    rows = shares.with_columns(place=pl.int_range(pl.len()) - runs.first.gather(shares["q"]))
    return Long(accumulate(rows, ["share"], "max"), ("share",), n)


def rank_frame(rows: pl.DataFrame, n: int) -> Long:
    """Query × rank, of the ranks whose chunk carries a labelled passage or was judged.

    Running columns: ``judged, graded, graded_2, graded_1`` (2 or 1)``, harmful``, each a number of ranks.

    Args:
        rows: ``q, rank, grade`` (null: none)``, harmful``, one a rank, sorted.
        n: number of queries.
    """
    grade, first = pl.col("grade"), pl.col("first")
    counts = {
        "judged": pl.col("rank") > 0,
        "graded": grade.is_not_null(),
        "graded_2": (grade == GRADE_OF_MEMBERS).fill_null(value=False),
        "graded_1": (grade >= 1).fill_null(value=False),
        "harmful": pl.col("harmful").fill_null(value=False),
    }
    counted = rows.with_columns(first=starts("q")).select(
        "q",
        pl.col("rank").alias("at"),
        *(running_count(what, first).alias(name) for name, what in counts.items()),
    )
    return Long(counted, tuple(counts), n)


def ideal_gain(cutoff: Cutoff) -> pl.Expr:
    """Gain of all graded passages in falling order of grade, one a rank, cut at k: ``ideal``, by query.

    On ``relevant`` (passages of grade 2) and ``graded_passages`` (of any grade).
    """
    sums = pl.lit(pl.Series(summed(cutoff.size), dtype=pl.Float64))
    of_two, of_any = (
        sums.gather(pl.col(name).clip(upper_bound=cutoff.size)) for name in ("relevant", "graded_passages")
    )
    return (of_two + of_any).alias("ideal")
