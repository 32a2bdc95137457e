"""What the system was asked: state of each query, and what makes a run unfit to be scored."""

import polars as pl

from assay.errors import Problem, refuse
from assay.scoring.labels import Labels
from assay.scoring.results import SHOWN, Returned
from assay.tables import text_sha256


def queries(labels: Labels, responses: pl.DataFrame, returned: Returned) -> pl.DataFrame:
    """One row a query of gold, by ``q``.

    Returns:
        The columns of ``labels.queries``, and ``query_key`` (null: not asked), ``state`` (``ok``, ``error``,
        ``not_asked``), ``start`` and ``n`` (where its results begin, how many they are).
    """
    columns = ["query_id", "query_key", "query_sha256", "status", "n_returned"]
    answered = responses.select(*columns, pl.col("sent").alias("sent_then"))
    frame = labels.queries.join(answered, on="query_id", how="left", suffix="_then", maintain_order="left")
    state = (
        pl.when(pl.col("query_key").is_null() | _changed(frame))
        .then(pl.lit("not_asked"))
        .when(pl.col("status_then") == "error")
        .then(pl.lit("error"))
        .otherwise(pl.lit("ok"))
    )
    placed = frame.with_columns(state.alias("state")).join(
        returned.lists, on="query_key", how="left", maintain_order="left"
    )
    return placed.select(
        pl.col(labels.queries.columns), "query_key", "state", pl.col("start", "n").fill_null(0)
    )


def _changed(frame: pl.DataFrame) -> pl.Series:
    """Whether a query's text is another one than was asked.

    Where the text that was sent is today's text, nothing needs hashing; a run that does not say what it was
    asked is taken at its word.
    """
    doubt = pl.col("query_sha256").is_not_null() & pl.col("sent").ne_missing(pl.col("sent_then"))
    rows = frame.with_row_index("row").filter(doubt)
    hashes = pl.Series([text_sha256(text) for text in rows["sent"]], dtype=pl.String)
    changed = pl.repeat(value=False, n=len(frame), dtype=pl.Boolean, eager=True)
    return changed.scatter(rows["row"], rows["query_sha256"] != hashes)


def extra_queries(labels: Labels, responses: pl.DataFrame, policy: str) -> list[str]:
    """Ids of queries that the run answers and gold does not know.

    Args:
        labels: of the gold set.
        responses: responses.parquet.
        policy: ``error`` or ``ignore``.

    Raises:
        InputError: there are some, and the policy is ``error``.
    """
    known = pl.concat([labels.queries["query_id"], labels.others])
    extra = responses.filter(~pl.col("query_id").is_in(known.implode()))["query_id"].sort().to_list()
    if extra and policy == "error":
        names = ", ".join(extra[:SHOWN]) + (f" and {len(extra) - SHOWN} more" if len(extra) > SHOWN else "")
        fix = "run the retrieval again, or set score.extra_queries to ignore"
        refuse([Problem("responses.parquet", f"gold does not know the queries {names}", fix)])
    return extra


def refuse_deeper(queries: pl.DataFrame, depth: int | None) -> None:
    """Refuse more results than were asked for."""
    deep = queries.filter(pl.col("n") > depth) if depth is not None else queries.clear()
    refuse(
        [
            Problem(
                f"results.parquet {query_id}",
                f"{n} results, the declared depth is {depth}",
                "correct the depth",
            )
            for query_id, n in deep.select("query_id", "n").iter_rows()
        ]
    )


def refuse_stale(queries: pl.DataFrame, labels: pl.DataFrame, policy: str) -> None:
    """Refuse labels that no longer stand in the snapshot, where the policy is ``refuse``."""
    if policy != "refuse":
        return
    gone = labels.filter("stale").join(queries.select("q", "query_id"), on="q")
    refuse(
        [
            Problem(f"gold/queries.jsonl {query_id}", f"passage {passage} is stale", "label it anew")
            for query_id, passage in gone.select("query_id", "passage_id")
            .sort("query_id", "passage_id")
            .iter_rows()
        ]
    )
