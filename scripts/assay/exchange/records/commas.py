"""Numbers with a comma for their point, as tables of a Russian or German Excel write them: ``0,91``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assay.exchange.records.paths import keys_of
from assay.exchange.records.targets import Target

_NUMBER = re.compile(r"[-+]?\d+(?:,\d+)?(?:[eE][+-]?\d+)?")
_COMMA = re.compile(r"[-+]?\d+,\d")
_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}")


class Comma(str):
    """A cell of a column of numbers with commas: a text, and where a number is wanted that number."""

    __slots__ = ()

    @property
    def pointed(self) -> str:
        """The number with a point."""
        return self.strip().replace(",", ".")


def mark(records: Iterable[dict[str, str | None]], columns: Iterable[str]) -> None:
    """Mark the cells of columns in which every value is a number and some have a comma, unless it may be of thousands."""
    rows = list(records)
    for name in columns:
        cells = [cell.strip() for row in rows if (cell := row.get(name)) is not None]
        several = [cell for cell in cells if _COMMA.match(cell)]
        if several and all(map(_NUMBER.fullmatch, cells)) and not all(map(_THOUSANDS.fullmatch, several)):
            for row in rows:
                cell = row[name]
                row[name] = None if cell is None else Comma(cell)


def told(values: Sequence[Any], fields: Mapping[str, str], targets: Mapping[str, Target]) -> Iterator[str]:
    """A line on the fields whose numbers are read so.

    Args:
        values: the records.
        fields: path by field.
        targets: our fields.
    """
    kinds = {name: targets[name].kind for name in fields if name in targets}
    columns = {keys[0]: name for name, path in fields.items() if (keys := keys_of(path)) and len(keys) == 1}
    for column, name in columns.items():
        if kinds.get(name) not in ("number", "whole"):
            continue
        one = next(
            (cell for value in values if isinstance(cell := value.get(column), Comma) and "," in cell), None
        )
        if one is not None:
            yield f"{column} has numbers with a comma for their point: {one} is read as {one.pointed}"
