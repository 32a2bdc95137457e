"""The order of trec_eval: by query, score descending, equal scores by chunk id descending (as bytes)."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import polars as pl

Order = Literal["trec10", "trec9"]


def comparable(order: Order) -> "pl.Expr":
    """The scores as they are compared; -0 is 0."""
    import polars as pl

    score = pl.col("score").cast(pl.Float32) if order == "trec9" else pl.col("score")
    return score + 0.0


def ordered(frame: "pl.DataFrame", order: Order) -> "pl.DataFrame":
    """The rows in that order.

    Args:
        frame: ``query_id, chunk_id, score`` and others.
        order: "trec9" compares scores as 32-bit numbers, "trec10" as 64-bit.
    """
    import polars as pl

    if _plainly_in_order(frame["query_id"], frame.select(comparable(order)).to_series()):
        return frame
    keys = frame.select(query=_places(frame["query_id"]), score=comparable(order), chunk=pl.col("chunk_id"))
    if keys.select(_in_order().all()).item():
        return frame
    frame, keys = frame.rechunk(), keys.rechunk()  # in pieces, sorting takes five times as long
    # Most rows differ in numbers already: texts are compared only where scores are equal.
    index = keys.select(pl.arg_sort_by("query", "score", descending=[False, True])).to_series()
    score = keys["score"].gather(index)
    query = keys["query"].gather(index)
    as_before = ((query == query.shift()) & (score == score.shift())).fill_null(value=False)
    tied = as_before | as_before.shift(-1, fill_value=False)
    if tied.any():
        rows = pl.DataFrame({"index": index, "group": (~as_before).cum_sum()}).filter(tied)
        rows = rows.with_columns(chunk=keys["chunk"].gather(rows["index"]))
        rows = rows.sort("group", "chunk", "index", descending=[False, True, False])
        index = index.scatter(tied.arg_true(), rows["index"])
    return frame[index]


def _plainly_in_order(queries: "pl.Series", scores: "pl.Series") -> bool:
    """Whether queries rise and scores fall, no two of them equal: without a look at the chunks."""
    begins = (queries != queries.shift()).fill_null(value=True)
    firsts = queries.filter(begins)
    rising = firsts.is_sorted() and firsts.n_unique() == len(firsts)
    return rising and bool((begins | (scores < scores.shift())).all())


def _in_order() -> "pl.Expr":
    """Whether each row stands after the one before it, of the sort's keys."""
    import polars as pl

    query, score, chunk = pl.col("query"), pl.col("score"), pl.col("chunk")
    equal = (score == score.shift()) & (chunk <= chunk.shift())
    within = (query == query.shift()) & ((score < score.shift()) | equal)
    return ((query > query.shift()) | within).fill_null(value=True)


def _places(queries: "pl.Series") -> "pl.Series":
    """Place of each text among all of them in order, as a number: compared faster than the text."""
    import numpy as np
    import polars as pl

    runs = queries.rle().struct.unnest()
    places = runs.select(pl.col("value").unique().sort()).with_row_index("place")
    found = runs.select("value").join(places, on="value", how="left", maintain_order="left")["place"]
    return pl.Series(np.repeat(found.to_numpy(), runs["len"].to_numpy()))


def ranks(queries: "pl.Series") -> "pl.Series":
    """Places (u32) from 1 within each run of equal values."""
    import polars as pl

    place = pl.int_range(pl.len(), dtype=pl.UInt32)
    starts = pl.when((pl.col("query") != pl.col("query").shift()).fill_null(value=True)).then(place)
    frame = queries.alias("query").to_frame()
    return frame.select((place - starts.forward_fill() + 1).alias("rank")).to_series()
