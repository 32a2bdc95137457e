"""Ledgers: append-only tables of decisions, one JSON Lines file an author and subject.

A row is never edited or removed: a later row supersedes it, and says why. Every row carries the envelope
``row_id`` (hash of its content), ``by``, ``at``, ``schema_version``, ``supersedes``, ``supersede_reason``
and ``decision`` (rows of one split or merge share it). Only a row's author supersedes it, or an adjudicator,
whom ``adjudicators`` of params.yaml names.
"""

import datetime as dt
import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from assay import manifest
from assay.errors import InputError, Problem, near, refuse
from assay.jsonl import Row, dump_row, read_rows

ENVELOPE = ("row_id", "by", "at", "schema_version", "supersedes", "supersede_reason", "decision")
SCHEMA_VERSION = 1
FIELDS: dict[str, tuple[str, ...]] = {  # of each ledger folder below evidence/, beside the envelope
    "grades": ("query_id", "chunk_id", "sha256", "grade", "harmful", "reason", "reason_code", "adjudicates"),
    "triage": ("query_id", "text_sha256", "decision", "reason", "supports_claims", "compatible_with"),
    "holdout": ("system", "run_id", "gold_revision", "why", "metrics"),
}


def row_id(row: dict[str, Any]) -> str:
    """Hash of a row's content: everything but the id itself."""
    return manifest.sha256(manifest.canonical({key: value for key, value in row.items() if key != "row_id"}))[
        :16
    ]


def new_row(
    values: dict[str, Any],
    by: str,
    supersedes: Iterable[str] = (),
    supersede_reason: str | None = None,
    decision: str | None = None,
) -> dict[str, Any]:
    """A row with its envelope, written now by ``by``; ``decision`` names what several rows share."""
    at = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    row = {
        "by": by,
        "at": at,
        "schema_version": SCHEMA_VERSION,
        "supersedes": sorted(supersedes),
        "supersede_reason": supersede_reason,
        "decision": decision,
        **values,
    }
    return {"row_id": row_id(row), **row}


def append(path: Path, row: dict[str, Any]) -> None:
    """Add one row at the end of a ledger and force it to disk; the rows before it stay as they are.

    Raises:
        InputError: the last line is cut off: the row would become part of it.
        OSError: the row does not fit on the disk; nothing of it is left.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = (dump_row(row) + "\n").encode()
    with path.open("a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size and os.pread(file.fileno(), 1, size - 1) != b"\n":
            rule = "the last line has no line end: it may be cut off"
            raise InputError(Problem(near(path), rule, "restore it from the last commit"))
        done = False
        try:
            done = file.write(data) == len(data)
            os.fsync(file.fileno())
        except OSError:
            done = False
            raise
        finally:
            if not done:
                file.truncate(size)
    if not done:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def read(
    files: dict[str, bytes], fields: Iterable[str], where: str, adjudicators: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """Rows in force of one ledger folder: those that no other row supersedes, in order of file and line.

    Args:
        files: bytes by file name; only ``*.jsonl`` count.
        fields: the keys every row has beside the envelope.
        where: the folder's name for messages.
        adjudicators: who may supersede the rows of others.

    Raises:
        InputError: a row whose keys or hash are wrong, a row twice, a superseded row that is not there, or of
            another author, or superseded without a reason.
    """
    rows = _rows(files, fields, where)
    refuse([*_repeats(rows), *_successions(rows, set(adjudicators))])
    gone = {older for row in rows.values() for older in row["supersedes"]}
    return [row for row in rows.values() if row["row_id"] not in gone]


def forks(files: dict[str, bytes], fields: Iterable[str], where: str) -> Iterator[Problem]:
    """Rows that two decisions supersede, as a merge of two branches leaves them; all of these stay in force.

    Arguments and errors are those of :func:`read`.
    """
    rows = _rows(files, fields, where)
    later: dict[str, list[str]] = {}
    for place, row in rows.items():
        for older in row["supersedes"]:
            later.setdefault(older, []).append(place)
    for place, row in rows.items():
        decisions: dict[str, set[str]] = {}
        for after in later.get(row["row_id"], []):
            name = rows[after]["decision"] or rows[after]["row_id"]
            decisions.setdefault(name, set()).update(_latest(after, rows, later))
        ends = list(decisions.values())
        if any(end != ends[0] for end in ends):
            rule = f"is superseded by different decisions: {', '.join(sorted(set().union(*ends)))}"
            fix = "an adjudicator (adjudicators in params.yaml) adds a row that supersedes them all"
            yield Problem(place, rule, fix)


def _latest(place: str, rows: dict[str, dict[str, Any]], later: dict[str, list[str]]) -> set[str]:
    """Places of the rows in force that a row has become."""
    after = later.get(rows[place]["row_id"], [])
    return set().union(*(_latest(next_place, rows, later) for next_place in after)) if after else {place}


def _rows(files: dict[str, bytes], fields: Iterable[str], where: str) -> dict[str, dict[str, Any]]:
    """Every row by its place, each with the keys and the hash that it must have."""
    rows: dict[str, dict[str, Any]] = {}
    problems: list[Problem] = []
    expected = {*ENVELOPE, *fields}
    for name, data in sorted(files.items()):
        if name.endswith(".jsonl"):
            for row in _parsed(data, f"{where}/{name}", problems):
                place = f"{where}/{name}:{row.line}"
                problems += _problems(row, expected, place)
                rows[place] = row.value
    refuse(problems)
    return rows


def _parsed(data: bytes, where: str, problems: list[Problem]) -> list[Row]:
    try:
        return read_rows(data, where)
    except InputError as error:
        problems += error.problems
        return []


def _problems(row: Row, expected: set[str], place: str) -> Iterable[Problem]:
    if missing := sorted(expected - row.value.keys()):
        yield Problem(place, f"lacks {', '.join(missing)}", "add it by the command that writes this ledger")
    if unknown := sorted(row.value.keys() - expected):
        yield Problem(place, f"has unknown keys {', '.join(unknown)}", "remove them")
    if not missing and not _is_untouched(row.value):
        yield Problem(
            place, "was edited: its hash does not fit", "restore it, and add a row that supersedes it"
        )


def _is_untouched(row: dict[str, Any]) -> bool:
    try:
        fits: bool = row["row_id"] == row_id(row)
    except ValueError:  # an infinite number, which no command writes
        return False
    return fits and isinstance(row["supersedes"], list)


def _repeats(rows: dict[str, dict[str, Any]]) -> Iterator[Problem]:
    places: dict[str, str] = {}
    for place, row in rows.items():
        first = places.setdefault(row["row_id"], place)
        if first != place:
            yield Problem(place, f"repeats {first}", "remove one of them")


def _successions(rows: dict[str, dict[str, Any]], adjudicators: set[str]) -> Iterator[Problem]:
    authors = {row["row_id"]: row["by"] for row in rows.values()}
    for place, row in rows.items():
        if row["supersedes"] and not str(row["supersede_reason"] or "").strip():
            yield Problem(place, "supersedes a row without supersede_reason", "say why")
        for older in row["supersedes"]:
            if older not in authors:
                yield Problem(place, f"supersedes {older}, which is not there", "restore that row")
            elif authors[older] != row["by"] and row["by"] not in adjudicators:
                rule = f"{row['by']} supersedes a row of {authors[older]}"
                yield Problem(place, rule, f"{authors[older]} does, or an adjudicator named in params.yaml")
