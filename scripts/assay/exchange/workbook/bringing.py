"""What an import of a workbook writes, checked as a whole before; and what changes, for people to read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.changes.difference import Difference, difference
from assay.changes.revisions import WORKING_TREE, Side, side
from assay.changes.rows import every
from assay.disclosure import read_public
from assay.errors import InputError, Problem, refuse
from assay.exchange.plan import Plan
from assay.exchange.questions.gold_writing import checked, files_now, old_rows
from assay.exchange.records.workbook import open_workbook
from assay.exchange.workbook import base
from assay.exchange.workbook.columns import SHEETS
from assay.exchange.workbook.merge import Merged, merged
from assay.exchange.workbook.phrases import Words
from assay.exchange.workbook.reading import Page, language_of, read_pages
from assay.gold.repository import NAMES, read_corpus
from assay.jsonl import Row

_SETS = re.compile(r"evidence sets? |evidence set$")


@dataclass(frozen=True)
class Brought:
    """What an import would do.

    Attributes:
        plan: files to write.
        changed: the difference to the gold set as it is.
        notes: what people should know.
        removed: ids that are missing in the sheets, by kind.
        words: of the language of the workbook.
    """

    plan: Plan
    changed: Difference
    notes: list[Problem]
    removed: Mapping[str, list[str]]
    words: Words


def bring(
    root: Path,
    file: Path,
    *,
    revision: str | None,
    decided: str | None,
    remove: Callable[[Mapping[str, list[str]], Words], bool],
) -> Brought:
    """Merge a workbook into the gold set.

    Args:
        root: top folder of the repository.
        file: the workbook.
        revision: from which it was exported, where the workbook has lost that; None: it says so itself.
        decided: whose value counts in a conflict, as of :func:`assay.exchange.workbook.merge.merged`.
        remove: told the ids that are missing in the sheets, in words of their language, says whether they are to be
            removed here.

    Raises:
        InputError: every cell that cannot be read; every conflict, where nobody decides; every rule of the gold set
            that it would break.
    """
    where = file.name
    opened = open_workbook(file.read_bytes(), where)
    words = Words(language_of(opened.book))
    exported = base.read(opened.book, where, words) if revision is None else _at(root, revision)
    now, old = files_now(root), old_rows(root)
    here = {kind: {row.value["id"]: row.value for row in rows} for kind, rows in old.items()}
    pages = read_pages(opened, where, words)
    done = merged(
        root, pages, exported, here, words, decided=decided, remove=lambda missing: remove(missing, words)
    )
    sound = not (done.conflicts or (pages["passages"] and done.edited["passages"].problems))
    # Rules that other cells break are named beside them; those of a column sorted alone would hide that it was.
    if done.problems and sound and not any(one.fix.startswith(words("undo")) for one in done.problems):
        try:
            _checked(root, done, pages, old)
        except InputError as error:
            done.problems += error.problems
    refuse([*done.problems, *done.conflicts])
    # A file is written anew only where a row of it changed: unedited, nothing of the gold set does.
    changed = {kind for kind in SHEETS if done.rows[kind] != here[kind]}
    files = _checked(root, done, pages, old) if changed else {}
    plan = Plan(
        writes={path: data for path, data in files.items() if path in {NAMES[kind] for kind in changed}},
        read=now,
    )
    ours = side(root, None)
    new = {kind: plan.writes.get(NAMES[kind], getattr(ours, kind)) for kind in SHEETS}
    theirs = Side(where, None, new["queries"], new["passages"])
    return Brought(
        plan, difference(ours._replace(name=WORKING_TREE), theirs), done.notes, done.removed, words
    )


def _at(root: Path, revision: str) -> base.Base:
    """The gold set of a revision as what was exported."""
    then = side(root, revision)
    rows = {
        kind: every(getattr(then, kind), base.FIELDS[kind], f"{then.name}:{NAMES[kind]}") for kind in SHEETS
    }
    return base.Base(rows, then.commit or "")


def _checked(
    root: Path, done: Merged, pages: Mapping[str, Page | None], old: Mapping[str, list[Row]]
) -> dict[str, bytes]:
    """Both files, held against the rules; what a cell is at fault for is named by its address."""
    rows: dict[str, list[dict[str, Any]]] = {kind: list(found.values()) for kind, found in done.rows.items()}
    spots: dict[str, dict[str, str]] = {
        kind: {name: f"{kind}!{edited.places[name]}" for name in edited.touched}
        for kind, edited in done.edited.items()
    }
    try:
        return checked(rows, read_corpus(root), read_public(root), old, spots)
    except InputError as error:
        owners = {f"{spot} ({name})": (kind, name) for kind, of in spots.items() for name, spot in of.items()}
        told = [_at_cell(problem, owners.get(problem.where), done, pages) for problem in error.problems]
        raise InputError(told) from None


def _at_cell(
    problem: Problem, owner: tuple[str, str] | None, done: Merged, pages: Mapping[str, Page | None]
) -> Problem:
    """The problem at the cell of the field that its rule names, else at that of the id."""
    if owner is None or (page := pages[owner[0]]) is None:
        return problem
    kind, name = owner
    words = _SETS.sub("evidence_sets ", problem.rule)
    found = re.search(rf"\b({'|'.join(column.name for column in SHEETS[kind] if column.form)})\b", words)
    column = found[1] if found else "claims" if "claim " in words else "id"
    return Problem(
        f"{page.address(done.edited[kind].places[name], column)} {name}", problem.rule, problem.fix
    )
