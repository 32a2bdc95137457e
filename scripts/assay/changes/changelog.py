"""gold/CHANGELOG.md: one line for each new revision of the labels, the newest first."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from assay import git
from assay.changes.difference import Difference, difference
from assay.changes.revisions import commit_of, merge_base, side
from assay.changes.terms import term
from assay.changes.touched import touched
from assay.errors import InputError, Problem
from assay.jsonl import conflicts

CHANGELOG = "gold/CHANGELOG.md"
NAMED = 8  # ids that stand in a line; of more, the count says enough
_BULLETS = ("- ", "* ")
_UNSAID = ("reasons", "holdout")  # counts that say nothing of results


class Due(NamedTuple):
    """A line that is to be written: the line, and the whole file with it."""

    line: str
    data: bytes


def has_line(before: bytes, after: bytes) -> bool:
    """Whether the file has more lines about changes than it had; to reword one is not to add one.

    Args:
        before: the file at the base; empty where there was none.
        after: the file as it is.
    """
    return len(_entries(after)) > len(_entries(before))


def line(changed: Difference, lang: str, day: dt.date) -> str:
    """The line about a change: its month, and how many queries, evidence sets and passages are touched, and which."""
    parts = list(_parts(changed, lang))
    return f"- {day:%Y-%m}: {'; '.join(parts)}."


def with_line(data: bytes, new: str, lang: str) -> bytes:
    """The file with a line in front of the others; with a title where there is no file yet."""
    text = data.decode("utf-8") or f"# {term('log.title', lang)}\n\n{term('log.rule', lang)}\n"
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    at = next((number for number, old in enumerate(lines) if old.startswith(_BULLETS)), None)
    added = [*lines, "", new] if at is None else [*lines[:at], new, *lines[at:]]
    return "".join(f"{one}\n" for one in added).encode()


def due(root: Path, lang: str, day: dt.date) -> Due | None:
    """The line that a new gold revision in the working tree still lacks.

    It is new against the commit at which the branch left main; where there is no main, against the last one.

    Returns:
        None where nothing is due, also before the first commit.

    Raises:
        InputError: what cannot be compared, or written into: lines that are no rows, markers of a merge.
    """
    base = _base(root)
    if base is None:
        return None
    changed = difference(side(root, base), side(root, None))
    path = root / CHANGELOG
    data = path.read_bytes() if path.is_file() else b""
    if not changed.is_revision or has_line(_at(root, base), data):
        return None
    try:
        faults = conflicts(data.decode("utf-8"), CHANGELOG)
    except UnicodeDecodeError:
        faults = [Problem(CHANGELOG, "is not UTF-8", "save it as UTF-8")]
    if faults:
        raise InputError(faults)
    new = line(changed, lang, day)
    return Due(new, with_line(data, new, lang))


def _entries(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "replace").splitlines()
    return [line for line in lines if line.startswith(_BULLETS) and line[2:].strip()]


def _base(root: Path) -> str | None:
    for find in (merge_base, lambda top: commit_of(top, "HEAD")):
        try:
            return find(root)
        except InputError:
            continue
    return None


def _at(root: Path, commit: str) -> bytes:
    try:
        return git.run("cat-file", "blob", f"{commit}:{CHANGELOG}", cwd=root)
    except InputError:
        return b""


def _parts(changed: Difference, lang: str) -> Iterator[str]:
    """Queries, evidence sets and passages, each with its counts; queries with their ids."""
    told = 0
    for name, found in touched(changed).items():
        shown = {key: ids for key, ids in found.items() if ids and key not in _UNSAID}
        if shown:
            title = term(f"counts.{name}", lang)
            counts = (
                _named(key, ids, lang) if name == "queries" else term(f"count.{key}", lang, n=len(ids))
                for key, ids in shown.items()
            )
            yield f"{title.lower() if told else title}: {', '.join(counts)}"
            told += 1


def _named(key: str, names: list[str], lang: str) -> str:
    """A count with the ids, where they are few and can stand in Markdown as they are."""
    count = term(f"count.{key}", lang, n=len(names))
    plain = len(names) <= NAMED and all(name.isprintable() for name in names)
    return f"{count} ({', '.join(f'`{name}`' for name in names)})" if plain else count
