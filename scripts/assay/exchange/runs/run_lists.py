"""The lists of results of a run: in its lines, or on disk where they are too many to be held."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol

from assay.disclosure import FIX, kinds
from assay.errors import Problem
from assay.exchange.plan import SHOWN, Plan, Stream
from assay.exchange.runs import run_chunks
from assay.exchange.runs.seen_chunks import Chunks
from assay.exchange.runs.spool import Spool, Stored
from assay.jsonl import dump_row
from assay.retrieval.foreign import RESULT
from assay.retrieval.nested import as_dict

_BARE = ("chunk_id", "rank", "score")
Row = Mapping[str, Any]


class Lists(Protocol):
    """What a plan needs to know of them."""

    def returned(
        self, values: Sequence[Row], spots: Sequence[str]
    ) -> tuple[Sequence[dict[str, Any]], list[Problem]]:
        """Every chunk of some lines once, as :func:`assay.exchange.runs.run_chunks.returned` has it."""

    def texts(self, line: Row) -> list[str]:
        """Texts of the results of a line, where these are held."""

    def disclosures(self, public: Collection[str]) -> Iterator[Problem]:
        """Personal data in the texts of results that are not held by line."""

    def add(self, plan: Plan, path: str, values: Sequence[Row], *, bare: bool) -> None:
        """Plan to write the lines, by id, and show the first; ``bare``: without what the run's chunk table says."""

    def tried(self, plan: Plan, path: str) -> bytes:
        """A file of results of which the pipeline refuses what it would refuse of the one planned."""


class Held:
    """Lists that are in their lines."""

    def returned(
        self, values: Sequence[Row], spots: Sequence[str]
    ) -> tuple[Sequence[dict[str, Any]], list[Problem]]:
        """As :class:`Lists` has it."""
        return run_chunks.returned(values, spots)

    def texts(self, line: Row) -> list[str]:
        """As :class:`Lists` has it."""
        return [item.get("text") or "" for item in line.get("retrieved") or []]

    def disclosures(self, public: Collection[str]) -> Iterator[Problem]:
        """None: each line says its own."""
        del public
        yield from ()

    def add(self, plan: Plan, path: str, values: Sequence[Row], *, bare: bool) -> None:
        """As :class:`Lists` has it."""
        lines = [dump_row(line_of(line, bare=bare)) for line in _by_id(values)]
        plan.writes[path] = "".join(f"{line}\n" for line in lines).encode()
        plan.preview = lines[:SHOWN]

    def tried(self, plan: Plan, path: str) -> bytes:
        """The file itself."""
        return plan.writes[path]


@dataclass
class Spooled:
    """Lists that are on disk.

    Attributes:
        spool: where.
        chunks: those of all lists in it.
        refused: what the pipeline would refuse of single lines, by their addresses.
    """

    spool: Spool
    chunks: Chunks
    refused: Mapping[str, list[Problem]] = field(default_factory=dict)

    def returned(
        self, values: Sequence[Row], spots: Sequence[str]
    ) -> tuple[Sequence[dict[str, Any]], list[Problem]]:
        """As :class:`Lists` has it; gathered anew where some of the lists count for nothing."""
        pairs = [
            (line["retrieved"], spot)
            for line, spot in zip(values, spots, strict=True)
            if isinstance(line.get("retrieved"), Stored) and line["retrieved"]
        ]
        if len(pairs) != self.spool.count:
            self.chunks = Chunks()
            for place, spot in pairs:
                self.chunks.add(self.spool.found(place), spot)
        refused = [problem for spot in spots for problem in self.refused.get(spot, [])]
        return self.chunks.rows(), [*self.chunks.problems, *refused]

    def texts(self, line: Row) -> list[str]:
        """None: they are looked at once a chunk."""
        del line
        return []

    def disclosures(self, public: Collection[str]) -> Iterator[Problem]:
        """As :class:`Lists` has it, where a chunk is found first."""
        for text, spot in self.chunks.texts():
            yield from (Problem(spot, f"holds {what}", FIX) for what in kinds(text, public))

    def add(self, plan: Plan, path: str, values: Sequence[Row], *, bare: bool) -> None:
        """As :class:`Lists` has it."""
        ordered = _by_id(values)

        def write(file: BinaryIO) -> None:
            file.writelines(self.spool.line(line, bare=bare) for line in ordered)

        plan.streams[path] = Stream(write, len(ordered))
        plan.preview = [self.spool.line(line, bare=bare).decode().rstrip("\n") for line in ordered[:SHOWN]]

    def tried(self, plan: Plan, path: str) -> bytes:
        """One query with each chunk in each way in which it stands in the lists: the other rules were held by line.

        Of chunks that are nothing but ids there is nothing to try: they were looked for in the table already.
        """
        found = [] if self.chunks.only_ids else self.chunks.sample()
        results = [as_dict(one) | {"rank": rank} for rank, one in enumerate(found, 1)]
        del path
        name = json.loads(plan.preview[0])["id"] if plan.preview else ""
        return f"{dump_row({'id': name, 'retrieved': results})}\n".encode() if results else b""


def _by_id(values: Sequence[Row]) -> list[Row]:
    return sorted(values, key=lambda line: str(line["id"]))


def line_of(line: Row, *, bare: bool) -> dict[str, Any]:
    """A line as results.jsonl has it; ``bare``: without what the run's own chunk table says."""
    if "retrieved" not in line:
        return dict(line)
    keys = _BARE if bare else tuple(RESULT)
    found = [{key: item[key] for key in keys if item.get(key) is not None} for item in line["retrieved"]]
    return {**line, "retrieved": found}
