"""Which row of a sheet is which row of the gold set: by id, as far as a spreadsheet left it as it was."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from assay.errors import Problem
from assay.exchange.workbook.base import Rows
from assay.exchange.workbook.columns import SHEETS
from assay.exchange.workbook.forms import cleaned, folded, told
from assay.exchange.workbook.reading import Cell, Page

_WORDS = {"queries": "query", "passages": "text"}  # by which people know a row
_MOVED = 3  # values that stand in another row: two may have changed places for a reason


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
    found.problems.extend(_exchanged(kind, page, found.rows, base) or _sorted(kind, page, found.rows, base))
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
            found.notes.append(page.words.problem(where, "id.number", name=name, id=same[0]))
            return same[0]
    if cell.kind != "text":
        kind = page.words(cell.kind)
        found.problems.append(page.words.problem(where, "id.kind", kind=kind, name=name))
        return name
    alike = [one for one in free if folded(one).casefold() == folded(name).casefold()]
    if alike:
        found.problems.append(page.words.problem(where, "id.alike", name=name, like=alike[0]))
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
            place = page.address(row.number)
            yield page.words.problem(place, "id.twice", name=row.name, row=first[row.name])


def _renamed(kind: str, page: Page, found: Identified, base: Rows) -> Iterator[Problem]:
    """New rows with the words of one that is missing: its id was changed or lost."""
    column = _WORDS[kind]
    lost = {folded(str(base[name][column])): name for name in found.missing}
    for row in found.rows:
        if (row.name is None or row.name not in base) and column in row.cells:
            name = lost.get(folded(row.cells[column].text))
            if name is not None:
                now = row.name or page.words("empty")
                yield page.words.problem(page.address(row.number), "id.lost", name=name, now=now)


def _exchanged(kind: str, page: Page, rows: list[Known], base: Rows) -> list[Problem]:
    """Rows with the words that another id had in the export."""
    column = _WORDS[kind]
    owners: dict[str, list[str]] = {}
    for name, row in base.items():
        owners.setdefault(folded(str(row[column])), []).append(name)
    said = [(row, owners.get(folded(row.cells[column].text), [])) for row in rows if column in row.cells]
    return [
        Problem(
            row.cells[column].where,
            page.words("exchanged", other=names[0], name=row.name),
            page.words("undo"),
        )
        for row, names in said
        if names and row.name in base and row.name not in names
    ]


def _sorted(kind: str, page: Page, rows: list[Known], base: Rows) -> Iterator[Problem]:
    """Columns that were sorted without the others."""
    words = page.words
    for column in SHEETS[kind]:
        if not column.form or column.name not in page.columns:
            continue
        pairs = [
            (told(column.form, base[row.name][column.name], words.lang), _text(row, column.name))
            for row in rows
            if row.name in base
        ]
        if is_sorted(pairs):
            place = page.address(min(page.rows), column.name)
            rule = words("sorted", name=column.headings[words.lang])
            yield Problem(place, rule, words("undo") + words("undo.meant"))


def is_sorted(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether values, in the export and now, were sorted: most that changed stand in other rows, equal ones together.

    Of values that are all different the latter says nothing; of a few, as types, it tells sorting from new choices.
    How programs order letters need not be known for it.
    """
    if sum(before != after for before, after in pairs) < _MOVED:
        return False  # as nearly every column: folding takes longer
    keys = [(_key(before), _key(after)) for before, after in pairs]
    moved = [at for at, (before, after) in enumerate(keys) if before != after]
    kept = Counter(keys[at][0] for at in moved) & Counter(keys[at][1] for at in moved)
    if kept.total() < max(_MOVED, len(moved) // 2 + 1):
        return False
    span = [after for _, after in keys[moved[0] : moved[-1] + 1]]
    return len(list(groupby(span))) == len(set(span))


def _key(text: str) -> str:
    return folded(text).casefold()


def _text(row: Known, column: str) -> str:
    return row.cells[column].text if column in row.cells else ""
