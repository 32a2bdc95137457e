"""Rows of a log counted by question: spellings that differ in what does not matter are one."""

import polars as pl

from assay.exchange.masking import PLACEHOLDERS
from assay.folding import folded
from assay.manifest import sha256
from assay.retrieval.languages import question_language
from assay.retrieval.records import LANGUAGE

NO_TYPE = "unsorted"
_PART = 20_000  # texts folded at once, so that memory does not grow with the log
_END = " ?!.,;:…？！。"  # what people put behind a question, or leave out
# A letter of a script without spaces is a word of its own.
_ALONE = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = rf"[{_ALONE}]|[^\s{_ALONE}]*[\p{{L}}\p{{N}}][^\s{_ALONE}]*"


def keys(texts: pl.Series) -> pl.Series:
    """What is the same of all spellings of a question: case, white space, soft hyphens, ё/е and marks at its end do
    not count.
    """
    slices = texts.to_frame().iter_slices(_PART)
    parts = [folded(part.to_series().to_list(), mend=True) for part in slices]
    plain = pl.Series("key", [key for part in parts for key in part], dtype=pl.String)
    return plain.str.strip_chars_end(_END)


def words(texts: pl.Expr) -> pl.Expr:
    """How many words a text has, placeholders and lone marks not counted."""
    return texts.str.replace_many(dict.fromkeys(PLACEHOLDERS.values(), " ")).str.count_matches(_WORD)


def grouped(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a question, sorted by ``key``; the order of the rows of the log matters to ``row`` alone.

    Args:
        rows: columns of ``log_records.ROWS``, ``holds`` and ``masks`` (kinds of personal data in the text, and
            those that placeholders stand for; else null). Rows without a text, or of marks alone, are in no group.

    Returns:
        ``key`` (what its spellings share), ``text`` (the most frequent spelling; among equals none in capitals alone,
        and one that has its ё), ``type``, ``lang``, ``subject`` (the
        most frequent of each, by askings; the first in sorted order among equals), ``askings``, ``askers`` (different
        ones), ``records`` (rows of the log), ``holds``, ``masks``, ``row`` (the first of them), ``subjects`` (different
        ones), ``id``.
    """
    asked = rows.rename({"query": "text"}).drop_nulls("text")
    spellings = asked.select("text").unique().sort("text")
    asked = asked.join(spellings.with_columns(keys(spellings["text"])), on="text").filter(pl.col("key") != "")
    asked = asked.with_columns(pl.col("type").fill_null(NO_TYPE), lang=_language())
    totals = asked.group_by("key").agg(
        pl.col("askings").sum(),
        pl.col("row").min(),
        pl.col("holds").min(),
        pl.col("masks").min(),
        records=pl.len(),
        askers=pl.col("asker").drop_nulls().n_unique(),
        subjects=pl.col("subject").drop_nulls().n_unique(),
    )
    for name in ("text", "type", "lang", "subject"):
        totals = totals.join(_commonest(asked, name), on="key", how="left")
    totals = totals.sort("key")
    ids = pl.Series([question_id(key) for key in totals["key"]], dtype=pl.String)
    return totals.with_columns(id=ids)


def question_id(key: str) -> str:
    """Id of a question by what its spellings share, so that every draw gives it the same."""
    return f"s-{sha256(key.encode())[:8]}"


def _language() -> pl.Expr:
    """What the log says where it is a language code, else by the letters."""
    code = pl.col("lang").str.contains(rf"^(?:{LANGUAGE.pattern})$")
    return pl.when(code).then("lang").otherwise(question_language(pl.col("text"), pl.lit("en")))


def _commonest(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    counts = rows.drop_nulls(name).group_by("key", name).agg(pl.col("askings").sum())
    text, spelt = pl.col(name), name == "text"
    worse = [text.str.to_uppercase() == text, -text.str.count_matches("[ёЁ]").cast(pl.Int64)] if spelt else []
    order = [pl.col("key"), -pl.col("askings").cast(pl.Int64), *worse, text]
    ordered = counts.sort(order)
    return ordered.unique("key", keep="first", maintain_order=True).select("key", name)
