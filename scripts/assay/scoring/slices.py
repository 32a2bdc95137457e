"""Slices: which queries belong together, by what. Never by split: what is reported is dev."""

from typing import Any

import polars as pl

from assay.scoring.aggregate import rounded
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import MEAN, columns
from assay.scoring.scored import Inputs, Scored

NONE = ""  # the value of queries that have none, such as a query about no subject in particular
LENGTHS = (1500, 6000)  # characters of a document: upper ends of the classes, inclusive
_FOLDER = r"^([^/:.][^/:]*)/"  # of an id that is a path; none of an address or an absolute path
CLASSES = (f"1–{LENGTHS[0]}", f"{LENGTHS[0] + 1}–{LENGTHS[1]}", f"{LENGTHS[1] + 1}+")


def membership(scored: Scored, about: pl.DataFrame, codes: pl.DataFrame) -> pl.DataFrame:
    """Which value of which slice each query has: ``slice, value, q``, one row each, sorted.

    ``type``, ``lang`` and ``subject`` are the query's own. A query can have several values of the others:
    ``section`` and ``length`` are those of the documents its labelled passages stand in, ``reason_code`` those
    of the grades that people gave its results, whichever system returned them.

    Args:
        scored: the run.
        about: of :func:`about_documents`.
        codes: ``query_id, reason_code``.
    """
    own = scored.queries.select("q", *(pl.col(name).fill_null(NONE) for name in ("type", "lang", "subject")))
    placed = scored.labelled.labels.select("q", "passage_id").join(about, on="passage_id")
    graded = scored.queries.select("q", "query_id").join(codes, on="query_id")
    parts = (own, placed.select("q", "section", "length"), graded.select("q", "reason_code"))
    rows = pl.concat(part.unpivot(index="q", variable_name="slice") for part in parts).drop_nulls("value")
    return rows.select("slice", "value", "q").unique().sort("slice", "value", "q")


def members(inputs: Inputs, scored: Scored) -> pl.DataFrame:
    """:func:`membership` of a run by what the stage reads."""
    about = about_documents(inputs.passages, inputs.documents, inputs.chunks)
    return membership(scored, about, inputs.judgements.codes)


def table(scored: Scored, members: pl.DataFrame) -> pl.DataFrame:
    """slices.parquet: ``query_id, slice, value``, sorted.

    Args:
        scored: the run.
        members: of :func:`membership`.
    """
    ids = scored.queries["query_id"].gather(members["q"])
    return members.select(ids, "slice", "value").sort("query_id", "slice", "value")


def overlapping(members: pl.DataFrame) -> list[str]:
    """Slices of which some query has several values, so that their groups do not add up.

    Args:
        members: of :func:`membership`.
    """
    return members.filter(pl.struct("slice", "q").is_duplicated())["slice"].unique().sort().to_list()


def about_documents(passages: pl.DataFrame, documents: pl.DataFrame, chunks: pl.LazyFrame) -> pl.DataFrame:
    """What kind of document each passage stands in: ``passage_id, section, length``.

    The section of the corpus is the folder of the document's file; a document in none counts as of no
    section where others are in one. Of a document that the table lacks (chunks that were made elsewhere have no
    documents), an id that is a path tells the folder: ids of imported documents are. ``length`` is the class of the document's length; null: not known.

    Args:
        passages: passages.parquet: ``passage_id, doc_id``.
        documents: documents.parquet: ``doc_id, folder``.
        chunks: chunks.parquet, lazily.
    """
    known = (
        passages.select("passage_id", "doc_id")
        .filter(pl.col("doc_id").is_not_null())
        .join(documents.select("doc_id", "folder", there=True), on="doc_id", how="left")
        .with_columns(folder=pl.when("there").then("folder").otherwise(pl.col("doc_id").str.extract(_FOLDER)))
        .join(document_lengths(chunks), on="doc_id", how="left")
    )
    section = pl.when(pl.col("folder").is_not_null().any()).then(pl.col("folder").fill_null(NONE))
    (short, long), (first, second, third) = LENGTHS, map(pl.lit, CLASSES)
    size = pl.when(pl.col("n_chars") <= short).then(first).when(pl.col("n_chars") <= long).then(second)
    size = size.when(pl.col("n_chars") > long).then(third)
    return known.select("passage_id", section=section, length=size)


def slices(scores: pl.DataFrame, members: pl.DataFrame, settings: Settings) -> dict[str, Any]:
    """By slice, value and metric: ``mean`` and ``n``, at the headline cut-off and those in characters.

    Args:
        scores: scores.parquet in the order of ``q``.
        members: of :func:`membership`.
        settings: the section ``score``.
    """
    names = [
        name
        for name, metric, cutoff in columns(settings)
        if metric.summary == MEAN and cutoff and (cutoff.by_characters or cutoff.size == settings.headline)
    ]
    rows = members.hstack(scores.select(names).select(pl.all().gather(members["q"])))
    table: dict[str, Any] = {}
    for (kind, value), group in rows.partition_by(
        "slice", "value", as_dict=True, maintain_order=True
    ).items():
        aligned = group.rechunk()
        table.setdefault(str(kind), {})[str(value)] = {
            name: {"mean": rounded(aligned[name].mean()), "n": len(aligned) - aligned[name].null_count()}
            for name in names
        }
    return table


def document_lengths(chunks: pl.LazyFrame) -> pl.DataFrame:
    """Length of each document as far as its chunks reach: ``doc_id, n_chars``.

    Where chunks have no spans, the sum of their lengths.
    """
    end = pl.col("spans").list.last().struct.field("end").max()
    known = chunks.select("doc_id", "spans", "n_chars").filter(pl.col("doc_id").is_not_null())
    return (
        known.group_by("doc_id")
        .agg(n_chars=pl.coalesce(end, pl.col("n_chars").sum()))
        .sort("doc_id")
        .collect()
    )
