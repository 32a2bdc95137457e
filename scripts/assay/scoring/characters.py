"""Characters of labelled passages read within a cut-off, each once.

The rule, at one cut-off: a passage counts at the location where the largest share of its characters has been
read (of equal ones the first, which is where it was labelled). The characters of a set of passages are those
of its passages at these locations, once where passages overlap. White space that no chunk holds is not
counted: no system could read it.
"""

import polars as pl

from assay.scoring.carrying import GRADE_OF_MEMBERS, Labelled
from assay.scoring.runs import Runs, deepest, running_count, starts

RELEVANT = 0  # number of the "set" of all passages of grade 2 of a query


class Characters:
    """Spans of the labelled passages, grouped by query and set.

    Most passages stand in one place and overlap with no other: their rows are only summed. The rest, the
    *movable* rows, are looked at anew for each cut-off.

    Args:
        labelled: labels and members of sets.
        spans: of :func:`assay.scoring.carrying.spans_of`.
        n: number of queries.
    """

    def __init__(self, labelled: Labelled, spans: pl.DataFrame, n: int) -> None:
        groups = _groups(labelled, n)
        self._sets = _Sets(groups.filter(starts("group")), n)
        placed = _placed(spans)
        rows = _spread(groups, placed, Runs.of(placed["label"], len(labelled.labels)))
        moves = pl.col("several") | pl.col("shared")
        self._fixed = rows.filter(~moves)
        self._fixed_chars = Runs.of(self._fixed["group"], self._sets.n).sum(self._fixed["n_chars"])
        # The locations of each movable passage, once a query.
        places = placed.filter(moves).with_columns(number=starts("place").cum_sum() - 1)
        self._places = places.with_columns(q=labelled.labels["q"].gather(places["label"]))
        self._place_runs = Runs.numbered(places["number"])
        self._label_of_place = places.filter(starts("place")).select("label")
        numbers = places.filter(starts("place")).select("place", "number")
        movable = rows.filter(moves).join(numbers, on="place")
        self._movable = movable.sort("group", "atom", "label", "place")
        self._movable_runs = Runs.of(self._movable["group"], self._sets.n)

    def within(self, limits: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """What has been read up to a rank.

        Args:
            limits: ranks by query, one column a cut-off.

        Returns:
            By name of the cut-off: one row a query, null where it has no labels: ``relevant_read``
            (characters of passages of grade 2), ``set_read`` and ``set_missed`` (of the set of which the
            largest share has been read, then with the fewest characters missed, then the first; of all of
            grade 2 where no sets are stated).
        """
        near = self._fixed.filter(pl.col("rank") <= deepest(limits))
        got = Runs.of(near["group"], self._sets.n).sums(near.select(_read(limits, c) for c in limits.columns))
        chars = got.select(self._fixed_chars.alias(c) for c in limits.columns)
        if len(self._movable):
            more_got, more_chars = self._of_movable(limits)
            got, chars = got + more_got, chars + more_chars
        return self._sets.best(got, chars - got)

    def _of_movable(self, limits: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Characters read, and in all, of the movable rows of each set, one column a cut-off.

        A row counts at the location chosen for its passage, and not through another passage already.
        """
        chosen, cuts = self._chosen(limits), limits.columns
        active = self._movable.select(
            "group", "atom", *(pl.lit(chosen[c]).gather("number").alias(c) for c in cuts)
        )
        again = starts("group", "atom")
        once = active.select(pl.col(c) & (running_count(pl.col(c), again) == 1) for c in cuts)
        rows = self._movable.select("q", "rank", "n_chars").hstack(once)
        read = rows.select((_read(limits, c) * pl.col(c)).alias(c) for c in cuts)
        every = rows.select((pl.col("n_chars") * pl.col(c)).alias(c) for c in cuts)
        return self._movable_runs.sums(read), self._movable_runs.sums(every)

    def _chosen(self, limits: pl.DataFrame) -> pl.DataFrame:
        """Whether each place (label × location) is where its passage counts, one column a cut-off."""
        cuts = limits.columns
        sums = self._place_runs.sums(self._places.select("n_chars", *(_read(limits, c) for c in cuts)))
        shares = self._label_of_place.hstack(sums.select(pl.col(cuts) / pl.col("n_chars")))
        largest = shares.select("label", *(pl.col(c) == pl.col(c).max().over("label") for c in cuts))
        first = starts("label")
        return largest.select(pl.col(c) & (running_count(pl.col(c), first) == 1) for c in cuts)


def _read(limits: pl.DataFrame, cutoff: str) -> pl.Expr:
    """``n_chars`` of a row whose rank lies within the limit of its query, else 0; named as the cut-off."""
    inside = pl.lit(limits[cutoff]).gather("q") >= pl.col("rank")
    return (inside * pl.col("n_chars")).alias(cutoff)


class _Sets:
    """A table of sets, and which of its rows stand for what, by query.

    Args:
        sets: ``q, set, is_all, is_set, is_choice``, see :func:`_groups`.
        n: number of queries.
    """

    def __init__(self, sets: pl.DataFrame, n: int) -> None:
        self.n = len(sets)
        rows = sets.select("q", "is_all", "is_set", "is_choice").with_row_index("row")
        nothing = pl.repeat(None, n, dtype=pl.UInt32, eager=True)
        every, only = rows.filter("is_all"), rows.filter(pl.col("is_set") & ~pl.col("is_choice"))
        self._all = nothing.clone().scatter(every["q"], every["row"])
        self._only = nothing.clone().scatter(only["q"], only["row"])
        self._choices = rows.filter("is_set", "is_choice").select("q", "row")
        self._first = self._choices.with_row_index("first").filter(starts("q"))

    def best(self, read: pl.DataFrame, missed: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """By cut-off and query: characters read of all, and read and missed of the best set.

        Args:
            read: characters read, by set, one column a cut-off.
            missed: characters not read.
        """
        rows = self._choices["row"]
        some_read, some_missed = (frame.select(pl.all().gather(rows)) for frame in (read, missed))
        found = {}
        for c in read.columns:
            chosen = self._choices.select("q", "row", missed=some_missed[c], read=some_read[c])
            share = pl.col("read") / (pl.col("read") + pl.col("missed"))
            # Sets of a query stand in the order of the file, and the sort keeps it among equals.
            order = pl.arg_sort_by(
                ["q", share, "missed"], descending=[False, True, False], maintain_order=True
            )
            best = chosen.select(pl.col("row").gather(order.gather(pl.lit(self._first["first"])))).to_series()
            at = self._only.clone().scatter(self._first["q"], best)
            found[c] = pl.DataFrame({"all": self._all, "best": at}).select(
                relevant_read=pl.lit(read[c]).gather("all"),
                set_read=pl.lit(read[c]).gather("best"),
                set_missed=pl.lit(missed[c]).gather("best"),
            )
        return found


def _placed(spans: pl.DataFrame) -> pl.DataFrame:
    """Spans, and whether their label has ``several`` locations."""
    several = spans.filter(starts("place")).filter(pl.col("label").is_duplicated())["label"].unique()
    columns = ("label", "place", "atom", "n_chars", "rank", "shared")
    return spans.select(*columns, several=pl.col("label").is_in(several.implode()))


def _spread(groups: pl.DataFrame, placed: pl.DataFrame, labels: Runs) -> pl.DataFrame:
    """The spans of each group's labels: ``group, q`` and the columns of ``placed``, in the order of both."""
    ends = groups.select(
        "group", "q", first=labels.first.gather(groups["label"]), after=labels.after.gather(groups["label"])
    )
    rows = ends.select("group", "q", row=pl.int_ranges("first", "after", dtype=pl.UInt32))
    each = rows.explode("row", empty_as_null=False)
    return each.select("group", "q").hstack(placed.select(pl.all().gather(each["row"])))


def _groups(labelled: Labelled, n: int) -> pl.DataFrame:
    """Stated sets, then all passages of grade 2 of queries for which no single stated set is the same.

    Returns:
        ``group, q, set, label``, sorted by group; ``is_all``: holds all passages of grade 2; ``is_set``: can
        be the set of char_recall; ``is_choice``: the query has other such sets.
    """
    members = labelled.members
    relevant = labelled.labels.with_row_index("label").filter(pl.col("grade") == GRADE_OF_MEMBERS)
    stated = Runs.of(members["q"], n)
    n_sets = stated.sum(members.select(starts("q", "set")).to_series())
    n_relevant = Runs.of(relevant["q"], n).lengths
    alone = (n_sets == 1) & (stated.lengths == n_relevant)
    every = relevant.filter(~alone.gather(relevant["q"])).select(
        "q", set=pl.lit(RELEVANT, pl.UInt16), label="label"
    )
    rows = pl.concat([members.select("q", "set", "label"), every])
    sets, one = n_sets.gather(rows["q"]), alone.gather(rows["q"])
    return rows.with_columns(
        is_all=(pl.col("set") == RELEVANT) | one,
        is_set=(pl.col("set") != RELEVANT) | (sets == 0),
        is_choice=sets > 1,
        group=starts("q", "set").cum_sum() - 1,
    )
