"""Sheets of XLSX as people make them: merged cells, one or two rows of headings, links, numbers with leading zeros."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem
from assay.exchange.cells import unmarked
from assay.exchange.records.headings import Area, Grid, Layout, layout
from assay.exchange.records.recordset import Records
from assay.exchange.records.workbook import Formulas, open_workbook

_WORDS = r'(?:"[^"]*"|\\.|[-/ ])*'  # of a number format: what it shows as it is
_PLAIN = re.compile(rf"(?P<front>{_WORDS})(?P<zeros>0+)(?:\.(?P<places>0+))?(?P<back>{_WORDS})")
_UNCOMPUTED = "="
_TOO_LARGE = 10**15
_NO_ID = 10**22  # nobody writes an id of so many digits as a number
_WEB = "http"
_HALF = 2  # a column of links: in at least one of two of its cells
_SHOWN = 5  # hidden rows and columns that a note names


def read_sheet(data: bytes, where: str, *, sheet: str | None = None, header: int | None = None) -> Records:
    """Records of one sheet: cells as texts.

    A cell merged over several rows gives its value to each of them; a merged heading, to each column. A row of one
    cell merged over several columns is a title and no record. The headings of two rows are joined by " / "; columns
    below one merged heading are one, with a value a line. In a column of links a link gives its address below its
    text. Numbers are written plainly, or as the cell shows them (``007``, ``1.0``); days as 2026-03-01. A
    formula gives its last computed value. Hidden rows and columns are read, hidden sheets only by name.

    Args:
        data: the file.
        where: its name.
        sheet: name of the sheet; the only one that holds something, where none is named.
        header: number of rows of headings; guessed where it is not given.

    Raises:
        InputError: no XLSX; no such sheet, or several and none named; no rows; two columns of one name.
    """
    opened = open_workbook(data, where)
    page = _page(opened.book, where, sheet)
    place = f"{where}!{page.title}"
    formulas = opened.formulas.get(page.title, Formulas([], {}))
    grid = {at: text for at, cell in _cells(page) if (text := _text(cell)) is not None}
    if not grid:
        raise InputError(Problem(place, "holds no rows", "name another sheet with --sheet"))
    filled, uncomputed = {row for row, _ in grid}, set(formulas.uncomputed)
    for (row, column), cell in _cells(page):
        if row in filled and cell.coordinate in uncomputed:  # something is there: refused where it is read
            grid.setdefault((row, column), _UNCOMPUTED)
    areas = [Area(one.min_row, one.max_row, one.min_col, one.max_col) for one in page.merged_cells.ranges]
    found = layout(grid, areas, header, place)
    links = _links(page, formulas)
    told = _with_links(grid, found, links)
    full = found.full
    values = [
        {name: _joined(full, row, columns, told[name]) for name, columns in found.columns.items()}
        for row in found.body
    ]
    return Records(
        values,
        [f"{place}!{row}" for row in found.body],
        cells={(place, name): _letters(columns[0]) for name, columns in found.columns.items()},
        table=True,
        notes=[
            *found.notes,
            *_hidden(page, found, place),
            *_left_out(links, told, found, place),
            *_cut_digits(page, found, place),
        ],
        problems=[*found.problems, *_broken(page, formulas, found, place)],
    )


def _page(book: Any, where: str, sheet: str | None) -> Any:
    pages = {page.title: page for page in book.worksheets}
    if sheet is not None:
        if sheet not in pages:
            raise InputError(Problem(where, f"has no sheet {sheet!r}", f"one of: {', '.join(pages)}"))
        return pages[sheet]
    used = [page for page in pages.values() if any(cell.value is not None for _, cell in _cells(page))]
    seen = [page for page in used if page.sheet_state == "visible"] or used
    if len(seen) > 1:
        names = ", ".join(page.title for page in seen)
        raise InputError(Problem(where, f"has several sheets ({names})", "name one with --sheet"))
    if not seen:
        raise InputError(Problem(where, "holds no rows", "check the file"))
    return seen[0]


def _cells(page: Any) -> list[tuple[tuple[int, int], Any]]:
    """Cells that the file has, by row and column: rows up to the last formatted one may be a million."""
    return sorted(page._cells.items())  # noqa: SLF001  # iter_rows() makes all the others too


def _text(cell: Any) -> str | None:
    from openpyxl.utils.escape import unescape

    value = cell.value
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value, cell.number_format)
    if hasattr(value, "isoformat"):
        return str(value.isoformat()).removesuffix("T00:00:00")
    text: str = str(value)
    if "_x" in text:
        text = unescape(text)
    text = unmarked(text.replace("\r\n", "\n"))
    return text if text.strip() else None


def _number(value: float, shown_as: str) -> str:
    """A number as the cell shows it where its format is plain (``000``, ``0.0``, ``"Q-"000``) and hides nothing of it."""
    whole = isinstance(value, int) or value.is_integer()
    found = _PLAIN.fullmatch(shown_as)
    if found and (found["zeros"] != "0" or found["places"]):
        places = len(found["places"] or "")
        digits = f"{value:0{len(found['zeros']) + places + bool(places) + (value < 0)}.{places}f}"
        if float(digits) == value:
            return f"{_bare(found['front'])}{digits}{_bare(found['back'])}"
    return str(int(value)) if whole else repr(value)


def _bare(text: str | None) -> str:
    """Letters of a format without the signs that quote them."""
    return re.sub(r'["\\]', "", text or "")


def _cut_digits(page: Any, found: Layout, place: str) -> Iterator[str]:
    """Numbers of more digits than a sheet keeps: what follows the fifteenth is made up."""
    names = [
        cell.coordinate
        for at, cell in _cells(page)
        if at[0] in found.rows and type(cell.value) in (int, float) and _TOO_LARGE <= abs(cell.value) < _NO_ID
    ]
    if names:
        some = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
        rule = "a sheet keeps 15 digits, the others are lost; where they are ids, get them as texts"
        yield f"{place}: {counted(len(names), 'number')} of more than 15 digits ({some}): {rule}"


def _links(page: Any, formulas: Formulas) -> dict[tuple[int, int], str]:
    """Addresses behind cells."""
    found = {}
    for at, cell in _cells(page):
        target = cell.hyperlink.target if cell.hyperlink else None
        if target and cell.hyperlink.location and "#" not in target:
            target = f"{target}#{cell.hyperlink.location}"  # openpyxl parts them
        target = target or formulas.links.get(cell.coordinate)
        if target:
            found[at] = target
    return found


def _with_links(
    grid: Grid, found: Layout, links: Mapping[tuple[int, int], str]
) -> dict[str, dict[tuple[int, int], str]]:
    """Links of the columns that are of links: elsewhere they are decoration of a text."""
    names = {column: name for name, columns in found.columns.items() for column in columns}
    told: dict[str, dict[tuple[int, int], str]] = {name: {} for name in found.columns}
    filled, linked = Counter[str](), Counter[str]()
    for at in grid.keys() | links.keys() if links else ():
        if at[0] in found.rows and at[1] in names:
            name = names[at[1]]
            filled[name] += 1
            linked[name] += at in links or _WEB in grid.get(at, "")
            if at in links:
                told[name][at] = links[at]
    return {name: own if linked[name] * _HALF >= filled[name] else {} for name, own in told.items()}


def _joined(full: Grid, row: int, columns: list[int], links: Mapping[tuple[int, int], str]) -> str | None:
    parts = []
    for column in columns:
        at = row, column
        text, link = full.get(at), links.get(at)
        parts += [text] if text else []
        parts += [link] if link and link not in (text or "") else []
    return "\n".join(parts) or None


def _broken(page: Any, formulas: Formulas, found: Layout, place: str) -> Iterator[Problem]:
    """Formulas of records without a value and with an error for one: empty cells they are not."""
    columns = {column for own in found.columns.values() for column in own}
    empty = set(formulas.uncomputed)
    for (row, column), cell in _cells(page):
        if row not in found.rows or column not in columns:
            continue
        name = cell.coordinate
        if name in empty:
            rule = "holds a formula that was never computed"
            yield Problem(f"{place}!{name}", rule, "open the file, save it again")
        elif cell.data_type == "e":
            yield Problem(f"{place}!{name}", f"holds the error {cell.value}", "mend the formula")


def _hidden(page: Any, found: Layout, place: str) -> Iterator[str]:
    rows = [row for row in found.body if row in page.row_dimensions and page.row_dimensions[row].hidden]
    if rows:
        more = ", …" if len(rows) > _SHOWN else ""
        some = ", ".join(map(str, rows[:_SHOWN])) + more
        yield f"{place}: {counted(len(rows), 'hidden row')} read like the others: {some}"
    hidden = {
        column
        for size in page.column_dimensions.values()
        if size.hidden
        for column in range(size.min or 0, (size.max or 0) + 1)
    }
    names = [name for name, columns in found.columns.items() if hidden & set(columns)]
    if names:
        yield f"{place}: {counted(len(names), 'hidden column')} read like the others: {', '.join(names[:_SHOWN])}"
    if page.sheet_state != "visible":
        yield f"{place} is a hidden sheet"


def _left_out(
    links: Mapping[tuple[int, int], str],
    told: Mapping[str, Mapping[tuple[int, int], str]],
    found: Layout,
    place: str,
) -> Iterator[str]:
    for name, columns in found.columns.items():
        count = sum(row in found.rows and column in columns for row, column in links) - len(told[name])
        if count > 0:
            yield f"{place}: {counted(count, 'link')} behind texts of {name!r} left out"


def _letters(column: int) -> str:
    from openpyxl.utils import get_column_letter

    letters: str = get_column_letter(column)
    return letters
