"""Files of a repository: all below a folder, read at once; written whole or not at all."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NoReturn

from assay.errors import InputError, Problem, near, refuse

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # the last: bytes of a name that are not UTF-8


def files_below(top: Path) -> list[Path]:
    """All files below a folder, sorted; none where it is not there.

    Raises:
        InputError: a linked folder (it would be left out), a link to nothing, a name that is no text.
        OSError: a folder that cannot be read.
    """
    found: list[Path] = []
    problems: list[Problem] = []
    for folder, folders, files in os.walk(top, onerror=_raise) if top.exists() else ():
        folders[:] = [name for name in folders if name != "__pycache__"]  # as .dvcignore has it
        paths = [Path(folder, name) for name in files]
        found += [path for path in paths if path.is_file() and not path.name.endswith(".tmp")]
        lost = [path for path in paths if path.is_symlink() and not path.exists()]
        linked = [path for name in folders if (path := Path(folder, name)).is_symlink()]
        problems += (_misplaced(path, "is a link that leads nowhere") for path in lost)
        special = [path for path in paths if path.exists() and not path.is_file()]
        problems += (_misplaced(path, "is a pipe, a socket or a device") for path in special)
        problems += (_misplaced(path, "is a linked folder") for path in linked)
        odd = [Path(folder, name) for name in (*folders, *files) if _UNPRINTABLE.search(name)]
        problems += (Problem(ascii(near(path)), "has a name that is no text", "rename it") for path in odd)
    refuse(sorted(problems))
    return sorted(found)


def read_files(top: Path) -> dict[str, bytes]:
    """Bytes of all files below a folder by path relative to it, or of one file under its own name."""
    if top.is_file():
        return {top.name: top.read_bytes()}
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in files_below(top)}


def brought(name: str) -> tuple[bytes, str]:
    """Bytes of a file that somebody names, or of standard input where that is ``-``; and what to call it in messages.

    Raises:
        InputError: standard input is closed.
        OSError: the file cannot be read.
    """
    if name != "-":
        return Path(name).read_bytes(), name
    where = "standard input"
    if sys.stdin is None:
        raise InputError(Problem(where, "is closed", "pipe into it what is to be read, or name a file"))
    return sys.stdin.buffer.read(), where


def _misplaced(path: Path, rule: str) -> Problem:
    return Problem(near(path), rule, "put what is meant in its place")


def _raise(error: OSError) -> NoReturn:
    raise error


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: beside it, synced, then renamed.

    A link is followed; a device or a pipe is written into, for nothing may stand in its place.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    real = path.resolve() if path.is_symlink() else path
    write_beside(real, data, temporary(real)).replace(real)


def temporary(path: Path) -> Path:
    """Where this process writes what is to become a file: ``<name>.<process>.tmp`` beside it."""
    return path.with_name(f"{path.name}.{os.getpid()}.tmp")


def write_beside(path: Path, data: bytes | Callable[[BinaryIO], None], beside: Path | None = None) -> Path:
    """Write beside a file, synced, to be renamed; nothing is left of what does not fit.

    Args:
        path: the file.
        data: what it holds, or what writes that.
        beside: where; None: ``<name>.tmp``, for one writer at a time, which writes over what a killed one left.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = beside or path.with_name(path.name + ".tmp")
    try:
        with beside.open("wb") as file:
            if isinstance(data, bytes):
                file.write(data)
            else:
                data(file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    return beside
