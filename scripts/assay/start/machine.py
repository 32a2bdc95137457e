"""What this machine has: Python and its packages, and what Git is told."""

import sys
from collections.abc import Iterator
from importlib import metadata, util
from pathlib import Path

from assay import git
from assay.errors import InputError
from assay.start.template import PACKAGE

LOCK = "requirements.lock"
ACTIVATE = "make .venv/runtime; . .venv/bin/activate"


def python(root: Path) -> tuple[str, str]:
    """The running Python in words, and the command that takes the repository's own (none: it is)."""
    version = ".".join(map(str, sys.version_info[:3]))
    if root.resolve() / "scripts" / "assay" != PACKAGE:
        return f"{version}; this is the assay of another place than this repository", ACTIVATE
    if Path(sys.prefix).resolve() != (root / ".venv").resolve():
        return f"{version}, not that of this repository's .venv", ACTIVATE
    return f"{version} in .venv", ""


def differing(root: Path) -> list[str]:
    """Packages of the lock file that are not installed here in their version."""
    return [
        f"{name} {there or 'is not installed'}, not {version}" if there else f"{name} is not installed"
        for name, version in _locked((root / LOCK).read_text("utf-8"))
        if (there := _installed(name)) != version
    ]


def _locked(text: str) -> Iterator[tuple[str, str]]:
    """Name and version of each package that the lock file asks for on this machine."""
    from packaging.requirements import Requirement

    for line in text.splitlines():
        if line and not line.startswith((" ", "#")):
            wanted = Requirement(line.rstrip("\\ "))
            if wanted.marker is None or wanted.marker.evaluate():
                yield wanted.name, str(wanted.specifier).removeprefix("==")


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def lacking(*modules: str) -> list[str]:
    """Which of some modules cannot be imported here."""
    return [name for name in modules if util.find_spec(name) is None]


def git_value(root: Path, *arguments: str) -> str:
    """What git prints, or an empty text where it has nothing to say."""
    try:
        return git.line(*arguments, cwd=root).strip()
    except InputError:
        return ""
