"""Files of the gold set with new rows: checked as a whole before anything is written, and noted in the changelog."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.disclosure import read_public
from assay.errors import InputError, Problem, refuse
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.repository import NAMES, read_corpus
from assay.gold.review import review
from assay.jsonl import read_rows

CHANGES = "gold/CHANGELOG.md"


def read_queries(root: Path) -> list[dict[str, Any]]:
    """Rows of queries.jsonl, none where there is no file.

    Raises:
        InputError: every line that cannot be read.
    """
    path = root / NAMES["queries"]
    return [row.value for row in read_rows(path.read_bytes(), NAMES["queries"])] if path.exists() else []


def with_queries(root: Path, rows: Sequence[dict[str, Any]], spots: Mapping[str, str]) -> dict[str, bytes]:
    """Both files of the gold set with more queries, by path.

    Args:
        root: the repository.
        rows: the new queries.
        spots: where each comes from, by id: faults of new ones are named by that.

    Raises:
        InputError: every rule of the gold set that it would break.
    """
    passages = root / NAMES["passages"]
    files = {
        "queries": queries_bytes([*read_queries(root), *rows]),
        "passages": passages.read_bytes() if passages.exists() else passages_bytes([]),
    }
    problems = review(files, NAMES, read_corpus(root), read_public(root)).problems
    refuse([_moved(problem, spots) for problem in problems])
    return {NAMES[name]: data for name, data in files.items()}


def _moved(problem: Problem, spots: Mapping[str, str]) -> Problem:
    name = problem.where.partition(" ")[2]
    return Problem(f"{spots[name]} ({name})", problem.rule, problem.fix) if name in spots else problem


def noted(root: Path, line: str) -> bytes:
    """The changelog of the gold set with a line in front of the others.

    Raises:
        InputError: it is not there.
    """
    path = root / CHANGES
    if not path.exists():
        raise InputError(Problem(CHANGES, "is missing", "add it"))
    text = path.read_text("utf-8")
    at = text.find("\n- ") + 1
    return (f"{text[:at]}- {line}\n{text[at:]}" if at else f"{text.rstrip()}\n\n- {line}\n").encode()
