"""The tables of the gold set, in order of flow: queries, passages, projection, status of passages."""

import pandera.polars as pa
import polars as pl

from assay.gold.fields import FOUND_BY, PASSAGE, QUERY, SPLITS, STATUSES

STATES = ("span", "moved", "matched", "stale")
REASONS = ("document_missing", "text_changed", "ambiguous", "split_or_absent")

_TEXTS = {"inner": pl.List(pl.String)}
_ITEMS = {"inner": pl.String}
_GRADES = {"inner": pl.Struct({"passage_id": pl.String, "grade": pl.UInt8})}
_REASONS = {"inner": pl.Struct({"passage_id": pl.String, "text": pl.String})}
_TURNS = {"inner": pl.Struct({"role": pl.String, "text": pl.String})}
_CLAIMS = {"inner": pl.Struct({"id": pl.String, "text": pl.String, "passages": pl.List(pl.String)})}


class _Strict(pa.DataFrameModel):
    class Config:
        """No other columns, in this order."""

        strict = True
        ordered = True


class Queries(_Strict):
    """gold/queries.jsonl: one row a question; key ``id``."""

    line: pl.UInt32 = pa.Field(ge=1, description="line of the file")
    id: str = pa.Field(description=QUERY["id"].doc)
    query: str = pa.Field(description=QUERY["query"].doc)
    lang: str = pa.Field(description=QUERY["lang"].doc)
    history: pl.List = pa.Field(nullable=True, dtype_kwargs=_TURNS, description=QUERY["history"].doc)
    rewritten: str = pa.Field(nullable=True, description=QUERY["rewritten"].doc)
    type: str = pa.Field(description=QUERY["type"].doc)
    split: str = pa.Field(isin=SPLITS, description=QUERY["split"].doc)
    as_of: pl.Date = pa.Field(nullable=True, description=QUERY["as_of"].doc)
    subject: str = pa.Field(nullable=True, description=QUERY["subject"].doc)
    evidence_sets: pl.List = pa.Field(
        nullable=True, dtype_kwargs=_TEXTS, description=QUERY["evidence_sets"].doc
    )
    relevant: pl.List = pa.Field(nullable=True, dtype_kwargs=_GRADES, description=QUERY["relevant"].doc)
    why: pl.List = pa.Field(nullable=True, dtype_kwargs=_REASONS, description=QUERY["why"].doc)
    rationale: str = pa.Field(nullable=True, description=QUERY["rationale"].doc)
    expected_answer: str = pa.Field(nullable=True, description=QUERY["expected_answer"].doc)
    claims: pl.List = pa.Field(nullable=True, dtype_kwargs=_CLAIMS, description=QUERY["claims"].doc)
    unanswerable: pl.List = pa.Field(
        nullable=True, dtype_kwargs=_ITEMS, description=QUERY["unanswerable"].doc
    )
    found_by: str = pa.Field(nullable=True, isin=FOUND_BY, description=QUERY["found_by"].doc)
    reviewed_by: pl.List = pa.Field(nullable=True, dtype_kwargs=_ITEMS, description=QUERY["reviewed_by"].doc)
    checked_corpus: str = pa.Field(nullable=True, description=QUERY["checked_corpus"].doc)
    status: str = pa.Field(isin=STATUSES, description=QUERY["status"].doc)


class Passages(_Strict):
    """gold/passages.jsonl: one row a labelled stretch of a document; key ``id``."""

    line: pl.UInt32 = pa.Field(ge=1, description="line of the file")
    id: str = pa.Field(description=PASSAGE["id"].doc)
    doc_id: str = pa.Field(nullable=True, description=PASSAGE["doc_id"].doc)
    doc_version: str = pa.Field(nullable=True, description=PASSAGE["doc_version"].doc)
    url: str = pa.Field(nullable=True, description=PASSAGE["url"].doc)
    anchor: str = pa.Field(nullable=True, description=PASSAGE["anchor"].doc)
    section: str = pa.Field(nullable=True, description=PASSAGE["section"].doc)
    start: pl.UInt32 = pa.Field(nullable=True, description=PASSAGE["start"].doc)
    end: pl.UInt32 = pa.Field(nullable=True, description=PASSAGE["end"].doc)
    sha256: str = pa.Field(str_matches=r"^[0-9a-f]{64}$", description=PASSAGE["sha256"].doc)
    text: str = pa.Field(description=PASSAGE["text"].doc)
    before: str = pa.Field(nullable=True, description=PASSAGE["before"].doc)
    after: str = pa.Field(nullable=True, description=PASSAGE["after"].doc)


class Projection(_Strict):
    """Which chunk holds which stretch of which passage; key ``passage_id, location, atom, chunk_key``."""

    passage_id: str = pa.Field(description="passage")
    passage_key: pl.UInt64 = pa.Field(description="integer key of the passage")
    location: pl.UInt16 = pa.Field(description="0: where the passage stands; from 1: its twins")
    atom: pl.UInt64 = pa.Field(description="number of the stretch of text, the same for all passages")
    n_chars: pl.UInt32 = pa.Field(ge=1, description="characters of the stretch")
    weight: pl.UInt32 = pa.Field(description="letters and digits of the stretch")
    chunk_key: pl.UInt64 = pa.Field(description="integer key of a chunk that holds the stretch")


class Status(_Strict):
    """How each passage stands in one snapshot; key ``passage_id``."""

    passage_id: str = pa.Field(unique=True, description="passage")
    passage_key: pl.UInt64 = pa.Field(unique=True, description="integer key of the passage")
    status: str = pa.Field(
        isin=STATES,
        description="span: where its offsets say; moved: elsewhere in its document; matched: by text; stale",
    )
    reason: str = pa.Field(nullable=True, isin=REASONS, description="why it is stale")
    n_chars: pl.UInt32 = pa.Field(ge=1, description="characters of the passage")
    weight: pl.UInt32 = pa.Field(ge=1, description="letters and digits of the passage")
    locations: pl.UInt16 = pa.Field(description="places that hold it: its own and its twins; 0 if stale")
    straddles: bool = pa.Field(description="no single chunk holds all of it where it stands")
    section: str = pa.Field(nullable=True, description="section of the document it stands in")
    doc_id: str = pa.Field(nullable=True, description="document it stands in")
    subject: str = pa.Field(nullable=True, description="subject of that document")
