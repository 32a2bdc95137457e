"""Every chunk of a large file of results once, with what is said of it, gathered as the file is read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.errors import Problem
from assay.exchange.run_chunks import ABOUT
from assay.manifest import sha256
from assay.retrieval.nested import Found

APART = "import runs of different dates apart"


@dataclass
class Chunks:
    """What is known of each chunk.

    Attributes:
        problems: ids that stand for two texts, hashes that are not those of the text.
    """

    problems: list[Problem] = field(default_factory=list)
    _ids: dict[str, None] = field(default_factory=dict)
    _said: dict[str, tuple[Found, str]] = field(default_factory=dict)
    _bare: set[str] = field(default_factory=set)

    def add_ids(self, ids: Iterable[str]) -> None:
        """Chunks of which nothing but the id is said."""
        self._ids.update(dict.fromkeys(ids))

    def add(self, results: Sequence[Found], spot: str) -> None:
        """Chunks of one query, found at ``spot``."""
        for one in results:
            self._ids[one.chunk_id] = None
            if one.text is None and one.sha256 is None and one.doc_id is None and one.doc_version is None:
                self._bare.add(one.chunk_id)
                continue
            known, where = self._said.setdefault(one.chunk_id, (one, spot))
            if known is one:
                self.problems += _unlike(one, spot)
            elif one.text is not None and known.text is None:
                self._said[one.chunk_id] = one, spot
            elif one.text is not None and known.text != one.text:
                rule = f"chunk {one.chunk_id!r} has another text than at {where}"
                self.problems.append(Problem(spot, rule, APART))
            elif one.sha256 is not None and known.sha256 not in (None, one.sha256):
                rule = f"chunk {one.chunk_id!r} has another sha256 than at {where}"
                self.problems.append(Problem(spot, rule, APART))

    @property
    def only_ids(self) -> bool:
        """Whether nothing is said of any chunk but its id."""
        return not self._said

    def rows(self) -> list[dict[str, Any]]:
        """Each chunk with the fields of ``run_chunks.ABOUT``, as they first stand in the file."""
        empty = dict.fromkeys(ABOUT)
        return [{**empty, **self._about(name)} for name in self._ids]

    def _about(self, name: str) -> dict[str, Any]:
        if name not in self._said:
            return {"chunk_id": name}
        one = self._said[name][0]
        return {key: getattr(one, key) for key in ABOUT if hasattr(one, key)}

    def texts(self) -> Iterator[tuple[str, str]]:
        """The distinct texts, and where each is."""
        yield from ((one.text, spot) for one, spot in self._said.values() if one.text is not None)

    def sample(self) -> Iterator[Found]:
        """A result of each chunk in each way in which it stands in the file: with what is said of it, and bare."""
        yield from (one for one, _ in self._said.values())
        yield from (Found(name, 1) for name in self._ids if name in self._bare or name not in self._said)


def _unlike(one: Found, spot: str) -> Iterator[Problem]:
    if one.text is not None and one.sha256 not in (None, sha256(one.text.encode())):
        yield Problem(spot, f"sha256 of {one.chunk_id!r} is not that of text", "leave one out")
