"""The gold set as it stands at a revision of Git, or in the working tree."""

import difflib
from pathlib import Path
from typing import NamedTuple

from assay import git
from assay.errors import InputError, Problem

FILES = {"queries": "gold/queries.jsonl", "passages": "gold/passages.jsonl"}
MAIN = ("origin/main", "main", "origin/master", "master")  # what a branch is proposed to, the first there is
WORKING_TREE = "working tree"
DEEPEN = "run `git fetch --unshallow` (in CI: check out with fetch-depth 0)"


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
    notes: tuple[Problem, ...] = ()


def commit_of(root: Path, revision: str) -> str:
    """The commit that a revision names.

    Raises:
        InputError: it names none; the nearest branch or tag, or how to deepen a shallow clone.
    """
    try:
        asked = f"{revision}^{{commit}}"
        return (
            git.run("rev-parse", "--verify", "--quiet", "--end-of-options", asked, cwd=root).decode().strip()
        )
    except InputError:
        fix = DEEPEN if is_shallow(root) else _nearest(root, revision)
        raise InputError(Problem(revision, "is no revision of this repository", fix)) from None


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
    raise InputError(Problem("main", "is no branch here", "name the base"))


def side(root: Path, revision: str | None) -> Side:
    """The gold set at a revision, or as it lies in the working tree (None).

    A file that the revision does not have is empty, and said so; one that had another name there is found by it.

    Raises:
        InputError: the revision is unknown.
    """
    if revision is None:
        found = {name: root / path for name, path in FILES.items()}
        data = {name: path.read_bytes() if path.is_file() else b"" for name, path in found.items()}
        notes = [_missing(WORKING_TREE, FILES[name]) for name, path in found.items() if not path.is_file()]
        return Side(WORKING_TREE, None, data["queries"], data["passages"], tuple(notes))
    commit = commit_of(root, revision)
    name = commit[:10] if commit.startswith(revision) else f"{revision} ({commit[:10]})"
    known = set(git.run("ls-tree", "-r", "-z", "--name-only", commit, cwd=root).decode().split("\0"))
    data, notes = {}, []
    for key, path in FILES.items():
        then = path if path in known else _earlier_name(root, commit, path)
        if then is None:
            notes.append(_missing(name, path))
        elif then != path:
            notes.append(Problem(name, f"{path} was {then} there"))
        data[key] = git.run("cat-file", "blob", f"{commit}:{then}", cwd=root) if then else b""
    return Side(name, commit, data["queries"], data["passages"], tuple(notes))


def _missing(name: str, path: str) -> Problem:
    return Problem(name, f"has no {path}", "it counts as empty")


def _earlier_name(root: Path, commit: str, path: str) -> str | None:
    """Under what name a file of today stood in a commit that does not have it."""
    if not (root / path).is_file():
        return None
    listed = (
        git.run("diff", "--name-status", "-z", "-M", "--diff-filter=R", commit, cwd=root).decode().split("\0")
    )
    renamed = {new: old for old, new in zip(listed[1::3], listed[2::3], strict=False)}
    return renamed.get(path)


def _names(root: Path) -> list[str]:
    heads = ("refs/heads", "refs/remotes", "refs/tags")
    return git.run("for-each-ref", "--format=%(refname:short)", *heads, cwd=root).decode().split()


def _nearest(root: Path, revision: str) -> str:
    near = difflib.get_close_matches(revision, _names(root), 1)
    return f"did you mean {near[0]}?" if near else "see `git log` and `git branch --all`"
