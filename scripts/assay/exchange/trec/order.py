"""The order of trec_eval: by query, score descending, equal scores by chunk id descending (as bytes)."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import polars as pl

Order = Literal["trec10", "trec9"]


def comparable(order: Order) -> "pl.Expr":
    """The scores as they are compared; -0 is 0."""
    import polars as pl

    score = pl.col("score").cast(pl.Float32) if order == "trec9" else pl.col("score")
    return score + 0.0


def begins(values: "pl.Series") -> "npt.NDArray[np.intp]":
    """Rows at which a run of equal values begins."""
    import numpy as np

    changed = (values[1:] != values[:-1]).to_numpy()
    return np.concatenate((np.zeros(min(1, len(values)), np.intp), np.flatnonzero(changed) + 1))


def ordered(frame: "pl.DataFrame", order: Order, starts: "npt.NDArray[np.intp]") -> "pl.DataFrame":
    """The rows in that order.

    Args:
        frame: ``query_id, chunk_id, score`` and others.
        order: "trec9" compares scores as 32-bit numbers, "trec10" as 64-bit.
        starts: where runs of one query begin.
    """
    import polars as pl

    if _plainly_in_order(frame["query_id"], frame.select(comparable(order)).to_series(), starts):
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


def _plainly_in_order(queries: "pl.Series", scores: "pl.Series", starts: "npt.NDArray[np.intp]") -> bool:
    """Whether queries rise and scores fall, no two of them equal: without a look at the chunks."""
    firsts, values = queries.gather(starts), scores.to_numpy()
    if not firsts.is_sorted() or firsts.n_unique() < len(firsts):
        return False
    falls = values[1:] < values[:-1]
    falls[starts[1:] - 1] = True
    return bool(falls.all())


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


def ranks(queries: "pl.Series", starts: "npt.NDArray[np.intp] | None" = None) -> "pl.Series":
    """Places (u32) from 1 within each run of equal values; ``starts`` where it is known where these begin."""
    import numpy as np
    import polars as pl

    starts = begins(queries) if starts is None else starts
    before = np.repeat(starts.astype(np.uint32), np.diff(starts, append=len(queries)))
    return pl.Series("rank", np.arange(1, len(queries) + 1, dtype=np.uint32) - before)
