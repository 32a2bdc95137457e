"""Rows of a gold file by id, as far as two versions of the file differ."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from assay.errors import Problem, refuse
from assay.gold.fields import Fields, canonical
from assay.gold.kinds import ByPassage, Items, Kind, Record, Text
from assay.jsonl import MARKERS, Row, read_all

Rows = dict[str, dict[str, Any]]
_START = b'{"id": "'  # of a line in the fixed form
_MARKERS = tuple(mark.encode() for mark in MARKERS)


def differing(before: bytes, after: bytes, fields: Fields, names: tuple[str, str]) -> tuple[Rows, Rows]:
    """Rows of both versions but those of lines that stand in both: where a line stands has no meaning.

    Only the lines that differ are parsed, so that a small change of a large file is found at once.

    Args:
        before: bytes of the older version.
        after: bytes of the newer one.
        fields: of its rows.
        names: of both versions for messages.

    Raises:
        InputError: lines that are no rows, conflict markers, ids that stand twice, of both versions at once.
    """
    lines = [_lines(data) for data in (before, after)]
    known = [set(found) for found in lines]
    rows: list[Rows] = []
    problems: list[Problem] = []
    for own, other, where in zip(lines, reversed(known), names, strict=True):
        kept, faults = _keyed(own, other, fields, where)
        rows.append(kept)
        problems += faults
    refuse(problems)
    return rows[0], rows[1]


def every(data: bytes, fields: Fields, where: str) -> Rows:
    """All rows of a file by id, each held against what a row is.

    Raises:
        InputError: as :func:`differing`.
    """
    rows, faults = _keyed(_lines(data), set(), fields, where)
    refuse(faults)
    return rows


def loaded(data: bytes, where: str) -> Rows:
    """All rows by id of a file that was held against the rules already: four times as fast.

    Raises:
        InputError: lines that are no rows.
    """
    return _loaded([line for line in _lines(data) if line.strip()], where)


def chosen(data: bytes, ids: Collection[str], where: str) -> Rows:
    """The rows of a file that have one of the ids; only their lines are parsed.

    Raises:
        InputError: lines that are no rows.
    """
    wanted = {b"", *map(_head_of, ids)}
    # A line that does not begin in the fixed form may be of any id.
    lines = [line for line in _lines(data) if line.strip() and _head(line) in wanted]
    return {name: row for name, row in _loaded(lines, where).items() if name in ids}


def _head(line: bytes) -> bytes:
    """The beginning of a line up to the end of its id; nothing, where only parsing tells."""
    if not line.startswith(_START):
        return b""
    end = line.find(b'"', len(_START)) + 1
    return b"" if b"\\" in line[:end] else line[:end]


def _head_of(name: str) -> bytes:
    return _START + json.dumps(name, ensure_ascii=False).encode()[1:]


def _loaded(lines: list[bytes], where: str) -> Rows:
    """Rows that nobody doubts: their lines were held against the rules where they were read first."""
    try:
        rows = [json.loads(line) for line in lines]
        return {row["id"]: row for row in rows}
    except (ValueError, KeyError, TypeError):
        found, faults = read_all(b"\n".join(lines) + b"\n", where)
        refuse(faults)
        return {str(row.value.get("id")): row.value for row in found}


def _lines(data: bytes) -> list[bytes]:
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n")


def _keyed(lines: list[bytes], known: set[bytes], fields: Fields, where: str) -> tuple[Rows, list[Problem]]:
    if any(line.startswith(_MARKERS) for line in lines):
        return {}, read_all(b"\n".join(lines), where)[1]  # both sides of a merge: each id stands twice
    # Lines that both have become empty ones, which count and say nothing.
    own = b"\n".join(b"" if line in known else line for line in lines) + b"\n"
    found, faults = read_all(own, where)
    first, twice = _ids([(number, line) for number, line in enumerate(lines, 1) if line in known])
    faults += [_repeated(name, line, first[name], where) for name, line in twice]
    rows: Rows = {}
    order = [*fields]
    for row in found:
        faults += _faults(row, first, fields, where)
        rows[str(row.value.get("id"))] = row.value if [*row.value] == order else canonical(row.value, fields)
    return rows, faults


def _ids(lines: list[tuple[int, bytes]]) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """The line of each id among lines that are not parsed, and ids that stand there once more."""
    first: dict[str, int] = {}
    twice: list[tuple[str, int]] = []
    for number, line in lines:
        name = _id(line)
        if name is not None and first.setdefault(name, number) != number:
            twice.append((name, number))
    return first, twice


def _id(line: bytes) -> str | None:
    """The id of a line, where it has one that can be told."""
    head = _head(line)
    try:
        name = json.loads(head[len(_START) - 1 :] if head else line)
    except ValueError:
        return None
    name = name.get("id") if isinstance(name, dict) else name
    return name if isinstance(name, str) else None


def _repeated(name: str, line: int, first: int, where: str) -> Problem:
    return Problem(f"{where}:{line} {name}", f"the id is already used at line {first}", "remove one of them")


def _faults(row: Row, first: dict[str, int], fields: Fields, where: str) -> Iterator[Problem]:
    name, place = row.value.get("id"), f"{where}:{row.line}"
    if not isinstance(name, str) or not name.strip():
        yield Problem(place, "has no id", "give it one: rows are told apart by it")
    elif first.setdefault(name, row.line) != row.line:
        yield _repeated(name, row.line, first[name], where)
    for key, field in fields.items():
        value = row.value.get(key)
        if value is not None and not _shaped(field.kind, value):
            rule, fix = next(field.kind.faults(key, value))
            yield Problem(f"{place} {name}", rule, fix)


def _shaped(kind: Kind, value: Any) -> bool:
    """Whether a value has the type of its field; what its texts say is another question."""
    if isinstance(kind, Items):
        return isinstance(value, list) and all(_shaped(kind.of, item) for item in value)
    if isinstance(kind, ByPassage):
        return isinstance(value, dict) and all(_shaped(kind.of, item) for item in value.values())
    if isinstance(kind, Record):
        known = isinstance(value, dict) and value.keys() == kind.keys.keys()
        return known and all(_shaped(item, value[name]) for name, item in kind.keys.items())
    return isinstance(value, str) if isinstance(kind, Text) else not next(kind.faults("", value), None)
