"""Which chunk of a snapshot a recorded result is, when ids alone cannot be trusted."""

import polars as pl

from assay.tables import text_sha256


def normal(text: pl.Expr) -> pl.Expr:
    """A text without what extraction changes: case, ё, white space, soft hyphens, hyphens at line ends."""
    return (
        text.str.to_lowercase()
        .str.replace_all("ё", "е", literal=True)
        .str.replace_all("\u00ad", "", literal=True)
        .str.replace_all(r"-\s*\n\s*", "")
        .str.replace_all(r"\s+", " ")
        .str.strip_chars()
    )


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


def same(rows: pl.DataFrame, chunks: pl.DataFrame) -> pl.Series:
    """The id of each row where the snapshot has it, with the recorded text if one was recorded; else null."""
    table = chunks.select("chunk_id", pl.col("sha256").alias("sha256_here"))
    joined = rows.join(table, on="chunk_id", how="left", maintain_order="left")
    equal = pl.col("sha256").is_null() | (pl.col("sha256") == pl.col("sha256_here"))
    here = pl.col("sha256_here").is_not_null() & equal
    return joined.select(pl.when(here).then("chunk_id")).to_series()


def by_text(rows: pl.DataFrame, chunks: pl.DataFrame) -> pl.Series:
    """The id of the chunk that has each row's text; else null.

    Equal texts come before texts that are equal in normal form, the same document before others; of several,
    the first id.
    """
    left = rows.with_columns(normal=normal(pl.col("text")))
    right = chunks.select("chunk_id", "doc_id", "sha256", normal=normal(pl.col("text")))
    keys = (["sha256", "doc_id"], ["sha256"], ["normal", "doc_id"], ["normal"])
    found = []
    for key in keys:
        firsts = right.group_by(key).agg(pl.col("chunk_id").min().alias("here"))
        found.append(left.join(firsts, on=key, how="left", maintain_order="left")["here"])
    return pl.select(pl.coalesce(found)).to_series()
