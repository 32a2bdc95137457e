"""Where chunks that were cut elsewhere may be kept, and under which name of a snapshot."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from assay.corpora import PARAMS
from assay.errors import InputError, Problem
from assay.files import files_below
from assay.retrieval.documents import is_document
from assay.settings import SNAPSHOT


def check(root: Path, to: str, values: Mapping[str, Any]) -> None:
    """Whether chunks may be kept there.

    Raises:
        InputError: no path below the repository; a folder of documents or of other chunks: a source is of one kind.
    """
    fault = SNAPSHOT["source"].fault(to)
    if fault or not to.endswith(".jsonl"):
        raise InputError(Problem(f"--to {to}", fault or "is no .jsonl", "write it as corpus/chunks.jsonl"))
    sources = {str(entry.get("source")) for _, entry in _snapshots(values)}
    above = [str(folder) for folder in PurePosixPath(to).parents if str(folder) != "."]
    for folder in above[:1] + [name for name in above[1:] if name in sources]:
        if not (root / folder).is_dir():
            continue
        names = _names(root / folder)
        held = [name for name in names if is_document(name)]
        other = [name for name in names if name.endswith(".jsonl") and f"{folder}/{name}" != to]
        if held or other:
            what = "documents" if held else "other chunks"
            rule = f"{folder} holds {what} ({(held or other)[0]}), and a source is of one kind"
            fix = "give a folder of their own, as --to chunks/chunks.jsonl, or remove them"
            raise InputError(Problem(f"--to {to}", rule, fix))


def renamed(root: Path, snapshot: str, values: Mapping[str, Any]) -> list[str]:
    """What becomes of the snapshot of that name that is there.

    Raises:
        InputError: it is cut here, from documents.
    """
    entry = dict(_snapshots(values)).get(snapshot)
    if entry is None or entry.get("chunking") == "ready":
        return []
    source = str(entry.get("source"))
    if (root / source).is_dir() and any(map(is_document, _names(root / source))):
        rule = f"is there already, and is cut from the documents in {source}"
        raise InputError(Problem(f"{PARAMS} snapshots.{snapshot}", rule, "choose another --snapshot"))
    return [f"snapshot {snapshot!r} was cut from {source}, which holds no documents: it is these chunks now"]


def left_over(to: str, snapshot: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Other snapshots that are cut from a folder in which the chunks are now: they cannot be made any more."""
    above = {str(folder) for folder in PurePosixPath(to).parents}
    for name, entry in _snapshots(values):
        if name != snapshot and entry.get("chunking") != "ready" and entry.get("source") in above:
            what = f"snapshot {name!r} is cut from {entry['source']}, which holds chunks now"
            yield f"{what}: remove it and its systems from {PARAMS}"


def _snapshots(values: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    entries = values.get("snapshots")
    for name, entry in entries.items() if isinstance(entries, Mapping) else ():
        if isinstance(entry, Mapping):
            yield name, entry


def _names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in files_below(folder)]
