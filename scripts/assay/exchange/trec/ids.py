"""Ids that a line of a TREC file can hold: not empty, without white space, no comment sign at the start."""

import re
from typing import TYPE_CHECKING

from assay.counting import counted
from assay.errors import Problem, refuse, shown

if TYPE_CHECKING:
    import polars as pl

_SPACE = (
    r"[\s\x00\x1c-\x1f\x85\p{Z}\x{feff}]"  # for the readers in C, and for those in Python that split on any
)
_UNSAFE = rf"{_SPACE}|%|^#"
_OF_PYTHON = re.compile(r"[\s\x00\ufeff%]|^#")


def written(frame: "pl.DataFrame", columns: tuple[str, ...], where: str, *, encode: bool) -> "pl.DataFrame":
    """The table with ids that a line can hold.

    Args:
        frame: the table.
        columns: those that hold ids.
        where: name of the file to be written, for messages.
        encode: write white space, a ``#`` at the start and every ``%`` as ``%`` and two digits for each byte.

    Raises:
        InputError: ids that are empty; without ``encode`` also those that a line cannot hold.
    """
    problems: list[Problem] = []
    for column in columns:
        ids = frame[column].unique(maintain_order=True)
        empty = int((ids.is_null() | (ids == "")).sum())
        problems += [Problem(where, f"needs a {column} in every row", "fill the empty ones")] * bool(empty)
        bad = ids.filter(ids.str.contains(rf"{_SPACE}|^#")) if not encode else ids.clear()
        problems += (_unwritable(one, column, where) for one in bad.sort())
    refuse(problems)
    if not encode:
        return frame
    return frame.with_columns(_encoded(frame[column]) for column in columns)


def n_encoded(before: "pl.DataFrame", after: "pl.DataFrame", columns: tuple[str, ...]) -> int:
    """Number of ids that were changed, each counted once a column."""
    return sum(before[name].filter(before[name] != after[name]).n_unique() for name in columns)


def encoding_note(number: int) -> list[str]:
    """What is to be said of ids that were changed."""
    said = f"{counted(number, 'id was', 'ids were')} percent-encoded: white space, % and # cannot stand in a line"
    return [said] if number else []


def _unwritable(one: str, column: str, where: str) -> Problem:
    return Problem(
        where, f"{column} {shown(one)} has white space or starts with #", "rename it, or encode ids"
    )


def _encoded(ids: "pl.Series") -> "pl.Series":
    unsafe = ids.filter(ids.str.contains(_UNSAFE)).unique()
    if unsafe.is_empty():
        return ids
    made = [_OF_PYTHON.sub(_percent, one) for one in unsafe]
    return ids.replace(unsafe, type(unsafe)(made))


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found.group().encode())
