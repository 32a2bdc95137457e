"""The locked environment of a commit: what is installed here, where that is the same, else one made from its locks."""

import fcntl
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from assay.errors import InputError, Problem, shown
from assay.manifest import canonical, sha256

LOCK, UV_LOCK = "requirements.lock", "requirements-uv.lock"
_READY = "ready"  # the file that says an environment is whole


class Environment(NamedTuple):
    """A Python with the packages of a lock.

    Attributes:
        python: its interpreter.
        made: whether it was made from the locks; else it is the one this command runs in, which has the same packages.
    """

    python: Path
    made: bool


def locked(data: bytes, where: str) -> dict[str, str]:
    """Versions of the packages that a lock holds for this Python and machine, by name.

    Raises:
        InputError: it is no lock of exact versions.
    """
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, str] = {}
    lines = data.decode("utf-8", "replace").replace("\\\n", " ").splitlines()
    for line in lines:
        text = line.partition(" --hash")[0].strip()
        if not text or text.startswith(("#", "-")):
            continue
        try:
            one = Requirement(text)
        except InvalidRequirement:
            one = Requirement("none")
        versions = [each.version for each in one.specifier if each.operator == "=="]
        if len(versions) != 1:
            rule = f"has {shown(text)}, which is no exact version"
            raise InputError(Problem(where, rule, "see `make lock`"))
        if one.marker is None or one.marker.evaluate():
            found[canonicalize_name(one.name)] = versions[0]
    return found


def installed() -> dict[str, str]:
    """Versions of the packages that this program runs with, by name."""
    from packaging.utils import canonicalize_name

    return {
        canonicalize_name(one.name): one.version for one in importlib.metadata.distributions() if one.name
    }


def differing(wanted: Mapping[str, str], present: Mapping[str, str]) -> dict[str, tuple[str, str | None]]:
    """Packages of a lock that are not there in its version: name → locked, present (None: not there)."""
    return {
        name: (version, present.get(name)) for name, version in wanted.items() if present.get(name) != version
    }


def environment(locks: Path, say: Callable[[str], None], *, anew: bool = False) -> Environment:
    """An environment of what the locks of a folder hold.

    The one that this command runs in, where every package of the lock is there in its version; else one that is made,
    with the hash-pinned uv of the same locks, in the user's cache (XDG_CACHE_HOME), and shared by all who need an equal
    one.

    Args:
        locks: folder with :data:`LOCK` and :data:`UV_LOCK`.
        say: is told what takes long.
        anew: make one even where the one that is there would do.

    Raises:
        InputError: there is no lock; what it holds cannot be installed: pip's own words.
    """
    data = {name: _read(locks, name) for name in (LOCK, UV_LOCK)}
    wanted = locked(data[LOCK], LOCK)
    if not anew and not differing(wanted, installed()):
        return Environment(Path(sys.executable), made=False)
    key = sha256(canonical([*(sha256(one) for one in data.values()), _platform()]))[:16]
    top = _cache() / key
    with _alone(top):
        if not (top / _READY).is_file():
            say("environment")
            shutil.rmtree(top, ignore_errors=True)
            _make(top, locks)
            (top / _READY).touch()
    return Environment(_python(top), made=True)


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.is_file():
        rule = "is not there: nobody knows which packages this commit ran with"
        raise InputError(
            Problem(name, rule, "it cannot be reproduced; `assay verify` in a clone of it holds its hashes")
        )
    return path.read_bytes()


def _platform() -> list[str]:
    return [platform.python_implementation(), platform.python_version(), platform.machine(), sys.platform]


def _cache() -> Path:
    top = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(top) / "assay" / "environments"


@contextmanager
def _alone(top: Path) -> Iterator[None]:
    """One at a time makes an environment; the others wait for it."""
    top.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{top}.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(top: Path, locks: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="assay-uv-", ignore_cleanup_errors=True) as folder:
        _run("venv", sys.executable, "-m", "venv", str(top))
        pip = [str(_python(top)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run("pip", *pip, "--require-hashes", "--target", folder, "-r", str(locks / UV_LOCK))
        uv = [str(Path(folder) / "bin" / "uv"), "pip", "install", "--quiet", "--require-hashes"]
        _run("uv", *uv, "--python", str(_python(top)), "-r", str(locks / LOCK))


def _run(what: str, *words: str) -> None:
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    settings |= {"UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never"}
    done = subprocess.run(words, env=settings, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        rule = f"cannot install what {LOCK} holds: {said[-1] if said else 'no reason given'}"
        fix = "see that the package index can be reached, or that this Python is one that the lock is for"
        raise InputError(Problem(what, rule, fix))


def _python(top: Path) -> Path:
    return top / "bin" / "python"
