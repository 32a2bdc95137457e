"""The gold set as it stands at a revision of Git, or in the working tree."""

import difflib
import re
from pathlib import Path
from typing import NamedTuple

from assay import git
from assay.errors import InputError, Problem

FILES = {"queries": "gold/queries.jsonl", "passages": "gold/passages.jsonl"}
MAIN = ("origin/main", "main", "origin/master", "master")  # what a branch is proposed to, the first there is
WORKING_TREE = "working tree"
_COMMIT = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
DEEPEN = "run `git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'` (in CI: check out with fetch-depth 0)"


class Note(NamedTuple):
    """What to know of a side: a file that is ``absent`` there, or that had another name (``renamed``)."""

    kind: str
    side: str
    path: str
    then: str = ""

    def __str__(self) -> str:
        if self.kind == "renamed":
            return f"{self.side}: {self.path} was {self.then} there"
        return f"{self.side}: has no {self.path}; it counts as empty"


class Side(NamedTuple):
    """One side of a comparison.

    Attributes:
        name: as people call it: what was asked for, with the commit.
        commit: None: the working tree.
        queries: bytes of queries.jsonl, none where there is no file.
        passages: bytes of passages.jsonl.
        notes: what to know of it: a file that is not there, or that had another name.
    """

    name: str
    commit: str | None
    queries: bytes
    passages: bytes
    notes: tuple[Note, ...] = ()


def commit_of(root: Path, revision: str) -> str:
    """The commit that a revision names.

    Raises:
        InputError: it names none; the nearest branch or tag, or how to deepen a shallow clone.
    """
    try:
        asked = f"{revision}^{{commit}}"
        found = (
            git.run("rev-parse", "--verify", "--quiet", "--end-of-options", asked, cwd=root).decode().strip()
        )
    except InputError:
        found = ""
    if not _COMMIT.fullmatch(found):  # `^main` names a commit to leave out
        raise InputError(
            Problem(revision or "''", "is no revision of this repository", _hint(root, revision))
        )
    return found


def _hint(root: Path, revision: str) -> str:
    if is_shallow(root):
        return DEEPEN
    if not git.run("rev-list", "--all", "--max-count=1", cwd=root).strip():
        return "nothing is committed yet"
    return _nearest(root, revision)


def is_shallow(root: Path) -> bool:
    """Whether the clone lacks the history before some commit."""
    return git.run("rev-parse", "--is-shallow-repository", cwd=root).strip() == b"true"


def merge_base(root: Path, head: str | None = None, onto: str | None = None) -> str:
    """The commit at which a line of work left another one.

    Args:
        root: top folder of the repository.
        head: a revision of that work; None: what is checked out.
        onto: a revision of the other line; None: main, as the remote has it, else the clone's own.

    Raises:
        InputError: there is no main; the two have no commit in common, as far as this clone knows.
    """
    main = onto or main_branch(root)
    ours, theirs = commit_of(root, head or "HEAD"), commit_of(root, main)
    try:
        return git.run("merge-base", theirs, ours, cwd=root).decode().strip()
    except InputError:
        rule = f"has no commit in common with {head or 'HEAD'}"
        fix = DEEPEN if is_shallow(root) else "name the base"
        raise InputError(Problem(main, f"{rule}, as far as this clone knows", fix)) from None


def main_branch(root: Path) -> str:
    """The branch that others are proposed to.

    Raises:
        InputError: none of the usual names is a branch here.
    """
    known = set(_names(root))
    for name in MAIN:
        if name in known:
            return name
    raise InputError(Problem("main", "is no branch here", DEEPEN if is_shallow(root) else "name the base"))


def side(root: Path, revision: str | None, beside: Side | None = None) -> Side:
    """The gold set at a revision, or as it lies in the working tree (None).

    A file that is not there is empty, and said so; one that has another name there is found by it.

    Args:
        root: top folder of the repository.
        revision: of Git; None: the working tree.
        beside: the older side, since which a file may have got another name.

    Raises:
        InputError: the revision is unknown.
    """
    commit = None if revision is None else commit_of(root, revision)
    name = WORKING_TREE if revision is None or commit is None else _called(revision, commit)
    data: dict[str, bytes] = {}
    notes: list[Note] = []
    for key, path in FILES.items():
        here = path if _is_there(root, commit, path) else _other_name(root, commit, path, beside)
        if here is None:
            notes.append(Note("absent", name, path))
        elif here != path:
            notes.append(Note("renamed", name, path, here))
        data[key] = b"" if here is None else _bytes(root, commit, here)
    return Side(name, commit, data["queries"], data["passages"], tuple(notes))


def _called(revision: str, commit: str) -> str:
    return commit[:10] if commit.startswith(revision) else f"{revision} ({commit[:10]})"


def _is_there(root: Path, commit: str | None, path: str) -> bool:
    if commit is None:
        return (root / path).is_file()
    return bool(git.run("ls-tree", "-z", "--name-only", commit, "--", path, cwd=root))


def _bytes(root: Path, commit: str | None, path: str) -> bytes:
    return (
        (root / path).read_bytes()
        if commit is None
        else git.run("cat-file", "blob", f"{commit}:{path}", cwd=root)
    )


def _other_name(root: Path, commit: str | None, path: str, beside: Side | None) -> str | None:
    """Under what name a file stands on a side that does not have it under its own."""
    if beside is not None:  # renamed since the older side, or called there as it is here
        then = next((note.then for note in beside.notes if note.path == path and note.then), path)
        sides = [side for side in (beside.commit, commit) if side is not None]
        found = then if then != path else _renames(root, *sides).get(path) if sides else None
        return found if found is not None and _is_there(root, commit, found) else None
    if commit is None:
        return None
    now = [] if (root / path).is_file() else ["HEAD"]
    return {new: old for old, new in _renames(root, commit, *now).items()}.get(path)


def _renames(root: Path, *sides: str) -> dict[str, str]:
    """Files that were renamed between two commits, or since one: old name → new name."""
    asked = ("diff", "--name-status", "-z", "--no-ext-diff", "-M", "--diff-filter=R", *sides)
    listed = git.names(*asked, cwd=root)
    return dict(zip(listed[1::3], listed[2::3], strict=False))


def _names(root: Path) -> list[str]:
    heads = ("refs/heads", "refs/remotes", "refs/tags")
    return git.line("for-each-ref", "--format=%(refname:short)", *heads, cwd=root).split()


def _nearest(root: Path, revision: str) -> str:
    near = difflib.get_close_matches(revision, _names(root), 1)
    return f"did you mean {near[0]}?" if near else "see `git log` and `git branch --all`"
