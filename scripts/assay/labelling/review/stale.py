"""Passages that no longer stand where they were labelled, and the text of today that each most resembles."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from assay.errors import refuse
from assay.gold.passages import passage_frame
from assay.gold.places import find_places
from assay.gold.quotes import LIKENESS, Near, nearest, positions
from assay.gold.repository import NAMES
from assay.gold.staleness import COMPARED
from assay.jsonl import Row
from assay.labelling.browsing import Place, Span, Text, section_at, sentences
from assay.labelling.choosing import text_named
from assay.labelling.drafting import named
from assay.labelling.holding import Labels

Record = dict[str, Any]
_ENDS = (".", "!", "?", "…", "»", "|")  # of sentences and of table rows


class Proposal(NamedTuple):
    """A place of today for the words of a passage; ``likeness`` in per cent, as `assay gold check` has it."""

    place: Place
    likeness: float

    @property
    def words(self) -> str:
        """What stands there."""
        return self.place.text.body[self.place.start : self.place.end]


class Stale(NamedTuple):
    """A passage whose text is gone or has moved.

    Attributes:
        row: of passages.jsonl.
        state: ``moved`` or ``stale``.
        reason: why it is stale; None: it has only moved.
        proposals: where it stands today, or what it most resembles; several where its text stands several times.
        queries: questions that name it.
    """

    row: Record
    state: str
    reason: str | None
    proposals: tuple[Proposal, ...]
    queries: tuple[str, ...]

    @property
    def id(self) -> str:
        """Of the passage."""
        return str(self.row["id"])


def stale(labels: Labels) -> list[Stale]:
    """Every passage that is not where its offsets say, by id.

    Raises:
        InputError: faults in fields of passages.
    """
    rows = [Row(line, row) for line, row in enumerate(labels.passages.values(), 1)]
    frame, problems = passage_frame(rows, NAMES["passages"])
    refuse(problems)
    found = find_places(frame, labels.corpus.sources, twins=False).found
    told = frame.with_row_index("passage").join(found.select("passage", "status", "reason"), on="passage")
    moved = dict(_spans(found, frame))
    among, users = labels.texts, _users(labels)
    result = []
    for row in told.filter(pl.col("status").is_in(["moved", "stale"])).sort("id").iter_rows(named=True):
        passage = labels.passages[row["id"]]
        if row["status"] == "moved":
            proposals = _exact(passage, among, [moved[row["id"]]])
        else:
            proposals = _proposals(passage, row["reason"], among)
        queries = tuple(users.get(row["id"], ()))
        result.append(Stale(passage, row["status"], row["reason"], tuple(proposals), queries))
    return result


def _spans(found: pl.DataFrame, frame: pl.DataFrame) -> Iterator[tuple[str, Span]]:
    placed = frame.select("id").with_row_index("passage").join(found, on="passage")
    for row in placed.filter(status="moved").iter_rows(named=True):
        yield row["id"], (row["start"], row["end"])


def _users(labels: Labels) -> dict[str, list[str]]:
    users: dict[str, list[str]] = {}
    for name, row in sorted(labels.queries.items()):
        for passage in dict.fromkeys([*named(row), *(row.get("why") or {})]):
            users.setdefault(passage, []).append(name)
    return users


def _proposals(passage: Record, reason: str | None, among: Sequence[Text]) -> list[Proposal]:
    words = passage["text"]
    own = text_named(among, passage["doc_id"] or "")
    if reason == "ambiguous" and own:
        return _exact(passage, among, [(at, at + len(words)) for at in positions(words, own.body)])
    if own:
        return _nearest(words, [own])
    of_document = [text for text in among if text.chunk and text.chunk["doc_id"] == passage["doc_id"]]
    elsewhere = [Place(text, at, at + len(words)) for text in among for at in positions(words, text.body)]
    if elsewhere:
        return [Proposal(place, 100.0) for place in elsewhere]
    return _nearest(words, (of_document or list(among))[:COMPARED])


def _exact(passage: Record, among: Sequence[Text], spans: Iterable[Span]) -> list[Proposal]:
    text = text_named(among, passage["doc_id"] or "")
    return [Proposal(Place(text, *span), 100.0) for span in spans] if text else []


def _nearest(words: str, among: Sequence[Text]) -> list[Proposal]:
    """The stretch that the words resemble most, as whole sentences where these resemble them as much."""
    found = [_aligned(words, text, near) for text in among if (near := nearest(words, text.body))]
    best = sorted(found, key=lambda one: (-one.likeness, one.place.text.id, one.place.start))
    return best[:1]


def _aligned(words: str, text: Text, near: Near) -> Proposal:
    from rapidfuzz import fuzz

    whole, part = _grown(text, near.start, near.end), (near.start, near.end)
    likeness = [fuzz.ratio(words, text.body[slice(*span)]) for span in (whole, part)]
    # An aligned stretch is as long as the old text: it cuts a sentence that grew, and people label sentences.
    wanted = LIKENESS if words.rstrip().endswith(_ENDS) else likeness[1]
    return Proposal(Place(text, *(whole if likeness[0] >= wanted else part)), near.likeness)


def _grown(text: Text, start: int, end: int) -> Span:
    """A span grown to the sentences that it touches, of the section in which it begins."""
    section = section_at(text, start)
    touched = (
        [span for span in sentences(text, section) if span[0] < end and start < span[1]] if section else []
    )
    return (min(start, touched[0][0]), max(end, touched[-1][1])) if touched else (start, end)
