"""The form of results.jsonl in a file of somebody else: whether it has that, and how a guess would read it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from assay.counting import counted
from assay.exchange.losses import Loss
from assay.exchange.records import kept, reading
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Mapped, Shape, apply
from assay.exchange.records.reading import Asked
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import ASKED, FOUND
from assay.exchange.runs.contents import doubts
from assay.retrieval import nested
from assay.retrieval.nested import TEXTS, Block, Found

RECORD = {name: name for name in ("id", "query", "sent", "status", "message", "latency_ms", "retrieved")}
RESULT = {name: name for name in FOUND if name in Found.__struct_fields__}


class OtherFormError(Exception):
    """The file has other fields; its mapping is to be guessed from all of it."""


def is_own(value: Any) -> bool:
    """Whether a record has no other fields, nor a result in it."""
    if not isinstance(value, Mapping) or not value.keys() <= RECORD.keys():
        return False
    found = value.get("retrieved")
    if found is None:
        return True
    return isinstance(found, list) and all(
        isinstance(item, Mapping) and item.keys() <= RESULT.keys() for item in found
    )


def fits(block: Block) -> bool:
    """Whether texts are what they are read as: ids without blanks around them, no text that is blank."""
    ids = [block.chunks, *([] if block.bare else [block.texts("doc_id"), block.texts("doc_version")])]
    if not all((one.str.strip_chars() == one).all() for one in ids):
        return False
    if not block.bare and any((block.texts(name).str.strip_chars() == "").any() for name in TEXTS):
        return False
    if any(line.id != line.id.strip() for line in block.lines):
        return False
    said = (text for line in block.lines for text in (line.query, line.sent, line.message))
    return all(text is None or (text and not text.isspace()) for text in said)


class Sample:
    """Records and results of a file that have each of its fields at least once."""

    def __init__(self) -> None:
        self._records: list[dict[str, Any]] = []
        self._results: list[dict[str, Any]] = []
        self._left, self._left_inside = set(RECORD), set(RESULT)

    def add_record(self, value: Mapping[str, Any]) -> None:
        """A record without what it leaves empty, kept where it has a field that none had before."""
        if new := self._left & value.keys():
            self._left -= new
            self._records.append({**value, "retrieved": []} if "retrieved" in value else dict(value))

    def add_results(self, items: Iterable[Any]) -> None:
        """Results, the same way."""
        for item in items if self._left_inside else ():
            if new := {name for name in self._left_inside if item.get(name) is not None}:
                self._left_inside -= new
                self._results.append(dict(item))

    def add_block(self, block: Block) -> None:
        """Results of lines in which nothing is amiss."""
        names = self._left_inside & {"score", *(() if block.bare else TEXTS)}
        columns = [block.scores if name == "score" else block.texts(name) for name in sorted(names)]
        firsts = {0} if block.results and "rank" in self._left_inside else set()
        firsts |= {
            column.is_not_null().arg_max() or 0 for column in columns if column.null_count() < len(column)
        }
        found = [block.results[at] for at in sorted(firsts)]
        self.add_results({name: getattr(one, name) for name in RESULT} for one in found)

    def shapes(self, known: kept.Kept | None, where: str) -> tuple[Shape, dict[str, str], list[str]]:
        """How the file is read: its mapping, that within a result, and facts about it.

        Raises:
            OtherFormError: a field would be read from another one's place.
            InputError: params.yaml keeps a mapping that cannot be read.
        """
        spots = [f"{where}:{number}" for number in range(1, len(self._records) + 1)]
        got = reading.read(Records(self._records, spots), ASKED, Asked(), known.shape if known else None)
        inside = guess_fields(self._results, FOUND, known.items if known else {})
        pairs = [*got.shape.fields.items(), *inside.items()]
        missing = {*RECORD} - self._left - got.shape.fields.keys() or {
            *RESULT
        } - self._left_inside - inside.keys()
        if (
            got.shape.rows
            or missing
            or "retrieved" in self._left
            or any(name != path for name, path in pairs)
        ):
            raise OtherFormError
        return got.shape, inside, got.facts[1:]


class OwnForm:
    """A file whose records are those of a results.jsonl, as long as nothing else comes.

    Attributes:
        path: where the list of results is.
        items: where the fields of a result are.
    """

    path, items = "retrieved", RESULT

    def __init__(self, values: Mapping[str, Any], system: str, where: str) -> None:
        self._known = kept.find(values, ("results", system), PurePath(where).name)
        self._where, self._sample, self._shape = where, Sample(), Shape()
        self._named = set[str]()
        self.saw_record, self.saw_results = self._sample.add_record, self._sample.add_results
        self.saw_block = self._sample.add_block

    def decoded(self, raw: Sequence[bytes]) -> Block | None:
        """Lines in which nothing is amiss."""
        return nested.decoded(raw)

    def mapped(self, records: Records) -> Mapped:
        """Records under our names.

        Raises:
            OtherFormError: one has other fields.
        """
        if not all(map(is_own, records.values)):
            raise OtherFormError
        self._named |= {name for value in records.values for name, item in value.items() if item is not None}
        return apply(records.values, records.spots, Shape(fields=RECORD), ASKED)

    def told(self, count: int) -> tuple[Shape, dict[str, str], str | None, list[str]]:
        """The mapping, that within a result, where the ids are if that is a guess, and what is to be said of it.

        Args:
            count: how many records there are.

        Raises:
            OtherFormError: the fields would be guessed otherwise.
            InputError: params.yaml keeps a mapping that cannot be read.
        """
        self._shape, inside, facts = self._sample.shapes(self._known, self._where)
        if self._named - self._shape.fields.keys():  # of nothing but blanks: no guess takes it for anything
            raise OtherFormError
        guessed = None if self._known and self._known.shape else self._shape.fields.get("id")
        return self._shape, inside, guessed, [counted(count, "record"), *facts]

    def doubts(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """What is to be said at the end."""
        return doubts(lines, self._shape.fields, {})

    def losses(self, unused: Mapping[str, int]) -> list[Loss]:
        """None: no record has other fields."""
        del unused
        return []
