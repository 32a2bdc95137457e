"""What came: the first results of each query, each with its text and what can be said of it without a look."""

from dataclasses import dataclass

import polars as pl

from assay.scoring.holding import homes, needs
from assay.scoring.runs import packed
from assay.scoring.scored import Inputs, Scored
from assay.tables import DIGITS

TEXTS = ("n_chars", "sha256", "text")
OF_CHUNK = (
    *("doc_id", "doc_version", "title", "section", "url", "subject", "valid_from", "valid_to"),
    *TEXTS,
)
COLUMNS = (
    *("query_id", "rank", "chunk_id", "chunk_key", *OF_CHUNK),
    *("carries", "repeat", "outdated", "other_subject", "grade", "harmful"),
)
_CARRIES = pl.List(pl.Struct({"passage_id": pl.String, "share": pl.Float64}))


@dataclass(frozen=True)
class Hits:
    """The first results of all queries, held against what these need.

    Attributes:
        rows: one row a query × rank, sorted: ``q``, the chunk's ``position``, and the columns of hits.parquet but ``carries``.
        held: one row a result × labelled passage of its query in it: ``q, rank, label, passage_id, share``.
        needs: of :func:`assay.scoring.holding.needs`.
        homes: of :func:`assay.scoring.holding.homes`.
        ids_only: whether the snapshot knows ids of chunks without their texts.
    """

    rows: pl.DataFrame
    held: pl.DataFrame
    needs: pl.DataFrame
    homes: pl.DataFrame
    ids_only: bool

    def table(self) -> pl.DataFrame:
        """hits.parquet; of ids without texts no text, hash or length."""
        ordered = self.held.sort("q", "rank", "passage_id").with_columns(pl.col("share").round(DIGITS))
        carries = ordered.group_by("q", "rank", maintain_order=True).agg(
            carries=pl.struct("passage_id", "share")
        )
        both = self.rows.join(carries, on=["q", "rank"], how="left", maintain_order="left")
        if self.ids_only:
            both = both.with_columns(pl.lit(None, both.schema[name]).alias(name) for name in TEXTS)
        none = pl.lit([], dtype=_CARRIES)
        return both.with_columns(pl.col("carries").fill_null(none)).select(COLUMNS)


def hits(inputs: Inputs, scored: Scored) -> Hits:
    """The first results of each query, as many as the largest cut-off in results.

    ``outdated``: the day for which is asked lies outside the chunk's validity; where none is given, the validity
    shares no day with that of any needed passage. ``other_subject``: the chunk has a subject which is neither
    the query's nor, where the query has none, that of any needed passage. Both are false where nothing is known
    to hold the chunk against: no needed passages, or a stale one among them.
    """
    labels = needs(scored)
    places = homes(inputs, labels)
    rows = _described(inputs, _returned(inputs, scored))
    rows = rows.with_columns(
        scored.queries["query_id"].gather(rows["q"]),
        _repeat(rows, repeats=inputs.run.repeats),
        _outdated(rows, scored.queries, labels, places),
        _other_subject(rows, scored.queries, labels, places),
    )
    grades = scored.judged.select("q", "chunk_key", "grade", "harmful").filter(pl.col("grade").is_not_null())
    rows = rows.join(grades, on=["q", "chunk_key"], how="left", maintain_order="left")
    return Hits(rows, _held(rows, labels, places), labels, places, inputs.ids_only)


def _returned(inputs: Inputs, scored: Scored) -> pl.DataFrame:
    """``q, rank, chunk_id, chunk_key``; results of other queries, the holdout's among them, stay away."""
    asked = scored.queries.select("q", "query_key").drop_nulls()
    first = inputs.run.results.filter(pl.col("rank") <= max(inputs.settings.k))
    rows = first.select("query_key", "rank", "chunk_id", "chunk_key").collect()
    rows = rows.join(asked, on="query_key", maintain_order="left")
    order = rows.select(packed("q", pl.col("rank"))).to_series()
    if not order.is_sorted():  # the run's own table is
        rows = rows.select(pl.all().gather(order.arg_sort()))
    return rows.select("q", "rank", "chunk_id", "chunk_key")


def _described(inputs: Inputs, rows: pl.DataFrame) -> pl.DataFrame:
    known = pl.col("chunk_key").is_in(rows["chunk_key"].drop_nulls().unique().implode())
    chunks = inputs.chunks.filter(known).select("chunk_key", "position", *OF_CHUNK).collect()
    return rows.join(chunks, on="chunk_key", how="left", maintain_order="left")


def _repeat(rows: pl.DataFrame, *, repeats: bool) -> pl.Series:
    """Whether an earlier rank has the chunk already; a run without repeats (its card says so) is not searched."""
    nowhere = pl.repeat(value=False, n=len(rows), dtype=pl.Boolean, eager=True).alias("repeat")
    return (
        ~rows.select(repeat=pl.struct("q", "chunk_id").is_first_distinct())["repeat"] if repeats else nowhere
    )


def _outdated(
    rows: pl.DataFrame, queries: pl.DataFrame, labels: pl.DataFrame, places: pl.DataFrame
) -> pl.Series:
    """Only chunks with a bound can be; of these few are compared with every period that is needed."""
    bounded = pl.col("valid_from").is_not_null() | pl.col("valid_to").is_not_null()
    few = rows.select("q", "valid_from", "valid_to").with_row_index("row").filter(bounded)
    few = few.with_columns(day=queries["as_of"].gather(few["q"]))
    outside = (pl.col("valid_from") > pl.col("day")) | (pl.col("valid_to") < pl.col("day"))
    past = few.filter(outside.fill_null(value=False))["row"]
    periods = _needed(labels, places).select("q", since="valid_from", until="valid_to").unique()
    undated = few.filter(pl.col("day").is_null()).join(periods, on="q")
    apart = (pl.col("valid_from") > pl.col("until")) | (pl.col("valid_to") < pl.col("since"))
    without = undated.group_by("row").agg(apart=apart.fill_null(value=False).all()).filter("apart")["row"]
    return _marked(len(rows), pl.concat([past, without])).alias("outdated")


def _other_subject(
    rows: pl.DataFrame, queries: pl.DataFrame, labels: pl.DataFrame, places: pl.DataFrame
) -> pl.Series:
    few = rows.select("q", "subject").with_row_index("row").filter(pl.col("subject").is_not_null())
    few = few.with_columns(own=queries["subject"].gather(few["q"]))
    strange = few.filter(pl.col("own") != pl.col("subject"))["row"]
    needed = _needed(labels, places).select("q", "subject").unique()
    free = few.filter(pl.col("own").is_null()).join(needed, on="q", how="semi")
    without = free.join(needed, on=["q", "subject"], how="anti")["row"]
    return _marked(len(rows), pl.concat([strange, without])).alias("other_subject")


def _needed(labels: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """``q`` and what is known of the chunks that hold needed passages, of queries that need no stale one."""
    needed = labels.filter("needed")
    sure = needed.join(needed.filter("stale"), on="q", how="anti")
    return sure.select("q", "passage_key").join(places, on="passage_key")


def _marked(n: int, rows: pl.Series) -> pl.Series:
    return pl.repeat(value=False, n=n, dtype=pl.Boolean, eager=True).scatter(rows, values=True)


def _held(rows: pl.DataFrame, labels: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    both = labels.select("q", "label", "passage_key", "passage_id").join(
        places.select("passage_key", "chunk_key", "share"), on="passage_key"
    )
    held = rows.select("q", "rank", "chunk_key").join(both, on=["q", "chunk_key"])
    return held.select("q", "rank", "label", "passage_id", "share")
