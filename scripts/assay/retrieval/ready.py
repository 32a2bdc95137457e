"""Chunks that were cut elsewhere: a chunks.jsonl whose ids and texts are kept as they are.

A chunk of a recorded run may have two texts: ``text``, the words of the document at its span, by which labels are
found; and ``returned``, the text as the system returned it, where it differs: its length is what was read, and its
hash says which text it was.

Beside it may lie a card.json, in which its owner names the state of the corpus, and a README.md; documents may not.
"""

import io
from collections.abc import Iterator
from typing import Any

import polars as pl

from assay.errors import InputError, Problem, refuse, shown
from assay.jsonl import Row, read_all, read_object
from assay.retrieval.frames import SPAN
from assay.retrieval.languages import language
from assay.retrieval.records import LANGUAGE, Field, by_line, date_faults, faults, is_document_id, place

FIELDS = {
    "chunk_id": Field(str, required=True),
    "text": Field(str, required=True),
    "returned": Field(str),
    "doc_id": Field(str),
    "start": Field(int),
    "end": Field(int),
    "section": Field(str),
    "url": Field(str),
    "doc_version": Field(str),
    "title": Field(str),
    "lang": Field(str),
    "subject": Field(str),
    "valid_from": Field(str),
    "valid_to": Field(str),
}
CARD_FIELDS = {
    "corpus_id": Field(str, required=True),
    "unplaced": Field(int, low=0),
    "returned": Field(int, low=0),
}
_PART = 1 << 20  # bytes of lines that are looked at together
_TYPES = {str: pl.String, int: pl.Int64}


def read_chunks(data: bytes, where: str) -> pl.DataFrame:
    """Parse a chunks.jsonl: the columns that :func:`assay.retrieval.snapshot.chunk_table` completes.

    Raises:
        InputError: every fault of the file, by line: lines that are no objects, unknown or missing fields, wrong
            types, an id twice, ids that are none, empty texts, offsets that are no span, dates that are none or in the wrong order; no chunks
            at all.
    """
    columns = _in_parts(data, where)
    if columns is None:
        rows, unread = read_all(data, where)
        if not rows and not unread:
            raise InputError(Problem(where, "holds no chunks", "add at least one, or check the path"))
        refuse(by_line([*unread, *_faults(rows, where), *_repeats(rows, where)]))
        columns = _columns(rows)
    spans = pl.concat_list(pl.struct("start", "end").cast(SPAN))
    return columns.select(
        "chunk_id",
        "text",
        "returned",
        "doc_id",
        "doc_version",
        "title",
        "section",
        pl.lit(None, dtype=pl.String).alias("anchor"),
        pl.int_range(pl.len(), dtype=pl.UInt32).over("doc_id").alias("position"),
        pl.when(pl.col("start").is_not_null()).then(spans).alias("spans"),
        pl.coalesce("lang", language(pl.col("text"), pl.col("lang"))).alias("lang"),
        "subject",
        pl.col("valid_from", "valid_to").str.to_date("%Y-%m-%d"),
        "url",
    )


def _in_parts(data: bytes, where: str) -> pl.DataFrame | None:
    """Columns of a file in which nothing is amiss, a part of it at a time; else None: then all faults are told."""
    parts, file = [], io.BytesIO(data)
    while lines := file.readlines(_PART):
        rows, unread = read_all(b"".join(lines), where)
        if unread or next(_faults(rows, where), None) is not None:
            return None
        parts.append(_columns(rows))
    whole = pl.concat(parts) if parts else _columns([])
    return whole if len(whole) and whole["chunk_id"].is_unique().all() else None


def _columns(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            key: pl.Series([row.value.get(key) for row in rows], dtype=_TYPES[field.kind])
            for key, field in FIELDS.items()
        }
    )


def declared(data: bytes, where: str) -> dict[str, Any]:
    """What the owner of the chunks declares in the card.json beside them.

    Returns:
        ``corpus_id``; where some of the chunks that a recorded run returned stand in no document of that corpus:
        ``unplaced``, how many, and ``returned``, of how many.

    Raises:
        InputError: every fault of the file: unknown or missing fields, wrong types, an id that is none.
    """
    card = read_object(data, where, ", ".join(CARD_FIELDS))
    refuse(list(faults(card, CARD_FIELDS, where)))
    identifier: str = card["corpus_id"]
    if not identifier.isprintable() or identifier != identifier.strip() or not identifier:
        rule = f"corpus_id is {shown(identifier)}"
        raise InputError(Problem(where, rule, "use printable characters, no spaces around them"))
    return {key: card[key] for key in CARD_FIELDS if card.get(key) is not None}


def _faults(rows: list[Row], where: str) -> Iterator[Problem]:
    for row in rows:
        spot = place(where, row.line, row.value, "chunk_id")
        found = [*faults(row.value, FIELDS, spot), *date_faults(row.value, ("valid_from", "valid_to"), spot)]
        yield from found or _rule_faults(row, spot)


def _rule_faults(row: Row, spot: str) -> Iterator[Problem]:
    value = row.value
    start, end = value.get("start"), value.get("end")
    if not value["text"].strip():
        yield Problem(spot, "text is empty", "write it, or remove the chunk")
    if value.get("returned") is not None and not value["returned"].strip():
        yield Problem(spot, "returned is empty", "write what the system returned, or leave it out")
    if not value["chunk_id"].isprintable() or not value["chunk_id"].strip():
        yield Problem(spot, f"chunk_id is {shown(value['chunk_id'])}", "use printable characters")
    if (doc_id := value.get("doc_id")) is not None and not is_document_id(doc_id):
        rule = f"doc_id {shown(doc_id)} is no document id"
        yield Problem(spot, rule, "use printable characters, no '#', no '..' and no '/' in front")
    if (lang := value.get("lang")) is not None and not LANGUAGE.fullmatch(lang):
        yield Problem(spot, f"lang {shown(lang)} is no language", "write a code such as ru or en")
    if value.get("subject") == "":
        yield Problem(spot, "subject is empty", "write it, or leave it out")
    if (start is None) != (end is None):
        yield Problem(spot, "has one of start and end", "add the other, or leave both out")
    elif start is not None and end is not None and not 0 <= start < end < 2**32:
        yield Problem(
            spot, f"start {start} and end {end} are no span", "count code points from 0, end after start"
        )
    first, last = value.get("valid_from"), value.get("valid_to")
    if first and last and last < first:
        yield Problem(spot, f"valid_to {last} is before valid_from {first}", "swap them, or mend one")


def _repeats(rows: list[Row], where: str) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for row in rows:
        identifier = row.value.get("chunk_id")
        if isinstance(identifier, str) and first.setdefault(identifier, row.line) != row.line:
            spot = place(where, row.line, row.value, "chunk_id")
            yield Problem(spot, f"chunk_id is also that of line {first[identifier]}", "remove one of them")
