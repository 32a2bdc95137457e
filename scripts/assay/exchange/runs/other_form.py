"""A large file of somebody else's fields: its mapping, told from records spread over all of it, and used line by line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.counting import counted
from assay.errors import InputError, near
from assay.exchange import chunks
from assay.exchange.losses import Loss
from assay.exchange.records import kept
from assay.exchange.records.files import read_records
from assay.exchange.records.guessing import SAMPLE, guess_fields
from assay.exchange.records.mapping import Mapped, Shape, apply
from assay.exchange.records.reading import Asked, Read
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import FOUND
from assay.exchange.runs import contents, renamed
from assay.exchange.runs.apologies import answer_path, with_answers
from assay.exchange.runs.line_blocks import raw_lines
from assay.exchange.runs.own_form import OtherFormError
from assay.exchange.runs.result_files import ANY, guessed_id, items_stated, read_how
from assay.retrieval.nested import Block

_TIMES = ("latency_ms", "latency_s")
_SPANS = ("start", "end")  # of a result: no list on disk has a place for them


@dataclass
class Form:
    """How the records of a file are read, and what was seen of them.

    Attributes:
        got: the mapping, with what is said of it.
        items: the mapping within a result.
        answer: where answers are.
        guessed_id: where the ids of the questions are, if that is a guess.
        stated: paths that people stated, by field.
    """

    got: Read
    items: dict[str, str]
    answer: str | None
    guessed_id: str | None
    stated: Mapping[str, str]
    _times: list[dict[str, float]] = field(default_factory=list)
    _decoder: renamed.Decoder | None = None

    def __post_init__(self) -> None:
        self.path = self.got.shape.fields["retrieved"]
        self._decoder = None if self.answer else renamed.decoder(self.got.shape.fields, self.items)

    def decoded(self, raw: Sequence[bytes]) -> Block | None:
        """Lines in which nothing is amiss, where all that is different are names."""
        return self._decoder.block(raw) if self._decoder else None

    def mapped(self, records: Records) -> Mapped:
        """Records under our names; where others have a list of results, any value."""
        found = apply(records.values, records.spots, self.got.shape, ANY)
        return with_answers(found, records.values, self.answer)

    def saw_record(self, value: Mapping[str, Any]) -> None:
        """A record under our names."""
        if times := {name: value[name] for name in _TIMES if value.get(name) is not None}:
            self._times.append(times)

    def saw_results(self, items: Sequence[Any]) -> None:
        """Results: nothing is to be known of them."""

    def saw_block(self, block: Block) -> None:
        """Lines in which nothing is amiss: nothing is to be known of their results."""

    def told(self, count: int) -> tuple[Shape, dict[str, str], str | None, list[str]]:
        """The mapping, that within a result, where the ids are if that is a guess, and what is to be said of it.

        Args:
            count: how many records there are.
        """
        sampled, whole = counted(len(self.got.mapped.values), "record"), counted(count, "record")
        facts = [whole if fact == sampled else fact for fact in self.got.facts]
        return self.got.shape, self.items, self.guessed_id, facts

    def doubts(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """What is to be said at the end."""
        del lines
        fields = self.got.shape.fields
        yield from contents.doubts(self._times, fields, self.stated)
        yield from contents.chunk_facts(fields, self.stated, "--map")

    def losses(self, unused: Mapping[str, int]) -> list[Loss]:
        """What has no place, given how many records hold something where no field reads."""
        return [*self.got.losses, *chunks.unused_losses(replace(self.got.mapped, unused=dict(unused)))]


def form_of(file: Path, asked: Asked, items: Sequence[str], values: Mapping[str, Any], system: str) -> Form:
    """The form of a file of JSON Lines with a list of results in each.

    Args:
        file: the file.
        asked: what the command line says of its shape.
        items: same, on a result within a record.
        values: params.yaml, which may keep the mapping.
        system: for which it is kept.

    Raises:
        OtherFormError: it is something else, or more is to be said of it than its lines one by one can tell.
        OSError: it cannot be read.
    """
    known = kept.find(values, ("results", system), kept.name_of([file]))
    try:
        got, raw, _ = read_how(_sampled(file), asked, known)
        stated = items_stated(items, asked, known)
    except InputError:
        raise OtherFormError from None
    fields = got.shape.fields
    if got.shape.rows is not None or "retrieved" not in fields:
        raise OtherFormError
    lists = [value["retrieved"] for value in got.mapped.values if isinstance(value.get("retrieved"), list)]
    results = [item for found in lists for item in found if isinstance(item, Mapping)]
    inside = guess_fields(results, FOUND, stated)
    if not lists or any(name in inside for name in _SPANS):
        raise OtherFormError
    return Form(
        replace(got, mapped=Mapped(got.mapped.values, [], [], {})),
        inside,
        answer_path(raw, fields),
        guessed_id(got.shape, asked, known),
        asked.fields,
    )


def _sampled(file: Path) -> Records:
    """Records spread over a file, as many as a guess is made from.

    Raises:
        OtherFormError: these are no lines of JSON, or each is said to hold several records.
        InputError: they cannot be read.
    """
    count = sum(1 for raw in raw_lines(file) for line in raw if line.strip())
    step, number, taken = max(1, -(-count // SAMPLE)), 0, []
    for raw in raw_lines(file):
        for line in raw:
            if line.strip():
                if number % step == 0:
                    taken.append(line if line.endswith(b"\n") else line + b"\n")
                number += 1
    records = read_records(b"".join(taken), f"{near(file)}.jsonl")
    if records.notes:
        raise OtherFormError
    return records
