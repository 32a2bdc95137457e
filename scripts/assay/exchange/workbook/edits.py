"""What people changed in the sheets: rows as they would have them, each cell held against what was exported."""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from assay.errors import Problem
from assay.exchange.listing import listed
from assay.exchange.questions.questions import UNKNOWN
from assay.exchange.workbook.base import FIELDS, Rows
from assay.exchange.workbook.columns import SHEETS, Column
from assay.exchange.workbook.forms import FormError, heard, is_retyped, is_same, is_sayable, told
from assay.exchange.workbook.identity import Known, is_number
from assay.exchange.workbook.phrases import Words
from assay.exchange.workbook.reading import Cell, Page
from assay.gold.fields import SPLITS, STATUSES
from assay.gold.queries import NO_ANSWER
from assay.gold.repository import NAMES
from assay.wording import LANGUAGES

_FREE = ("text", "lines", "reasons", "turns", "claims")  # in which marks are set by programs, not meant
_DIGITS = 15  # of a number that a sheet keeps
_MADE = 12  # digits of an id that is made, as imports have it


@dataclass
class Edited:
    """Rows of one sheet as people would have them.

    Attributes:
        rows: by id; those of the export that are not in the sheet are not here.
        places: number of the row of each id.
        touched: ids of those that differ from the export.
        missing: ids of the export that are not in the sheet.
        notes: what people should know.
        problems: what cannot be taken.
    """

    rows: Rows = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def put(self, known: Known, row: dict[str, Any], old: Mapping[str, Any] | None) -> None:
        """Take a row as it is now."""
        self.rows[row["id"]], self.places[row["id"]] = row, known.number
        if old is None or row != old:
            self.touched.add(row["id"])


def edited_queries(
    page: Page,
    rows: list[Known],
    base: Rows,
    known: Collection[str],
    language: Callable[[str], str],
) -> Edited:
    """Questions as the sheet has them.

    Args:
        page: the sheet.
        rows: its rows with their ids.
        base: rows that were exported.
        known: ids of all passages.
        language: gives the language of a question whose cell says none.
    """
    done = Edited()
    for one in rows:
        old = base.get(one.name or "")
        values = dict(changes("queries", page, one, old, known, done))
        row = {**(old or dict.fromkeys(FIELDS["queries"])), **values}
        if old is None:
            _complete(row, one, language)
        if (
            row["type"] == NO_ANSWER
            and row["evidence_sets"] is None
            and values.keys() & {"type", "evidence_sets"}
        ):
            row["evidence_sets"] = []  # nobody writes that there is none where the type says it
        if not row["query"]:
            done.problems.append(page.words.problem(page.address(one.number, "query"), "query.none"))
        elif row["id"] in done.rows:
            place, first = page.address(one.number, "query"), page.address(done.places[row["id"]])
            done.problems.append(page.words.problem(place, "query.twice", place=first))
        else:
            done.put(one, row, old)
    return done


def _complete(row: dict[str, Any], one: Known, language: Callable[[str], str]) -> None:
    """What a new question has where its cells are empty."""
    text = " ".join(str(row["query"] or "").split())
    row["id"] = one.name or f"q-{hashlib.sha256(text.encode()).hexdigest()[:_MADE]}"
    row["lang"] = row["lang"] or language(text)
    row["split"], row["status"] = row["split"] or SPLITS[0], row["status"] or STATUSES[1]
    row["type"] = row["type"] or (NO_ANSWER if row["evidence_sets"] == [] else UNKNOWN)


def changes(
    kind: str,
    page: Page,
    one: Known,
    old: Mapping[str, Any] | None,
    known: Collection[str],
    done: Edited,
) -> Iterator[tuple[str, Any]]:
    """Fields of a row whose cells say something else than what was exported, with their values now."""
    for column in SHEETS[kind]:
        if not column.form or column.name == "id" or column.name not in page.columns:
            continue
        cell = one.cells.get(column.name) or Cell("", page.address(one.number, column.name))
        value = None if old is None else old[column.name]
        if _is_unchanged(column, cell, value, page.words, done):
            continue
        if old is not None and not is_sayable(column.form, value, 0, known):
            told_of = {"name": column.headings[page.words.lang], "id": one.name, "file": NAMES[kind]}
            done.problems.append(page.words.problem(cell.where, "cell.unsayable", **told_of))
            continue
        try:
            now = heard(column.form, _as_text(column, cell, known, page.words), value, known)
        except FormError as error:
            done.problems.append(page.words.problem(cell.where, error.key, **error.values))
            continue
        if now != value:
            yield column.name, now


def unread(
    kind: str, page: Page, rows: list[Known], beside: Mapping[str, Mapping[str, Any]]
) -> Iterator[Problem]:
    """That cells were changed which are only to be read, in one note.

    Args:
        kind: ``queries`` or ``passages``.
        page: the sheet.
        rows: of the sheet, with their ids.
        beside: what was exported to be read, by id and column.
    """
    changed = [
        cell.where.rpartition("!")[2]
        for column in SHEETS[kind]
        if not column.form
        for one in rows
        if (cell := one.cells.get(column.name)) and (shown := beside.get(one.name or "")) is not None
        if not is_retyped(cell.text, told("text", shown.get(column.name), 0))
    ]
    if changed:
        yield page.words.problem(page.where, "cell.read", n=len(changed), cells=listed(changed))


def _is_unchanged(column: Column, cell: Cell, value: Any, words: Words, done: Edited) -> bool:
    """Whether a cell says what it said when it was exported, whatever programs made of it."""
    was = {told(column.form, value, lang) for lang in range(len(LANGUAGES))}
    if any(is_same(text, old) for text in (cell.text, cell.coded or cell.text) for old in was):
        return True
    if cell.kind == "number" and any(is_number(old, cell.text) for old in was):
        done.notes.append(words.problem(cell.where, "cell.number", text=cell.text))
        return True
    if cell.kind == "truth" and any(old.casefold() == cell.text for old in was):
        return True
    if column.form in _FREE and cell.text and any(is_retyped(cell.text, old) for old in was):
        done.notes.append(words.problem(cell.where, "cell.retyped"))
        return True
    return False


def _as_text(column: Column, cell: Cell, known: Collection[str], words: Words) -> str:
    """What people wrote into a cell that a spreadsheet made something else of.

    Raises:
        FormError: it cannot be told what.
    """
    if cell.kind == "number" and column.form == "day":
        day = words("cell.as_day", day=cell.day) if cell.day else ""
        raise FormError("cell.day", text=cell.text, day=day)
    if cell.kind == "number" and column.form == "sets":
        meant = [name for name in known if is_number(name, cell.text)]
        if len(meant) != 1:
            raise FormError("cell.passage", text=cell.text)
        return meant[0]
    if cell.kind == "number" and len(cell.text.lstrip("-")) > _DIGITS:
        raise FormError("cell.digits", n=_DIGITS)
    if cell.kind == "truth" or (cell.kind == "date" and column.form != "day"):
        raise FormError("cell.kind", kind=words(cell.kind), text=cell.text)
    return cell.text
