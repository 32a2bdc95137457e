"""Which field of foreign records is which of ours: stated with JMESPath."""

import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.errors import InputError, Problem, shown
from assay.exchange.records.commas import Comma
from assay.exchange.records.languages import code_of
from assay.exchange.records.overview import offered
from assay.exchange.records.paths import KEY, UnfitError, reader
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import Target
from assay.exchange.records.unread import DEPTH, unread

__all__ = ["DEPTH", "Mapped", "Shape", "apply", "as_kind", "unfolded", "unused"]
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?([eE][+-]?\d+)?")
_DOTTED_DAY = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})(?!\d)")  # as Russian and German sheets write it
Place = Callable[[int, str], str]


@dataclass(frozen=True)
class Shape:
    """How foreign records are read.

    Attributes:
        rows: JMESPath from a value of the file to its list of records; None: each value is a record.
        fields: JMESPath within a record, by our field.
        kept: where params.yaml keeps it, for messages.
    """

    rows: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    kept: str = field(default="", compare=False)


@dataclass(frozen=True)
class Mapped:
    """Records under our names.

    Attributes:
        values: our fields by name, absent ones left out; nothing where a record is none.
        spots: address of each record.
        problems: values of another type than the field's, and required ones that are absent.
        unused: paths of the foreign records that no field takes, with the number of records that have a value there.
    """

    values: list[dict[str, Any]]
    spots: list[str]
    problems: list[Problem]
    unused: dict[str, int]


def unfolded(records: Records, rows: str | None) -> tuple[list[Any], list[str]]:
    """The records below ``rows`` of each value, and their addresses.

    Raises:
        InputError: a function in ``rows`` does not take what is there.
    """
    if rows is None:
        return list(records.values), list(records.spots)
    values, spots, find = [], [], reader(rows)
    for number, value in enumerate(records.values):
        try:
            found = find(value)
        except ValueError as error:
            raise InputError(
                Problem(f"{records.spots[number]} {rows}", f"cannot be read ({error})")
            ) from None
        items = found if isinstance(found, list) else [] if found is None else [found]
        values += items
        spots += [f"{records.spots[number]} {rows}[{at}]{_key(item)}" for at, item in enumerate(items)]
    return values, spots


def _key(item: Any) -> str:
    """What a record is called in the object that holds it, to be found there."""
    key = item.get(KEY) if isinstance(item, Mapping) else None
    return "" if key is None else f" {key}" if str(key).isprintable() else f" {shown(key)}"


def apply(
    values: Sequence[Any],
    spots: Sequence[str],
    shape: Shape,
    targets: Mapping[str, Target],
    place: Place | None = None,
) -> Mapped:
    """The records under our names.

    Args:
        values: the records.
        spots: address of each.
        shape: where our fields are; those that ``targets`` does not know are passed over.
        targets: our fields.
        place: address of what stands at a path of a record, by its number; default: the record's, and the path.
    """
    paths = {name: path for name, path in shape.fields.items() if name in targets}
    reads = [(name, targets[name].kind, reader(path)) for name, path in paths.items()]
    needed = [name for name, target in targets.items() if target.required and name in paths]
    at = place or (lambda number, path: f"{spots[number]} {path}")
    done: list[dict[str, Any]] = []
    problems = list(_nowhere(values, spots, paths, targets)) if values else []
    for number, value in enumerate(values):
        row: dict[str, Any] = {}
        done.append(row)
        if not isinstance(value, Mapping):
            problems.append(
                Problem(spots[number], f"is {shown(value)}, no record", "check the mapping (rows)")
            )
            continue
        wrong = set()
        for name, kind, read in reads:
            try:
                found = read(value)
                item = None if found is None else as_kind(kind, found)
            except ValueError as error:
                read_it = not isinstance(error, UnfitError)
                rule = f"is {error}, must be {_KINDS[kind]}" if read_it else f"cannot be read ({error})"
                problems.append(Problem(at(number, paths[name]), rule, f"it is read as {name}"))
                wrong.add(name)
                continue
            if item is not None:
                row[name] = item
        problems += [
            Problem(at(number, paths[name]), "is empty or absent", _why(name, targets[name]))
            for name in needed
            if name not in row and name not in wrong
        ]
    return Mapped(done, list(spots), problems, unused(values, shape))


def _why(name: str, target: Target) -> str:
    other = f"; --map {name}= makes all of them of the texts" if target.made else ""
    return f"it is needed as {name} ({target.doc}){other}"


def _nowhere(
    values: Sequence[Any], spots: Sequence[str], paths: Mapping[str, str], targets: Mapping[str, Target]
) -> Iterator[Problem]:
    """Fields that are needed and that nothing in the file is: one fault of it, not one of each record."""
    for name, target in targets.items():
        if target.required and not target.made and name not in paths:
            rule = f"nothing in it looks like {name} ({target.doc})"
            yield Problem(spots[0], rule, offered(name, values, paths))


_KINDS = {
    "id": "a text or a whole number",
    "text": "a text",
    "whole": "a whole number",
    "number": "a number",
    "day": "a day as 2026-03-01",
    "lang": "a language code such as ru or en",
    "list": "a list",
    "any": "any value",
}


def as_kind(kind: str, value: Any) -> Any:
    """A value as a field of that kind holds it, None where it is empty; a ValueError that shows it if it is none."""
    if value is None or (isinstance(value, str) and (not value or value.isspace())):
        return None
    found = _AS[kind](value)
    if found is None:
        raise ValueError(shown(value))
    return found


def _id(value: Any) -> str | None:
    if isinstance(value, str):
        return value.strip()
    return str(value) if type(value) is int else None


def _day(value: Any) -> str | None:
    from assay.retrieval.records import as_date

    text = value.isoformat() if hasattr(value, "isoformat") else value
    if not isinstance(text, str):
        return None
    text = text.strip()
    dotted = _DOTTED_DAY.match(text)
    day = "-".join(reversed(dotted.groups())) if dotted else text[:10]
    return day if as_date(day) else None


def _number(value: Any) -> float | int | None:
    """A finite number, or the one that a text writes."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Comma):
        value = value.pointed
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        text = value.strip()
        value = int(text) if text.lstrip("+-").isdigit() and len(text) < 20 else float(text)  # noqa: PLR2004  # 64 bits
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, int | float) and abs(value) <= sys.float_info.max else None


def _whole(value: Any) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number == int(number) else None


_AS: Mapping[str, Callable[[Any], Any]] = {
    "id": _id,
    "text": lambda value: value if isinstance(value, str) else None,
    "whole": _whole,
    "number": lambda value: None if (number := _number(value)) is None else float(number),
    "day": _day,
    "lang": lambda value: code_of(value) if isinstance(value, str) else None,
    "list": lambda value: value if isinstance(value, list) else None,
    "any": lambda value: value,
}


def unused(values: Sequence[Any], shape: Shape) -> dict[str, int]:
    """Paths that no field takes, with the number of records that hold something there; every record is counted."""
    return unread(values, shape.fields.values())
