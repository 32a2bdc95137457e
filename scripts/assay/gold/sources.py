"""The texts in which passages are looked for: bodies of documents, and chunks of which only the text is known."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from assay.gold.rebuilding import rebuild

if TYPE_CHECKING:  # numpy takes a tenth of a second, and is needed for weights alone
    from assay.folding import Codes, Offsets

LETTERS_AND_DIGITS = r"[\p{L}\p{N}]"


@dataclass(frozen=True)
class Sources:
    """Texts, numbered in the order of their ids, so that nothing depends on the order of rows.

    Attributes:
        texts: one row a source: ``source`` (u32), ``doc_id, subject, valid_from, valid_to, body, outline,
            chunk_key`` (null for a document).
        sections: one row a heading: ``source, start, heading, section, anchor``, sorted by ``start``.
        pieces: which chunk holds what: ``source, chunk_key, start, end``.
    """

    texts: pl.DataFrame
    sections: pl.DataFrame
    pieces: pl.DataFrame

    @cached_property
    def documents(self) -> pl.DataFrame:
        """The sources that are documents."""
        return self.texts.filter(pl.col("chunk_key").is_null())

    @cached_property
    def _measure(self) -> "tuple[Offsets, Offsets]":
        import numpy as np

        from assay.folding import code_points, join

        # One running count over all texts: the weight of any span is a difference of two of its values.
        codes = code_points(join(self.texts["body"].to_list()))
        lengths = self.texts["body"].str.len_chars().to_numpy().astype(np.int64) + 1
        weights = np.concatenate(([0], np.cumsum(_has_weight(codes), dtype=np.int64)))
        return np.cumsum(lengths) - lengths, weights

    def weight(self, source: pl.Series, start: pl.Series, end: pl.Series) -> pl.Series:
        """Letters and digits of each span."""
        first, weights = self._measure
        base = first[source.to_numpy()]
        counts = weights[base + end.to_numpy()] - weights[base + start.to_numpy()]
        return pl.Series("weight", counts, dtype=pl.UInt32)


def read_sources(documents: pl.DataFrame, chunks: pl.DataFrame) -> Sources:
    """Sources of one snapshot.

    Args:
        documents: ``doc_id, subject, valid_from, valid_to, body, outline``; empty where the corpus was
            chunked elsewhere: bodies are rebuilt from chunks with offsets, other chunks stand alone.
        chunks: ``chunk_id, chunk_key, doc_id, section, anchor, spans, text, subject, valid_from, valid_to``.
    """
    shared = ("doc_id", "subject", "valid_from", "valid_to", "body", "outline", "chunk_key")
    given = documents.filter(pl.col("body").is_not_null())
    spanned = chunks.filter(pl.col("spans").list.len() > 0)
    rebuilt, used = rebuild(spanned.join(given, on="doc_id", how="anti"), given.schema["outline"])
    bodies = pl.concat([given.select(rebuilt.columns), rebuilt]).sort("doc_id")
    bodies = bodies.with_columns(chunk_key=pl.lit(None, pl.UInt64)).select(shared)
    spanned = pl.concat([spanned.join(given, on="doc_id", how="semi"), used])
    alone = chunks.join(spanned, on="chunk_key", how="anti").sort("chunk_id")
    # Numbered in the order of ids: atoms and twins are numbered by it, and must not depend on row order.
    texts = pl.concat(
        [
            bodies,
            alone.with_columns(body=pl.col("text").str.normalize("NFC"), outline=_outline(bodies)).select(
                shared
            ),
        ]
    )
    texts = texts.with_row_index("source")
    by_document = texts.filter(pl.col("chunk_key").is_null()).select("doc_id", "source")
    pieces = (
        spanned.select("doc_id", "chunk_key", "spans")
        .explode("spans")
        .unnest("spans")
        .join(by_document, on="doc_id")
        .select("source", "chunk_key", pl.col("start", "end").cast(pl.UInt32))
    )
    whole = texts.filter(pl.col("chunk_key").is_not_null()).select(
        "source",
        "chunk_key",
        start=pl.lit(0, pl.UInt32),
        end=pl.col("body").str.len_chars(),
    )
    return Sources(texts, _sections(texts), pl.concat([pieces, whole]))


def _outline(bodies: pl.DataFrame) -> pl.Expr:
    """A chunk without a document stands under the last heading of its section path."""
    section = pl.col("section").fill_null("")
    heading = pl.struct(
        start=pl.lit(0, pl.UInt32),
        level=pl.lit(0, pl.UInt32),
        heading=section.str.split(" / ").list.last(),
        section=section,
        anchor=pl.col("anchor").fill_null(""),
    )
    return pl.concat_list(heading).cast(bodies.schema["outline"])


def _sections(texts: pl.DataFrame) -> pl.DataFrame:
    return (
        texts.select("source", "outline")
        .filter(pl.col("outline").list.len() > 0)
        .explode("outline")
        .unnest("outline")
        .select("source", pl.col("start").cast(pl.UInt32), "heading", "section", "anchor")
        .sort("start", "source")
    )


def _has_weight(codes: "Codes") -> "Codes":
    """1 for letters and digits; asked once for each distinct character."""
    import numpy as np

    known = np.flatnonzero(np.bincount(codes, minlength=1))
    letters = pl.Series([chr(code) for code in known], dtype=pl.String).str.contains(LETTERS_AND_DIGITS)
    table = np.zeros(len(known) and known[-1] + 1, dtype=np.uint32)
    table[known] = letters.to_numpy()
    weights: Codes = table[codes]
    return weights
