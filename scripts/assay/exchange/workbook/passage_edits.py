"""Passages that people changed or added in the sheet: their words are looked for in the documents of today."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.workbook.base import Rows
from assay.exchange.workbook.edits import Edited, changes
from assay.exchange.workbook.identity import Known
from assay.exchange.workbook.reading import Page
from assay.gold.editing import added, spared
from assay.gold.quotations import quoted_passage
from assay.gold.repository import place_of
from assay.gold.review import Corpus

_HASH = 8  # digits that tell passages of one section apart


def edited_passages(
    page: Page, rows: list[Known], base: Rows, here: Rows, root: Path, corpus: Callable[[], Corpus]
) -> Edited:
    """Passages as the sheet has them.

    Args:
        page: the sheet.
        rows: its rows with their ids.
        base: rows that were exported.
        here: rows of the gold set as it is now.
        root: top folder of the repository.
        corpus: gives the corpus as it is now; read where words have to be found.
    """
    done = Edited()
    for one in rows:
        old = base.get(one.name or "")
        values = dict(changes("passages", page, one, old, (), done))
        if not values and old is not None:
            done.put(one, dict(old), old)
            continue
        row = _located(page, one, {**(old or {}), **values}, root, corpus, done)
        if row is None:
            continue
        if old is not None and (row["doc_id"], row["text"]) == (old["doc_id"], old["text"]):
            row = dict(old)  # the same words as a page shows them
        elif old is None and not _is_free(page, one, row, {**here, **done.rows}, done):
            continue
        if row["id"] in done.rows:
            place, first = page.address(one.number, "text"), page.address(done.places[row["id"]])
            done.problems.append(page.words.problem(place, "passage.twice", place=first))
            continue
        done.put(one, row, old)
    return done


def _located(
    page: Page,
    one: Known,
    values: Mapping[str, Any],
    root: Path,
    corpus: Callable[[], Corpus],
    done: Edited,
) -> dict[str, Any] | None:
    """The passage of the words of a row; None: a problem was noted."""
    where = page.address(one.number, "text")
    if not values.get("doc_id") or not values.get("text"):
        missing = "text" if values.get("doc_id") else "doc_id"
        done.problems.append(page.words.problem(page.address(one.number, missing), f"passage.{missing}"))
        return None
    documents = corpus().documents
    try:
        row = quoted_passage(
            documents,
            values["doc_id"],
            quote=values["text"],
            id=one.name or "new",
            file=partial(place_of, root, documents),
        )
    except InputError as error:
        done.problems += [Problem(f"{where} {each.where}", each.rule, each.fix) for each in error.problems]
        return None
    return spared({**row, "id": one.name or _made(row)})


def _made(row: Mapping[str, Any]) -> str:
    """An id of document, section and text, as imports make it."""
    section = str(row["anchor"] or "").rpartition("/")[2]
    return f"{row['doc_id']}#{section}{'~' if section else ''}{row['sha256'][:_HASH]}"


def _is_free(page: Page, one: Known, row: dict[str, Any], there: Rows, done: Edited) -> bool:
    """Whether no other row labels the same text; the row itself may have been taken before."""
    try:
        added([each for each in there.values() if each["id"] != row["id"]], row, page.address(one.number))
    except InputError as error:
        done.problems += error.problems
        return False
    return True
