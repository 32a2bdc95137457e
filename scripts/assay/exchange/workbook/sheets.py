"""The workbook for experts, written: a sheet that explains, questions, passages, and what was exported, hidden."""

import io
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from assay.changes.difference import named
from assay.exchange.cells import CODED, timeless
from assay.exchange.workbook import base
from assay.exchange.workbook.columns import SHEETS, Column
from assay.exchange.workbook.forms import is_sayable, told
from assay.exchange.workbook.titles import GUIDE, GUIDE_HEAD, GUIDE_NOTES, TITLES

_LAST = 1_048_576  # rows of a sheet
_LIST = 255  # characters of a list of choices
_SHOWN = 400  # characters of a passage beside the sets that name it
_GREY = "00EEEEEE"
_KEEP = ("is not to be changed", "не меняйте эту ячейку")
_CHOOSE = ("choose one of the list", "выберите значение из списка")

Row = Mapping[str, Any]


class Table(NamedTuple):
    """Rows of one sheet: texts by column, and the columns whose cells may only be read."""

    kind: str
    rows: list[dict[str, str]]
    closed: list[set[str]]


def workbook_bytes(exported: base.Base, lang: int) -> bytes:
    """The workbook of rows of the gold set; the same rows and commit give the same bytes.

    Every cell is a text, so that ``007`` stays one, and nothing that begins like a formula is taken for one.

    Args:
        exported: the rows.
        lang: place of the language among those of the sheets.
    """
    from openpyxl import Workbook

    book, buffer = Workbook(write_only=True), io.BytesIO()
    try:
        _fill(book, exported, lang)
        book.save(buffer)
    except (
        OSError
    ) as error:  # sheets are kept in temporary files, which would be closed one by one, each with a traceback
        for page in book.worksheets:
            with suppress(Exception):
                page.close()
        raise OSError(error.errno, error.strerror, tempfile.gettempdir()) from error
    return timeless(buffer)


def _fill(book: Any, exported: base.Base, lang: int) -> None:
    _guide(book, exported.commit, lang)
    for kind in SHEETS:
        _sheet(book, table(kind, exported.rows, lang), lang)
    hidden = book.create_sheet(base.SHEET)
    hidden.sheet_state = "veryHidden"
    for row in base.cells(exported):
        hidden.append(row)


def table(kind: str, rows: Mapping[str, base.Rows], lang: int) -> Table:
    """Texts of the cells of one sheet."""
    known, shown = rows["passages"], beside(kind, rows)
    made = Table(kind, [], [])
    for name, row in rows[kind].items():
        texts, closed = {}, {"id"}
        for column in SHEETS[kind]:
            if column.form:
                texts[column.name] = told(column.form, row[column.name], lang)
                if not is_sayable(column.form, row[column.name], lang, known):
                    closed.add(column.name)
            else:
                texts[column.name] = told("text", shown[name].get(column.name), lang)
                closed.add(column.name)
        made.rows.append(texts)
        made.closed.append(closed)
    return made


def beside(kind: str, rows: Mapping[str, base.Rows]) -> dict[str, dict[str, Any]]:
    """What stands beside each row to be read, by id and column."""
    if kind == "queries":
        texts = {name: row["text"] for name, row in rows["passages"].items()}
        return {name: {"texts": _texts(row, texts)} for name, row in rows["queries"].items()}
    users: dict[str, list[str]] = {}
    for name, row in rows["queries"].items():
        for passage in named(row):
            users.setdefault(passage, []).append(name)
    return {
        name: {"section": row["section"], "users": "\n".join(users.get(name, []))}
        for name, row in rows["passages"].items()
    }


def _texts(row: Row, texts: Mapping[str, str]) -> str:
    return "\n\n".join(f"{name}: {_cut(texts[name])}" for name in named(row) if name in texts)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"


def _sheet(book: Any, made: Table, lang: int) -> None:
    from openpyxl.utils import get_column_letter

    columns = SHEETS[made.kind]
    page = book.create_sheet(TITLES[made.kind][lang])
    page.freeze_panes = "C2" if made.kind == "queries" else "B2"
    page.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{len(made.rows) + 1}"
    for number, column in enumerate(columns, 1):
        size = page.column_dimensions[get_column_letter(number)]
        size.width, size.number_format = column.width, "@"  # what is typed below stays a text, too
    for rule in _validations(columns, made, lang):
        page.data_validations.append(rule)
    style = _Styles(page)
    page.append([style.head(column.headings[lang]) for column in columns])
    for texts, closed in zip(made.rows, made.closed, strict=True):
        page.append([style.text(texts[column.name], grey=column.name in closed) for column in columns])


class _Styles:
    """Cells of a sheet in its three styles: of the heading, of a text, of a text that is only to be read."""

    def __init__(self, page: Any) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment, Font, PatternFill

        self._page, self._cell = page, WriteOnlyCell
        self._head, self._plain, self._closed = (WriteOnlyCell(page) for _ in range(3))
        for cell in (self._head, self._plain, self._closed):
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.number_format = "@"
        self._head.font = Font(bold=True)
        for cell in (self._head, self._closed):
            cell.fill = PatternFill("solid", fgColor=_GREY)

    def head(self, text: str) -> Any:
        return self._made(text, self._head)

    def text(self, text: str, *, grey: bool = False) -> Any:
        return self._made(text, self._closed if grey else self._plain)

    def _made(self, text: str, like: Any) -> Any:
        cell = self._cell(self._page, value=CODED.sub("_x005F_", text) or None)
        cell._style = like._style  # noqa: SLF001  # set one by one, styles take longer than all the rest
        if text:
            cell.data_type = "s"
        if text[:1] in tuple("=+-@"):  # it stays a text when somebody edits it, too
            cell.quotePrefix = True
        return cell


def _validations(columns: Sequence[Column], made: Table, lang: int) -> Iterator[Any]:
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    for number, column in enumerate(columns, 1):
        letter = get_column_letter(number)
        if column.choices:
            rule = DataValidation(
                "list",
                formula1=f'"{_listed(column, made)}"',
                allow_blank=True,
                showErrorMessage=True,
                errorStyle="stop" if column.closed else "warning",
                error=_CHOOSE[lang],
            )
            rule.add(f"{letter}2:{letter}{_LAST}")
            yield rule
        rows = [at for at, closed in enumerate(made.closed, 2) if column.name in closed]
        if rows:
            rule = DataValidation(
                "custom", formula1="FALSE", allow_blank=False, showErrorMessage=True, error=_KEEP[lang]
            )
            for first, last in _runs(rows):
                rule.add(f"{letter}{first}:{letter}{last}")
            yield rule


def _listed(column: Column, made: Table) -> str:
    """The choices, with a team's own types while there is room for them."""
    used = {row[column.name] for row in made.rows if row[column.name]} - set(column.choices)
    own = [] if column.closed else sorted(text for text in used if not re.search(r'[",\n]', text))
    line = ",".join(column.choices)
    for text in own:
        longer = f"{line},{text}"
        line = longer if len(longer) <= _LIST else line
    return line


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow one another, as first and last."""
    first = last = rows[0]
    for row in rows[1:]:
        if row != last + 1:
            yield first, last
            first = row
        last = row
    yield first, last


def _guide(book: Any, commit: str, lang: int) -> None:
    page = book.create_sheet(GUIDE[lang])
    page.freeze_panes = "A4"
    for letter, width in zip("ABC", (20, 30, 100), strict=True):
        page.column_dimensions[letter].width = width
    style = _Styles(page)
    note, exported = GUIDE_NOTES[lang]
    page.append([style.text(""), style.text(""), style.text(note)])
    page.append([style.text(""), style.text(exported), style.text(commit or "-")])
    page.append([style.head(text) for text in GUIDE_HEAD[lang]])
    for kind, columns in SHEETS.items():
        for column in columns:
            words = TITLES[kind][lang], column.headings[lang], column.docs[lang]
            page.append([style.text(text) for text in words])
