"""Files of the gold set with new rows: checked as a whole before anything is written, and noted in the changelog."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem, refuse
from assay.gold import repository
from assay.gold.passages import parse_passages, passages_bytes
from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.repository import NAMES
from assay.gold.review import Corpus, review
from assay.jsonl import Row, read_all

CHANGES = "gold/CHANGELOG.md"


def files_now(root: Path) -> dict[str, bytes]:
    """Bytes of both files of the gold set by path; a file that is not there has none."""
    return {NAMES[name]: data for name, data in repository.files_now(root).items()}


def old_rows(root: Path, problems: Sequence[Problem] = ()) -> dict[str, list[Row]]:
    """Rows of both files of the gold set as they are.

    Raises:
        InputError: ``problems``; every fault of lines and fields of both files.
    """
    faults, rows = list(problems), {}
    files = repository.files_now(root)
    for name, parsed in (("queries", parse_queries), ("passages", parse_passages)):
        data = files[name]
        faults += parsed(data, NAMES[name])[1] if data.strip() else []
        rows[name] = read_all(data, NAMES[name])[0]
    refuse(faults)
    return rows


def checked(
    rows: Mapping[str, Sequence[dict[str, Any]]],
    corpus: Corpus,
    public: Collection[str],
    old: Mapping[str, Sequence[Row]],
    spots: Mapping[str, Mapping[str, str]],
) -> dict[str, bytes]:
    """Both files of the gold set with all their rows, by path.

    Args:
        rows: of ``queries`` and ``passages``.
        corpus: the corpus as it is now.
        public: texts that look like personal data and may be shown.
        old: lines of both files as they are.
        spots: where each new row comes from, by its id.

    Raises:
        InputError: every rule of the gold set that it would break.
    """
    files = {"queries": queries_bytes(rows["queries"]), "passages": passages_bytes(rows["passages"])}
    refuse(_moved(review(files, NAMES, corpus, public).problems, old, spots))
    return {NAMES[name]: data for name, data in files.items()}


def _moved(
    problems: Sequence[Problem], old: Mapping[str, Sequence[Row]], spots: Mapping[str, Mapping[str, str]]
) -> list[Problem]:
    """Faults of the gold set as it would be, by the addresses at which people find what is at fault.

    What is new is named by its place in the imported file; the rest by its line in the file as it is.
    """
    places = {
        (NAMES[kind], row.value["id"]): f"{NAMES[kind]}:{row.line} {row.value['id']}"
        for kind, rows in old.items()
        for row in rows
    }
    places |= {
        (NAMES[kind], name): f"{spot} ({name})" for kind, of in spots.items() for name, spot in of.items()
    }
    moved = []
    for problem in problems:
        place, _, name = problem.where.partition(" ")
        spot = places.get((place.partition(":")[0], name), problem.where)
        moved.append(Problem(spot, problem.rule, problem.fix))
    return moved


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
