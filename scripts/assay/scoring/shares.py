"""The share of a passage that each chunk holds."""

import polars as pl


def shares(projection: pl.DataFrame, passage: str) -> pl.DataFrame:
    """How much of each passage each chunk holds, at the place where it holds most.

    Args:
        projection: projection.parquet of the snapshot, or rows of it.
        passage: the column that names the passage: ``passage_id`` or ``passage_key``.

    Returns:
        The passage, ``chunk_key, share`` (0 to 1) of the passage's letters and digits, sorted.
    """
    place = [passage, "location"]
    whole = projection.unique([*place, "atom"]).group_by(place).agg(whole=pl.col("weight").sum())
    held = projection.group_by(*place, "chunk_key").agg(pl.col("weight").sum()).join(whole, on=place)
    best = held.group_by(passage, "chunk_key").agg(share=(pl.col("weight") / pl.col("whole")).max())
    return best.sort(passage, "chunk_key")
