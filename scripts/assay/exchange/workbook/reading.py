"""The workbook as it came back: its sheets by their headings, cells as texts with their addresses."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.listing import listed
from assay.exchange.records.workbook import Formulas, Workbook
from assay.exchange.workbook.base import SHEET
from assay.exchange.workbook.columns import PASSAGES, QUERIES, SHEETS, Column
from assay.exchange.workbook.phrases import Words
from assay.exchange.workbook.titles import GUIDE, TITLES
from assay.wording import LANGUAGES

_HEAD_ROWS = 10  # in which headings are looked for
_ENOUGH = 2  # headings by which a row of them is known
_ZEROS = re.compile("0+")


@dataclass(frozen=True)
class Cell:
    """A cell that holds something.

    Attributes:
        text: as it stands there.
        where: its address, with file and sheet.
        kind: ``text``, ``number``, ``date`` or ``truth``.
        coded: the text before codes as ``_x000D_`` were read, where it has any.
        day: the day that a number stands for where it was one.
    """

    text: str
    where: str
    kind: str = "text"
    coded: str = ""
    day: str = ""


@dataclass
class Page:
    """One sheet.

    Attributes:
        where: file and sheet.
        words: of the language of the workbook.
        columns: letter of each column that is there, by name.
        rows: cells by column, by number of the row.
        notes: what people should know.
        problems: what cannot be read.
        unreadable: numbers of the rows in which that is; what else they say is not asked before.
    """

    where: str
    words: Words
    columns: dict[str, str] = field(default_factory=dict)
    rows: dict[int, dict[str, Cell]] = field(default_factory=dict)
    notes: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unreadable: set[int] = field(default_factory=set)

    def address(self, row: int, name: str = "id") -> str:
        """Address of a cell, of the id's where the column is not there."""
        return f"{self.where}!{self.columns.get(name, self.columns['id'])}{row}"


def language_of(book: Any) -> int:
    """Place of the language in which most headings of a workbook are written; 0: that cannot be told."""
    said = [set(_head(page, kind)[1]) for kind in SHEETS for page in book.worksheets if page.title != SHEET]
    written = [
        sum(_heading_key(column.headings[lang]) in names for names in said for column in QUERIES + PASSAGES)
        for lang in range(len(LANGUAGES))
    ]
    return written.index(max(written))


def read_pages(opened: Workbook, where: str, words: Words) -> dict[str, Page | None]:
    """Both sheets; None: that of passages is not there.

    A sheet is known by its title in any language, or where it was renamed, by its headings.

    Raises:
        InputError: there is no sheet of queries, or it cannot be told which.
    """
    pages = [page for page in opened.book.worksheets if page.title != SHEET]
    found: dict[str, Page | None] = {}
    taken = set()
    for kind in SHEETS:
        page = _find(kind, pages, where, words)
        found[kind] = (
            None if page is None else _read(kind, page, opened, Page(f"{where} {page.title}", words))
        )
        taken.add("" if page is None else page.title)
    first = found["queries"]
    if first is None:
        english, russian = TITLES["queries"]
        raise InputError(words.problem(where, "sheet.none", english=english, russian=russian))
    for page in pages:
        if page.title not in taken and page.title not in GUIDE and _cells(page):
            first.notes.append(words.problem(f"{where} {page.title}", "sheet.strange"))
    return found


def _find(kind: str, pages: list[Any], where: str, words: Words) -> Any:
    titled = [page for page in pages if page.title.strip().casefold() in TITLES[kind]]
    if titled:
        return titled[0]
    # Sheets have columns in common: a renamed one is known by those that are its own.
    own = _headings(kind).keys() - _headings("passages" if kind == "queries" else "queries").keys()
    alike = [page for page in pages if len(own & set(_head(page, kind)[1])) >= _ENOUGH]
    if len(alike) > 1:
        names = ", ".join(page.title for page in alike)
        title = TITLES[kind][words.lang]
        raise InputError(words.problem(where, "sheet.several", title=title, names=names))
    return alike[0] if alike else None


def _cells(page: Any, last: float = inf) -> list[tuple[tuple[int, int], Any]]:
    """Cells down to a row that hold something, by row and column."""
    found = sorted(item for item in page._cells.items() if item[0][0] <= last)  # noqa: SLF001  # iter_rows() makes all the others too
    return [(at, cell) for at, cell in found if cell.value is not None and str(cell.value).strip()]


def _head(page: Any, kind: str) -> tuple[int, dict[str, list[int]]]:
    """The row of headings (0: none), and its headings with the numbers of their columns."""
    known, best = _headings(kind), (0, dict[str, list[int]]())
    rows: dict[int, dict[str, list[int]]] = {}
    for (row, column), cell in _cells(page, _HEAD_ROWS):
        rows.setdefault(row, {}).setdefault(_heading_key(str(cell.value)), []).append(column)
    for row, names in rows.items():
        if len(names.keys() & known.keys()) > max(1, len(best[1].keys() & known.keys())):
            best = row, names
    return best


def _read(kind: str, page: Any, opened: Workbook, found: Page) -> Page:
    from openpyxl.utils import get_column_letter

    known = _headings(kind)
    top, names = _head(page, kind)
    places: dict[int, Column] = {}
    for heading, numbers in names.items():
        column = known.get(heading)
        if column is None:
            continue
        for number in numbers:
            letter = get_column_letter(number)
            if column.name in found.columns:
                values = {"name": heading, "other": found.columns[column.name]}
                place = f"{found.where}!{letter}{top}"
                found.problems.append(found.words.problem(place, "column.twice", **values))
            found.columns.setdefault(column.name, letter)
            places[number] = column
    found.problems += _heading_faults(kind, found, top, names)
    if "id" in found.columns:
        _take_cells(found, page, opened, top, places)
    return found


def _heading_faults(kind: str, found: Page, top: int, names: Mapping[str, list[int]]) -> Iterator[Problem]:
    """Columns that are gone or unknown: one of each may be a renamed one, so that both are refused together."""
    from openpyxl.utils import get_column_letter

    if "id" not in found.columns:
        yield found.words.problem(found.where, "column.id")
        return
    known = _headings(kind)
    lost = [column.headings for column in SHEETS[kind] if column.form and column.name not in found.columns]
    said = ", ".join(f"{english!r} ({russian!r})" for english, russian in lost)
    strange = [(number, name) for name, numbers in names.items() if name not in known for number in numbers]
    for number, name in strange:
        place = f"{found.where}!{get_column_letter(number)}{top}"
        if lost:
            yield found.words.problem(place, "column.unknown", name=name, names=said)
        else:
            found.notes.append(found.words.problem(place, "column.strange", name=name))
    if lost and not strange:
        found.notes.append(found.words.problem(found.where, "column.lost", names=said))


def _take_cells(found: Page, page: Any, opened: Workbook, top: int, places: Mapping[int, Column]) -> None:
    formulas = opened.formulas.get(page.title, Formulas([], {}))
    told = [cell.coordinate for _, cell in sorted(page._cells.items()) if cell.comment]  # noqa: SLF001
    if told:
        found.notes.append(found.words.problem(found.where, "comments", n=len(told), cells=listed(told)))
    for (row, number), cell in _cells(page):
        column = places.get(number)
        if row <= top or column is None:
            continue
        where = f"{found.where}!{cell.coordinate}"
        if cell.data_type == "e":
            found.problems.append(found.words.problem(where, "cell.error", value=cell.value))
            found.unreadable.add(row)
        else:
            found.rows.setdefault(row, {})[column.name] = _cell(cell, where, opened.book.epoch)
    for name in formulas.uncomputed:
        if page[name].row > top and page[name].column in places:
            found.problems.append(found.words.problem(f"{found.where}!{name}", "cell.formula"))
            found.unreadable.add(page[name].row)
    for area in sorted(map(str, page.merged_cells.ranges)):
        first, _, _ = area.partition(":")
        if page[area][-1][-1].row >= top and page[area][-1][-1].column >= min(places):
            found.problems.append(found.words.problem(f"{found.where}!{first}", "cell.merged", area=area))
            found.unreadable |= {cells[0].row for cells in page[area]}


def _cell(cell: Any, where: str, epoch: Any) -> Cell:
    from openpyxl.utils.escape import unescape

    value = cell.value
    if isinstance(value, bool):
        return Cell(str(value).lower(), where, "truth")
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return Cell(value.isoformat().removesuffix("T00:00:00"), where, "date")
    if isinstance(value, int | float):
        return Cell(_digits(value, cell.number_format), where, "number", day=_as_day(value, epoch))
    text = str(value)
    return Cell(unescape(text), where, coded=text) if "_x" in text else Cell(text, where)


def _digits(value: float, shown: str) -> str:
    """A number as it is shown where its format is of zeros alone, else plainly."""
    if isinstance(value, int) or value.is_integer():
        return f"{int(value):0{len(shown)}}" if _ZEROS.fullmatch(shown) else str(int(value))
    return repr(value)


def _as_day(value: float, epoch: Any) -> str:
    """The day that a number stands for where it was one; empty: none of these centuries."""
    from openpyxl.utils.datetime import from_excel

    first, last = 30_000, 80_000  # 1982 to 2119
    if not first <= value <= last or value != int(value):
        return ""
    return str(from_excel(value, epoch).date())


def _headings(kind: str) -> Mapping[str, Column]:
    """Columns of a sheet by their headings in any language, and by the names of their fields."""
    return {
        key: column for column in SHEETS[kind] for key in {*map(_heading_key, column.headings), column.name}
    }


def _heading_key(text: str) -> str:
    """A heading as it is compared: case and spaces do not count."""
    return " ".join(text.split()).casefold()
