"""What stands around the records of a file, which no field can take."""

from collections.abc import Iterator, Mapping
from typing import Any

from assay.exchange.records.envelopes import READ, pages_of, plain
from assay.exchange.records.keyed import plain_rows
from assay.exchange.records.paths import path_of
from assay.exchange.records.recordset import Records

_DEPTH = 4
_BESIDE = 5  # paths that are shown


def beside(records: Records, rows: str | None) -> list[str]:
    """Paths around the records, which no field can take; without those that :func:`assay.exchange.records.envelopes.said` reads."""
    if rows is None:
        return []
    inside = {id(item) for page in pages_of(records, plain_rows(rows)) for item in page.items}
    paths: dict[str, None] = {}
    for value in records.values:
        paths.update(dict.fromkeys(_around(value, inside, ())))
    found = sorted(paths)
    more = f" and {len(found) - _BESIDE} more" if len(found) > _BESIDE else ""
    return [f"around the records, not read: {', '.join(found[:_BESIDE])}{more}"] if found else []


def _around(value: Any, inside: set[int], keys: tuple[str, ...]) -> Iterator[str]:
    """Paths of what is no record and in none; of objects that are all alike one, with ``*`` for their names."""
    if id(value) in inside or value in (None, "", [], {}):
        return
    if isinstance(value, list) and any(id(item) in inside for item in value):
        return
    if not isinstance(value, Mapping) or len(keys) == _DEPTH:
        yield ".".join(key if key == "*" else path_of([key]) for key in keys)
        return
    kinds = {frozenset(part) if isinstance(part, Mapping) else None for part in value.values()}
    alike = len(value) > 1 and len(kinds) == 1 and None not in kinds
    for key, item in value.items():
        if plain(key) not in READ:
            yield from _around(item, inside, (*keys, "*" if alike else str(key)))
