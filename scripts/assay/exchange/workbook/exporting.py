"""Which rows of the gold set go into a workbook."""

from collections.abc import Collection
from pathlib import Path

from assay.errors import InputError, Problem, refuse
from assay.exchange.questions.gold_writing import old_rows
from assay.exchange.workbook.base import Rows
from assay.gold.repository import NAMES


def chosen(root: Path, split: str | None, names: Collection[str]) -> dict[str, Rows]:
    """Questions of a split and of some ids, and all passages: sets may come to name any.

    Args:
        root: top folder of the repository.
        split: None: all.
        names: none: all.

    Raises:
        InputError: every fault of lines and fields of both files; there are no questions yet; an id that is none; no
            question is left.
    """
    rows = {kind: {row.value["id"]: row.value for row in found} for kind, found in old_rows(root).items()}
    here = rows["queries"]
    if not here:
        raise InputError(Problem(NAMES["queries"], "has no questions yet", "add the first: assay gold add"))
    refuse([Problem(name, "is no question", f"see {NAMES['queries']}") for name in names if name not in here])
    rows["queries"] = {
        name: row
        for name, row in here.items()
        if (split is None or row["split"] == split) and (not names or name in names)
    }
    if not rows["queries"]:
        raise InputError(Problem(NAMES["queries"], "has no such questions", "choose others"))
    return rows
