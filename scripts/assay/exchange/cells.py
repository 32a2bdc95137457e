"""Cells of tables for people: texts that no spreadsheet takes for a formula, as CSV and as XLSX."""

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.exchange.export.loss_report import loss
from assay.exchange.losses import Loss

LONGEST = 32_767  # characters of a cell of XLSX
BOM = b"\xef\xbb\xbf"
_FORMULA = re.compile(r"'*[=+\-@\t\n＝＋－＠]")  # full-width signs count in some settings of Excel
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # what XML cannot hold
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # what XLSX would read as one character
_EPOCH = (1980, 1, 1, 0, 0, 0)
_CORE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/'
    'package/2006/metadata/core-properties"/>'
)
_WIDE, _MIDDLE, _NARROW = 60, 24, 12  # widths of columns, in characters
_LINE = 40  # characters from which a column is a wide one


@dataclass(frozen=True)
class Grid:
    """A table of texts.

    Attributes:
        head: names of the columns.
        rows: cells; "" where there is nothing. The first cell of a row names it.
    """

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]


@dataclass
class Cells:
    """Texts made fit for cells, and what had to be changed.

    Attributes:
        longest: characters of a cell, where there is a bound.
    """

    longest: int | None = None
    _marked: list[str] = field(default_factory=list)
    _odd: list[str] = field(default_factory=list)
    _cut: list[str] = field(default_factory=list)

    def rows(self, grid: Grid) -> list[list[str]]:
        """The rows of a table, the heading first."""
        body = [
            [self._cell(text, f"{row[0]}: {name}") for name, text in zip(grid.head, row, strict=True)]
            for row in grid.rows
        ]
        return [[self._cell(name, "heading") for name in grid.head], *body]

    def _cell(self, text: str, place: str) -> str:
        lines = text.replace("\r\n", "\n").replace("\r", "\n")  # XML knows no other line ends
        legible = CONTROL.sub("\ufffd", lines)
        if legible != text:
            self._odd.append(place)
        safe = f"'{legible}" if _FORMULA.match(legible) else legible
        if safe != legible:
            self._marked.append(place)
        if self.longest is not None and len(safe) > self.longest:
            self._cut.append(place)
            safe = safe[: self.longest - 1] + "…"
        return safe

    def losses(self) -> list[Loss]:
        """What was changed, and where."""
        return [
            *loss("cells that begin like a formula; an apostrophe stands before them", self._marked),
            *loss(
                "cells with control characters; � stands for each, a line end for carriage returns", self._odd
            ),
            *loss(f"cells longer than {LONGEST:,} characters; their ends are cut off", self._cut),
        ]


def unmarked(cell: str) -> str:
    """The text of a cell as it was before an apostrophe was set."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def csv_bytes(grid: Grid, *, excel: bool = False) -> tuple[bytes, list[Loss]]:
    """CSV in UTF-8 with commas and LF; for Excel with byte order mark, semicolons and CR LF."""
    cells = Cells()
    out = io.StringIO(newline="")
    mark, end = (";", "\r\n") if excel else (",", "\n")
    csv.writer(out, delimiter=mark, lineterminator=end).writerows(cells.rows(grid))
    return (BOM if excel else b"") + out.getvalue().encode(), cells.losses()


def xlsx_bytes(grid: Grid, title: str) -> tuple[bytes, list[Loss]]:
    """XLSX: every cell a text, wrapped; the heading bold and in sight, columns as wide as their texts need.

    The same table gives the same bytes: no time of writing, nothing compressed (each zlib compresses in its way).
    """
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    cells = Cells(LONGEST)
    rows = cells.rows(grid)
    book = Workbook(write_only=True)
    page = book.create_sheet(title)
    page.freeze_panes = "B2"
    page.auto_filter.ref = f"A1:{get_column_letter(len(grid.head))}{len(rows)}"
    for number, width in enumerate(_widths(rows), 1):
        page.column_dimensions[get_column_letter(number)].width = width
    bold, wrap = Font(bold=True), Alignment(wrap_text=True, vertical="top")
    for number, row in enumerate(rows):
        page.append([_text_cell(page, text, wrap, None if number else bold) for text in row])
    buffer = io.BytesIO()
    book.save(buffer)
    return timeless(buffer), cells.losses()


def _text_cell(page: Any, text: str, wrap: Any, font: Any) -> Any:
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(page, value=CODED.sub("_x005F_", text) or None)
    if text:
        cell.data_type = "s"
    cell.alignment = wrap
    if font is not None:
        cell.font = font
    return cell


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Width of each column by its longest line."""
    longest = [
        max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*rows, strict=True)
    ]
    return [_WIDE if size > _LINE else max(_NARROW, min(size + 2, _MIDDLE)) for size in longest]


def timeless(book: io.BytesIO) -> bytes:
    """The same package without the time at which it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(book) as made, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as package:
        for name in sorted(made.namelist(), key=lambda name: (name != "[Content_Types].xml", name)):
            part = zipfile.ZipInfo(name, _EPOCH)
            part.create_system = 3  # else it names the system that wrote it
            package.writestr(part, _CORE if name == "docProps/core.xml" else made.read(name))
    return out.getvalue()
