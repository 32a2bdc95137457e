"""JSON that keeps one list a column, as records: what Chroma's get() returns, tables of pandas and datasets."""

from collections.abc import Mapping, Sequence
from typing import Any

# Chroma's names of its lists, and what one of each is
_CHROMA = {
    "ids": "id",
    "documents": "document",
    "metadatas": "metadata",
    "embeddings": "embedding",
    "uris": "uri",
    "distances": "distance",
    "data": "data",
}


def records_in(value: Any, *, whole: bool) -> tuple[Sequence[Any], str]:
    """Records of a JSON value, and a note where they were made of columns; an object of another shape is one record.

    Args:
        value: of a file, or of a line of it.
        whole: whether it is all that the file holds: lists in a line are those of a record, unless Chroma writes them.
    """
    if isinstance(value, list):
        return value, ""
    columns, note = _columns(value, whole=whole) if isinstance(value, Mapping) else ({}, "")
    if not columns:
        return [value], ""
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)], note


def _columns(value: Mapping[str, Any], *, whole: bool) -> tuple[Mapping[str, Sequence[Any]], str]:
    """The columns of an object and how they were told; none where it is a record or keeps a list of them."""
    if "ids" in value and value.keys() <= {*_CHROMA, "included"}:
        columns = {_CHROMA[key]: value[key] for key in _CHROMA if isinstance(value.get(key), list)}
        if "id" in columns and _even(columns) and not any(isinstance(item, list) for item in columns["id"]):
            return columns, "lists of ids, documents, metadatas were read as records"
    if whole and _is_framed(value):
        framed = {name: list(cells.values()) for name, cells in value.items()}
        return framed, "columns by row number were read as records"
    if whole and len(value) > 1 and all(map(_is_column, value.values())) and _even(value):
        return value, "one list a column was read as records"
    return {}, ""


def _even(columns: Mapping[str, Sequence[Any]]) -> bool:
    return len({len(cells) for cells in columns.values()}) == 1


def _is_column(cells: Any) -> bool:
    """Whether it is a list of values, as of a table; a list of objects is a list of records."""
    return isinstance(cells, list) and bool(cells) and not any(isinstance(cell, Mapping) for cell in cells)


def _is_framed(value: Mapping[str, Any]) -> bool:
    """Whether every value has the same row numbers as keys (pandas, ``DataFrame.to_json()``)."""
    parts = list(value.values())
    if len(parts) < 2 or not all(isinstance(part, Mapping) and part for part in parts):  # noqa: PLR2004  # columns
        return False
    keys = list(parts[0])
    return all(key.isdecimal() for key in keys) and all(list(part) == keys for part in parts)
