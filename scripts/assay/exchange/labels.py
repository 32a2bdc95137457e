"""Located references as passages, and imported questions joined with the gold set that is there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.locating import Located, Place
from assay.exchange.questions import Question, labelled
from assay.gold.editing import passage_of_chunk, spared
from assay.gold.fields import PASSAGE_ID
from assay.gold.passages import make_passage
from assay.gold.review import Corpus
from assay.jsonl import dump_row
from assay.manifest import sha256

EXISTING = ("refuse", "keep", "replace")
_SAME = ("doc_id", "start", "end", "sha256")


@dataclass
class Joined:
    """The gold set with what was imported.

    Attributes:
        queries, passages: rows of both files.
        counts: what became of the imported questions, by what happened.
        problems: questions that are there already and say something else; ids that are taken.
        unmatched: lines of JSON: the references that were not found, each with the reason.
    """

    queries: list[dict[str, Any]]
    passages: list[dict[str, Any]]
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)


class Passages:
    """Passages of the gold set, to which those of located references are added, one a place."""

    def __init__(self, rows: Sequence[dict[str, Any]], corpus: Corpus) -> None:
        self.rows = list(rows)
        self.problems: list[Problem] = []
        self._corpus = corpus
        self._ids = {row["id"]: row for row in rows}
        self._by_place = {_place_of(row): row["id"] for row in rows}
        self._known: dict[Place, str] = {}
        self._chunks = {row["chunk_id"]: row for row in corpus.chunks.iter_rows(named=True)}

    def id_of(self, place: Place, spot: str) -> str:
        """Id of the passage at a place; it is added where no row labels the same text there."""
        if place not in self._known:
            row = self._row(place)
            self._known[place] = self._by_place.get(_place_of(row), row["id"])
            if self._known[place] == row["id"] and row["id"] not in self._ids:
                self._add(row)
            elif _place_of(self._ids[self._known[place]]) != _place_of(row):
                rule = f"passage {row['id']!r} is there already, with another text"
                self.problems.append(Problem(spot, rule, "rename or remove that passage"))
        return self._known[place]

    def _add(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        self._ids[row["id"]] = row
        self._by_place[_place_of(row)] = row["id"]

    def _row(self, place: Place) -> dict[str, Any]:
        if place.chunk_id is None:
            span = (place.start or 0, place.end or 0)
            name = _id(f"{place.doc_id}#{span[0]}-{span[1]}")
            return spared(make_passage(self._corpus.documents, place.doc_id or "", id=name, span=span))
        chunk = self._chunks[place.chunk_id]
        row = passage_of_chunk(self._corpus, chunk, _id(place.chunk_id))
        if place.words is None:
            return row
        digest = sha256(place.words.encode())
        return {**row, "id": _id(f"{place.chunk_id}~{digest[:8]}"), "text": place.words, "sha256": digest}


def _id(name: str) -> str:
    """A passage's id as near to a foreign one as ours may be."""
    return (
        name
        if not list(PASSAGE_ID.faults("", name))
        else "_".join(name.split()) or sha256(name.encode())[:16]
    )


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
        sets: as :func:`assay.exchange.questions.labelled`.
        level: same.
        existing: what of a question that is there and says something else: ``refuse``, ``keep`` it as it is here, or
            ``replace`` what the file says.
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
            passages.id_of(one.place, question.spot) if complete and one.place is not None else None
            for one in own
        ]
        row = labelled(question, own, ids, sets, level)
        done.counts["without labels"] += row["evidence_sets"] is None and not row["relevant"]
        _put(row, question, here, done, existing)
    done.queries = list(here.values())
    done.passages = passages.rows
    done.problems += passages.problems
    return done


def _put(
    row: dict[str, Any], question: Question, here: dict[str, dict[str, Any]], done: Joined, existing: str
) -> None:
    old = here.get(row["id"])
    if old is None:
        here[row["id"]] = row
        done.counts["new"] += 1
        return
    said = {name: value for name, value in row.items() if value not in (None, {}) and name != "status"}
    differing = [name for name, value in said.items() if old.get(name) != value]
    if not differing:
        done.counts["the same"] += 1
    elif existing == "keep":
        done.counts["kept"] += 1
    elif existing == "replace":
        here[row["id"]] = {**old, **said, "status": "unreviewed"}
        done.counts["replaced"] += 1
    else:
        rule = f"question {row['id']!r} is in the gold set with another {', '.join(differing)}"
        done.problems.append(Problem(question.spot, rule, "give --existing keep, or --existing replace"))


def _unmatched(question: Question, located: Sequence[Located]) -> list[str]:
    lost = zip(question.references or [], located, strict=True)
    return [
        dump_row(
            {"query_id": question.row["id"], "at": one.spot, "reference": one.shown, "reason": found.way}
        )
        for one, found in lost
        if found.place is None
    ]


def counts_line(done: Joined) -> str:
    """What became of the questions, in words."""
    words = [f"{count} {what}" for what, count in done.counts.items() if count]
    return f"{counted(sum(list(done.counts.values())[:4]), 'question')}: " + ", ".join(words or ["none"])
