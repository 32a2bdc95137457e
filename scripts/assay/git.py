"""What Git knows of this repository; every call runs the git program."""

import os
import subprocess
from pathlib import Path

from assay.errors import InputError, Problem


def run(*arguments: str, cwd: Path | None = None) -> bytes:
    """Output of a git command.

    Raises:
        InputError: git fails; its message is passed on.
    """
    try:
        done = subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, check=False)
    except FileNotFoundError:
        raise InputError(Problem("git", "is not installed", "install Git")) from None
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip().splitlines()
        raise InputError(Problem(f"git {arguments[0]}", message[0] if message else "failed"))
    return done.stdout


def line(*arguments: str, cwd: Path | None = None) -> str:
    """Output of a git command that prints one name, value or path; bytes that are not UTF-8 stay what they are, as in
    :func:`os.fsdecode`.

    Raises:
        InputError: git fails.
    """
    return os.fsdecode(run(*arguments, cwd=cwd)).removesuffix("\n")


def names(*arguments: str, cwd: Path | None = None) -> list[str]:
    """Output of a git command with ``-z``: what stands between the NULs, as of :func:`line`; an empty last one is none.

    Raises:
        InputError: git fails.
    """
    *found, last = os.fsdecode(run(*arguments, cwd=cwd)).split("\0")
    return [*found, last] if last else found


def own(name: str, top: Path) -> Path:
    """Where a file of this name is in Git's own folder of the working tree, which no commit holds.

    Raises:
        InputError: ``top`` is in no repository.
    """
    return top / line("rev-parse", "--git-path", name, cwd=top)


def root() -> Path:
    """Top folder of the repository that the current folder is in.

    Raises:
        InputError: it is in none.
    """
    try:
        return Path(line("rev-parse", "--show-toplevel"))
    except InputError:
        here = Path.cwd()
        if any((folder / ".git").exists() for folder in (here, *here.parents)):  # Git speaks many languages
            raise
        fix = "run it inside the clone"
        raise InputError(Problem(here.as_posix(), "is in no Git repository", fix)) from None


def tracked(*paths: str, cwd: Path | None = None) -> list[str]:
    """Tracked files below the paths (all, if none), relative to the top folder."""
    return names("ls-files", "-z", "--full-name", "--", *paths, cwd=cwd)


def changed(*paths: str, cwd: Path | None = None) -> list[str]:
    """Files that differ from the last commit or are not tracked."""
    return [
        one[3:]
        for one in names("status", "--porcelain", "-z", "--no-renames", "-uall", "--", *paths, cwd=cwd)
    ]


def user() -> str:
    """Name that commits of this clone carry, or an empty text.

    Raises:
        InputError: it is not UTF-8: no ledger could hold it.
    """
    try:
        name = line("config", "user.name").strip()
        name.encode()
    except InputError:
        return ""
    except UnicodeEncodeError:
        fix = "set it anew (git config user.name NAME), or pass a name, where a command takes --by"
        raise InputError(Problem("git config user.name", "is not UTF-8", fix)) from None
    return name


def usual() -> str:
    """As :func:`user`, where the name is only proposed or compared: one that no ledger could hold is an empty text."""
    try:
        return user()
    except InputError:
        return ""
