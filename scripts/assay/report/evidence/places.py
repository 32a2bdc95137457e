"""The fragments of an evidence table, each once: rows and citations refer to them by their numbers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from assay.evidence.table import Table
from assay.report.evidence.beside import in_force
from assay.report.evidence.citations import is_never

Value = Mapping[str, Any]


class Place(NamedTuple):
    """A fragment in the list of an answer.

    Attributes:
        number: by which claims refer to it.
        fragment: as the record has it, or the row of the ledger where it was read in the corpus.
        retrieved: whether it is of the record.
        cited: markers of the citations that name it; empty for one without a marker.
        claims: numbers of the claims whose verdicts rest on it.
    """

    number: int
    fragment: Value
    retrieved: bool
    cited: tuple[str, ...]
    claims: tuple[int, ...]


class Cited(NamedTuple):
    """A citation with the numbers of the fragments that it names; ``never``: what it names was never retrieved."""

    citation: Value
    places: tuple[int, ...]
    never: bool


class Places:
    """Numbers of fragments: the retrieved ones by their order, then those that somebody read in the corpus."""

    def __init__(self, table: Table) -> None:
        self._answer = table.answer
        self._retrieved = {one.chunk_id: n for n, one in enumerate(table.answer.retrieved, 1)}
        self._read: dict[tuple[str, str], tuple[int, Value]] = {}
        self._resting: dict[int, dict[int, None]] = {}
        for number, claim in enumerate(table.claims, 1):
            for row in in_force(claim, table):
                for one in row["evidence"]:
                    self._resting.setdefault(self.number(one), {})[number] = None

    def number(self, one: Value) -> int:
        """That of a fragment of a row; a new one for what was not retrieved."""
        if one["rank"] is not None and one["chunk_id"] in self._retrieved:
            return self._retrieved[one["chunk_id"]]
        new = len(self._retrieved) + len(self._read) + 1, one
        return self._read.setdefault((one["chunk_id"], one["sha256"]), new)[0]

    def cited(self, one: Value) -> Cited:
        """A citation with the fragments that it names: those of its source where it names none."""
        key = "chunk_id" if one["chunk_id"] else "doc_id"
        named = [
            self._retrieved[each.chunk_id]
            for each in self._answer.retrieved
            if one[key] and getattr(each, key) == one[key]
        ]
        return Cited(one, tuple(named), is_never(one, self._answer))

    def listed(self) -> Iterator[Place]:
        """All of them, once every row has asked for its numbers."""
        markers = _markers(self.cited(one.record()) for one in self._answer.citations)
        every = [(one._asdict(), True) for one in self._answer.retrieved]
        every += [({"url": None, "score": None, **one}, False) for _, one in self._read.values()]
        for number, (fragment, retrieved) in enumerate(every, 1):
            cited, resting = markers.get(number, ()), self._resting.get(number, ())
            yield Place(number, fragment, retrieved, tuple(cited), tuple(resting))


def _markers(citations: Iterable[Cited]) -> dict[int, dict[str, None]]:
    """Markers of the citations that name each fragment, each once."""
    found: dict[int, dict[str, None]] = {}
    for one in citations:
        for number in one.places:
            found.setdefault(number, {})[one.citation["marker"] or ""] = None
    return found
