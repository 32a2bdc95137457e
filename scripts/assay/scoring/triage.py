"""Triage candidates: what a system found and gold does not know, for people to decide on.

A candidate never enters gold by itself: it may be evidence that the labellers did not see, or just similar.
"""

import polars as pl

from assay.scoring.cutoffs import Settings
from assay.scoring.hits import Hits
from assay.scoring.outcome import met
from assay.scoring.scored import Scored

COLUMNS = ("query_id", "rank", "chunk_id", "sha256", "text", "doc_id", "section")


def candidates(scored: Scored, scores: pl.DataFrame, hits: Hits, settings: Settings) -> pl.DataFrame:
    """triage.parquet: chunks within the headline cut-off of queries that are not sufficient there.

    Left out are chunks that carry (part of) a labelled passage, chunks whose text has a grade or a triage
    decision for the query, repeats, and chunks that the snapshot does not know. Where no evidence sets are
    stated, a query without a hit counts as not sufficient.

    Returns:
        ``query_id, rank, chunk_id, sha256, text, doc_id, section``.
    """
    failed = scored.queries.hstack(scores.select(met(settings.headline))).filter(~pl.col("met"))
    near = hits.rows.filter(
        pl.col("rank") <= settings.headline, pl.col("chunk_key").is_not_null(), ~pl.col("repeat")
    )
    return (
        near.join(failed, on="q", how="semi")
        .join(scored.carrying, on=["q", "rank"], how="anti")
        .join(scored.judged, on=["q", "chunk_key"], how="anti", maintain_order="left")
        .select(COLUMNS)
        .sort("query_id", "rank")
    )
