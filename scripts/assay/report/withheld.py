"""What becomes of a system's tables where texts are left out: ids and numbers stay, words go."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from assay.tables import text_sha256

_TEXTUAL = ("text", "section")  # headings are words of the documents
_WORDS = ("text", "section", "title", "url")
_SAFE = r"^(HTTP \d{3}|timed out after [\d.]+ s|no connection|connection broken off)"  # of messages
_HASH = 12  # characters of the hash that stands for a chunk's own part of its id


def document(summary: Mapping[str, Any]) -> pl.Expr:
    """The document in a ``chunk_id``; null where it cannot be known.

    Only ids that this project made are known to begin with the document's: not those of a corpus chunked
    elsewhere, nor of results that the snapshot does not know.

    Args:
        summary: summary.json of the system.
    """
    cut, counts = summary["snapshot"]["settings"]["chunking"], summary["card"]["counts"]
    ours = cut != "ready" and not counts["foreign"]
    return pl.col("chunk_id").str.extract("^([^#]*)#") if ours else pl.lit(None, dtype=pl.String)


def hashed(rows: pl.DataFrame, of_document: pl.Expr) -> pl.DataFrame:
    """Rows whose ``chunk_id`` is ``<document>#<hash of the id>``, or the hash where no document is known.

    The ids of chunks hold words of headings.
    """
    hashes = rows["chunk_id"].unique().drop_nulls().sort()
    made = pl.Series([text_sha256(name)[:_HASH] for name in hashes], dtype=pl.String)
    short = pl.col("chunk_id").replace_strict(hashes, made, default=None, return_dtype=pl.String)
    whole = pl.concat_str(of_document, short, separator="#", ignore_nulls=True)
    return rows.with_columns(chunk_id=pl.when(pl.col("chunk_id").is_not_null()).then(whole))


def dropped(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows without the columns that hold texts."""
    return rows.drop(_TEXTUAL)


def blank(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of hits with null for every text, title, heading and address."""
    return rows.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in _WORDS)


def said(errors: pl.DataFrame) -> pl.DataFrame:
    """Errors with what of their messages is no service's own words, which may say a question again."""
    return errors.with_columns(pl.col("message").str.extract(_SAFE))
