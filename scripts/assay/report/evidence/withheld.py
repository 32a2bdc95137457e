"""Evidence tables where texts are left out: ids, verdicts, places and counts stay, words go."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from assay.evidence.expected import Expected
from assay.evidence.gathering import Evidence
from assay.evidence.record import Answer
from assay.evidence.table import Table
from assay.ledger import Entry
from assay.manifest import sha256
from assay.report.evidence.head import CARD

STAND_IN = "…"  # for each text that there is: one that is absent stays absent
_HASH = 12  # characters of the hash that stands for a chunk's own part of its id
_NOTES = ("claim", "attachment_reason", "support_reason", "missing", "observation", "hypothesis")
TEXTS = (*_NOTES, "open_question", "supersede_reason")  # of a row of the ledger
_IDS = ("answer_id", "scenario_id", "query_id", "lang")
_NEVER = "retrieved: "  # begins what a record lacks where it cites what was never retrieved


class _Names:
    """Names for the chunks of a table: ``<document>#<hash of the id>``; the hash where no document is known."""

    def __init__(self, table: Table) -> None:
        self.documents: dict[str, str | None] = {}
        for one in _sources(table):
            self.documents[one["chunk_id"]] = one.get("doc_id") or self.documents.get(one["chunk_id"])

    def __call__(self, chunk: str) -> str:
        """The name of a chunk."""
        short, document = sha256(chunk.encode())[:_HASH], self.documents.get(chunk)
        return short if document is None else f"{document}#{short}"


class WithoutTexts(Table):
    """An evidence table without a word of the question, the answer, the corpus and the reviewers."""


def without_texts(evidence: Evidence) -> Evidence:
    """The same without texts; ids of chunks, which hold words of headings, are hashed but for the document.

    Args:
        evidence: of a repository.
    """
    names = {table.answer.id: _Names(table) for table in evidence.tables}
    return replace(
        evidence,
        tables=[_without(table, names[table.answer.id]) for table in evidence.tables],
        passages={},
        lacks={
            name: [_lack(element, names[name]) for element in elements]
            for name, elements in evidence.lacks.items()
            if name in names
        },
    )


def _without(table: Table, names: _Names) -> WithoutTexts:
    answer = table.answer
    return WithoutTexts(
        replace(answer, value=_record(answer, names), card=_card(answer.card)),
        _expected(table.expected, names),
        [_row(row, names) for row in table.rows],
    )


def _sources(table: Table) -> Iterator[Mapping[str, Any]]:
    """Everything that may say of which document a chunk is; a row first, the record last, which counts."""
    for row in table.rows:
        yield from (one for one in row["evidence"] + row["citations"] if one["chunk_id"])
    yield from (one for one in table.expected.needed or () if one.get("chunk_id"))
    yield from (one.record() for one in table.answer.citations if one.chunk_id)
    yield from (one._asdict() for one in table.answer.retrieved)


def _gone(text: Any) -> str | None:
    return None if text is None else STAND_IN


def _source(one: Mapping[str, Any], names: _Names) -> dict[str, Any]:
    """A fragment or a citation: its words and its address go."""
    hidden = {key: _gone(one[key]) for key in ("text", "url", "supports", "marker") if key in one}
    chunk = one.get("chunk_id")
    if hidden.get("marker") and _says_nothing(one["marker"], one.get("doc_id")):
        hidden["marker"] = one["marker"]
    return {**one, **hidden, **({"chunk_id": names(chunk)} if chunk else {})}


def _says_nothing(marker: str, document: str | None) -> bool:
    """Whether a marker is a number, or the id of its document: others may be titles."""
    return marker.strip("[]()") == document or not any(map(str.isalpha, marker))


def _record(answer: Answer, names: _Names) -> dict[str, Any]:
    value = answer.value
    kept = {key: value[key] for key in (*_IDS, *CARD) if key in value}
    kept |= {key: _gone(value[key]) for key in ("query", "answer") if key in value}
    for key in ("retrieved", "citations"):
        if key in value:
            kept[key] = value[key] and [_source(one, names) for one in value[key]]
    if "declines" in value:
        kept["declines"] = value["declines"] and [{**one, "part": STAND_IN} for one in value["declines"]]
    return kept


def _card(card: Mapping[str, Any]) -> dict[str, Any]:
    """Of the card what names a state or a version; of all else, as filters may hold words, that it is there."""
    return {key: value if key in CARD else STAND_IN for key, value in card.items()}


def _expected(stated: Expected, names: _Names) -> Expected:
    needed = stated.needed and [_source(one, names) for one in stated.needed]
    return stated._replace(needed=needed, unanswerable=[STAND_IN] * len(stated.unanswerable))


def _row(row: Entry, names: _Names) -> Entry:
    return {
        **row,
        **{key: _gone(row[key]) for key in TEXTS},
        "decision": row["decision"] and sha256(row["decision"].encode())[:_HASH],
        "quote": [{**one, "text": STAND_IN} for one in row["quote"]],
        **{key: [_source(one, names) for one in row[key]] for key in ("citations", "evidence")},
    }


def _lack(element: str, names: _Names) -> str:
    """An element without the id of a chunk that was never retrieved; a source stays."""
    named, of, number = element.removeprefix(_NEVER).rpartition(" of ")
    if not element.startswith(_NEVER) or named not in names.documents:
        return element
    return f"{_NEVER}{names(named)}{of}{number}"
