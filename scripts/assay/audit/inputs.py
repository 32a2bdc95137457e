"""Inputs that were added to DVC by hand (``dvc add``): the one thing that a reproduction takes from the cache."""

import shutil
from pathlib import Path

from assay import cache, git
from assay.state import pinned


def restored(top: Path, lender: Path) -> dict[str, str]:
    """Copy the objects of such inputs from a cache into that of the folder, each held to its hash.

    Args:
        top: the folder in which it is run.
        lender: top folder of the repository whose cache is read.

    Returns:
        of each path that ``dvc add`` keeps, why it cannot be had: ``missing``, ``damaged``; empty: it is there.

    Raises:
        InputError: a ``.dvc`` file is not as ``dvc add`` writes it.
    """
    found = {path: _copied(top, lender, md5) for path, md5 in pinned(top, git.tracked(cwd=top)).items()}
    return dict(sorted(found.items()))


def _copied(top: Path, lender: Path, md5: str) -> str:
    """Copy an object and, of a folder, its files; ``missing`` or ``damaged``, and nothing copied, where one is."""
    if not cache.place(lender, md5).is_file():
        return "missing"
    sources = list(cache.objects(lender, md5))
    if not all(path.is_file() for path, _ in sources):
        return "missing"
    if any(cache.md5(path) != name for path, name in sources):
        return "damaged"
    for path, _ in sources:
        target = top / path.relative_to(lender)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return ""
