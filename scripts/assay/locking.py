"""Files that several commands write: one command at a time, and all of its files or none."""

import fcntl
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from assay import git
from assay.errors import InputError, Problem
from assay.files import temporary, write_beside, write_file

WAIT = 10.0  # seconds; a command holds the lock only while it reads again and writes
_PAUSE = 0.02


@contextmanager
def locked(root: Path, wait: float = WAIT) -> Iterator[None]:
    """Keep other commands of this working tree from writing, by ``assay.lock`` in its Git folder.

    Outside a Git repository nobody is kept from it. The system frees the lock when the command ends, however it does.

    Args:
        root: top folder of the repository.
        wait: seconds after which it is given up.

    Raises:
        InputError: another command, which is named, has the lock all the time.
    """
    path = _lock_file(root)
    if path is None:
        yield
        return
    with path.open("a+b", buffering=0) as file:
        end = time.monotonic() + wait
        while not _taken(file.fileno()):
            if time.monotonic() > end:
                raise InputError(_busy(path))
            time.sleep(_PAUSE)
        file.truncate(0)
        file.write(f"{' '.join(['assay', *sys.argv[1:3]])}, process {os.getpid()}".encode(errors="replace"))
        yield


def _lock_file(root: Path) -> Path | None:
    try:
        return git.own("assay.lock", root)
    except InputError:
        return None


def _taken(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _busy(path: Path) -> Problem:
    who = path.read_bytes().decode(errors="replace") or "its name is not known"
    rule = f"another command is writing here all the time ({who}); nothing is written"
    return Problem(path.name, rule, "let it end, or end it, and try again")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the end of what must not be left half-done."""
    if threading.current_thread() is not threading.main_thread():  # it is told of no signals
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        signal.raise_signal(signal.SIGINT)


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write several files, all or none: each beside its place, synced, then renamed; what fails is taken back.

    Raises:
        OSError: one of them does not fit on the disk, or may not be written.
    """
    before = {path: path.read_bytes() if path.exists() else None for path in files}
    try:
        for path, data in files.items():
            write_beside(path, data, temporary(path))
        with uninterrupted():
            _rename(before)
    finally:
        for path in files:
            with suppress(OSError):
                temporary(path).unlink(missing_ok=True)


def _rename(before: Mapping[Path, bytes | None]) -> None:
    try:
        for path in before:
            temporary(path).replace(path)
    except BaseException:
        for path, data in before.items():
            _restore(path, data)
        raise


def _restore(path: Path, data: bytes | None) -> None:
    if data is None:
        path.unlink(missing_ok=True)
    elif path.read_bytes() != data:
        write_file(path, data)
