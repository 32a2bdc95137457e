"""Texts that a verdict rests on and that were not retrieved: whether the corpus has them, in the version of then."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from assay.errors import Problem, shown
from assay.evidence.record import Span
from assay.evidence.succession import Placed
from assay.ledger import Entry

if TYPE_CHECKING:
    from assay.gold.review import Corpus

_STRETCH = re.compile(r"(?P<text>.+)@(?P<start>\d+)-(?P<end>\d+)", re.DOTALL)
_AGAIN = "judge the claim again (assay evidence judge --supersede)"
_LOOK = f"look whether the verdict still holds; else {_AGAIN}"


class Text(NamedTuple):
    """A document of the corpus, or a chunk of one that was cut elsewhere."""

    id: str
    doc_id: str
    doc_version: str | None
    body: str


class Found(NamedTuple):
    """What was found: problems are faults, notes need a look."""

    problems: list[Problem]
    notes: list[Problem]


def stretch_id(text: str, start: int, end: int) -> str:
    """What a row calls a stretch of a text of the corpus: ``returns@120-164``."""
    return f"{text}@{start}-{end}"


def check(now: Iterable[Placed], read: Callable[[], "Corpus"]) -> Found:
    """Look up every text without a rank of rows in force.

    The corpus moves on: where it has another version of the document, or none, nobody can say whether the text stood
    there, and that is a note. Where it has the very version, a text that does not stand in it is a fault.

    Args:
        now: rows in force with their places.
        read: gives the corpus; asked only where there is such a text.

    Raises:
        InputError: the corpus cannot be read.
    """
    named = [
        (f"{place} {row['claim_id']}", f"evidence[{number}]", one)
        for place, row in now
        for number, one in enumerate(row["evidence"], 1)
        if one["rank"] is None
    ]
    texts = _texts(read(), [one for _, _, one in named]) if named else {}
    found = Found([], [])
    for where, name, one in named:
        wrong, doubtful = _said(one, *_looked_up(one, texts))
        found.problems.extend(Problem(where, f"{name} {rule}", _AGAIN) for rule in wrong)
        found.notes.extend(Problem(where, f"{name} {rule}", _LOOK) for rule in doubtful)
    return found


def _texts(corpus: "Corpus", wanted: list[Entry]) -> dict[str, Text]:
    """Documents and chunks that may be meant, by id."""
    import polars as pl

    names = {one[key] for one in wanted for key in ("chunk_id", "doc_id")}
    names |= {match["text"] for one in wanted if (match := _STRETCH.fullmatch(one["chunk_id"]))}
    frames = (
        corpus.chunks.select("chunk_id", "doc_id", "doc_version", "text"),
        corpus.documents.select("doc_id", pl.col("doc_id").alias("of"), "doc_version", "body"),
    )
    rows = (row for frame in frames for row in frame.filter(pl.nth(0).is_in(names - {None})).iter_rows())
    return {name: Text(name, of or name, version, body) for name, of, version, body in rows}


def _looked_up(one: Entry, texts: Mapping[str, Text]) -> tuple[Text | None, Span | None]:
    """The text that a row names, and where in it; None: the corpus does not have it, or no place is named."""
    match = _STRETCH.fullmatch(one["chunk_id"])
    if one["chunk_id"] not in texts and match:
        span = int(match["start"]), int(match["end"])
        return texts.get(match["text"]) or texts.get(one["doc_id"] or ""), span
    return texts.get(one["chunk_id"]) or texts.get(one["doc_id"] or ""), None


def _said(one: Entry, text: Text | None, span: Span | None) -> tuple[list[str], list[str]]:
    """Rules that a text breaks, and what is to be said besides."""
    if text is None:
        return [], [f"is of {shown(one['doc_id'] or one['chunk_id'])}, which the corpus does not have"]
    wrong = []
    if one["doc_id"] != text.doc_id:
        wrong.append(f"has doc_id {shown(one['doc_id'])}, but {shown(text.id)} is of {shown(text.doc_id)}")
    is_there = one["text"] in text.body
    if one["doc_version"] != text.doc_version or (text.doc_version is None and not is_there):
        then, now = (
            shown(version) if version else "no version" for version in (one["doc_version"], text.doc_version)
        )
        stands = "stand too" if is_there else "do not stand"
        return wrong, [
            f"is of {shown(text.id)} in {then}; the corpus has {now}, in which these words {stands}"
        ]
    if not is_there:
        wrong.append(f"{shown(one['text'])} does not stand in {shown(text.id)} of {shown(text.doc_version)}")
    elif span and text.body[slice(*span)] != one["text"]:
        wrong.append(f"stands in {shown(text.id)}, but not at {span[0]}-{span[1]}")
    return wrong, []
