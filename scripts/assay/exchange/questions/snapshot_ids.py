"""Labels by ids of chunks that a snapshot of this repository has: each is the passage at its chunk's place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS, settings, source_files
from assay.counting import counted
from assay.errors import InputError, Problem
from assay.exchange.questions.references import Reference
from assay.gold.review import Corpus
from assay.retrieval.snapshot import build

_OURS = re.compile(r"([^#]+)#[^\n]*\.\d+")  # as a snapshot calls its chunks: document, section, number


@dataclass(frozen=True)
class Stretch:
    """Where a chunk stands: the document and code points in it, and the words.

    Attributes:
        repeats: whether the chunk repeats the heading of a table in front, which is no part of it here.
    """

    doc: str | None
    start: int | None
    end: int | None
    text: str
    repeats: bool = False


@dataclass
class SnapshotIds:
    """Chunks of the snapshots of a repository, cut anew from its corpus of today, when an id asks for them.

    Attributes:
        root: the repository.
        corpus: its corpus.
        name: the snapshot that people name; None: found by the ids.
    """

    root: Path
    corpus: Corpus
    name: str | None = None
    _made: dict[str, dict[str, Stretch]] = field(default_factory=dict)

    def placed(self, references: Sequence[Reference]) -> tuple[list[Reference], list[str]]:
        """References by ids of one snapshot with document, span and words, and lines on them.

        Raises:
            InputError: no such snapshot, or it cannot be cut; several have all the ids, for other words, and nobody
                says which is meant.
        """
        asked = [one for one in references if one.chunk_id and one.start is None]
        wanted = {one.chunk_id: one.spot for one in reversed(asked) if self._may_be(one) and one.chunk_id}
        if not wanted and self.name is None:
            return list(references), []
        name, known = self._chosen(wanted)
        done = [
            _at(one, known[one.chunk_id]) if one.chunk_id in known and one.start is None else one
            for one in references
        ]
        used = [known[one.chunk_id] for one in asked if one.chunk_id in known and one.text is None]
        if not used:
            return done, []
        what = f"{counted(len(used), 'label')} by ids of snapshot {name!r}, as it is today"
        headed = sum(one.repeats for one in used)
        more = f"; of {headed} that go on with a table the repeated heading is left out" if headed else ""
        return done, [what + more]

    def _may_be(self, one: Reference) -> bool:
        """Whether an id without words is of the form that snapshots give, of a document that is there."""
        form = _OURS.fullmatch(one.chunk_id or "")
        return one.text is None and form is not None and form[1] in self._documents

    @cached_property
    def _documents(self) -> frozenset[str]:
        return frozenset(self.corpus.documents["doc_id"])

    def _chosen(self, wanted: Mapping[str, str]) -> tuple[str, dict[str, Stretch]]:
        entries = settings(self.root)["snapshots"]
        if self.name is not None:
            if self.name not in entries:
                fix = f"one of: {', '.join(entries)}"
                raise InputError(Problem(f"--snapshot {self.name}", f"is no snapshot of {PARAMS}", fix))
            return self.name, self._stretches(self.name, entries[self.name])
        cut = {
            name: self._stretches(name, entry)
            for name, entry in entries.items()
            if entry["chunking"] != "ready"
        }
        counts = {name: len(wanted.keys() & known.keys()) for name, known in cut.items()}
        some = [name for name, count in counts.items() if count]
        self._hold_together(some, cut, wanted)
        first = max(some, key=lambda name: counts[name], default="")
        return first, cut.get(first, {})

    def _stretches(self, name: str, entry: Mapping[str, Any]) -> dict[str, Stretch]:
        """Every chunk of a snapshot by its id."""
        if name not in self._made:
            source = str(entry["source"])
            chunks = build(name, entry, source_files(self.root, source), source).chunks
            rows = chunks.select("chunk_id", "doc_id", "spans", "text").iter_rows()
            self._made[name] = {chunk: _stretch(doc, spans or [], text) for chunk, doc, spans, text in rows}
        return self._made[name]

    @staticmethod
    def _hold_together(
        names: Sequence[str], cut: Mapping[str, Mapping[str, Stretch]], wanted: Mapping[str, str]
    ) -> None:
        """Refuse ids that stand for other words in each of several snapshots.

        That one of them has more of the ids says nothing: the finer one has nearly all ids of the others.
        """
        for chunk, spot in sorted(wanted.items()):
            places = {name: cut[name][chunk] for name in names if chunk in cut[name]}
            if len(set(places.values())) > 1:
                spans = ", ".join(f"{place.start}:{place.end} in {name}" for name, place in places.items())
                rule = f"{chunk!r} is a chunk of several snapshots, of other words in each ({spans})"
                raise InputError(Problem(spot, rule, "say whose ids they are: --snapshot NAME"))


def _stretch(doc: str | None, spans: Sequence[Mapping[str, int]], text: str) -> Stretch:
    if not spans:
        return Stretch(doc, None, None, text)
    start, end = spans[-1]["start"], spans[-1]["end"]
    return Stretch(doc, start, end, text[start - end :], len(spans) > 1)


def _at(one: Reference, where: Stretch) -> Reference:
    """A reference to the place of its chunk; where it has words of its own, these decide, the place is a hint."""
    if one.text is not None:
        return replace(one, doc=one.doc or where.doc)
    return replace(one, doc=where.doc, start=where.start, end=where.end, text=where.text)
