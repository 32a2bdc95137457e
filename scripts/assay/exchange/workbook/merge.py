"""A workbook that came back, merged into the gold set: what changed here meanwhile is kept, nothing is guessed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from assay.changes.merging import Conflict, merge_rows
from assay.errors import Problem
from assay.exchange.workbook.base import Base, Rows
from assay.exchange.workbook.columns import SHEETS, Column
from assay.exchange.workbook.edits import Edited, edited_queries, unread
from assay.exchange.workbook.forms import told
from assay.exchange.workbook.identity import identified
from assay.exchange.workbook.passage_edits import edited_passages
from assay.exchange.workbook.phrases import Words
from assay.exchange.workbook.reading import Page
from assay.exchange.workbook.sheets import beside
from assay.exchange.workbook.titles import TITLES
from assay.gold.repository import read_corpus
from assay.retrieval.languages import of_question

OURS = "ours"
_LONGEST = 80  # characters of a value in a message


@dataclass
class Merged:
    """The gold set with what people changed in a workbook.

    Attributes:
        rows: by kind and id.
        edited: what each sheet says, by kind.
        removed: ids that are missing in a sheet, by kind.
        conflicts: what both sides changed, by cell.
        notes: what people should know.
        problems: what cannot be taken.
    """

    rows: dict[str, Rows] = field(default_factory=dict)
    edited: dict[str, Edited] = field(default_factory=dict)
    removed: dict[str, list[str]] = field(default_factory=dict)
    conflicts: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def merged(
    root: Path,
    pages: Mapping[str, Page | None],
    base: Base,
    here: Mapping[str, Rows],
    words: Words,
    *,
    decided: str | None,
    remove: Callable[[Mapping[str, list[str]]], bool],
) -> Merged:
    """Merge both sheets.

    Args:
        root: top folder of the repository.
        pages: the sheets.
        base: what was exported.
        here: rows of the gold set as they are now, by kind.
        words: of the language of the workbook.
        decided: whose value counts in a conflict: ``ours``, ``theirs``; None: conflicts are listed.
        remove: told the ids that are missing in the sheets, says whether they are to be removed here.
    """
    done = Merged(edited=_edited(root, pages, base, here, words))
    for kind, edited in done.edited.items():
        page = pages[kind]
        done.notes += [*(page.notes if page else []), *edited.notes]
        done.problems += [*(page.problems if page else []), *edited.problems]
        gone = [name for name in edited.missing if name in here[kind]]
        if gone:
            done.removed[kind] = gone
    taken = bool(done.removed) and not done.problems and remove(done.removed)
    for kind, edited in done.edited.items():
        # Of a row that cannot be taken, what was exported stands for it, so that the rules can be asked.
        kept = {
            name: row
            for name, row in base.rows[kind].items()
            if name not in edited.rows and not (taken and name in edited.missing)
        }
        found = merge_rows(base.rows[kind], here[kind], {**edited.rows, **kept})
        done.rows[kind] = found.rows
        for conflict in found.conflicts:
            if decided is None:
                done.conflicts += _told(kind, conflict, edited, pages[kind], words)
            elif row := conflict.ours if decided == OURS else conflict.theirs:
                found.rows[conflict.id] = row
    return done


def _edited(
    root: Path, pages: Mapping[str, Page | None], base: Base, here: Mapping[str, Rows], words: Words
) -> dict[str, Edited]:
    """What the sheets say; of one that is not there, what was exported."""
    done = {}
    passages, queries = pages["passages"], pages["queries"]
    if passages is None:
        note = words.problem(TITLES["passages"][words.lang], "sheet.gone")
        done["passages"] = Edited(rows=dict(base.rows["passages"]), notes=[note])
    else:
        done["passages"] = _of_page("passages", passages, base, here, root, ())
    known = done["passages"].rows.keys() | here["passages"].keys()
    if queries is not None:
        done["queries"] = _of_page("queries", queries, base, here, root, known)
    return done


def _of_page(kind: str, page: Page, base: Base, here: Mapping[str, Rows], root: Path, known: Any) -> Edited:
    if "id" not in page.columns:
        return Edited(rows=dict(base.rows[kind]))
    found = identified(kind, page, base.rows[kind], here[kind])
    if kind == "queries":
        edited = edited_queries(page, found.rows, base.rows[kind], known, partial(of_question, whole="en"))
    else:
        corpus = cache(lambda: read_corpus(root))
        edited = edited_passages(page, found.rows, base.rows[kind], here[kind], root, corpus)
    edited.missing = found.missing
    edited.notes = [*found.notes, *edited.notes, *unread(kind, page, found.rows, beside(kind, base.rows))]
    edited.problems = [*found.problems, *edited.problems]
    return edited


def _told(
    kind: str, conflict: Conflict, edited: Edited, page: Page | None, words: Words
) -> Iterator[Problem]:
    """A conflict by cell."""
    number, decide = edited.places.get(conflict.id), words("decide")
    columns = {column.name: column for column in SHEETS[kind]}
    for name in _columns(kind, conflict.fields) or ("id",):
        where = page.address(number, name) if page and number else page.where if page else kind
        if conflict.fields:
            ours, theirs = (_shown(columns[name], row, words) for row in (conflict.ours, conflict.theirs))
            values = {"name": columns[name].headings[words.lang], "ours": ours, "theirs": theirs}
            yield Problem(where, words("conflict", id=conflict.id, **values), decide)
        else:
            side = "ours" if conflict.ours is None else "theirs"
            yield Problem(where, words(f"conflict.{side}", id=conflict.id), decide)


def _columns(kind: str, fields: tuple[str, ...]) -> list[str]:
    """Columns that tell of fields: where a passage stands is told by its words."""
    names = {column.name for column in SHEETS[kind] if column.form}
    return list(dict.fromkeys(name if name in names else "text" for name in fields))


def _shown(column: Column, row: Mapping[str, Any] | None, words: Words) -> str:
    line = " / ".join(told(column.form or "text", (row or {}).get(column.name), words.lang).split("\n"))
    cut = line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
    return f'"{cut}"' if line else words("nothing")
