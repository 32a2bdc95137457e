"""How a sheet is laid out: titles, rows of headings, rows of records, columns below one heading."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.records.names import is_known

_SHOWN = 5  # rows that a note names
_FIX = "rename one of them, or give --header-rows 2 if the row below tells them apart"
_TOTAL = re.compile(r"(итого|всего|total|grand total|sum)\b", re.IGNORECASE)
_NO_NAME = re.compile(r"[?!.…]\s*$|https?://|^\d+$")
_LONGEST = 40  # characters of a heading
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
    heads = rows[len(titles) :][: header or heading_rows(grid, first, areas)]
    full = _filled(grid, areas, heads)
    columns, problems = _columns(full, heads, areas, place)
    wide = {area.top for area in areas if area.right > area.left}
    below = [row for row in rows if row > heads[-1]]
    banners = [row for row in below if row in wide and counts[row] == 1]
    others = [row for row in below if row not in set(banners)]
    passed = _no_records(grid, others, len(columns))
    named = {column for found in columns.values() for column in found}
    unnamed = sorted({column for row, column in grid if row > heads[-1]} - named)
    notes = [
        *_passed(titles, banners, place),
        *([f"{place}: headings are rows {heads[0]} to {heads[-1]}"] if len(heads) > 1 else []),
        *(_second(grid, heads[0], place) if header is None and len(heads) == 1 else []),
        *(f"{place}: row {row} {why} and was passed over" for row, why in passed.items()),
        *_repeated(areas, heads[-1], place),
        *(f"{place}: column {column} has no heading and was not read" for column in unnamed),
    ]
    return Layout(full, columns, [row for row in others if row not in passed], notes, problems)


def _no_records(grid: Grid, rows: Sequence[int], width: int) -> dict[int, str]:
    """Rows that people make and that are no records: numbers of the columns, and a total."""
    found = {}
    if rows and width > 2:  # noqa: PLR2004  # a row of 1 and 2 may be a record
        cells = [grid[at] for at in sorted(at for at in grid if at[0] == rows[0])]
        if cells == [str(number) for number in range(1, width + 1)]:
            found[rows[0]] = "numbers the columns"
    if len(rows) > 1:
        cells = [grid[at] for at in sorted(at for at in grid if at[0] == rows[-1])]
        if _TOTAL.match(cells[0]) and len(cells) <= max(2, width // 2):
            found[rows[-1]] = "is a total"
    return found


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


def heading_rows(grid: Grid, first: int, areas: Sequence[Area] = ()) -> int:
    """How many rows of headings there are: two where one covers both rows beside others that do not; where one
    is merged over several columns and no other column has something in both rows; or where the second row holds
    names of fields, below a group of columns.
    """
    own, below = ({column for row, column in grid if row == at} for at in (first, first + 1))
    high = {area.left for area in areas if area.top == first < area.bottom}
    wide = {area.left for area in areas if area.top == first and area.right > area.left}
    if not below:
        return 1
    if high:
        return 2 if below - high else 1
    if wide:
        return 2 if not (own - wide) & below or reads_like_headings(grid, first + 1) else 1
    texts = [grid[first, column] for column in own]
    grouped = below - own or len(set(texts)) < len(texts)
    return 2 if grouped and reads_like_headings(grid, first + 1, 1) else 1


def reads_like_headings(grid: Grid, row: int, share: int = 2) -> bool:
    """Whether a row reads like headings: short, no question, no link, and one of so many the name of a field."""
    cells = [" ".join(grid[at].split()) for at in grid if at[0] == row]
    short = all(len(cell) <= _LONGEST and not _NO_NAME.search(cell) for cell in cells)
    return short and len(cells) > 1 and sum(map(is_known, cells)) * share >= len(cells)


def _second(grid: Grid, first: int, place: str) -> Iterator[str]:
    if reads_like_headings(grid, first + 1):
        yield f"{place}: row {first + 1} looks like a second row of headings: --header-rows 2 reads it as one"


def _filled(grid: Grid, areas: Sequence[Area], heads: Sequence[int]) -> Grid:
    full = dict(grid)
    for area in areas:
        text = grid[area.top, area.left]
        right = area.right if area.top in heads else area.left
        for row in range(area.top, area.bottom + 1):
            full.update({(row, column): text for column in range(area.left, right + 1)})
    spread(full, heads, {(area.top, column) for area in areas for column in range(area.left, area.right + 1)})
    return full


def spread(
    full: dict[tuple[int, int], str], heads: Sequence[int], merged: Collection[tuple[int, int]] = ()
) -> None:
    """Give the heading of a group to the columns at its right that have a heading below it alone.

    Merged cells say themselves how far they go.
    """
    for number, row in enumerate(heads[:-1]):
        under = {column for at, column in full if at in heads[number + 1 :]}
        group = None
        for column in range(min(under, default=0), max(under, default=-1) + 1):
            if (row, column) in full:
                group = full[row, column] if column in under and (row, column) not in merged else None
            elif group is not None and column in under:
                full[row, column] = group
            else:
                group = None


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
