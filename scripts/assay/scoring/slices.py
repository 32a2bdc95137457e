"""Slices: which queries belong together, by what. Never by split: what is reported is dev."""

from typing import Any

import polars as pl

from assay.scoring.aggregate import rounded
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import MEAN, columns
from assay.scoring.scored import Scored

NONE = ""  # the value of queries that have none, such as a query about no subject in particular
LENGTHS = (1500, 6000)  # characters of a document: upper ends of the classes, inclusive
CLASSES = ("1-1500", "1501-6000", "6001-")


def membership(scored: Scored, passages: pl.DataFrame, lengths: pl.DataFrame) -> pl.DataFrame:
    """Which value of which slice each query has: ``slice, value, q``, one row each, sorted.

    ``type``, ``lang`` and ``subject`` are the query's own. ``section`` and ``length`` are those of
    the documents its labelled passages stand in, so that a query can belong to several: the section of the
    corpus is the folder in a document's id (``returns/faq`` → ``returns``), or the id where it has none.

    Args:
        scored: the run.
        passages: passages.parquet: ``passage_id, doc_id``.
        lengths: ``doc_id, n_chars``.
    """
    own = scored.queries.select("q", *(pl.col(name).fill_null(NONE) for name in ("type", "lang", "subject")))
    by_query = own.unpivot(index="q", variable_name="slice")
    documents = (
        scored.labelled.labels.select("q", "passage_id")
        .join(passages.select("passage_id", "doc_id"), on="passage_id")
        .join(lengths, on="doc_id", how="left")
        .filter(pl.col("doc_id").is_not_null())
    )
    folder = pl.when(pl.col("doc_id").str.contains("/", literal=True)).then(
        pl.col("doc_id").str.split("/").list.first()
    )
    short, long = LENGTHS
    first, second, third = map(pl.lit, CLASSES)
    size = pl.when(pl.col("n_chars") <= short).then(first).when(pl.col("n_chars") <= long).then(second)
    size = size.when(pl.col("n_chars") > long).then(third)
    by_document = documents.select("q", section=folder.otherwise("doc_id"), length=size)
    spread = by_document.unpivot(index="q", variable_name="slice").drop_nulls("value")
    rows = pl.concat([by_query, spread]).select("slice", "value", "q").unique()
    return rows.sort("slice", "value", "q")


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
