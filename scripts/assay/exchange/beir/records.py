"""Documents and queries of a BEIR folder, one JSON object a line."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assay.counting import counted
from assay.errors import Problem, shown
from assay.jsonl import Row, dump_row, read_all

_ID, _METADATA = "_id", "metadata"


@dataclass(frozen=True)
class Record:
    """One document or query.

    Attributes:
        line: where it stands, from 1.
        name: its id as text.
        texts: its texts by field.
        metadata: all else, a JSON object with sorted keys; None where there is nothing.
    """

    line: int
    name: str
    texts: dict[str, str]
    metadata: str | None


def read_records(
    data: bytes, where: str, fields: Sequence[str], problems: list[Problem], notes: list[str]
) -> list[Record]:
    """The records of a file that have no fault.

    Args:
        data: the file's bytes; CR, a byte order mark and a missing last line end do not count.
        where: its name for messages.
        fields: names of the texts: the last one must be there, the others may be absent.
        problems: faults are added here.
        notes: what people should know is added here.
    """
    rows, faults = read_all(_plain(data), where)
    problems += faults
    seen: dict[str, int] = {}
    records, others = [], set()
    for row in rows:
        found = list(_faults(row, where, fields, seen))
        problems += found
        if not found:
            others |= row.value.keys() - {_ID, _METADATA, *fields}
            records.append(_record(row, fields))
            seen[records[-1].name] = row.line
    if others:
        notes.append(f"{where}: {', '.join(sorted(others))} joined the metadata")
    empty = sum(not record.texts[fields[-1]].strip() for record in records)
    if empty:
        notes.append(f"{where}: {counted(empty, 'text is', 'texts are')} empty")
    return records


def _plain(data: bytes) -> bytes:
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    return data + b"\n" if data and not data.endswith(b"\n") else data


def _record(row: Row, fields: Sequence[str]) -> Record:
    value = row.value
    rest = {key: item for key, item in value.items() if key not in (_ID, _METADATA, *fields)}
    metadata = {**rest, **(value.get(_METADATA) or {})}
    text = dump_row(dict(sorted(metadata.items()))) if metadata else None
    return Record(row.line, str(value[_ID]), {name: value.get(name) or "" for name in fields}, text)


def _faults(row: Row, where: str, fields: Sequence[str], seen: dict[str, int]) -> Iterator[Problem]:
    place, value = f"{where}:{row.line}", row.value
    name = value.get(_ID)
    if isinstance(name, bool) or not isinstance(name, str | int) or name == "":
        yield Problem(place, f"_id is {shown(name)}, must be a text", "give it an id")
    elif str(name) in seen:
        yield Problem(place, f"_id {name} stands twice, first on line {seen[str(name)]}", "keep one of them")
    for key in fields:
        item = value.get(key)
        if not isinstance(item, str) and (item is not None or key == fields[-1]):
            yield Problem(place, f"{key} is {shown(item)}, must be a text", "put it in quotes")
    metadata = value.get(_METADATA)
    if metadata is not None and not isinstance(metadata, dict):
        yield Problem(place, f"metadata is {shown(metadata)}, must be an object", "put it in braces")


def record_line(name: str, texts: dict[str, Any], metadata: str | None) -> str:
    """A record as a line of the file, with its line end."""
    return dump_row({_ID: name, **texts, _METADATA: json.loads(metadata or "{}")}) + "\n"
