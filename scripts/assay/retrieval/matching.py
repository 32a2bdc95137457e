"""Which chunk of a snapshot a recorded result is, when ids alone cannot be trusted."""

import polars as pl

from assay.folding import folded, has_breaks, join
from assay.retrieval.contract import fits
from assay.tables import text_sha256

_ROW = ["query_id", "chunk_id"]  # one recorded id in one result
_KEYS = (
    ["sha256", "doc_id"],
    ["sha256"],
    ["mended", "doc_id"],
    ["kept", "doc_id"],
    ["mended"],
    ["kept"],
)


def with_texts(rows: pl.DataFrame, own: pl.DataFrame | None) -> pl.DataFrame:
    """Rows with ``text``, ``doc_id`` filled from the run's own chunk table, and ``sha256`` from the text."""
    if own is not None:
        table = own.select("chunk_id", pl.coalesce("returned", "text").alias("text"), "doc_id")
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


def by_text(rows: pl.DataFrame, chunks: pl.DataFrame, asked: pl.DataFrame) -> pl.Series:
    """The id of the chunk that has each row's text; else null.

    Equal texts come before texts that are equal when folded, the same document before others; of several, those
    that fit the query's subject and date, then the first id. Different recorded ids of one query are different
    chunks, as long as the snapshot has that many of the text. A hyphen at a line's end may be part of the word
    or not: texts are equal either way.

    Args:
        rows: ``query_id, rank, chunk_id`` (as recorded)``, doc_id, sha256, text`` and ``here`` (the chunk where
            it is known already, else null).
        chunks: the table ``chunks`` of the snapshot.
        asked: as :func:`assay.retrieval.contract.conditions`.
    """
    columns = ("query_id", "rank", "chunk_id", "doc_id", "sha256", "here")
    wanted = rows.select(*columns, *_folded(rows["text"])).unique(_ROW, keep="first", maintain_order=True)
    conditions = ("subject", "valid_from", "valid_to")
    right = chunks.select("doc_id", "sha256", *conditions, *_folded(chunks["text"]), candidate="chunk_id")
    taken = wanted.filter(pl.col("here").is_not_null()).select(*_ROW, candidate="here")
    for key in _KEYS:
        pairs = (
            wanted.join(taken, on=_ROW, how="anti").join(right, on=key).join(asked, on="query_id", how="left")
        )
        taken = pl.concat([taken, _dealt(pairs.join(taken, on=["query_id", "candidate"], how="anti"), key)])
    for key in _KEYS:  # more copies than the snapshot has: the first once more
        first = right.group_by(key).agg(pl.col("candidate").min())
        left = wanted.join(taken, on=_ROW, how="anti").join(first, on=key)
        taken = pl.concat([taken, left.select(*_ROW, "candidate")])
    return rows.join(taken, on=_ROW, how="left", maintain_order="left")["candidate"]


def _dealt(pairs: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """The n-th row of a query with one text and the n-th chunk of it: ``query_id, chunk_id, candidate``."""
    unfit = ~fits(pl.col("asked_subject"), pl.col("asked_as_of"))
    order = pl.concat_str(pl.when(unfit).then(pl.lit("1")).otherwise(pl.lit("0")), "candidate")
    alike = ["query_id", *key]
    same_place = pl.col("rank").rank("dense").over(alike) == order.rank("dense").over(alike)
    return pairs.filter(same_place).select(*_ROW, "candidate")


def _folded(texts: pl.Series) -> list[pl.Series]:
    """Columns ``mended`` (words broken at a hyphen joined) and ``kept`` (such hyphens kept); null where nothing is left."""
    distinct = texts.drop_nulls().unique()
    plain = distinct.str.normalize("NFC").to_list()
    mended = folded(plain, mend=True)
    kept = folded(plain, mend=False) if has_breaks(join(plain)) else mended
    forms = {"mended": mended, "kept": kept}
    return [
        texts.replace_strict(
            distinct,
            pl.Series([text or None for text in form], dtype=pl.String),
            default=None,
            return_dtype=pl.String,
        ).alias(name)
        for name, form in forms.items()
    ]
