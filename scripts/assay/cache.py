"""DVC's cache: how it names what it keeps."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

_REMOTE = re.compile(r"""^\[["']?remote "([^"]+)""", re.MULTILINE)  # a section of DVC's settings


def md5(path: Path) -> str | None:
    """DVC's hash of a file or folder (``.dir``), None where there is none."""
    if path.is_file():
        return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
    if not path.is_dir():
        return None
    files = [
        {"md5": md5(file), "relpath": file.relative_to(path).as_posix()}
        for file in path.rglob("*")
        if file.is_file() and file.suffix != ".tmp" and "__pycache__" not in file.parts
    ]
    files.sort(key=lambda file: file["relpath"] or "")
    data = json.dumps(files, sort_keys=True).encode()
    return hashlib.md5(data, usedforsecurity=False).hexdigest() + ".dir"


def remotes(root: Path) -> list[str]:
    """Names of the places that outputs are pushed to, of the repository or of this clone alone."""
    files = (root / ".dvc/config", root / ".dvc/config.local")
    texts = [path.read_text("utf-8") for path in files if path.is_file()]
    return sorted({name for text in texts for name in _REMOTE.findall(text)})


def place(root: Path, name: str) -> Path:
    """Where the cache of a repository keeps what has this MD5."""
    return root / ".dvc/cache/files/md5" / name[:2] / name[2:]


def objects(root: Path, name: str) -> Iterator[tuple[Path, str]]:
    """Where the cache keeps an output, and each file of it where it is a folder: path and the MD5 it is named for."""
    file = place(root, name)
    if not name.endswith(".dir"):
        yield file, name
    elif file.is_file():
        yield file, name.removesuffix(".dir")
        for entry in _entries(file):
            yield from objects(root, entry["md5"])


def _entries(file: Path) -> list[dict[str, str]]:
    """Files of a cached folder; none where the list itself is damaged, which is found by its hash."""
    try:
        entries: list[dict[str, str]] = json.loads(file.read_bytes())
    except ValueError:
        return []
    return entries
