"""How a sheet is laid out: titles, rows of headings, rows of records, columns below one heading."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from assay.counting import counted
from assay.errors import Problem

_SHOWN = 5  # rows that a note names
_FIX = "rename one of them"
Grid = Mapping[tuple[int, int], str]


class Area(NamedTuple):
    """Merged cells: first and last row and column."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(frozen=True)
class Layout:
    """What is where.

    Attributes:
        full: text by row and column, that of merged cells for each row (and each column of a heading) they cover.
        columns: by heading its columns, several where one merged heading stands over them.
        body: rows of records.
        notes: what was passed over or repeated.
        problems: faults.
    """

    full: Grid
    columns: dict[str, list[int]]
    body: list[int]
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def rows(self) -> frozenset[int]:
        """The rows of records."""
        return frozenset(self.body)


def layout(grid: Grid, merged: Sequence[Area], header: int | None, place: str) -> Layout:
    """Find titles, headings and records.

    Args:
        grid: text by row and column, of merged cells the first alone; at least one.
        merged: the merged cells.
        header: number of rows of headings; None: guessed.
        place: address of the sheet.
    """
    areas = _within(grid, merged)
    counts = Counter(row for row, _ in sorted(grid))
    rows = list(counts)
    titles = _titles(grid, counts)
    first = rows[len(titles)]
    heads = rows[len(titles) :][: header or _heads(grid, first, areas)]
    full = _filled(grid, areas, heads)
    columns, problems = _columns(full, heads, areas, place)
    wide = {area.top for area in areas if area.right > area.left}
    below = [row for row in rows if row > heads[-1]]
    banners = [row for row in below if row in wide and counts[row] == 1]
    body = [row for row in below if row not in set(banners)]
    named = {column for found in columns.values() for column in found}
    unnamed = sorted({column for row, column in grid if row > heads[-1]} - named)
    notes = [
        *_passed(titles, banners, place),
        *([f"{place}: headings are rows {heads[0]} to {heads[-1]}"] if len(heads) > 1 else []),
        *_repeated(areas, heads[-1], place),
        *(f"{place}: column {column} has no heading and was not read" for column in unnamed),
    ]
    return Layout(full, columns, body, notes, problems)


def _within(grid: Grid, merged: Sequence[Area]) -> list[Area]:
    """Merged cells with something in them, cut at the last filled row and column: formatting goes further."""
    last, end = max(row for row, _ in grid), max(column for _, column in grid)
    found = [area for area in merged if (area.top, area.left) in grid]
    return [area._replace(bottom=min(area.bottom, last), right=min(area.right, end)) for area in found]


def _titles(grid: Grid, counts: Mapping[int, int]) -> list[int]:
    """Rows above the headings with one value, at the left; one further to the right is a heading over others."""
    rows, left = list(counts), min(column for _, column in grid)
    end = next((at for at, row in enumerate(rows) if counts[row] > 1), 0)
    return [row for row in rows[:end] if (row, left) in grid] if end else []


def _heads(grid: Grid, first: int, areas: Sequence[Area]) -> int:
    """How many rows of headings there are: two where one covers both rows beside others that do not, or where one
    is merged over several columns and no other column has something in both rows.
    """
    own, below = ({column for row, column in grid if row == at} for at in (first, first + 1))
    high = {area.left for area in areas if area.top == first < area.bottom}
    wide = {area.left for area in areas if area.top == first and area.right > area.left}
    if not below:
        return 1
    if high:
        return 2 if below - high else 1
    return 2 if wide and not (own - wide) & below else 1


def _filled(grid: Grid, areas: Sequence[Area], heads: Sequence[int]) -> Grid:
    full = dict(grid)
    for area in areas:
        text = grid[area.top, area.left]
        right = area.right if area.top in heads else area.left
        for row in range(area.top, area.bottom + 1):
            full.update({(row, column): text for column in range(area.left, right + 1)})
    return full


def _columns(
    full: Grid, heads: Sequence[int], areas: Sequence[Area], place: str
) -> tuple[dict[str, list[int]], list[Problem]]:
    """Columns by heading; those below one merged heading, and with nothing else to tell them apart, are one."""
    found: dict[str, list[int]] = {}
    problems = []
    over = {
        column: area for area in areas if area.top in heads for column in range(area.left, area.right + 1)
    }
    for column in sorted({column for row, column in full if row in heads}):
        parts = [" ".join(full[row, column].split()) for row in heads if (row, column) in full]
        name = " / ".join(dict.fromkeys(parts))
        known = found.setdefault(name, [])
        if known and over.get(column) != over.get(known[0], place):
            problems.append(
                Problem(f"{place}!{_cell(heads[-1], column)}", f"is a second column {name!r}", _FIX)
            )
        known.append(column)
    return found, problems


def _passed(titles: Sequence[int], banners: Sequence[int], place: str) -> Iterator[str]:
    for row in titles:
        yield f"{place}: row {row} is a title and was passed over"
    if banners:
        some = ", ".join(map(str, banners[:_SHOWN])) + (", …" if len(banners) > _SHOWN else "")
        yield f"{place}: {counted(len(banners), 'row')} of one cell over several columns passed over: {some}"


def _repeated(areas: Sequence[Area], last: int, place: str) -> Iterator[str]:
    high = sum(area.bottom > max(area.top, last) for area in areas)
    if high:
        yield f"{place}: {counted(high, 'merged cell')} counted for each row covered"


def _cell(row: int, column: int) -> str:
    from openpyxl.utils import get_column_letter

    return f"{get_column_letter(column)}{row}"
