"""Whether a query is met: the one question that failures, symptoms, candidates and comparisons ask."""

import polars as pl


def met(k: int) -> pl.Expr:
    """Whether a query is met, on scores.parquet: sufficient@k is 1, or hit@k where its evidence sets are not stated.

    Null: not measured, neither met nor failed.
    """
    return (pl.coalesce(f"sufficient@{k}", f"hit@{k}") >= 1).alias("met")
