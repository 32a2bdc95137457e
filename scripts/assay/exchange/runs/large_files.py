"""A large file of results, one question a line, read block by block: its lists go to disk, little is held."""

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem, near
from assay.exchange.losses import Losses
from assay.exchange.records.files import read_records
from assay.exchange.records.mapping import Shape
from assay.exchange.runs import results
from assay.exchange.runs.line_blocks import BLOCK, LineBlock, looked_at, raw_lines, rises
from assay.exchange.runs.list_texts import is_plain
from assay.exchange.runs.other_form import Form
from assay.exchange.runs.outcomes import ends, odd_status, odd_words
from assay.exchange.runs.own_form import RECORD, OtherFormError, OwnForm
from assay.exchange.runs.seen_chunks import Chunks
from assay.exchange.runs.spool import Spool, Stored
from assay.jsonl import dump_row
from assay.retrieval import foreign
from assay.retrieval.nested import Block, Found, as_dict

Looked = tuple[dict[str, Any], list[Found], str]  # a line, its results, its address
LARGE = 1 << 22  # bytes from which on a file is read so


@dataclass
class Large:
    """What a file holds.

    Attributes:
        lines: as of a small one, but that each ``retrieved`` is a place in the spool.
        shape: how it was read.
        chunks: every chunk of all lists in the spool.
        refused: what the pipeline would refuse of single lines, by their addresses.
    """

    lines: results.Lines = field(default_factory=results.Lines)
    shape: Shape = field(default_factory=Shape)
    chunks: Chunks = field(default_factory=Chunks)
    refused: dict[str, list[Problem]] = field(default_factory=dict)


def read_large(
    file: Path,
    spool: Spool,
    repeated: str,
    values: Mapping[str, Any],
    system: str,
    form: Form | None = None,
    *,
    size: int = BLOCK,
) -> Large:
    """Read a file.

    Args:
        file: of JSON Lines.
        spool: where its lists are kept.
        repeated: what of a question that stands in several records.
        values: params.yaml, which may keep a mapping.
        system: for which it is kept.
        form: how its records are read; None: as those of a results.jsonl.
        size: bytes of a block; the result does not depend on it.

    Raises:
        OtherFormError: it has other fields; or what a small file would be taken for is not to be told from its lines.
        InputError: a mapping is kept that cannot be read.
        OSError: it cannot be read, or there is no room for its lists.
    """
    where = near(file)
    reader = _Reader(where, spool, repeated, form or OwnForm(values, system, where))
    for raw in raw_lines(file, size):
        reader.take(raw)  # what they hold is gone before the next are read
    return reader.done()


class _Reader:
    def __init__(self, where: str, spool: Spool, repeated: str, form: "Form | OwnForm") -> None:
        self.where, self.spool, self.repeated, self.form = where, spool, repeated, form
        self.large, self.losses = Large(), Losses()
        self.unused, self.odd = Counter[str](), Counter[str]()
        self.before = self.records = self.several = 0
        self.listed = False
        self.places: dict[Any, int] = {}
        self.faults: dict[int, list[Problem]] = {}
        self.rising: list[bool] = []

    def take(self, raw: list[bytes]) -> None:
        """The next lines of the file."""
        lines = looked_at(raw, self.form.decoded)
        if lines.block is not None:
            self._plainly(lines.block, lines)
        else:
            self._closely(b"".join(lines.raw))
        self.before += len(lines.raw)

    def _plainly(self, block: Block, lines: LineBlock) -> None:
        """Lines in which nothing is amiss."""
        places = self.spool.add(lines.lists, plain=is_plain(block.scores))
        spots = [f"{self.where}:{self.before + number}" for number in block.numbers]
        for number, (line, place, spot) in enumerate(zip(block.lines, places, spots, strict=True)):
            value = {name: item for name in RECORD if (item := getattr(line, name)) is not None}
            self._add(value, place, spot, rises=number in lines.rising)
        self.form.saw_block(block)
        if block.bare:
            self.large.chunks.add_ids(block.chunks)
        else:
            for found, spot in zip(lines.lists, spots, strict=True):
                self.large.chunks.add(found, spot)

    def _closely(self, data: bytes) -> None:
        """Any other lines, read as those of a small file are."""
        try:
            records = read_records(data, f"{self.where}.jsonl")
        except InputError:
            raise OtherFormError from None
        if records.notes or (self.before and data.startswith(BOM_UTF8)):
            raise OtherFormError
        spots = [self._spot(spot) for spot in records.spots]
        mapped = self.form.mapped(replace(records, spots=spots))
        self.unused.update(mapped.unused)
        problems = self.large.lines.problems
        problems += [Problem(self._spot(one.where), one.rule, one.fix) for one in records.problems]
        problems += mapped.problems
        lines = [self._one(value, spot) for value, spot in zip(mapped.values, spots, strict=True)]
        self.large.refused.update(_refused(lines))

    def _one(self, value: dict[str, Any], spot: str) -> Looked:
        """One record; the results of one that does not count are not looked at."""
        found, place, faults = list[Found](), Stored(0, 0, 0), list[Problem]()
        line = results.line_of(value, self.form.path)
        if self.repeated == "last" or _name(value) not in self.places:
            self.form.saw_results(value.get("retrieved") or [])
            if line["status"] == "ok":
                rows, faults = results.found_in(value["retrieved"], self.form.items, spot, self.losses)
                found = [] if faults else [Found(**row) for row in rows]
                (place,) = self.spool.add([found], plain=False)
        self._add(value, place, spot, rises=rises(found))
        if faults and _name(value) in self.places:
            self.faults[self.places[_name(value)]] = faults
        self.large.chunks.add(found, spot)
        return line, found, spot

    def _spot(self, spot: str) -> str:
        """An address in the block as one in the file."""
        number, blank, rest = spot.removeprefix(f"{self.where}.jsonl:").partition(" ")
        return f"{self.where}:{int(number) + self.before}{blank}{rest}"

    def _add(self, value: Mapping[str, Any], place: Stored, spot: str, *, rises: bool) -> None:
        """A record; of several of one question as was said."""
        self.records += 1
        self.form.saw_record(value)
        listed = isinstance(value.get("retrieved"), list)
        self.listed = self.listed or listed
        if listed and (word := odd_status(value)):
            self.odd[word] += 1
        lines, name = self.large.lines, _name(value)
        if name is None:
            fix = "say where its id or text is: --map id=PATH"
            lines.problems.append(Problem(spot, "names no question", fix))
            return
        line = results.line_of(value, self.form.path)
        if line["status"] == "ok":
            line["retrieved"] = place
        at = self.places.setdefault(name, len(lines.values))
        if at == len(lines.values):
            lines.values.append(line)
            lines.spots.append(spot)
            self.rising.append(rises)
        else:
            self._again(at, line, spot, rises=rises)

    def _again(self, at: int, line: dict[str, Any], spot: str, *, rises: bool) -> None:
        """One more record of the question that the line ``at`` is of; its id is none where it asks another one.

        Raises:
            OtherFormError: it does.
        """
        lines = self.large.lines
        if None not in (asked := (line.get("query"), lines.values[at].get("query"))) and len(set(asked)) > 1:
            raise OtherFormError
        self.several += 1
        if self.repeated == "refuse":
            rule = f"its question is also that of {lines.spots[at]}"
            lines.problems.append(Problem(spot, rule, results.REPEATS))
        elif self.repeated == "last":
            lines.values[at], lines.spots[at], self.rising[at] = line, spot, rises
            self.faults.pop(at, None)

    def done(self) -> Large:
        """The whole file.

        Raises:
            OtherFormError: no record has a list of results, so that something else may be one.
        """
        large, lines = self.large, self.large.lines
        lines.problems += chain.from_iterable(self.faults.values())
        if not self.listed:
            raise OtherFormError
        if not lines.problems:
            large.shape, lines.item_fields, lines.guessed_id, facts = self.form.told(self.records)
            inside = ", ".join(f"{name} = {path}" for name, path in lines.item_fields.items())
            lines.facts = [*facts, *([f"within a result: {inside}"] if inside else [])]
        if self.several and self.repeated != "refuse":
            more = counted(self.several, "record")
            lines.facts.append(f"{more} more of the same questions: the {self.repeated} of each counts")
        lines.facts += [*ends(lines.values), *odd_words(self.odd)]
        if rising := sum(self.rising):
            number = counted(rising, "question")
            lines.facts.append(f"scores do not fall with the rank in {number}: the rank is the order")
        lines.facts += self.form.doubts(lines.values)
        lines.losses = [*self.form.losses(self.unused), *self.losses.found()]
        return large


def _name(value: Mapping[str, Any]) -> Any:
    """What tells records of one question from others."""
    return value.get("id") or value.get("query")


def _refused(lines: Sequence[Looked]) -> Iterator[tuple[str, list[Problem]]]:
    """What the pipeline will say of lines, whatever questions they will be of, by their addresses."""
    if len(lines) > 1 and not _said_of(lines):
        return
    for one in lines:
        if said := _said_of([one]):
            yield one[2], [Problem(one[2], problem.rule, problem.fix) for problem in said]


def _said_of(lines: Sequence[Looked]) -> list[Problem]:
    data = ""
    for number, (line, found, _) in enumerate(lines):
        written = {**line, "id": f"{number}"}
        if line["status"] == "ok":
            written["retrieved"] = [as_dict(one) for one in found]
        data += f"{dump_row(written)}\n"
    return foreign.read(data.encode(), "").problems
