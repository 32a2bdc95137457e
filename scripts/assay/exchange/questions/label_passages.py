"""Passages of the gold set, to which those of imported labels are added: one a place, under names that last."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from assay.exchange.questions.locating import Place
from assay.gold.editing import spared
from assay.gold.fields import PASSAGE, PASSAGE_ID
from assay.gold.passages import SCHEMA, make_passage
from assay.gold.places import locate
from assay.gold.review import Corpus
from assay.manifest import sha256

_OF_CHUNK = ("doc_id", "doc_version", "section", "anchor")
_HASH = 8  # digits that tell passages of one section apart


class Passages:
    """Passages of the gold set, to which those of located references are added, one a place.

    Attributes:
        rows: all of them.
        spots: address of the reference that each new one was made of, by id.
    """

    def __init__(self, rows: Sequence[dict[str, Any]], corpus: Corpus) -> None:
        self.rows = list(rows)
        self.spots: dict[str, str] = {}
        self._corpus = corpus
        self._documents: dict[str, pl.DataFrame] = {}
        self._ids = {row["id"] for row in rows}
        places = list(zip(rows, _places(rows, corpus), strict=True))
        self._by_place: dict[tuple[Any, ...], str] = {place: row["id"] for row, place in places}
        self._moved: dict[tuple[Any, ...], str] = {
            _place_of(row): row["id"] for row, place in places if place != _place_of(row)
        }
        self._known: dict[Place, str] = {}
        self._chunks = {row["chunk_id"]: row for row in corpus.chunks.iter_rows(named=True)}

    def id_of(self, place: Place, spot: str, *, offsets_alone: bool = False) -> str:
        """Id of the passage at a place; it is added where no row labels the text that stands there today.

        Args:
            place: where it stands.
            spot: address of the reference.
            offsets_alone: nobody said the words. Offsets that a passage had when it was labelled, and that has moved
                since, are those of its document at that time.
        """
        moved = self._moved.get((place.doc_id, place.start, place.end)) if offsets_alone else None
        if moved is not None:
            return moved
        if place not in self._known:
            row = self._of_chunk(place) if place.chunk_id is not None else self._of_document(place)
            self._known[place] = self._by_place.get(_place_of(row)) or self._add(row, spot)
        return self._known[place]

    def _add(self, row: dict[str, Any], spot: str) -> str:
        name = str(row["id"])
        if name in self._ids:  # of an earlier text of the same chunk, say
            name = f"{name}~{sha256(repr(_place_of(row)).encode())[:_HASH]}"
        self.rows.append({**row, "id": name})
        self.spots[name] = spot
        self._ids.add(name)
        self._by_place[_place_of(row)] = name
        return name

    def _of_document(self, place: Place) -> dict[str, Any]:
        doc, span = place.doc_id or "", (place.start or 0, place.end or 0)
        if (
            doc not in self._documents
        ):  # sought once: with 100,000 references no table is gone through for each
            self._documents[doc] = self._corpus.documents.filter(pl.col("doc_id") == doc)
        row = spared(make_passage(self._documents[doc], doc, id="new", span=span))
        return {**row, "id": _id(_name_of(row, self._documents[doc]["body"].item()))}

    def _of_chunk(self, place: Place) -> dict[str, Any]:
        chunk = self._chunks[place.chunk_id]
        # NFC, as the file is written: the hash is that of the text that will stand there.
        text = unicodedata.normalize("NFC", place.words or chunk["text"])
        digest = sha256(text.encode())
        name = place.chunk_id if place.words is None else f"{place.chunk_id}~{digest[:_HASH]}"
        row = {**dict.fromkeys(PASSAGE), **{key: chunk[key] for key in _OF_CHUNK}}
        return {**row, "id": _id(str(name)), "text": text, "sha256": digest}


def _id(name: str) -> str:
    """A passage's id as near to a foreign one as ours may be."""
    name = unicodedata.normalize("NFC", name)
    if not list(PASSAGE_ID.faults("", name)):
        return name
    # Two ids may differ in their spaces alone.
    return f"{'_'.join(name.split())}~{sha256(name.encode())[:_HASH]}"


def _name_of(row: Mapping[str, Any], body: str) -> str:
    """Document, section and text, which stay when the document changes elsewhere; offsets would not.

    Where the words stand several times in the document, the second of them ends with ``.2``.
    """
    section = str(row["anchor"] or "").rpartition("/")[2]
    number = body.count(row["text"], 0, row["start"]) + 1
    name = f"{row['doc_id']}#{section}{'~' if section else ''}{row['sha256'][:_HASH]}"
    return name if number == 1 else f"{name}.{number}"


def _place_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells passages apart: the stretch of a document, else the text."""
    if row["start"] is None:
        return row["doc_id"], row["sha256"]
    return row["doc_id"], row["start"], row["end"]


def _places(rows: Sequence[Mapping[str, Any]], corpus: Corpus) -> list[tuple[Any, ...]]:
    """Where passages of the gold set stand today; the text alone where no document has it."""
    frame = pl.DataFrame([{"line": line, **row} for line, row in enumerate(rows, 1)], schema=SCHEMA)
    found = locate(frame.with_row_index("passage"), corpus.sources).select("start", "end").rows()
    return [
        (row["doc_id"], row["sha256"]) if start is None else (row["doc_id"], start, end)
        for row, (start, end) in zip(rows, found, strict=True)
    ]
