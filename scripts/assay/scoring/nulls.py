"""Why a value is null: codes by query and family, in a fixed precedence.

A family is a column ``why:<family>`` of scores.parquet: code, or null where the family has nothing against
a value. ``why:@5`` and ``why:@1500c`` belong to a cut-off. A metric names its families; the first that
has a code gives the reason.
"""

import polars as pl

from assay.gold.queries import NO_ANSWER
from assay.scoring.cutoffs import Cutoff
from assay.scoring.metrics import Metric

REASONS = {  # in order of precedence
    "error": "the system answered with an error",
    "not_asked": "the system was not asked this query, or its text has changed since",
    "stale": "a labelled passage no longer stands in this snapshot",
    "not_labelled": "the labels that the metric needs are not there",
    "no_answer": "the corpus has no answer",
    "nothing_returned": "nothing was returned within the cut-off",
    "no_texts": "ids of chunks are known, not their texts, so characters cannot be counted",
    "beyond_depth": "the cut-off lies beyond the results that were asked for",
    "undeclared_length": "the length of a returned chunk is not known",
    "ungraded": "a result within the cut-off has no grade",
    "not_found": "not found within what was returned",
}
FAMILIES = ("labels", "graded", "sets", "judged", "returned", "texts", "length")


def families(queries: pl.DataFrame, *, ids_only: bool) -> pl.DataFrame:
    """The columns ``why:<family>`` of all queries.

    Args:
        queries: with ``state`` (``ok, error, not_asked``), ``stale, relevant`` (passages of grade 2),
            ``graded_passages, stated, type, n, sufficient_at, sufficient_chars``.
        ids_only: whether the snapshot knows ids without texts.
    """
    asked = pl.when(pl.col("state") != "ok").then("state")
    stale = asked.when("stale").then(pl.lit("stale"))
    no_answer = pl.col("type") == NO_ANSWER

    def unlabelled(missing: pl.Expr) -> pl.Expr:
        return (
            stale.when(missing & ~no_answer)
            .then(pl.lit("not_labelled"))
            .when(no_answer)
            .then(pl.lit("no_answer"))
        )

    unknown = pl.col("sufficient_at").is_not_null() & pl.col("sufficient_chars").is_null()
    empty = pl.col("n") == 0
    why = {
        "labels": unlabelled(pl.col("relevant") == 0),
        "graded": unlabelled(pl.col("graded_passages") == 0),
        "sets": unlabelled(~pl.col("stated")),
        "judged": stale.when(empty).then(pl.lit("nothing_returned")),
        "returned": asked.when(empty).then(pl.lit("nothing_returned")),
        "texts": _no_texts(ids_only=ids_only),
        "length": pl.when(unknown).then(pl.lit("undeclared_length")),
    }
    return queries.select(expression.alias(f"why:{name}") for name, expression in why.items())


def _no_texts(*, ids_only: bool) -> pl.Expr:
    return pl.when(pl.lit(ids_only)).then(pl.lit("no_texts"))


def beyond(cutoff: Cutoff, depth: int | None, *, ids_only: bool) -> pl.Expr:
    """The column ``why:@<cut-off>``.

    Characters cannot be counted where ids alone are known. k is beyond the declared depth for every query alike. N characters are beyond it where all results that
    were asked for came back and have fewer, or where a chunk of unknown length stands before N is reached.
    On ``n, known`` (characters of the results up to the first of unknown length) and ``unknown`` (whether
    there is one).
    """
    if ids_only and cutoff.by_characters:
        return _no_texts(ids_only=True).alias(f"why:@{cutoff.name}")
    deeper = pl.lit(depth is not None and cutoff.size > depth)
    unknown = pl.lit(value=False)
    if cutoff.by_characters:
        short = pl.col("known") < cutoff.size
        deeper = short & (pl.col("n") >= depth) if depth is not None else pl.lit(value=False)
        unknown = short & pl.col("unknown")
    why = pl.when(deeper).then(pl.lit("beyond_depth")).when(unknown).then(pl.lit("undeclared_length"))
    return why.alias(f"why:@{cutoff.name}")


def reasons(metric: Metric, cutoff: Cutoff | None) -> list[str]:
    """Columns of scores.parquet that can hold the reason of a null of this metric, in order of precedence."""
    cut = f"@{cutoff.name}" if cutoff else ""
    return [f"why:{cut if family == 'cut' else family}" for family in metric.families]


def reason(metric: Metric, cutoff: Cutoff | None, where: pl.Expr | None = None) -> pl.Expr:
    """Code for a null of this metric, on scores.parquet.

    Args:
        metric: the metric.
        cutoff: its cut-off, if it has one.
        where: the rows to give a reason for; None: all.
    """
    by_characters = cutoff is not None and cutoff.by_characters
    rest = "nothing_returned" if by_characters else metric.otherwise
    codes = [
        pl.col(name) if where is None else pl.col(name).filter(where) for name in reasons(metric, cutoff)
    ]
    return pl.coalesce(*codes, pl.lit(rest, dtype=pl.String))
