"""Fields of JSON objects that come from outside: which there are, of which type, which must be there."""

import datetime as dt
import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from assay.errors import Problem, shown

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_LARGEST = 2**63 - 1
_NAMES = {str: "a text", int: "a whole number", float: "a number", list: "a list", dict: "an object"}


class Field(NamedTuple):
    """Type of one field (``object``: any) and its lowest number; an absent or null one is a fault only if required."""

    kind: type
    required: bool = False
    low: int | None = None

    def rule(self) -> str:
        """The rule in words, for the reference."""
        return _NAMES.get(self.kind, "any value") + ("" if self.low is None else f" from {self.low}")


def faults(value: Mapping[str, Any], fields: Mapping[str, Field], where: str) -> Iterator[Problem]:
    """Unknown fields, missing fields and wrong types of one object.

    An id written as a number is wrong too: ``007`` and ``7`` would become one. Whole numbers have 64 bits.
    """
    for key in value:
        if key not in fields:
            near = difflib.get_close_matches(key, fields, 1, 0.75)
            fix = f"did you mean {near[0]!r}?" if near else f"use {', '.join(fields)}"
            yield Problem(where, f"{shown(key)} is no field here", fix)
    for key, (kind, required, low) in fields.items():
        item = value.get(key)
        if item is None:
            if required:
                yield Problem(where, f"{key} is missing", "add it")
        elif kind not in (object, type(item)) and not (kind is float and type(item) is int):
            fix = "put it in quotes" if kind is str and isinstance(item, int | float) else "change it"
            yield Problem(where, f"{key} is {shown(item)}, must be {_NAMES[kind]}", fix)
        elif type(item) is int and not -_LARGEST <= item <= _LARGEST:
            yield Problem(where, f"{key} is {shown(item)}, which is too large", "change it")
        elif low is not None and item < low:
            yield Problem(where, f"{key} is {shown(item)}, must be at least {low}", "change it")


def place(where: str, line: int, value: Mapping[str, Any], key: str) -> str:
    """``file:line id`` of one object, without the id where it has none that can be printed."""
    identifier = value.get(key)
    named = isinstance(identifier, str) and identifier.strip() and identifier.isprintable()
    return f"{where}:{line} {identifier}" if named else f"{where}:{line}"


def by_line(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by file, in the order in which files first come, then by line; else as they come."""
    found = list(problems)
    files = list(dict.fromkeys(problem.where.partition(":")[0] for problem in found))

    def spot(problem: Problem) -> tuple[int, int]:
        file, _, rest = problem.where.partition(":")
        number = rest.partition(" ")[0]
        return files.index(file), int(number) if number.isdecimal() else 0

    return sorted(found, key=spot)


def date_faults(value: Mapping[str, Any], keys: tuple[str, ...], where: str) -> Iterator[Problem]:
    """Texts that are no dates of the form ``2026-03-01``."""
    for key in keys:
        text = value.get(key)
        if isinstance(text, str) and as_date(text) is None:
            yield Problem(where, f"{key} {shown(text)} is no date", "write it as 2026-03-01")


def is_moment(text: str) -> bool:
    """Whether a text is a day as ``2026-03-01``, or a time as ``2026-03-01T09:30:00Z``."""
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return as_date(text[:10]) is not None


def as_date(text: str) -> dt.date | None:
    """The day that a text of the form ``2026-03-01`` names, else None."""
    try:
        date = dt.date.fromisoformat(text)
    except ValueError:
        return None
    return date if date.isoformat() == text else None


def is_document_id(text: str) -> bool:
    """Whether a text may name a document, of this corpus or of one cut elsewhere: printable, no ``#``, no ``..``, no
    ``/`` in front.
    """
    return text.isprintable() and text == text.strip() and not re.search(r"#|\.\.|^/|^$", text)
