"""Columns of the retrieval tables, in order. ``schema`` holds the rules of what comes from outside."""

from collections.abc import Mapping

import polars as pl

Columns = Mapping[str, "pl.DataType | type[pl.DataType]"]

SHA256 = r"^[0-9a-f]{64}$"
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]+$"  # ids of foreign systems are any text without control characters
SPAN = pl.Struct({"start": pl.UInt32, "end": pl.UInt32})
HEADING = pl.Struct(
    {"start": pl.UInt32, "level": pl.UInt32, "heading": pl.String, "section": pl.String, "anchor": pl.String}
)
DOCUMENTS: Columns = {
    "doc_id": pl.String,
    "doc_version": pl.String,
    "title": pl.String,
    "lang": pl.String,
    "subject": pl.String,
    "valid_from": pl.Date,
    "valid_to": pl.Date,
    "url": pl.String,
    "folder": pl.String,
    "sha256": pl.String,
    "n_chars": pl.UInt32,
    "body": pl.String,
    "outline": pl.List(HEADING),
}
CHUNKS: Columns = {
    "chunk_id": pl.String,
    "chunk_key": pl.UInt64,
    "doc_id": pl.String,
    "doc_version": pl.String,
    "title": pl.String,
    "section": pl.String,
    "anchor": pl.String,
    "position": pl.UInt32,
    "spans": pl.List(SPAN),
    "text": pl.String,
    "sha256": pl.String,
    "n_chars": pl.UInt32,
    "lang": pl.String,
    "subject": pl.String,
    "valid_from": pl.Date,
    "valid_to": pl.Date,
    "url": pl.String,
}
# What a kind of system gives back. A foreign chunk is none of the snapshot's, whatever its id; only its
# n_chars count here.
ROWS: Columns = {
    "query_id": pl.String,
    "rank": pl.UInt32,
    "chunk_id": pl.String,
    "score": pl.Float64,
    "foreign": pl.Boolean,
    "n_chars": pl.UInt32,
}
ASKED: Columns = {
    "query_id": pl.String,
    "query_sha256": pl.String,
    "sent": pl.String,
    "status": pl.String,
    "message": pl.String,
    "latency_ms": pl.Float64,
}
RESULTS: Columns = {
    "query_id": pl.String,
    "rank": pl.UInt32,
    "chunk_id": pl.String,
    "score": pl.Float64,
    "query_key": pl.UInt64,
    "chunk_key": pl.UInt64,
    "chars_read": pl.UInt32,
}
RESPONSES: Columns = {
    "query_id": pl.String,
    "query_key": pl.UInt64,
    "query_sha256": pl.String,
    "sent": pl.String,
    "status": pl.String,
    "message": pl.String,
    "n_returned": pl.UInt32,
    "latency_ms": pl.Float64,
}
# The same of the second time that a system was asked, the third, …: ``repeat`` counts from 2.
REPEATS: Columns = {**RESULTS, "repeat": pl.UInt16}
REPEAT_RESPONSES: Columns = {**RESPONSES, "repeat": pl.UInt16}
