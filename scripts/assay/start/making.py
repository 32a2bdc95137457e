"""A fresh repository on the disk: made whole beside its place, with one commit, or not at all."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from assay import git
from assay.errors import InputError, Problem, near
from assay.start.template import Entry

MESSAGE = "A repository for the evaluation of our own search, made by assay init"
IDENTITY = 'git config --global user.name "Your Name"` and `git config --global user.email you@host'


def check_place(target: Path, top: Path) -> None:
    """Whether a repository can be made there.

    Args:
        target: its top folder.
        top: the clone it is made of.

    Raises:
        InputError: something is there, its parent is not, it lies inside the clone, or Git knows nobody who commits.
    """
    problem = _misplaced(target, top)
    if problem:
        raise InputError(problem)
    with TemporaryDirectory() as elsewhere:  # a clone's own identity does not hold for the new repository
        for role in ("AUTHOR", "COMMITTER"):
            try:
                git.run("var", f"GIT_{role}_IDENT", cwd=Path(elsewhere))
            except InputError:
                rule = "knows no name and address for the first commit"
                raise InputError(Problem("git", rule, f"run `{IDENTITY}`")) from None


def _misplaced(target: Path, top: Path) -> Problem | None:
    where = near(target)
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        return Problem(where, "is there and is no folder", "give the name of a new folder")
    if target.is_dir() and any(target.iterdir()):
        return Problem(where, "is not empty", "give the name of a new folder")
    if not target.parent.is_dir():
        return Problem(near(target.parent), "is no folder", "make it first")
    if target.resolve().is_relative_to(top):
        return Problem(where, "lies inside the clone that it is made of", "give a place beside it")
    return None


def make(target: Path, files: Mapping[str, Entry]) -> None:
    """Write the files, make them a repository with one commit, and put it in its place.

    Raises:
        InputError: Git refuses; nothing is left then.
        OSError: the disk does.
    """
    beside = target.parent / f".{target.name}.{os.getpid()}.tmp"
    try:
        for name, entry in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(entry.data)
            path.chmod(path.stat().st_mode | (0o111 if entry.executable else 0))
        _commit(beside)
        _place(beside, target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _commit(folder: Path) -> None:
    git.run("init", "--quiet", "--initial-branch=main", cwd=folder)
    # By force: what a person lets Git ignore everywhere belongs to this repository all the same.
    git.run("add", "--all", "--force", cwd=folder)
    # A hook from a person's template of repositories would run checks that have no environment here yet.
    git.run("commit", "--quiet", "--no-verify", "--message", MESSAGE, cwd=folder)


def _place(beside: Path, target: Path) -> None:
    """By one renaming; into a folder that is there already, a shell's own say, entry by entry."""
    if not target.exists():
        beside.rename(target)
        return
    entries = sorted(beside.iterdir())
    try:
        for entry in entries:
            entry.rename(target / entry.name)
    except OSError:
        for entry in entries:
            if (target / entry.name).exists():
                (target / entry.name).rename(entry)
        raise
