"""Located references as passages, and imported questions joined with the gold set that is there."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.questions.locating import Located, Place
from assay.exchange.questions.questions import Question, labelled
from assay.gold.editing import spared
from assay.gold.fields import PASSAGE, PASSAGE_ID
from assay.gold.passages import make_passage
from assay.gold.review import Corpus
from assay.manifest import sha256

_SAME = ("doc_id", "start", "end", "sha256")
_OF_CHUNK = ("doc_id", "doc_version", "section", "anchor")
_LABELS = ("evidence_sets", "relevant")
_OF_PEOPLE = ("why", "claims", "unanswerable", "found_by", "checked_corpus")  # no import writes them
_HASH = 8  # digits that tell passages apart that would have one id


@dataclass
class Joined:
    """The gold set with what was imported.

    Attributes:
        queries, passages: rows of both files.
        counts: what became of the imported questions, by what happened.
        problems: questions that are there already and say something else.
        unmatched: the references that were not found, each with the reason.
    """

    queries: list[dict[str, Any]]
    passages: list[dict[str, Any]]
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unmatched: list[dict[str, Any]] = field(default_factory=list)


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
        self._by_place = {_place_of(row): row["id"] for row in rows}
        self._known: dict[Place, str] = {}
        self._chunks = {row["chunk_id"]: row for row in corpus.chunks.iter_rows(named=True)}

    def id_of(self, place: Place, spot: str) -> str:
        """Id of the passage at a place; it is added where no row labels the same text there."""
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
        return spared(
            make_passage(self._documents[doc], doc, id=_id(f"{doc}#{span[0]}-{span[1]}"), span=span)
        )

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


def _place_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in _SAME)


def join(
    questions: Sequence[Question],
    located: Sequence[Located],
    gold: tuple[list[dict[str, Any]], Passages],
    *,
    sets: str,
    level: int,
    existing: str,
) -> Joined:
    """The gold set with the questions.

    Args:
        questions: as read, in the order of the file.
        located: what became of their references, in the same order, one after the other.
        gold: rows of queries.jsonl, and the passages.
        sets: as :func:`assay.exchange.questions.questions.labelled`.
        level: same.
        existing: what of a question that is there and says something else: ``refuse``, ``keep`` it as it is here, or
            ``replace`` what the file says, unless it is reviewed, or people have added to its labels.
    """
    rows, passages = gold
    here = {row["id"]: row for row in rows}
    done = Joined(rows, [], dict.fromkeys(("new", "the same", "kept", "replaced", "without labels"), 0))
    rest = iter(located)
    for question in questions:
        own = [next(rest) for _ in question.references or []]
        done.unmatched += _unmatched(question, own)
        complete = all(one.place is not None for one in own)
        ids = [
            passages.id_of(one.place, reference.spot) if complete and one.place is not None else None
            for one, reference in zip(own, question.references or [], strict=True)
        ]
        row = labelled(question, own, ids, sets, level)
        done.counts["without labels"] += row["evidence_sets"] is None and not row["relevant"]
        _put(row, question, here, done, existing)
    done.queries = list(here.values())
    done.passages = passages.rows
    return done


def _put(
    row: dict[str, Any], question: Question, here: dict[str, dict[str, Any]], done: Joined, existing: str
) -> None:
    old = here.get(row["id"])
    if old is None:
        here[row["id"]] = row
        done.counts["new"] += 1
        return
    said = {name: row[name] for name in (*sorted(question.said), *_labels(row))}
    differing = [name for name, value in said.items() if (old.get(name) or None) != (value or None)]
    if row["evidence_sets"] == [] and old.get("evidence_sets") != []:
        differing.append("evidence_sets")
    if not differing:
        done.counts["the same"] += 1
    elif existing == "keep":
        done.counts["kept"] += 1
    elif problem := _refused(row, old, differing, question.spot, existing):
        done.problems.append(problem)
    else:
        here[row["id"]] = {**old, **said}
        done.counts["replaced"] += 1


def _labels(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Fields of the labels, where the file has some."""
    if row["evidence_sets"] == []:
        return ("type", *_LABELS)
    return _LABELS if row["evidence_sets"] or row["relevant"] else ()


def _refused(
    row: Mapping[str, Any], old: Mapping[str, Any], differing: Sequence[str], spot: str, existing: str
) -> Problem | None:
    """Why a question that is there is not replaced: nobody asked for it, or work of people would be lost."""
    what = f"question {row['id']!r} is in the gold set with another {', '.join(dict.fromkeys(differing))}"
    if existing != "replace":
        return Problem(spot, what, "give --existing keep, or --existing replace")
    if old["status"] == "reviewed" or old.get("reviewed_by"):
        return Problem(
            spot, f"{what}, and reviewed", "edit it in gold/queries.jsonl, or give --existing keep"
        )
    if not set(_LABELS) & set(differing):
        return None
    added = [name for name in _OF_PEOPLE if old.get(name)]
    if added:
        rule = f"{what}; people have added {', '.join(added)}, which belong to the labels that are there"
        return Problem(spot, rule, "edit it in gold/queries.jsonl, or give --existing keep")
    if old.get("evidence_sets") and row["evidence_sets"] is None:
        rule = f"{what}: it has evidence sets, the file a flat list"
        return Problem(spot, rule, "say what the list means: --sets together, or --sets each")
    return None


def _unmatched(question: Question, located: Sequence[Located]) -> Iterator[dict[str, Any]]:
    for one, found in zip(question.references or [], located, strict=True):
        if found.place is None:
            yield {
                "query_id": question.row["id"],
                "at": one.spot,
                "reference": one.shown,
                "reason": found.way,
            }


def counts_line(done: Joined) -> str:
    """What became of the questions, in words."""
    words = [f"{count} {what}" for what, count in done.counts.items() if count]
    return f"{counted(sum(list(done.counts.values())[:4]), 'question')}: " + ", ".join(words or ["none"])
