"""Symptoms: what can be observed of a query that is not met. Observations, no causes."""

import polars as pl

from assay.scoring.cutoffs import Settings
from assay.scoring.hits import Hits
from assay.scoring.outcome import met
from assay.scoring.scored import Inputs, Scored

SYMPTOMS = {  # code: what is observed
    "topic_missing": "no chunk of any document that holds a labelled passage was returned, at any rank",
    "document_missing": "no chunk of a document that holds the passage was returned, at any rank; of another labelled one some was",
    "other_part": "a document that holds the passage was returned, at whatever rank; nothing of the set was found at any",
    "part_missing": "another passage of the set was found, at whatever rank, this one at none",
    "below_cutoff": "the passage was found behind the cut-off",
    "outdated_only": "what came within the cut-off of a missing passage's document or title, or of its section there, is all marked `outdated`: not valid at the time needed",
    "other_subject": "results within the cut-off are marked `other_subject`: of a subject that is not the query's, or, where that has none, of no needed passage",
    "neighbour": "a missing passage, or a part of it, stands in the chunk next to one that came within the cut-off",
    "cut_at_border": "a part of a missing passage came within the cut-off, the rest of it stands in another chunk",
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
# A chunk that names no document is one of its own. No id begins with a line end.
_DOCUMENT = pl.coalesce("doc_id", pl.format("\n{}", "chunk_key"))


def symptoms(
    inputs: Inputs, scored: Scored, scores: pl.DataFrame, details: pl.DataFrame, hits: Hits
) -> pl.DataFrame:
    """symptoms.parquet: of queries that are not sufficient at the headline cut-off (not hit, where no sets are stated).

    A passage is looked at if it belongs to the best set (details.parquet), or, where no sets are stated, has
    grade 2; it is *missing* if it is not found within the cut-off. What is *not returned* is in none of the
    results, however deep they go: documents are looked for in all of them, marks, neighbours and parts of
    passages in those within the cut-off. The documents of a passage are those of its twins too, as far as these
    count.

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
    lost = wanted.filter(pl.col("found_at").is_null())
    doubt = unmet.join(hits.needs.filter(pl.col("found_at").is_null()), on="q", how="semi")
    came = _came(inputs, doubt, hits)
    topic = doubt.join(came, on="q", how="anti").select("q")
    own = _first(lost.join(came, on=["q", "passage_key"]))
    near = hits.rows.filter(pl.col("rank") <= settings.headline).join(unmet, on="q", how="semi")
    parts = {
        "topic_missing": topic,
        "document_missing": _document_missing(lost, own, topic),
        "other_part": _other_part(wanted, own),
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


def _came(inputs: Inputs, doubt: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """``q, passage_key, rank, chunk_id``: results of documents that labelled passages stand in, the first of each."""
    labels = hits.needs.join(doubt.select("q", "query_key"), on="q").join(hits.homes, on="passage_key")
    named = labels["doc_id"].drop_nulls().unique().implode()
    chunks = inputs.chunks.select("chunk_key", "doc_id").filter(
        pl.col("doc_id").is_in(named) | pl.col("chunk_key").is_in(labels["chunk_key"].unique().implode())
    )
    asked = pl.col("query_key").is_in(doubt["query_key"].drop_nulls().implode())
    returned = inputs.run.results.filter(asked).select("query_key", "rank", "chunk_id", "chunk_key")
    document = ["query_key", "document"]
    first = returned.join(chunks, on="chunk_key").with_columns(document=_DOCUMENT).collect().sort("rank")
    first = first.unique(document, keep="first").select(*document, "rank", "chunk_id")
    places = labels.select("q", "query_key", "passage_key", document=_DOCUMENT).unique()
    return places.join(first, on=document).select("q", "passage_key", "rank", "chunk_id")


def _document_missing(lost: pl.DataFrame, own: pl.DataFrame, topic: pl.DataFrame) -> pl.DataFrame:
    """Passages found nowhere, of whose documents nothing came; not again where no labelled document did."""
    absent = lost.join(own, on=["q", "passage_id"], how="anti")
    return absent.join(topic, on="q", how="anti").select("q", "passage_id")


def _other_part(wanted: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """Passages of whose own documents something came, where none of the set was found: the first that came."""
    begun = wanted.filter(pl.col("found_at").is_not_null())
    return own.join(begun, on="q", how="anti")


def _part_missing(wanted: pl.DataFrame) -> pl.DataFrame:
    sets = wanted.filter(pl.col("best_set").is_not_null())
    begun = sets.filter(pl.col("found_at").is_not_null())
    return sets.filter(pl.col("found_at").is_null()).join(begun, on="q", how="semi").select("q", "passage_id")


def _outdated_only(absent: pl.DataFrame, near: pl.DataFrame, hits: Hits) -> pl.DataFrame:
    """Of each missing passage, the first result of its document or section, where all results of that are outdated."""
    own = _scopes(absent.join(hits.homes, on="passage_key"), "passage_id")
    read = _scopes(near, "rank", "chunk_id", "outdated")
    both = own.join(read, on=["q", "kind", "name", "section"])
    whole = pl.col("section") == ""
    return _first(both.filter(pl.col("outdated").all().over("q", "passage_id", whole)))


def _scopes(rows: pl.DataFrame, *names: str) -> pl.DataFrame:
    """What a row is of: its document and title, each whole (section is empty) and as its section there, if it has one.

    A section is one of its document or title alone: "Note" stands in many.
    """
    index = ["q", "section", *names]
    long = rows.unpivot(on=["doc_id", "title"], index=index, variable_name="kind", value_name="name")
    long = long.filter(pl.col("name") != "")
    whole = long.with_columns(section=pl.lit(""))
    return pl.concat([whole, long.filter(pl.col("section") != "")]).unique()


def _other_subject(near: pl.DataFrame) -> pl.DataFrame:
    """The first result that is marked so, and how many are."""
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
