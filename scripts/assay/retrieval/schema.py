"""Models of the retrieval tables, in order of flow: what each column means and which values it may hold.

They are held against what comes from outside: documents, ready-made chunks, results of foreign systems.
"""

from typing import Any

import pandera.polars as pa
import polars as pl

from assay.retrieval.frames import HEADING, PRINTABLE, SHA256, SPAN

LARGEST = 1e300  # neither infinite nor NaN passes these bounds
FINITE = {"min_value": -LARGEST, "max_value": LARGEST}
DURATION = {"min_value": 0, "max_value": LARGEST}


def _id(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, str_matches=PRINTABLE, **rules)


def _sha256(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, str_matches=SHA256, **rules)


def _about(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, **rules)


def _maybe(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, nullable=True, **rules)


class _Strict(pa.DataFrameModel):
    class Config:
        """No other columns, in this order."""

        strict = True
        ordered = True


class Documents(_Strict):
    """documents.parquet: one row a document."""

    doc_id: str = _id("the document's id", unique=True)
    doc_version: str = _about("version as its owner names it", str_length={"min_value": 1})
    title: str = _about("title", str_length={"min_value": 1})
    lang: str = _about("language code of the whole document", str_matches=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    subject: str = _maybe("product or department that it is about; null: any")
    valid_from: pl.Date = _maybe("first day of validity; null: always")
    valid_to: pl.Date = _maybe("last day of validity, inclusive; null: without end")
    url: str = _maybe("where people read it")
    folder: str = _maybe("top folder of its file below the source; null: it lies in none")
    sha256: str = _sha256("SHA-256 of the file's bytes")
    n_chars: pl.UInt32 = _about("characters (code points) of the body", ge=1)
    body: str = _about("text after the front matter")
    outline: pl.List = _about(
        "headings: offset, level, words, path in words, path as a name", dtype_kwargs={"inner": HEADING}
    )


class Chunks(_Strict):
    """chunks.parquet: one row a chunk of a snapshot."""

    chunk_id: str = _id("`<doc_id>#<anchor>.<n>`, or the id of the system that cut it", unique=True)
    chunk_key: pl.UInt64 = _about("first 8 bytes of the id's SHA-256", unique=True)
    doc_id: str = _id("document it is from", nullable=True)
    doc_version: str = _maybe("version of the document")
    title: str = _maybe("title of the document")
    section: str = _maybe('path of headings, joined by " / "')
    anchor: str = _maybe("name of the section within the document")
    position: pl.UInt32 = _about("order in the document, from 0")
    spans: pl.List = _maybe(
        "stretches of the body, in code points; two where a table is continued", dtype_kwargs={"inner": SPAN}
    )
    text: str = _about("the document's text at the spans", str_length={"min_value": 1})
    sha256: str = _sha256("SHA-256 of the text as the system returns it")
    n_chars: pl.UInt32 = _about("characters (code points) of the text as the system returns it", ge=1)
    lang: str = _maybe("language of the chunk, by its letters")
    subject: str = _maybe("product or department; null: any")
    valid_from: pl.Date = _maybe("first day of validity; null: always")
    valid_to: pl.Date = _maybe("last day of validity, inclusive; null: without end")
    url: str = _maybe("where people read it")


class ForeignRows(_Strict):
    """What a program or a recorded run says it found: one row a result."""

    query_id: str = _id("query")
    chunk_id: str = _id("chunk, by the system's own id")
    rank: pl.Int64 = _about("place in the list, from 1 without gaps", ge=1, le=1_000_000)
    score: float = _maybe("the system's own score, never compared with another's", in_range=FINITE)
    doc_id: str = _maybe("document of the chunk")
    doc_version: str = _maybe("its version")
    sha256: str = _sha256("SHA-256 of the chunk's text", nullable=True)
    text: str = _maybe("the chunk's text")


class ForeignAsked(_Strict):
    """What a program or a recorded run says about each query it was asked."""

    query_id: str = _id("query", unique=True)
    query: str = _maybe("text of the question as it was asked", str_length={"min_value": 1})
    sent: str = _maybe("text that was sent to the index, after a rewrite", str_length={"min_value": 1})
    status: str = _about("`ok` or `error`", isin=["ok", "error"])
    message: str = _maybe("what went wrong")
    latency_ms: float = _maybe("milliseconds until the answer", in_range=DURATION)


class Results(_Strict):
    """results.parquet: one row a query and rank."""

    query_id: str = _id("query")
    rank: pl.UInt32 = _about("place in the list, from 1 without gaps", ge=1)
    chunk_id: str = _id("chunk")
    score: float = _maybe("the system's own score", in_range=FINITE)
    query_key: pl.UInt64 = _about("first 8 bytes of the query id's SHA-256")
    chunk_key: pl.UInt64 = _maybe("same of the chunk id; null: the snapshot does not know the chunk")
    chars_read: pl.UInt32 = _maybe("characters read up to here, repeats included; null: not known", ge=1)

    class Config(_Strict.Config):
        """One row a query and rank."""

        unique = ("query_id", "rank")


class Responses(_Strict):
    """responses.parquet: one row a query that was asked."""

    query_id: str = _id("query", unique=True)
    query_key: pl.UInt64 = _about("first 8 bytes of the query id's SHA-256", unique=True)
    query_sha256: str = _sha256("SHA-256 of the question that was asked; null: not known", nullable=True)
    sent: str = _maybe("text that was sent to the index")
    status: str = _about("`ok` or `error`", isin=["ok", "error"])
    message: str = _maybe("what went wrong")
    n_returned: pl.UInt32 = _about("rows in the results")
    latency_ms: float = _maybe("milliseconds until the answer, where the system says so", in_range=DURATION)


class Repeats(Results):
    """repeats.parquet: results of the further times that a system was asked; no rows where it was asked once."""

    repeat: pl.UInt16 = _about("which time, from 2", ge=2)

    class Config(_Strict.Config):
        """One row a time, query and rank."""

        unique = ("repeat", "query_id", "rank")


class RepeatResponses(Responses):
    """repeat_responses.parquet: one row a query and further time that it was asked."""

    query_id: str = _id("query")
    query_key: pl.UInt64 = _about("first 8 bytes of the query id's SHA-256")
    repeat: pl.UInt16 = _about("which time, from 2", ge=2)

    class Config(_Strict.Config):
        """One row a time and query."""

        unique = ("repeat", "query_id")
