"""What may not change from a commit on: rows of ledgers, ids of questions, recorded runs; and what has to be said."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from assay import git
from assay.changes.changelog import CHANGELOG, has_line
from assay.changes.difference import difference
from assay.changes.revisions import Side
from assay.counting import counted
from assay.errors import InputError, Problem

LEDGERS, RECORDED = "evidence", "runs/recorded"
_OF_A_RUN = 4  # parts of its path: runs/recorded/<system>/<run>, whatever stands for the run
_SUPERSEDE = "and add a row that supersedes it"


class _Gone(NamedTuple):
    """A file that is not as it was: its bytes then and now; None: it is not there."""

    path: str
    before: bytes
    after: bytes | None


def lost_rows(root: Path, base: str) -> Iterator[Problem]:
    """Rows of ledgers of a commit that do not stand byte for byte in the same file; their order has no meaning."""
    for one in _gone(root, base, LEDGERS):
        if one.path.endswith(".jsonl"):
            yield from not_kept(one.path, one.before, one.after, base[:10])


def not_kept(path: str, before: bytes, after: bytes | None, base: str) -> Iterator[Problem]:
    """Rows of one ledger that are edited or gone.

    Args:
        path: of the file.
        before: its bytes at the base.
        after: its bytes now; None: it is not there.
        base: name of the base for messages.
    """
    rows = [(number, line) for number, line in enumerate(before.split(b"\n"), 1) if line.strip()]
    restore = f"restore it (git show {base}:{path})"
    if after is None:
        if rows:
            yield Problem(path, f"is gone with {counted(len(rows), 'row')}; a ledger keeps its name", restore)
        return
    lines = after.split(b"\n")
    there, places = Counter(lines), {name: at for at, line in enumerate(lines, 1) if (name := _row_id(line))}
    for number, line in rows:
        name = _row_id(line)
        if there[line]:
            there[line] -= 1
        elif name in places:
            rule = f"row {name} is not as it was at {base}: rows are never edited"
            yield Problem(f"{path}:{places[name]}", rule, f"{restore}, {_SUPERSEDE}")
        else:
            rule = f"row {name or 'without an id'}, line {number} at {base}, is gone: rows are never removed or edited"
            yield Problem(f"{path}:{number}", rule, f"{restore}, {_SUPERSEDE}")


def _row_id(line: bytes) -> str | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    name = row.get("row_id") if isinstance(row, dict) else None
    return name if isinstance(name, str) else None


def touched_runs(root: Path, base: str) -> Iterator[Problem]:
    """Files of recorded runs of a commit, DVC pointers too, that have other bytes or are gone."""
    for one in _gone(root, base, RECORDED):
        parts = one.path.split("/")
        if len(parts) < _OF_A_RUN or parts[-1] == ".gitignore":  # of which DVC adds one line a run
            continue
        fix = f"restore it (git checkout {base[:10]} -- {one.path}); another run is a new folder"
        if one.after is None:
            yield Problem(one.path, "is gone: a recorded run is never changed", fix)
        elif one.after != one.before:
            line = _first_difference(one.before, one.after)
            yield Problem(f"{one.path}:{line}", "is not as it was: a recorded run is never changed", fix)


def _first_difference(before: bytes, after: bytes) -> int:
    pairs = zip(before.split(b"\n"), after.split(b"\n"), strict=False)
    same = next((number for number, (old, new) in enumerate(pairs) if old != new), None)
    return 1 + (min(before.count(b"\n"), after.count(b"\n")) if same is None else same)


def unsaid_revision(root: Path, base: Side, head: Side) -> Iterator[Problem]:
    """A new gold revision of which the changelog of the gold set says nothing.

    A gold set that cannot be read has no revision; what is wrong with it, the check of its ids says.
    """
    try:
        if not difference(base, head).is_revision:
            return
    except InputError:
        return
    path, fix = root / CHANGELOG, "say it in a line: `assay gold fmt` writes one"
    if not path.is_file():
        yield Problem(CHANGELOG, "is missing, and the gold set has a new revision", fix)
    elif not has_line(blob(root, base.commit, CHANGELOG), path.read_bytes()):
        yield Problem(f"{CHANGELOG}:1", "has no new line, and the gold set has a new revision", fix)


def _gone(root: Path, base: str, folder: str) -> Iterator[_Gone]:
    """Files of a commit below a folder that are not the same in the working tree."""
    words = ("--no-ext-diff", "--no-renames", "--name-only", "-z", "--diff-filter=DMT")
    for path in git.names("diff", *words, base, "--", folder, cwd=root):
        now = root / path
        yield _Gone(path, blob(root, base, path), now.read_bytes() if now.is_file() else None)


def blob(root: Path, commit: str | None, path: str) -> bytes:
    """Bytes of a file at a commit; none where it has no such file."""
    if commit is None or not git.run("ls-tree", "-z", commit, "--", path, cwd=root):
        return b""
    return git.run("cat-file", "blob", f"{commit}:{path}", cwd=root)
