"""Per query: the best evidence set, what of it is missing, and where each labelled passage was found."""

import polars as pl

from assay.scoring import nulls
from assay.scoring.cutoffs import Cutoff, Settings
from assay.scoring.metrics import METRICS
from assay.scoring.runs import starts
from assay.scoring.scored import Scored

SUFFICIENT = next(metric for metric in METRICS if metric.name == "sufficient")


def details(scored: Scored, scores: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """details.parquet: one row a query, by the headline cut-off.

    Returns:
        ``query_id, type, best_set`` (number in the file; highest share found, then fewest missing, then the
        first)``, members`` (its passages)``, missing`` (those of them that are not found)``, found`` (for every labelled passage: id, first
        rank, characters read up to it)``, n_returned, repeats, reason`` (why ``sufficient`` is null).
    """
    headline = Cutoff(settings.headline)
    limits = scored.returned.slots(scored.queries, headline)
    passages = scored.labelled.labels.select("q", "passage_id")
    located = passages.hstack(scored.found.select("found_at", "chars_at"))
    found = located.group_by("q", maintain_order=True).agg(
        found=pl.struct("passage_id", "found_at", "chars_at")
    )
    sufficient = scores[f"sufficient@{headline.name}"]
    reason = scores.select(nulls.reason(SUFFICIENT, headline)).to_series()
    rows = scored.queries.select("q", "query_id", "type", n_returned="n").with_columns(
        scored.repeats, pl.select(pl.when(sufficient.is_null()).then(reason)).to_series().alias("reason")
    )
    for part in (_best(scored, limits), found):
        rows = rows.join(part, on="q", how="left", maintain_order="left")
    empty = pl.col("members", "missing", "found").fill_null([])
    return rows.select("query_id", "type", "best_set", empty, "n_returned", "repeats", "reason")


def best_sets(sets: pl.DataFrame) -> pl.DataFrame:
    """The set of each query with the highest ``share``, then the fewest ``missed``, then the first.

    Args:
        sets: ``q, set, share, missed`` and other columns.
    """
    return sets.sort("q", "share", "missed", "set", descending=[False, True, False, False]).filter(
        starts("q")
    )


def _best(scored: Scored, limits: pl.Series) -> pl.DataFrame:
    """``q, best_set, members, missing`` of queries with evidence sets."""
    members = scored.labelled.members.with_columns(
        at=scored.found["found_at"].gather(scored.labelled.members["label"]),
        passage_id=scored.labelled.labels["passage_id"].gather(scored.labelled.members["label"]),
    )
    inside = (members["at"] <= limits.gather(members["q"])).fill_null(value=False)
    members = members.with_columns(inside=inside, number=starts("q", "set").cum_sum())
    sets = members.group_by("number", maintain_order=True).agg(
        pl.col("q", "set").first(),
        share=pl.col("inside").mean(),
        missed=(~pl.col("inside")).sum(),
        members="passage_id",
    )
    best = best_sets(sets).select("q", "number", "members", best_set="set")
    absent = (
        members.filter(~pl.col("inside")).group_by("number", maintain_order=True).agg(missing="passage_id")
    )
    return best.join(absent, on="number", how="left").drop("number")
