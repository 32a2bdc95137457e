"""Personal data and secrets in what changed since a commit: only what is new, also where a later commit removed it."""

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from assay import disclosure
from assay.changes.patches import Line, differing_lines, lines_of_commits
from assay.errors import Problem

_KEPT = (
    "Git keeps what was committed: make the branch anew without it (git rebase -i); revoke what was a secret"
)


def exposures(root: Path, base: str, places: Sequence[str]) -> Iterator[Problem]:
    """What is found in lines that came since the base, by file and line; what stood there before is passed over.

    Args:
        root: top folder of the repository.
        base: the commit.
        places: files and folders that people edit.

    Raises:
        InputError: the list of public texts cannot be read; Git fails.
    """
    public = disclosure.public_for(root)
    changed = [line for line in differing_lines(root, base, *places) if _may_hold(line)]
    before = {text for line in changed if not line.added for text in _found(line)}
    told: set[bytes] = set()
    for line in changed:
        for what in _kinds(line, before, public(line.path)):
            told.add(line.text)
            yield Problem(f"{line.path}:{line.number}", f"holds {what}", disclosure.FIX)
    for line in lines_of_commits(root, f"{base}..HEAD", *places):
        if _may_hold(line) and line.text not in told:
            for what in _kinds(line, before, public(line.path)):
                told.add(line.text)
                where = f"{line.path}:{line.number}"
                yield Problem(where, f"held {what} in commit {line.commit[:10]}", _KEPT)


def _may_hold(line: Line) -> bool:
    if disclosure.PICTURES.search(line.path):
        return False
    return re.search(disclosure.MAY_HOLD, disclosure.legible(line.text)) is not None


def _kinds(line: Line, *public: Collection[str]) -> list[str]:
    return disclosure.kinds(disclosure.legible(line.text), *public) if line.added else []


def _found(line: Line) -> Iterator[str]:
    text = disclosure.legible(line.text)
    return (text[start:end] for _, start, end in disclosure.found(text))
