"""The files of a commit in a folder of their own, where programs may run: the caller's tree and cache stay untouched."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay import git
from assay.errors import InputError, Problem

_FOREIGN = ("GIT_", "DVC_", "PYTHON", "UV_", "VIRTUAL_ENV")  # settings of the caller that would have a say
_NETWORK = ("UV_INDEX", "UV_DEFAULT_INDEX", "UV_EXTRA_INDEX", "UV_FIND_LINKS", "UV_NATIVE_TLS")


@contextmanager
def checked_out(root: Path, commit: str) -> Iterator[Path]:
    """A folder with the files of a commit, under Git; it goes at the end, whatever happens.

    It borrows Git's objects of the repository and writes none of them, so it is there at once.

    Args:
        root: top folder of the repository.
        commit: its full name.

    Raises:
        InputError: Git cannot check it out: objects are missing.
    """
    with tempfile.TemporaryDirectory(prefix="assay-", ignore_cleanup_errors=True) as folder:
        top = Path(folder).resolve() / "repository"
        _borrow(root, top)
        _git(top, "checkout", "--quiet", "--detach", commit)
        yield top


def _borrow(root: Path, top: Path) -> None:
    """An empty repository that finds its objects in another one, of however shallow a clone."""
    top.mkdir()
    _git(top, "init", "--quiet", "--template=", "--initial-branch=reproduction", ".")
    _git(top, "config", "core.autocrlf", "false")
    lent = (root / git.line("rev-parse", "--git-path", "objects", cwd=root)).resolve()
    alternates = top / ".git/objects/info/alternates"
    alternates.parent.mkdir(parents=True, exist_ok=True)
    alternates.write_bytes(os.fsencode(lent) + b"\n")
    shallow = root / git.line("rev-parse", "--git-path", "shallow", cwd=root)
    if shallow.is_file():
        (top / ".git/shallow").write_bytes(shallow.read_bytes())


def _git(top: Path, *words: str) -> None:
    done = subprocess.run(["git", *words], cwd=top, env=alone(top), capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        fix = "fetch what is missing (git fetch --unshallow), or clone anew"
        raise InputError(Problem(f"git {words[0]}", said[0] if said else "failed", fix))


def alone(top: Path, python: Path | None = None) -> dict[str, str]:
    """Variables of a program that runs in such a folder: no settings of the caller's Git, DVC or Python.

    Args:
        top: the folder.
        python: the interpreter that is to be found as ``python``; None: whichever is.
    """
    known = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_FOREIGN) or name.startswith(_NETWORK)
    }
    own = top.parent / "home"
    own.mkdir(exist_ok=True)
    known |= {
        "HOME": str(own),
        "XDG_CONFIG_HOME": str(own / "config"),
        "XDG_CACHE_HOME": str(own / "cache"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "DVC_NO_ANALYTICS": "1",
        "DVC_GLOBAL_CONFIG_DIR": str(own / "dvc"),
        "DVC_SYSTEM_CONFIG_DIR": str(own / "dvc"),
        "DVC_SITE_CACHE_DIR": str(own / "site"),
        "PYTHONNOUSERSITE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    if python:
        known["PATH"] = f"{python.parent}{os.pathsep}{known.get('PATH', os.defpath)}"
    return known
