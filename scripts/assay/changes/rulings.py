"""Rows of ledgers that came since a commit and decide on rows of others: by an adjudicator alone."""

import re
from collections.abc import Iterator
from pathlib import Path

from assay import ledger, params
from assay.authors import unentitled
from assay.changes.continuity import LEDGERS, blob
from assay.corpora import PARAMS
from assay.entries import FIELDS
from assay.errors import InputError, Problem
from assay.files import read_files


def new_rulings(root: Path, base: str) -> Iterator[Problem]:
    """Rows that supersede rows of others or decide between reviewers, by whom params.yaml names neither then nor now.

    Those of the commit stay valid, whoever is an adjudicator today.

    Args:
        root: top folder of the repository.
        base: the commit.
    """
    path = root / PARAMS
    named = _adjudicators(blob(root, base, PARAMS)) | _adjudicators(
        path.read_bytes() if path.is_file() else b""
    )
    for name, fields in FIELDS.items():
        where = f"{LEDGERS}/{name}"
        try:
            rows = ledger.history(read_files(root / where), fields, where)
        except InputError:
            continue  # which the checks of ledgers name
        before: dict[str, bytes] = {}
        for problem in unentitled(rows, named):
            file = problem.where.rpartition(":")[0]
            if file not in before:
                before[file] = blob(root, base, file)
            if not re.search(rf'"row_id":\s*"{rows[problem.where]["row_id"]}"'.encode(), before[file]):
                yield problem


def _adjudicators(data: bytes) -> set[str]:
    """Whom a params.yaml names, whatever is wrong with it."""
    try:
        names = params.parse(data, PARAMS).get("adjudicators")
    except InputError:
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()
