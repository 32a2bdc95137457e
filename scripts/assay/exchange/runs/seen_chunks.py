"""Every chunk of a large file of results once, with what is said of it, gathered as the file is read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from assay.errors import Problem
from assay.exchange.runs.run_chunks import ABOUT
from assay.manifest import sha256
from assay.retrieval.nested import Found

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import polars as pl

APART = "import runs of different dates apart"
_NOTHING = dict.fromkeys(ABOUT)
_PLACES = 1 << 19  # for hashes of ids that were seen: a later one with the same place takes it


@dataclass
class Chunks:
    """What is known of each chunk.

    Attributes:
        problems: ids that stand for two texts, hashes that are not those of the text.
    """

    problems: list[Problem] = field(default_factory=list)
    _ids: dict[str, bool] = field(
        default_factory=dict
    )  # whether it also stands there with nothing but the id
    _said: dict[str, tuple[Found, str]] = field(default_factory=dict)
    _put: "npt.NDArray[np.uint64] | None" = None

    def add_ids(self, ids: "pl.Series") -> None:
        """Chunks of which nothing but the id is said.

        Nearly all of millions are known by then: only those whose hash is not where it was put are looked up.
        """
        import numpy as np

        hashes = ids.hash().to_numpy()
        places = hashes % _PLACES
        if self._put is None:
            self._put = np.zeros(_PLACES, dtype=np.uint64)
        fresh = np.flatnonzero(self._put[places] != hashes)
        self._put[places[fresh]] = hashes[fresh]
        self._ids.update(dict.fromkeys(ids.gather(fresh).to_list(), True))

    def add(self, results: Sequence[Found], spot: str) -> None:
        """Chunks of one query, found at ``spot``."""
        for one in results:
            if one.text is None and one.sha256 is None and one.doc_id is None and one.doc_version is None:
                self._ids[one.chunk_id] = True
                continue
            self._ids.setdefault(one.chunk_id, False)
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

    def rows(self) -> Sequence[dict[str, Any]]:
        """Each chunk with the fields of ``run_chunks.ABOUT``, as they first stand in the file."""
        return _Rows(list(self._ids), self._said)

    def texts(self) -> Iterator[tuple[str, str]]:
        """The distinct texts, and where each is."""
        yield from ((one.text, spot) for one, spot in self._said.values() if one.text is not None)

    def sample(self) -> Iterator[Found]:
        """A result of each chunk in each way in which it stands in the file: with what is said of it, and bare."""
        yield from (one for one, _ in self._said.values())
        yield from (Found(name, 1) for name, bare in self._ids.items() if bare)


@dataclass(frozen=True)
class _Rows(Sequence[dict[str, Any]]):
    """Rows of chunks, each made when it is asked for."""

    names: list[str]
    said: Mapping[str, tuple[Found, str]]

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return (
            self._row(self.names[at]) if isinstance(at, int) else [self._row(one) for one in self.names[at]]
        )

    def _row(self, name: str) -> dict[str, Any]:
        row: dict[str, Any] = {**_NOTHING, "chunk_id": name}
        if name in self.said:
            one = self.said[name][0]
            row |= {key: getattr(one, key) for key in ABOUT if hasattr(one, key)}
        return row


def _unlike(one: Found, spot: str) -> Iterator[Problem]:
    if one.text is not None and one.sha256 not in (None, sha256(one.text.encode())):
        yield Problem(spot, f"sha256 of {one.chunk_id!r} is not that of text", "leave one out")
