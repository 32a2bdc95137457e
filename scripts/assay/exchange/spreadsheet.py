"""Sheets of XLSX as people make them: merged cells, one or two rows of headings, links, numbers with leading zeros."""

import io
import re
from collections.abc import Iterator
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.records import Records

_ZEROS = re.compile(r"0{2,}")
_HEAD_ROWS = 2  # at most, where nobody says how many
Grid = dict[tuple[int, int], str | None]


def read_sheet(data: bytes, where: str, *, sheet: str | None = None, header: int | None = None) -> Records:
    """Records of one sheet: cells as texts, as the sheet shows them.

    A merged cell gives its value to each cell that it covers. A link gives its address beside its text. The headings
    of two rows are joined by " / "; a title over the whole width is no heading. A formula gives its last computed
    value.

    Args:
        data: the file.
        where: its name.
        sheet: name of the sheet; the only one that holds something, where none is named.
        header: number of rows of headings; guessed where it is not given.

    Raises:
        InputError: no XLSX; no such sheet, or several and none named; no rows; two columns of one name.
    """
    book = _book(data, where)
    page = _page(book, where, sheet)
    place = f"{where}!{page.title}"
    merged = list(page.merged_cells.ranges)
    grid, problems = _grid(page, place)
    filled = sorted({row for (row, _), text in grid.items() if text is not None})
    if not filled:
        raise InputError(Problem(place, "holds no rows", "name another sheet with --sheet"))
    titles, heads = _heads(grid, filled, merged, header)
    names, faults = _names(grid, heads, place)
    body = [row for row in filled if row > heads[-1]]
    values = [{name: grid.get((row, column)) for column, name in names.items()} for row in body]
    notes = [f"{place}: row {row} is a title and was passed over" for row in titles]
    notes += [f"{place}: headings are rows {heads[0]} to {heads[-1]}"] if len(heads) > 1 else []
    notes += _merged_notes(merged, heads[-1], place)
    return Records(
        values,
        [f"{place}!{row}" for row in body],
        cells={name: _letters(column) for column, name in names.items()},
        table=True,
        notes=notes,
        problems=problems + faults,
    )


def _book(data: bytes, where: str) -> Any:
    import zipfile

    import openpyxl

    try:
        return openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        rule = f"is no XLSX ({error})".replace("\n", " ")
        raise InputError(Problem(where, rule, "save it as .xlsx from the program that made it")) from None


def _page(book: Any, where: str, sheet: str | None) -> Any:
    pages = {page.title: page for page in book.worksheets}
    if sheet is not None:
        if sheet not in pages:
            raise InputError(Problem(where, f"has no sheet {sheet!r}", f"one of: {', '.join(pages)}"))
        return pages[sheet]
    used = [page for page in pages.values() if any(any(row) for row in page.iter_rows(values_only=True))]
    if len(used) > 1:
        names = ", ".join(page.title for page in used)
        raise InputError(Problem(where, f"has several sheets ({names})", "name one with --sheet"))
    if not used:
        raise InputError(Problem(where, "holds no rows", "check the file"))
    return used[0]


def _grid(page: Any, place: str) -> tuple[Grid, list[Problem]]:
    """Text of every cell by row and column, those of merged cells repeated; cells that hold an error."""
    grid: Grid = {}
    problems = []
    for row in page.iter_rows():
        for cell in row:
            if cell.value is None:
                continue
            if cell.data_type == "e":
                spot = f"{place}!{cell.coordinate}"
                problems.append(Problem(spot, f"holds the error {cell.value}", "mend the formula"))
            grid[cell.row, cell.column] = _text(cell)
    for area in page.merged_cells.ranges:
        value = grid.get((area.min_row, area.min_col))
        for row in range(area.min_row, area.max_row + 1):
            for column in range(area.min_col, area.max_col + 1):
                grid[row, column] = value
    return grid, problems


def _text(cell: Any) -> str | None:
    """What the sheet shows, and the address of a link that the text does not show."""
    value = cell.value
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, int | float):
        text = _number(value, cell.number_format)
    elif hasattr(value, "isoformat"):
        text = value.isoformat().removesuffix("T00:00:00")
    else:
        text = str(value).replace("_x000D_", "").replace("\r\n", "\n").strip()
    target = cell.hyperlink.target if cell.hyperlink and cell.hyperlink.target else None
    if target and target not in text:
        text = f"{text}\n{target}" if text else target
    return text or None


def _number(value: float, shown_as: str) -> str:
    whole = isinstance(value, int) or value.is_integer()
    if whole and _ZEROS.fullmatch(shown_as):
        return str(int(value)).zfill(len(shown_as))
    return str(int(value)) if whole else repr(value)


def _heads(
    grid: Grid, filled: list[int], merged: list[Any], header: int | None
) -> tuple[list[int], list[int]]:
    """Rows that are titles, and rows of headings.

    A title is a row with one value in it, above rows with several. A row of headings has a second one below it
    where one of its cells is merged over several columns, or covers both rows.
    """
    width = max(len(_values(grid, row)) for row in filled)
    start = 0
    while width > 1 and len(set(_values(grid, filled[start]))) == 1:
        start += 1
    if header is not None:
        return filled[:start], filled[start : start + header]
    first = filled[start]
    wide = any(area.min_row == first and area.max_col > area.min_col for area in merged)
    high = any(area.min_row == first and area.max_row == first + 1 for area in merged)
    rows = _HEAD_ROWS if (wide or (high and _gaps(grid, first, merged))) and len(filled) > start + 1 else 1
    return filled[:start], filled[start : start + rows]


def _gaps(grid: Grid, row: int, merged: list[Any]) -> bool:
    """Whether the row below adds headings of its own beside the cells that cover both rows."""
    both = {area.min_col for area in merged if area.min_row == row and area.max_row == row + 1}
    columns = {column for (at, column), text in grid.items() if at == row + 1 and text is not None}
    return bool(columns - both)


def _values(grid: Grid, row: int) -> list[str]:
    return [text for (at, _), text in grid.items() if at == row and text is not None]


def _names(grid: Grid, heads: list[int], place: str) -> tuple[dict[int, str], list[Problem]]:
    names: dict[int, str] = {}
    problems = []
    for column in sorted({column for (row, column) in grid if row in heads}):
        parts = [text for row in heads if (text := grid.get((row, column))) is not None]
        name = " / ".join(dict.fromkeys(" ".join(part.split()) for part in parts))
        if name in names.values():
            spot = f"{place}!{_letters(column)}{heads[-1]}"
            problems.append(Problem(spot, f"is a second column {name!r}", "rename one of them"))
        elif name:
            names[column] = name
    return names, problems


def _merged_notes(merged: list[Any], last: int, place: str) -> Iterator[str]:
    below = sum(area.max_row > last for area in merged)
    if below:
        yield f"{place}: {below} merged cells of the body count for each row that they cover"


def _letters(column: int) -> str:
    from openpyxl.utils import get_column_letter

    letters: str = get_column_letter(column)
    return letters
