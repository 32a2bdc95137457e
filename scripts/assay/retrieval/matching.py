"""Which chunk of a snapshot a recorded result is, when ids alone cannot be trusted."""

import polars as pl

from assay.folding import folded, has_breaks, join
from assay.tables import text_sha256

_BY_FORM = (["mended", "doc_id"], ["kept", "doc_id"], ["mended"], ["kept"])


def with_texts(rows: pl.DataFrame, own: pl.DataFrame | None) -> pl.DataFrame:
    """Rows with ``text``, ``doc_id`` filled from the run's own chunk table, and ``sha256`` from the text."""
    if own is not None:
        table = own.select("chunk_id", "text", "doc_id")
        rows = rows.join(table, on="chunk_id", how="left", suffix="_own", maintain_order="left").with_columns(
            pl.coalesce("text", "text_own").alias("text"),
            pl.coalesce("doc_id", "doc_id_own").alias("doc_id"),
        )
    distinct = rows["text"].drop_nulls().unique()
    hashes = pl.Series([text_sha256(text) for text in distinct], dtype=pl.String)
    hashed = rows["text"].replace_strict(distinct, hashes, default=None, return_dtype=pl.String)
    return rows.with_columns(hashed.alias("text_sha256"), pl.coalesce("sha256", hashed).alias("sha256"))


def same(rows: pl.DataFrame, chunks: pl.DataFrame, *, trusted: bool) -> pl.Series:
    """The id of each row where the snapshot has it, with the text that was recorded; else null.

    An id without a text is believed where the run is known to be one on this very snapshot (``trusted``).
    """
    table = chunks.select("chunk_id", pl.col("sha256").alias("sha256_here"))
    joined = rows.join(table, on="chunk_id", how="left", maintain_order="left")
    equal = (pl.col("sha256") == pl.col("sha256_here")).fill_null(trusted)
    here = pl.col("sha256_here").is_not_null() & equal
    return joined.select(pl.when(here).then("chunk_id")).to_series()


def by_text(rows: pl.DataFrame, chunks: pl.DataFrame) -> pl.Series:
    """The id of the chunk that has each row's text; else null.

    Equal texts come before texts that are equal when folded, the same document before others; of several,
    the first id. A hyphen at a line's end may be part of the word or not: texts are equal either way.
    """
    left = rows.with_columns(*_folded(rows["text"]))
    right = chunks.select("chunk_id", "doc_id", "sha256", *_folded(chunks["text"]))
    keys = (["sha256", "doc_id"], ["sha256"], *_BY_FORM)
    found = []
    for key in keys:
        firsts = right.group_by(key).agg(pl.col("chunk_id").min().alias("here"))
        found.append(left.join(firsts, on=key, how="left", maintain_order="left")["here"])
    return pl.select(pl.coalesce(found)).to_series()


def _folded(texts: pl.Series) -> list[pl.Series]:
    """Columns ``mended`` (words broken at a hyphen joined) and ``kept`` (such hyphens kept)."""
    distinct = texts.drop_nulls().unique()
    plain = distinct.str.normalize("NFC").to_list()
    mended = folded(plain, mend=True)
    kept = folded(plain, mend=False) if has_breaks(join(plain)) else mended
    forms = {"mended": mended, "kept": kept}
    return [
        texts.replace_strict(
            distinct, pl.Series(form, dtype=pl.String), default=None, return_dtype=pl.String
        ).alias(name)
        for name, form in forms.items()
    ]
