"""Inputs that were added to DVC by hand (``dvc add``): the one thing that a reproduction takes from the cache."""

import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from assay import cache, git
from assay.state import added

OBJECTS = Path(".dvc/cache/files/md5")


class Input(NamedTuple):
    """A path that a ``.dvc`` file of the commit keeps.

    Attributes:
        path: of the file or folder, in the repository.
        pin: its ``.dvc`` file.
        md5: DVC's hash.
        fault: why it cannot be had; empty: it is there.
    """

    path: str
    pin: str
    md5: str
    fault: str = ""


def pinned(top: Path) -> Iterator[Input]:
    """What the ``.dvc`` files of a folder under Git keep.

    Raises:
        InputError: one of them is not as ``dvc add`` writes it.
    """
    for pin in git.tracked("*.dvc", cwd=top):
        for out in added((top / pin).read_bytes(), pin):
            yield Input((PurePosixPath(pin).parent / out["path"]).as_posix(), pin, out["md5"])


def restored(top: Path, lender: Path) -> list[Input]:
    """Copy the objects of such inputs from a cache into that of the folder, each held to its hash.

    Args:
        top: the folder in which it is run.
        lender: top folder of the repository whose cache is read.
    """
    found = []
    for one in pinned(top):
        fault = _faulty(lender, one.md5)
        if not fault:
            for source, name in cache.objects(lender, one.md5):
                target = top / OBJECTS / _place(name, source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
        found.append(one._replace(fault=fault))
    return found


def _place(name: str, source: Path) -> Path:
    return Path(name[:2]) / source.name


def _faulty(lender: Path, md5: str) -> str:
    """``missing`` or ``damaged`` where an object of the cache is; empty: all are whole."""
    for path, name in cache.objects(lender, md5):
        if not path.is_file():
            return "missing"
        if cache.md5(path) != name:
            return "damaged"
    return ""
