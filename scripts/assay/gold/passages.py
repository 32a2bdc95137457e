"""gold/passages.jsonl: reading, writing, and making a passage from a document."""

import difflib
from collections.abc import Iterable
from typing import Any

import polars as pl

from assay.errors import InputError, Problem, refuse
from assay.gold import fields
from assay.gold.fields import PASSAGE
from assay.gold.queries import Parsed, repeated_ids, strictly
from assay.gold.quotes import context, heading_at
from assay.gold.typed import typed_columns, typed_frame
from assay.jsonl import Row
from assay.manifest import sha256

SCHEMA: dict[str, pl.DataType] = {
    "line": pl.UInt32(),
    **dict.fromkeys(PASSAGE, pl.String()),
    "start": pl.UInt32(),
    "end": pl.UInt32(),
}


def parse_passages(data: bytes, where: str) -> tuple[pl.DataFrame, list[Problem]]:
    """Rows without faults in their fields, and the problems of the others."""
    return read_passages(data, where)[1:]


def read_passages(data: bytes, where: str) -> Parsed:
    """passages.jsonl, by types where nothing is in doubt, else line by line."""
    columns = typed_columns(data, PASSAGE)
    if columns is None:
        return strictly(data, where, passage_frame)
    return Parsed(None, typed_frame(columns, SCHEMA, {}), [])


def passage_frame(rows: list[Row], where: str) -> tuple[pl.DataFrame, list[Problem]]:
    """The same of lines already parsed."""
    found = [(row, fields.problems(row, PASSAGE, where)) for row in rows]
    problems = [problem for _, faults in found for problem in faults] + repeated_ids(rows, where)
    good = [{"line": row.line, **row.value} for row, faults in found if not faults]
    return pl.DataFrame(good, schema=SCHEMA), problems


def passages_bytes(rows: Iterable[dict[str, Any]]) -> bytes:
    """passages.jsonl: fixed order of fields, absent ones null, one line each, sorted by id."""
    return fields.file_bytes(rows, PASSAGE)


def text_faults(passages: pl.DataFrame, where: str) -> list[Problem]:
    """Rows whose hash or offsets do not fit the text: the text decides."""
    length = pl.col("text").str.len_chars()
    span = pl.col("end").cast(pl.Int64) - pl.col("start").cast(pl.Int64)
    hashes = pl.Series(
        "actual", [sha256(text.encode()) for text in passages["text"].to_list()], dtype=pl.String
    )
    faulty = passages.with_columns(
        hashes,
        length=length,
        span=span,
        off_hash=pl.col("sha256") != hashes,
        off_span=(span != length).fill_null(pl.col("start").is_null() != pl.col("end").is_null()),
    ).filter(pl.col("off_hash") | pl.col("off_span"))
    problems = []
    for row in faulty.iter_rows(named=True):
        place, fix = f"{where}:{row['line']} {row['id']}", f"run `assay gold passage refresh {row['id']}`"
        if row["off_hash"]:
            problems.append(Problem(place, "sha256 is not the hash of the text; the text decides", fix))
        if row["off_span"]:
            rule = (
                f"start and end span {row['span']} characters, the text has {row['length']}; the text decides"
            )
            problems.append(Problem(place, rule, fix))
    return problems


def make_passage(
    documents: pl.DataFrame,
    doc_id: str,
    *,
    span: tuple[int, int],
    id: str,  # noqa: A002  # the field's name
) -> dict[str, Any]:
    """A row of passages.jsonl: the labelled text with everything that lets it be found again.

    Args:
        documents: the corpus (``doc_id, doc_version, url, body, outline``).
        doc_id: document that holds the text.
        span: its code points in the body, the end excluded.
        id: id of the passage, chosen by the labeller.

    Raises:
        InputError: no such document, the span is outside the document or holds no letter or digit.
    """
    document = find_document(documents, doc_id)
    body, outline = document["body"], document["outline"]
    start, end = _spanned(span, document)
    heading = heading_at(outline, start)
    anchor = (heading and heading["anchor"]) or None
    # An anchor says where the text stands better than neighbours, which change with every edit.
    before, after = context(body, start, end) if anchor is None else (None, None)
    row = {
        "id": id,
        "doc_id": doc_id,
        "doc_version": document["doc_version"],
        "url": document["url"],
        "anchor": anchor,
        "section": (heading and heading["section"]) or None,
        "start": start,
        "end": end,
        "sha256": sha256(body[start:end].encode()),
        "text": body[start:end],
        "before": before,
        "after": after,
    }
    faults = [Problem(id, rule, fix) for rule, fix in PASSAGE["text"].kind.faults("text", row["text"])]
    refuse(faults + [Problem(id, rule, fix) for rule, fix in PASSAGE["id"].kind.faults("id", id)])
    return row


def find_document(documents: pl.DataFrame, doc_id: str) -> dict[str, Any]:
    """The document of that id, or an error with the nearest id."""
    found = documents.filter(pl.col("doc_id") == doc_id)
    if found.is_empty():
        near = difflib.get_close_matches(doc_id, documents["doc_id"].to_list(), 1)
        fix = f"did you mean {near[0]}?" if near else "see the ids at the top of its documents"
        raise InputError(Problem(doc_id, "is no document of the corpus", fix))
    return found.row(0, named=True)


def _spanned(span: tuple[int, int], document: dict[str, Any]) -> tuple[int, int]:
    start, end = span
    length = len(document["body"])
    if not 0 <= start < end <= length:
        rule = f"span {start}:{end} is not inside the document, which has {length} characters"
        raise InputError(Problem(document["doc_id"], rule, "give start:end in code points, the end excluded"))
    return start, end
