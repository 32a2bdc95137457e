"""Which row of a sheet is which row of the gold set: by id, as far as a spreadsheet left it as it was."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from assay.errors import Problem
from assay.exchange.workbook.base import Rows
from assay.exchange.workbook.columns import SHEETS
from assay.exchange.workbook.forms import cleaned, folded, told
from assay.exchange.workbook.reading import Cell, Page
from assay.exchange.workbook.titles import LANGUAGES

_WORDS = {"queries": "query", "passages": "text"}  # by which people know a row
_FEW = 3  # rows whose values may have changed places for a reason
UNDO = "sort whole rows, or undo it"


class Known(NamedTuple):
    """A row of a sheet with its id; None: it is a new one without."""

    number: int
    name: str | None
    cells: Mapping[str, Cell]


class Identified(NamedTuple):
    """Rows of a sheet with their ids, ids of the export that are not in it, notes and faults."""

    rows: list[Known]
    missing: list[str]
    notes: list[Problem]
    problems: list[Problem]


def identified(kind: str, page: Page, base: Rows, here: Collection[str]) -> Identified:
    """Rows by id.

    Args:
        kind: ``queries`` or ``passages``.
        page: the sheet.
        base: rows that were exported.
        here: ids of the gold set as it is now.
    """
    read = {column.name for column in SHEETS[kind] if column.form}
    filled = {
        number: cells
        for number, cells in page.rows.items()
        if cells.keys() & read and number not in page.unreadable
    }
    exact = {cleaned(cells["id"].text) for cells in filled.values() if "id" in cells}
    found = Identified([], [], [], [])
    for number, cells in filled.items():
        name = _name(page, number, cells.get("id"), base, here, exact, found)
        found.rows.append(Known(number, name, cells))
    found.problems.extend(_repeated(page, found.rows))
    there = {row.name for row in found.rows}
    found.missing.extend(name for name in base if name not in there)
    found.problems.extend(_renamed(kind, page, found, base))
    found.problems.extend(_exchanged(found.rows, base, _WORDS[kind]) or _sorted(kind, page, found.rows, base))
    return found


def _name(
    page: Page,
    number: int,
    cell: Cell | None,
    base: Rows,
    here: Collection[str],
    exact: Collection[str],
    found: Identified,
) -> str | None:
    """The id that a cell says, as it was before a program changed it, where only one can be meant."""
    if cell is None:
        return None
    name, where = cleaned(cell.text), page.address(number)
    if name in base or name in here:
        return name
    free = [one for one in base if one not in exact]
    if cell.kind == "number":
        same = [one for one in free if is_number(one, name)]
        if len(same) == 1:
            found.notes.append(Problem(where, f"is the number {name} now; it is taken as {same[0]}"))
            return same[0]
    if cell.kind != "text":
        rule = f"is a {cell.kind} ({name}), and ids are texts"
        found.problems.append(Problem(where, rule, "format the cell as text, and write the id again"))
        return name
    alike = [one for one in free if folded(one).casefold() == folded(name).casefold()]
    if alike:
        rule = f"{name!r} is no id of the export, and {alike[0]!r} is missing, which looks the same"
        found.problems.append(Problem(where, rule, f"write {alike[0]}"))
    return name


def is_number(text: str, number: str) -> bool:
    """Whether a text says the number that a spreadsheet made of it."""
    try:
        return float(text) == float(number)
    except ValueError:
        return False


def _repeated(page: Page, rows: list[Known]) -> Iterator[Problem]:
    counts = Counter(row.name for row in rows if row.name)
    first: dict[str, int] = {}
    for row in rows:
        if row.name and counts[row.name] > 1 and first.setdefault(row.name, row.number) != row.number:
            rule = f"the id {row.name} is already used in row {first[row.name]}"
            yield Problem(
                page.address(row.number), rule, "leave it empty if it is a new row, else remove the row"
            )


def _renamed(kind: str, page: Page, found: Identified, base: Rows) -> Iterator[Problem]:
    """New rows with the words of one that is missing: its id was changed or lost."""
    column = _WORDS[kind]
    lost = {folded(str(base[name][column])): name for name in found.missing}
    for row in found.rows:
        if (row.name is None or row.name not in base) and column in row.cells:
            name = lost.get(folded(row.cells[column].text))
            if name is not None:
                rule = f"has the words of {name}, which is missing: the id is {row.name or 'empty'} now"
                yield Problem(page.address(row.number), rule, f"write {name}; ids are not changed here")


def _exchanged(rows: list[Known], base: Rows, column: str) -> list[Problem]:
    """Rows with the words that another id had in the export."""
    owners: dict[str, list[str]] = {}
    for name, row in base.items():
        owners.setdefault(folded(str(row[column])), []).append(name)
    said = [(row, owners.get(folded(row.cells[column].text), [])) for row in rows if column in row.cells]
    return [
        Problem(
            row.cells[column].where,
            f"are the words of {names[0]}, and the id is {row.name}: was one column sorted alone?",
            UNDO,
        )
        for row, names in said
        if names and row.name in base and row.name not in names
    ]


def _sorted(kind: str, page: Page, rows: list[Known], base: Rows) -> Iterator[Problem]:
    """Columns whose values are all there, and many of them at another row than in the export."""
    for column in SHEETS[kind]:
        if not column.form or column.choices or column.name not in page.columns:
            continue
        for lang in range(len(LANGUAGES)):
            pairs = [
                (
                    folded(told(column.form, base[row.name][column.name], lang)),
                    folded(_text(row, column.name)),
                )
                for row in rows
                if row.name in base
            ]
            moved = [(before, after) for before, after in pairs if before != after]
            before, after = (Counter(words) for words in zip(*moved, strict=True)) if moved else ({}, {})
            if len(before) >= _FEW and before == after:
                rule = f"the values of {column.headings[lang]!r} stand in other rows: was the column sorted alone?"
                yield Problem(page.address(min(page.rows), column.name), rule, UNDO)
                break


def _text(row: Known, column: str) -> str:
    return row.cells[column].text if column in row.cells else ""
