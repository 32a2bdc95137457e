"""JSON whose records stand in one object by their ids, as stores of chunks and programs with a dictionary write it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.records.names import is_known
from assay.exchange.records.paths import VALUE, keys_of, path_of, reader
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import Target

Guess = Callable[[Sequence[Any], Mapping[str, Target], Mapping[str, str]], dict[str, str]]
_IS_ID = re.compile(r"[\d#/.:-]")  # what ids have and names of fields seldom
_FEW = 3  # objects below plain words that may be parts of one record
_LOOKED_AT = 100  # of the values of an object
_ALL = "*"
_KEYED = re.compile(r"with_key\((.+)\)")
_PARTS = frozenset(
    ("metadata", "payload", "_source", "document", "doc", "data")
)  # of one record, as tools call them


def guess_keyed(
    records: Records, targets: Mapping[str, Target], stated: Mapping[str, str], guess: Guess
) -> str | None:
    """Where the records are in a file of one object that holds them by key, itself or in one of its values.

    Args:
        records: of the file.
        targets: our fields.
        stated: paths within a record that people stated.
        guess: which field is which path of some records.

    Raises:
        InputError: it may be a record of several parts, or several records by plain words.
    """
    if len(records.values) != 1 or not isinstance(records.values[0], Mapping):
        return None
    whole = records.values[0]
    needed = _needed(targets)
    flat = {key: item for key, item in whole.items() if not isinstance(item, Mapping)}
    own = {**guess([flat], {name: targets[name] for name in needed}, {}), **stated}
    if any(len(keys_of(path) or ()) == 1 and reader(path)(whole) is not None for path in own.values()):
        return None  # it is a record
    below = ((path_of([str(key)]), value) for key, value in whole.items())
    for places in (tuple(below), (("@", whole),)):
        found = {
            rows: sure
            for rows, value in places
            if (sure := _is_table(value, needed, targets, stated, guess)) is not None
        }
        if found:
            (rows, sure), *others = found.items()
            if others or not sure:
                raise InputError(_unclear(records.spots[0], [_plain(rows) for rows in found]))
            return with_ids(records, _plain(rows), targets, stated, guess)
    return None


def with_ids(
    records: Records, rows: str, targets: Mapping[str, Target], stated: Mapping[str, str], guess: Guess
) -> str:
    """Where all values of an object are records: there with their keys, unless they have ids of their own.

    Args:
        records: of the file.
        rows: where they are, as ``*`` or ``data.*``; any other path is given back.
        targets: our fields.
        stated: paths within a record that people stated.
        guess: as for :func:`guess_keyed`.
    """
    if rows != _ALL and not rows.endswith(f".{_ALL}"):
        return rows
    name = "id" if "query" in targets else "chunk_id"
    if name not in targets:  # people want none
        return rows
    find = reader(rows)
    values = [item for value in records.values for item in find(value) or []]
    found = guess(values, targets, stated)
    listed = any(not isinstance(item, Mapping) for item in values)
    return rows if name in found and not listed else f"with_key({rows.removesuffix(_ALL).rstrip('.') or '@'})"


def told(rows: str | None) -> Iterator[str]:
    """A line on records that are called by their keys."""
    if rows and _KEYED.fullmatch(rows):
        yield "each record is called by its key in the object that holds them all: it is read as its id"


def plain_rows(rows: str) -> str:
    """The path to the same records without their keys."""
    found = _KEYED.fullmatch(rows)
    return _plain(found[1]) if found else rows


def _plain(place: str) -> str:
    return _ALL if place == "@" else f"{place}.{_ALL}"


def _needed(targets: Mapping[str, Target]) -> list[str]:
    """What a record has that an object of records has not."""
    needed = [name for name, target in targets.items() if target.required and not target.made]
    return needed or [name for name in ("retrieved", "query") if name in targets]


def _is_table(
    value: Any,
    needed: Sequence[str],
    targets: Mapping[str, Target],
    stated: Mapping[str, str],
    guess: Guess,
) -> bool | None:
    """Whether all values of an object are records, for sure or perhaps; None: they are not."""
    if not isinstance(value, Mapping):
        return None
    filled = {key: item for key, item in value.items() if item is not None}
    called = all(map(_IS_ID.search, filled))
    if called and all(isinstance(item, list) for item in filled.values()):
        filled = {key: {VALUE: item} for key, item in filled.items()}
    objects = {key: item for key, item in filled.items() if isinstance(item, Mapping)}
    parts = any(map(_is_part, filled))
    if not objects or (parts and len(objects) < _FEW):
        return None
    items = list(objects.values())
    some = items[:: -(-len(items) // _LOOKED_AT)]
    wanted = {name: targets[name] for name in needed}
    good = sum(bool(guess([item], wanted, stated).keys() & wanted.keys()) for item in some)
    if len(objects) < len(
        filled
    ):  # beside something else: no table, and perhaps several records all the same
        several = good == len(some) and len(items) > 1 and all(map(_IS_ID.search, objects))
        return False if several else None
    if called:
        alike = good and frozenset.intersection(*map(frozenset, items))
        return True if alike or good * 2 >= len(some) else None
    if good < len(some) or len(items) == 1:
        return None
    return not parts and len(items) >= _FEW and len({frozenset(item) for item in items}) == 1


def _is_part(key: str) -> bool:
    return key in _PARTS or is_known(key)


def _unclear(spot: str, rows: Sequence[str]) -> Problem:
    ways = " or ".join(f"--rows '{one}'" for one in rows)
    rule = (
        "is one object of objects that are alike: nothing says whether it is one record or many by their keys"
    )
    return Problem(spot, rule, f"{ways} reads each of them as a record, --rows '@' all of it as one")
