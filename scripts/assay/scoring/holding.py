"""What queries need, and where it stands: labelled passages, and the chunks that hold them."""

import polars as pl

from assay.scoring.carrying import GRADE_OF_MEMBERS
from assay.scoring.scored import Inputs, Scored
from assay.scoring.shares import shares

ABOUT = ("doc_id", "section", "title", "position", "subject", "valid_from", "valid_to")


def needs(scored: Scored) -> pl.DataFrame:
    """Labelled passages, and which of them an answer needs.

    Needed are the members of evidence sets; where no sets are stated, the passages of grade 2.

    Returns:
        One row a label, in the order of labels: ``label, q, passage_key, passage_id, stale, found_at, needed``.
    """
    labels, members = scored.labelled.labels, scored.labelled.members
    stated = scored.queries["stated"].gather(labels["q"])
    free = ~stated & (labels["grade"] == GRADE_OF_MEMBERS)
    return (
        labels.select("q", "passage_key", "passage_id", "stale")
        .with_row_index("label")
        .with_columns(scored.found["found_at"], free.alias("free"))
        .with_columns(needed=pl.col("label").is_in(members["label"].unique().implode()) | pl.col("free"))
        .drop("free")
    )


def homes(inputs: Inputs, labels: pl.DataFrame) -> pl.DataFrame:
    """The chunks that hold labelled passages, at whichever of their places.

    Args:
        inputs: what is scored.
        labels: of :func:`needs`.

    Returns:
        One row a passage × chunk: ``passage_key, chunk_key, share`` (of the passage's letters and digits) and
        the chunk's ``doc_id, section, title, position, subject, valid_from, valid_to``.
    """
    wanted = pl.col("passage_key").is_in(labels["passage_key"].unique().implode())
    held = shares(inputs.counted.filter(wanted), "passage_key")
    there = pl.col("chunk_key").is_in(held["chunk_key"].unique().implode())
    about = inputs.chunks.filter(there).select("chunk_key", *ABOUT).collect()
    return held.join(about, on="chunk_key", how="left", maintain_order="left")
