"""Every text of a gold set, and what of it must not be committed."""

from collections.abc import Collection

import polars as pl

from assay.disclosure import FIX, MAY_HOLD, kinds
from assay.errors import Problem


def disclosures(texts: pl.DataFrame, where: str, public: Collection[str] = ()) -> list[Problem]:
    """Texts that hold personal data or a secret; the finding itself is not printed.

    Args:
        texts: ``line, id, field, text``.
        where: name of the file for messages.
        public: what may be shown (:func:`assay.disclosure.read_public`).
    """
    suspect = texts.filter(pl.col("text").str.contains(MAY_HOLD)).unique().sort("line", "field", "text")
    return [
        Problem(f"{where}:{row['line']} {row['id']}", f"{row['field']} holds {what}", FIX)
        for row in suspect.iter_rows(named=True)
        for what in kinds(row["text"], public)
    ]


def texts_of(frame: pl.DataFrame) -> pl.DataFrame:
    """Every text of queries or passages, nested ones too: ``line, id, field, text``."""
    names = [name for name in frame.columns if name not in ("line", "id", "sha256", "checked_corpus")]
    parts = [_texts(frame.select("line", "id", text=name), name) for name in names]
    return pl.concat([part for part in parts if part is not None])


def _texts(frame: pl.DataFrame, field: str) -> pl.DataFrame | None:
    while isinstance(frame.schema["text"], pl.List):
        frame = frame.filter(pl.col("text").list.len() > 0).explode("text")
    dtype = frame.schema["text"]
    if isinstance(dtype, pl.Struct):
        named = "text" in [entry.name for entry in dtype.fields]
        return _texts(frame.with_columns(pl.col("text").struct.field("text")), field) if named else None
    if dtype != pl.String:
        return None
    return frame.drop_nulls("text").select("line", "id", pl.lit(field).alias("field"), "text")
