"""Symptoms: what can be observed of a query that is not met. Observations, no causes."""

import polars as pl

from assay.scoring.cutoffs import Settings
from assay.scoring.hits import Hits
from assay.scoring.outcome import met
from assay.scoring.scored import Inputs, Scored

SYMPTOMS = {  # code: what is observed
    "topic_missing": "no chunk of any document that holds a labelled passage was returned",
    "other_part": "a document that holds a labelled passage was returned, nothing of the set was",
    "part_missing": "another passage of the set was returned, this one was not",
    "below_cutoff": "the passage was returned behind the cut-off",
    "outdated_only": "of a missing passage's document, section or title an outdated chunk came",
    "other_subject": "results are of another subject",
    "neighbour": "a missing passage stands in the chunk next to one that was returned",
    "cut_at_border": "a part of a missing passage was returned, the rest of it stands in another chunk",
}
SCHEMA = {
    "query_id": pl.String,
    "symptom": pl.String,
    "passage_id": pl.String,
    "rank": pl.UInt32,
    "chunk_id": pl.String,
    "n": pl.UInt32,
}
KEY = ["query_id", "symptom", "passage_id"]
_TOPICS = ("doc_id", "section", "title")
# A chunk that names no document is one of its own. No id begins with a line end.
_DOCUMENT = pl.coalesce("doc_id", pl.format("\n{}", "chunk_key"))


def symptoms(
    inputs: Inputs, scored: Scored, scores: pl.DataFrame, details: pl.DataFrame, hits: Hits
) -> pl.DataFrame:
    """symptoms.parquet: of queries that are not sufficient at the headline cut-off (not hit, where no sets are stated).

    A passage is looked at if it belongs to the best set (details.parquet), or, where no sets are stated, has
    grade 2; it is *missing* if it is not found within the cut-off.

    Args:
        inputs: what was scored.
        scored: the run against the labels.
        scores: scores.parquet in the order of ``q``.
        details: details.parquet in the order of ``q``.
        hits: the run's first results.

    Returns:
        ``query_id, symptom, passage_id, rank, chunk_id, n`` (null where it says nothing), sorted: one row a
        query and symptom, and passage where it is about one.
    """
    settings = inputs.settings
    unmet = _unmet(scored, scores, details, settings)
    wanted = _wanted(scored, unmet, hits)
    absent = wanted.filter(pl.col("found_at").is_null() | (pl.col("found_at") > settings.headline))
    topic = _topic_missing(inputs, unmet, hits)
    near = hits.rows.filter(pl.col("rank") <= settings.headline).join(unmet, on="q", how="semi")
    parts = {
        "topic_missing": topic,
        "other_part": _other_part(wanted, topic),
        "part_missing": _part_missing(wanted),
        "below_cutoff": absent.select("q", "passage_id", rank="found_at").drop_nulls("rank"),
        "outdated_only": _outdated_only(absent, near, hits),
        "other_subject": _other_subject(near),
        "neighbour": _neighbour(absent, near, hits),
        "cut_at_border": _cut_at_border(absent, near, hits),
    }
    rows = pl.concat(
        [part.with_columns(symptom=pl.lit(name)) for name, part in parts.items()], how="diagonal_relaxed"
    )
    named = rows.join(unmet.select("q", "query_id"), on="q")
    return named.select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items()).sort(KEY)


def _unmet(scored: Scored, scores: pl.DataFrame, details: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """``q, query_id, query_key, best_set``."""
    rows = scored.queries.select("q", "query_id", "query_key").hstack(
        [details["best_set"], scores.select(met(settings.headline)).to_series()]
    )
    return rows.filter(~pl.col("met")).drop("met")


def _wanted(scored: Scored, unmet: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """Passages that are looked at: ``q, label, passage_key, passage_id, found_at, best_set``."""
    best = unmet.select("q", set="best_set").drop_nulls()
    inside = scored.labelled.members.join(best, on=["q", "set"])["label"]
    rows = hits.needs.filter("needed").join(unmet.select("q", "best_set"), on="q")
    rows = rows.filter(pl.col("best_set").is_null() | pl.col("label").is_in(inside.implode()))
    return rows.select("q", "label", "passage_key", "passage_id", "found_at", "best_set")


def _topic_missing(inputs: Inputs, unmet: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """Looks as deep as results were returned, but only where no passage at all was found."""
    found = hits.needs.filter(pl.col("found_at").is_not_null())
    doubt = unmet.join(found, on="q", how="anti").select("q", "query_key")
    places = hits.needs.join(doubt, on="q").join(hits.homes, on="passage_key")
    documents = places.select("q", document=_DOCUMENT).unique()
    named = places["doc_id"].drop_nulls().unique().implode()
    chunks = inputs.chunks.select("chunk_key", "doc_id").filter(
        pl.col("doc_id").is_in(named) | pl.col("chunk_key").is_in(places["chunk_key"].unique().implode())
    )
    returned = inputs.run.results.select("query_key", "chunk_key").filter(
        pl.col("query_key").is_in(doubt["query_key"].implode())
    )
    came = (
        returned.join(chunks, on="chunk_key")
        .select("query_key", document=_DOCUMENT)
        .collect()
        .join(doubt, on="query_key")
        .join(documents, on=["q", "document"], how="semi")
    )
    return doubt.join(came, on="q", how="anti").select("q")


def _other_part(wanted: pl.DataFrame, topic: pl.DataFrame) -> pl.DataFrame:
    """Every passage of the set where none was found, and yet a document of the topic came."""
    begun = wanted.filter(pl.col("found_at").is_not_null())
    return wanted.join(begun, on="q", how="anti").join(topic, on="q", how="anti").select("q", "passage_id")


def _part_missing(wanted: pl.DataFrame) -> pl.DataFrame:
    sets = wanted.filter(pl.col("best_set").is_not_null())
    begun = sets.filter(pl.col("found_at").is_not_null())
    return sets.filter(pl.col("found_at").is_null()).join(begun, on="q", how="semi").select("q", "passage_id")


def _outdated_only(absent: pl.DataFrame, near: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """Of each missing passage, the first outdated result of its document, section or title."""
    places = absent.join(hits.homes, on="passage_key").select("q", "passage_id", *_TOPICS)
    old = near.filter("outdated").select("q", "rank", "chunk_id", *_TOPICS)
    return _first(
        _topics(places, "passage_id").join(_topics(old, "rank", "chunk_id"), on=["q", "kind", "topic"])
    )


def _topics(rows: pl.DataFrame, *names: str) -> pl.DataFrame:
    """One row a document, section and title that a row has: the head of a document has no section."""
    long = rows.unpivot(on=_TOPICS, index=["q", *names], variable_name="kind", value_name="topic")
    return long.filter(pl.col("topic") != "").unique()


def _other_subject(near: pl.DataFrame) -> pl.DataFrame:
    strangers = near.filter("other_subject").sort("q", "rank")
    return strangers.group_by("q", maintain_order=True).agg(pl.col("rank", "chunk_id").first(), n=pl.len())


def _neighbour(absent: pl.DataFrame, near: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """Of each missing passage, the first result beside an unread chunk that holds letters of it."""
    holders = hits.homes.filter((pl.col("share") > 0) & pl.col("doc_id").is_not_null())
    unread = absent.join(holders, on="passage_key").join(near, on=["q", "chunk_key"], how="anti")
    position = pl.col("position").cast(pl.Int64)
    beside = pl.concat(unread.select("q", "passage_id", "doc_id", position + step) for step in (-1, 1))
    read = near.select("q", "doc_id", position, "rank", "chunk_id")
    return _first(beside.join(read, on=["q", "doc_id", "position"]))


def _cut_at_border(absent: pl.DataFrame, near: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """Of each missing passage, the first result that holds letters of it: never enough of them, or it were found."""
    held = hits.held.filter(pl.col("share") > 0).join(absent, on="label", how="semi")
    return _first(held.join(near.select("q", "rank", "chunk_id"), on=["q", "rank"]))


def _first(rows: pl.DataFrame) -> pl.DataFrame:
    """The first rank of each query and passage."""
    ordered = rows.select("q", "passage_id", "rank", "chunk_id").sort("q", "passage_id", "rank")
    return ordered.unique(["q", "passage_id"], keep="first", maintain_order=True)
