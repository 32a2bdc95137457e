"""summary.json: means and medians with their denominators, slices, the no-answer table, counts.

Every number of a metric states how many queries it is of (``n``) and how many are null for which reason;
``n`` and the nulls add up to all queries.
"""

from typing import Any

import polars as pl

from assay.gold.queries import NO_ANSWER
from assay.scoring import nulls
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import MEDIAN, columns
from assay.scoring.scored import Inputs, Scored
from assay.tables import DIGITS

HALF, MOST = 0.5, 0.95
MICROSECONDS = 3  # digits of a time in milliseconds
SHARES = ("0", "(0, 0.5]", "(0.5, 1)", "1")


def means(scores: pl.DataFrame, settings: Settings) -> dict[str, dict[str, Any]]:
    """By metric: its mean (or median), ``n``, and ``nulls`` by reason.

    A median takes *not found* for a rank beyond every other; it is null where it falls there.
    """
    ordered = scores.sort("query_id").rechunk()
    named = list(columns(settings))
    middle = ordered.select(pl.col(name).mean() for name, _, _ in named).row(0, named=True)
    present = ordered.select(pl.col(name).count() for name, _, _ in named).row(0, named=True)
    reasons = ordered.select(
        nulls.reason(metric, cutoff, pl.col(name).is_null()).value_counts().implode().alias(name)
        for name, metric, cutoff in named
    ).row(0, named=True)
    found = {}
    for name, metric, _ in named:
        absent = dict(sorted(tuple(row.values()) for row in reasons[name]))
        value = rounded(middle[name])
        if metric.summary == MEDIAN:
            value = median(ordered[name], absent.get("not_found", 0))
        found[name] = {metric.summary: value, "n": present[name], "nulls": absent}
    return found


def median(values: pl.Series, beyond: int) -> float | None:
    """Median of the values and of ``beyond`` more that are larger than any; null where it is one of these."""
    ranked = values.drop_nulls().sort()
    total = len(ranked) + beyond
    upper = total // 2
    if upper >= len(ranked):
        return None
    if total % 2:
        return float(ranked[upper])
    return float(ranked[upper - 1] + ranked[upper]) / 2


def rounded(value: Any) -> float | None:
    """A number for a file: 12 digits, no negative zero; null stays null."""
    return None if value is None else round(float(value), DIGITS) + 0.0


def times(scored: Scored, responses: pl.DataFrame) -> dict[str, float | int] | None:
    """``n`` answers that state how long they took, and in ms their ``median``, ``p95`` and ``longest``.

    The 95th percentile is Polars' with linear interpolation, as the median is. None where no answer states it.

    Args:
        scored: the run; what was not asked, or answered with an error, has no time.
        responses: responses.parquet of the run.
    """
    answered = scored.queries.filter(pl.col("state") == "ok").select("query_id")
    found = responses.join(answered, on="query_id", how="semi")["latency_ms"].drop_nulls().sort()
    if found.is_empty():
        return None
    middle, high = (found.quantile(share, interpolation="linear") or 0.0 for share in (HALF, MOST))
    named = {"median": middle, "p95": high, "longest": float(found[-1])}
    return {"n": len(found), **{name: round(value, MICROSECONDS) for name, value in named.items()}}


def coverage_distribution(scores: pl.DataFrame, settings: Settings) -> dict[str, int]:
    """How many queries have which coverage at the headline cut-off: none, up to half, more, all."""
    coverage = scores[f"coverage@{settings.headline}"].drop_nulls()
    counts = (
        coverage == 0,
        (coverage > 0) & (coverage <= HALF),
        (coverage > HALF) & (coverage < 1),
        coverage == 1,
    )
    return {share: int(rows.sum()) for share, rows in zip(SHARES, counts, strict=True)}


def no_answer_rows(inputs: Inputs, scored: Scored, corpus_id: str | None) -> list[dict[str, Any]]:
    """The queries that the corpus cannot answer: what came back, and whether the corpus is the one checked.

    ``graded`` and ``harmful`` count results that people graded, and graded harmful; ``checked`` is
    ``checked``, ``changed`` (the corpus, since the check) or ``never_checked``; ``top_document`` is the document
    of the first result, null where the snapshot does not know it.
    """
    checked = (
        pl.when(pl.col("checked_corpus").is_null())
        .then(pl.lit("never_checked"))
        .when(pl.col("checked_corpus") == pl.lit(corpus_id, dtype=pl.String))
        .then(pl.lit("checked"))
        .otherwise(pl.lit("changed"))
    )
    people = scored.ranks.cut(scored.queries.select("n"))["n"].select("graded", "harmful")
    rows = scored.queries.hstack(people).filter(pl.col("type") == NO_ANSWER)
    rows = rows.join(_top_documents(inputs, rows["query_key"]), on="query_key", how="left")
    returned = pl.col("n").alias("returned")
    columns = ("query_id", "state", returned, "graded", "harmful", checked.alias("checked"), "top_document")
    return rows.select(columns).sort("query_id").to_dicts()


def _top_documents(inputs: Inputs, keys: pl.Series) -> pl.DataFrame:
    """``query_key, top_document``: of the first results of some queries."""
    first = inputs.run.results.filter(pl.col("rank") == 1, pl.col("query_key").is_in(keys.implode()))
    found = first.select("query_key", "chunk_key").drop_nulls("chunk_key").collect()
    chunks = inputs.chunks.filter(pl.col("chunk_key").is_in(found["chunk_key"].unique().implode()))
    documents = chunks.select("chunk_key", top_document="doc_id").collect()
    return found.join(documents, on="chunk_key").drop("chunk_key")


def counts(scored: Scored, passages: pl.DataFrame, card: dict[str, Any]) -> dict[str, int]:
    """What else happened: of the run's queries, of its results, of the passages on the snapshot.

    Args:
        scored: the run.
        passages: passages.parquet of the snapshot.
        card: the run's card, with its own counts of ``repeats`` and ``foreign`` chunks.
    """
    queries, ok = scored.queries, pl.col("state") == "ok"
    labelled = (pl.col("relevant") > 0) & ok
    of_queries = queries.select(
        ok=ok.sum(),
        error=(pl.col("state") == "error").sum(),
        not_asked=(pl.col("state") == "not_asked").sum(),
        no_result=(labelled & (pl.col("n") == 0)).sum(),
        stale_queries=pl.col("stale").sum(),
        not_labelled=((pl.col("graded_passages") == 0) & (pl.col("type") != NO_ANSWER)).sum(),
        no_answer=(pl.col("type") == NO_ANSWER).sum(),
        unreviewed=(pl.col("status") == "unreviewed").sum(),
    )
    of_passages = passages.select(
        passages=pl.len(),
        stale=(pl.col("status") == "stale").sum(),
        moved=(pl.col("status") == "moved").sum(),
        matched=(pl.col("status") == "matched").sum(),
        twins=(pl.col("locations") > 1).sum(),
        straddling=pl.col("straddles").sum(),
    )
    of_results = {name: int(card["counts"][name]) for name in ("repeats", "foreign")}
    both = {**of_queries.row(0, named=True), **of_passages.row(0, named=True)}
    return {**both, **of_results, "extra_queries": len(scored.extra)}
