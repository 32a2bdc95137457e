"""What Git knows of this repository; every call runs the git program."""

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


def root() -> Path:
    """Top folder of the repository that the current folder is in.

    Raises:
        InputError: it is in none.
    """
    try:
        return Path(run("rev-parse", "--show-toplevel").decode().rstrip("\n"))
    except InputError:
        here = Path.cwd()
        if any((folder / ".git").exists() for folder in (here, *here.parents)):  # Git speaks many languages
            raise
        fix = "run it inside the clone"
        raise InputError(Problem(here.as_posix(), "is in no Git repository", fix)) from None


def tracked(*paths: str, cwd: Path | None = None) -> list[str]:
    """Tracked files below the paths (all, if none), relative to the top folder."""
    names = run("ls-files", "-z", "--full-name", "--", *paths, cwd=cwd).decode().split("\0")
    return [name for name in names if name]


def changed(*paths: str, cwd: Path | None = None) -> list[str]:
    """Files that differ from the last commit or are not tracked."""
    lines = (
        run("status", "--porcelain", "-z", "--no-renames", "-uall", "--", *paths, cwd=cwd)
        .decode()
        .split("\0")
    )
    return [line[3:] for line in lines if line]


def user() -> str:
    """Name that commits of this clone carry, or an empty text."""
    done = subprocess.run(["git", "config", "user.name"], capture_output=True, check=False)
    return done.stdout.decode().strip()
