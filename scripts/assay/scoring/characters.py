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
        self._n = n
        groups = _groups(labelled, n)
        self._sets = _Sets(groups.filter(starts("group")), n)
        placed = _placed(spans)
        rows = groups.select("group", "q", "label").join(placed, on="label", maintain_order="left_right")
        moves = pl.col("several") | pl.col("shared")
        self._fixed = rows.filter(~moves)
        self._fixed_chars = Runs.of(self._fixed["group"], self._sets.n).sum(self._fixed["n_chars"])
        self._movable = rows.filter(moves).sort("group", "atom", "label", "place")
        self._movable_runs = Runs.of(self._movable["group"], self._sets.n)
        # The locations of each movable passage, once a query.
        places = placed.filter(moves).with_columns(number=starts("place").cum_sum() - 1)
        self._places = places.with_columns(q=labelled.labels["q"].gather(places["label"]))
        self._place_runs = Runs.numbered(places["number"])
        self._place_list = places.filter(starts("place")).select("label", "place")

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
        got = Runs.of(near["group"], self._sets.n).sums(_masked(near, limits))
        return {name: self._at(limits[name], got[name]) for name in limits.columns}

    def _at(self, limits: pl.Series, got: pl.Series) -> pl.DataFrame:
        chars = self._fixed_chars
        if len(self._movable):
            more = self._movable.select("n_chars", counted=self._counted(limits)).with_columns(
                read=pl.col("counted") & (self._movable["rank"] <= limits.gather(self._movable["q"]))
            )
            sums = self._movable_runs.sums(more.select(pl.col("counted", "read") * pl.col("n_chars")))
            chars, got = chars + sums["counted"], got + sums["read"]
        missed = chars - got
        best = self._sets.best(got / chars, missed)
        everything = got.gather(self._sets.all_relevant)
        return pl.DataFrame(
            {"relevant_read": everything, "set_read": got.gather(best), "set_missed": missed.gather(best)}
        )

    def _counted(self, limits: pl.Series) -> pl.Series:
        """Which movable rows count: at the passage's location, and not through another passage already."""
        chosen = self._movable.select(
            "group", "atom", active=pl.col("place").is_in(self._chosen(limits).implode())
        )
        once = running_count(pl.col("active"), starts("group", "atom")) == 1
        return chosen.select(pl.col("active") & once).to_series()

    def _chosen(self, limits: pl.Series) -> pl.Series:
        """The places (label × location) at which movable passages count."""
        rows = self._places.select(
            "n_chars", read=pl.col("n_chars") * (pl.col("rank") <= limits.gather(self._places["q"]))
        )
        sums = self._place_runs.sums(rows)
        shares = self._place_list.with_columns(share=sums["read"] / sums["n_chars"])
        ordered = shares.sort("label", "share", "place", descending=[False, True, False])
        return ordered.filter(starts("label"))["place"]


def _masked(rows: pl.DataFrame, limits: pl.DataFrame) -> pl.DataFrame:
    """``n_chars`` of the rows whose rank lies within the limit of their query, else 0; one column a cut-off."""
    bounds = limits.select(pl.all().gather(rows["q"]))
    return bounds.select((pl.all() >= rows["rank"]) * rows["n_chars"])


def best_sets(sets: pl.DataFrame) -> pl.DataFrame:
    """The set of each query with the highest ``share``, then the fewest ``missed``, then the first.

    Args:
        sets: ``q, set, share, missed`` and other columns.
    """
    return sets.sort("q", "share", "missed", "set", descending=[False, True, False, False]).filter(
        starts("q")
    )


class _Sets:
    """Which rows of a table of sets stand for what, by query.

    Args:
        sets: ``q, set, is_all, is_set, is_choice``, see :func:`_groups`.
        n: number of queries.
    """

    def __init__(self, sets: pl.DataFrame, n: int) -> None:
        self.n = len(sets)
        rows = sets.select("q", "set", "is_all", "is_set", "is_choice").with_row_index("row")
        nothing = pl.repeat(None, n, dtype=pl.UInt32, eager=True)
        every, only = rows.filter("is_all"), rows.filter(pl.col("is_set") & ~pl.col("is_choice"))
        self.all_relevant = nothing.clone().scatter(every["q"], every["row"])
        self._only = nothing.clone().scatter(only["q"], only["row"])
        self._choices = rows.filter("is_set", "is_choice").select("q", "set", "row")

    def best(self, share: pl.Series, missed: pl.Series) -> pl.Series:
        """Row of each query's best set; null where it has none."""
        rows = self._choices["row"]
        best = best_sets(self._choices.with_columns(share=share.gather(rows), missed=missed.gather(rows)))
        return self._only.clone().scatter(best["q"], best["row"])


def _placed(spans: pl.DataFrame) -> pl.DataFrame:
    """Spans, and whether their label has ``several`` locations."""
    several = spans.filter(starts("place")).filter(pl.col("label").is_duplicated())["label"].unique()
    columns = ("label", "place", "atom", "n_chars", "rank", "shared")
    return spans.select(*columns, several=pl.col("label").is_in(several.implode()))


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
