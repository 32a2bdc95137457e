"""The fields of queries.jsonl and passages.jsonl in their fixed order, and what JSON may hold in each.

A field that is absent is null, never left out.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from assay.errors import Problem
from assay.gold.kinds import ID, ByPassage, Choice, Fault, Items, Kind, Record, Text, Whole
from assay.jsonl import Row, dump_row
from assay.retrieval.records import LANGUAGE, as_date, is_document_id

Fields = dict[str, "Field"]

HASH = re.compile(r"[0-9a-f]{64}")
_HEX, _DIGITS = re.compile(r"[0-9a-f]*"), 64


@dataclass(frozen=True)
class Field:
    """One field: what it may hold, whether null is a value of it, what it means."""

    kind: Kind
    nullable: bool
    doc: str


TEXT = Text()
DOCUMENT = Text("a document id: printable, no #, no .. and no / in front", is_document_id)
PASSAGE_ID = Text(
    "printable, without spaces",
    lambda text: text.isprintable() and " " not in text,
    all_valid=lambda texts: (joined := "".join(texts)).isprintable() and " " not in joined,
)
PASSAGES = Items(ID)
SPLITS = ("dev", "holdout")
STATUSES = ("reviewed", "unreviewed")
GRADES = (1, 2)
FOUND_BY = ("browse", "text_find", "triage")
ROLES = ("user", "assistant")

QUERY: Fields = {
    "id": Field(ID, False, "unique id, a text"),
    "query": Field(TEXT, False, "the question as it was asked"),
    "lang": Field(
        Text("a language code such as ru or en", LANGUAGE.fullmatch), False, "language of the question"
    ),
    "history": Field(
        Items(Record({"role": Choice(ROLES), "text": TEXT})), True, "earlier turns of a follow-up question"
    ),
    "rewritten": Field(TEXT, True, "the standalone question actually sent, of a follow-up"),
    "type": Field(TEXT, False, "kind of question; no_answer: the corpus cannot answer it"),
    "split": Field(Choice(SPLITS), False, "dev is scored every time, holdout only on the record"),
    "as_of": Field(Text("a day as YYYY-MM-DD", as_date), True, "date for which it is asked; null: any"),
    "subject": Field(TEXT, True, "product or department for which it is asked; null: any"),
    "evidence_sets": Field(
        Items(PASSAGES), True, "AND inside a list, OR between lists; null: not labelled yet"
    ),
    "relevant": Field(ByPassage(Choice(GRADES)), True, "grade of passages that are in no set"),
    "why": Field(ByPassage(TEXT), True, "why each passage is relevant"),
    "rationale": Field(TEXT, True, "why the sets suffice, or why nothing does"),
    "expected_answer": Field(TEXT, True, "a right answer, in short"),
    "claims": Field(
        Items(Record({"id": ID, "text": TEXT, "passages": PASSAGES})),
        True,
        "statements a right answer must make, and the passages that support each",
    ),
    "unanswerable": Field(Items(TEXT), True, "parts of the question that the corpus cannot answer"),
    "found_by": Field(Choice(FOUND_BY), True, "how the labeller found the evidence"),
    "reviewed_by": Field(Items(TEXT), True, "who reviewed it (two for holdout)"),
    "checked_corpus": Field(TEXT, True, "corpus id against which a no_answer was checked"),
    "status": Field(Choice(STATUSES), False, "unreviewed labels are scored and counted, barred from gates"),
}

PASSAGE: Fields = {
    "id": Field(PASSAGE_ID, False, "unique id, chosen by the labeller"),
    "doc_id": Field(DOCUMENT, True, "document it stands in; null: of a corpus chunked elsewhere"),
    "doc_version": Field(TEXT, True, "version of the document when it was labelled"),
    "url": Field(TEXT, True, "page of the document"),
    "anchor": Field(TEXT, True, "section as slugs, equal headings told apart"),
    "section": Field(TEXT, True, "section as headings"),
    "start": Field(Whole(), True, "first code point in the document's body, from 0"),
    "end": Field(Whole(), True, "code point after the last one"),
    "sha256": Field(
        Text(
            "64 hexadecimal digits",
            HASH.fullmatch,
            all_valid=lambda texts: {*map(len, texts)} <= {_DIGITS} and _HEX.fullmatch("".join(texts)),
        ),
        False,
        "hash of the text",
    ),
    "text": Field(
        Text("a text with a letter or digit in it", lambda text: any(map(str.isalnum, text))),
        False,
        "the labelled text, word for word",
    ),
    "before": Field(Text(empty=True), True, "text in front of it, where there is no anchor"),
    "after": Field(Text(empty=True), True, "text behind it, where there is no anchor"),
}
# What a gold revision is made of: everything that scoring reads.
QUERY_FIELDS = (
    "id",
    "query",
    "lang",
    "history",
    "rewritten",
    "type",
    "split",
    "as_of",
    "subject",
    "evidence_sets",
    "relevant",
    "status",
)
PASSAGE_FIELDS = ("id", "doc_id", "doc_version", "start", "end", "sha256")


def place(where: str, row: Row) -> str:
    """Address of a row in messages: ``gold/queries.jsonl:14 q-017``."""
    name = row.value.get("id")
    named = isinstance(name, str) and name.strip() and name.isprintable()
    return f"{where}:{row.line} {name}" if named else f"{where}:{row.line}"


def problems(row: Row, fields: Fields, where: str) -> list[Problem]:
    """Everything wrong with the fields of one row."""
    return [Problem(place(where, row), rule, fix) for rule, fix in _row_faults(row.value, fields)]


def canonical(value: dict[str, Any], fields: Fields) -> dict[str, Any]:
    """The row in the fixed order of fields: absent ones null, objects by passage sorted."""
    ordered = {name: value.get(name) for name in fields} | {
        name: item for name, item in value.items() if name not in fields
    }
    for name, field in fields.items():
        by_passage = ordered[name]
        if isinstance(field.kind, ByPassage) and isinstance(by_passage, dict):
            ordered[name] = dict(sorted(by_passage.items()))
    return ordered


def file_bytes(rows: Iterable[dict[str, Any]], fields: Fields) -> bytes:
    """A file in its one form: canonical rows, one line each, sorted by id, in NFC."""
    ordered = sorted((canonical(row, fields) for row in rows), key=lambda row: str(row["id"]))
    # JSON's own marks compose with nothing, so that the text can be normalised as a whole.
    return unicodedata.normalize("NFC", "".join(dump_row(row) + "\n" for row in ordered)).encode()


def _row_faults(value: dict[str, Any], fields: Fields) -> Iterator[Fault]:
    for name in sorted(value.keys() - fields.keys()):
        near = difflib.get_close_matches(name, fields, 1)
        yield f"field {name} is unknown", f"did you mean {near[0]}?" if near else "remove it"
    for name, field in fields.items():
        if name not in value:
            yield f"field {name} is missing", "write it, or null where there is none"
        elif not field.nullable and isinstance(value[name], str) and not value[name].strip():
            yield f"{name} is empty", "write it"
        elif value[name] is not None:
            yield from field.kind.faults(name, value[name])
        elif not field.nullable:
            yield f"{name} is null", "write it"
