"""Ledgers: append-only tables of decisions, one JSON Lines file an author; where rows are about an answer, one an
author and answer.

A row is never edited or removed: a later row supersedes it, and says why. Every row carries the envelope
``row_id`` (hash of its content), ``by``, ``at``, ``schema_version``, ``supersedes``, ``supersede_reason``
and ``decision`` (rows of one split or merge share it). Only a row's author supersedes it, or an adjudicator: what
is about to be written is asked that (:mod:`assay.authors`); what is on record stays valid, whoever is one today.
"""

import datetime as dt
import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from assay import manifest, params
from assay.entries import AUTHOR, ENVELOPE, FIELDS, SCHEMA_VERSION, SUBJECT, Rules, all_hold, holds
from assay.errors import InputError, Problem, near, refuse, shown, unquoted
from assay.jsonl import dump_row, read_all

Entry = dict[str, Any]
_EDITED = "was edited: its hash does not fit", "restore it, and add a row that supersedes it"
_UNWRITABLE = ("holds NaN, an infinite number or half a character, which JSON has not", "write null")


@lru_cache(maxsize=4096)  # each is asked of every row
def author_file(who: str) -> str:
    """Name of an author's ledger, without .jsonl: the author's in small letters where it makes one, else its hash."""
    name = re.sub(r"[\s.]+", "-", who.lower())
    fits = params.NAME.fullmatch(name) and len(name) <= params.LONGEST
    return name if fits else manifest.sha256(who.encode())[:16]


def file_of(row: Entry) -> str:
    """Path of the file in its ledger's folder that a row stands in: ``ada.jsonl``, ``a-017/ada.jsonl``.

    Args:
        row: with its author, and with what it is about where the ledger has a folder for each.
    """
    own = f"{author_file(row['by'])}.jsonl"
    return f"{author_file(row[SUBJECT])}/{own}" if SUBJECT in row else own


def row_id(row: Entry) -> str:
    """Hash of a row's content: everything but the id itself."""
    content = {key: value for key, value in row.items() if key != "row_id"}
    return manifest.sha256(manifest.canonical(content))[:16]


def new_row(
    values: dict[str, Any],
    by: str,
    supersedes: Iterable[str] = (),
    supersede_reason: str | None = None,
    decision: str | None = None,
) -> Entry:
    """A row with its envelope, written now by ``by``; ``decision`` names what several rows share."""
    row = {
        "by": by,
        "at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "schema_version": SCHEMA_VERSION,
        "supersedes": sorted(supersedes),
        "supersede_reason": supersede_reason,
        "decision": decision,
        **values,
    }
    try:
        return {"row_id": row_id(row), **row}
    except ValueError:
        raise InputError(Problem("new row", *_UNWRITABLE)) from None


def append(path: Path, row: Entry) -> None:
    """Add one row at the end of its file (:func:`file_of`) in ``evidence/<ledger>/`` and force it to disk.

    What was there stays.

    Raises:
        InputError: the row is none that may be read; the last line is cut off: the row would become part of it.
        OSError: the row does not fit on the disk; nothing of it is left.
    """
    above = "".join(path.parts[-3:-2])
    ledger = above if SUBJECT in FIELDS.get(above, ()) else path.parent.name
    name = "/".join(path.parts[-2 if ledger == above else -1 :])
    refuse(list(_problems(row, FIELDS[ledger], name, f"new row of {near(path)}")))
    path.parent.mkdir(parents=True, exist_ok=True)
    data = (dump_row(row) + "\n").encode()
    with path.open("a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size and os.pread(file.fileno(), 1, size - 1) != b"\n":
            rule = "the last line has no line end: it may be cut off"
            raise InputError(Problem(near(path), rule, "restore it from the last commit"))
        done = False
        try:
            whole = file.write(data) == len(data)
            os.fsync(file.fileno())
            done = whole
        finally:
            if not done:
                file.truncate(size)
    if not done:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def read(files: dict[str, bytes], fields: Rules, where: str) -> list[Entry]:
    """Rows in force of one ledger folder: those that no other row supersedes, in order of file and line.

    Arguments and errors as of :func:`history`.
    """
    return in_force(history(files, fields, where).values())


def in_force(rows: Iterable[Entry]) -> list[Entry]:
    """Those of some rows that no other of them supersedes, in their order."""
    every = list(rows)
    gone = {older for row in every for older in row["supersedes"]}
    return [row for row in every if row["row_id"] not in gone]


def history(
    files: dict[str, bytes],
    fields: Rules,
    where: str,
    *,
    closed: Callable[[Entry], bool] = lambda _: False,
) -> dict[str, Entry]:
    """Every row of one ledger folder by its place (``file:line``), in order of file and line.

    Of ``files``, bytes by name, only ``*.jsonl`` count; ``fields`` is one of :data:`assay.entries.FIELDS`, ``where`` the folder's
    name for messages; ``closed`` rows are those of which messages quote nothing.

    Raises:
        InputError: a row whose keys, hash or values are wrong, or in the file of another author; a row twice; a
            superseded or adjudicated row that is not there; one superseded without a reason.
    """
    rows = _rows(files, fields, where, closed)
    refuse(list(_successions(rows)))
    return rows


def forks(rows: Mapping[str, Entry]) -> Iterator[Problem]:
    """Rows that two decisions supersede, as a merge leaves them, both in force.

    Args:
        rows: by their place, as :func:`history` gives them.
    """
    later: dict[str, list[str]] = {}
    for place, row in rows.items():
        for older in row["supersedes"]:
            later.setdefault(older, []).append(place)
    latest = _latest(rows, later) if any(len(after) > 1 for after in later.values()) else {}
    for place, row in rows.items() if latest else ():
        decisions: dict[str, set[str]] = {}
        for after in later.get(row["row_id"], []):
            name = rows[after]["decision"] or rows[after]["row_id"]
            decisions.setdefault(name, set()).update(latest[after])
        ends = list(decisions.values())
        if any(end != ends[0] for end in ends):
            rule = f"is superseded by different decisions: {', '.join(sorted(set().union(*ends)))}"
            fix = "an adjudicator (adjudicators in params.yaml) adds a row that supersedes them all"
            yield Problem(place, rule, fix)


def _latest(rows: Mapping[str, Entry], later: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    """By the place of each row the places of the rows in force that it has become."""
    after = {place: later.get(row["row_id"], []) for place, row in rows.items()}
    found: dict[str, frozenset[str]] = {}
    for place in TopologicalSorter(after).static_order():  # each behind those that supersede it
        found[place] = frozenset().union(*(found[one] for one in after[place])) or frozenset([place])
    return found


def _rows(
    files: dict[str, bytes], fields: Rules, where: str, closed: Callable[[Entry], bool]
) -> dict[str, Entry]:
    """Every row by its place, each with the keys, the hash and the values that it must have."""
    rows: dict[str, Entry] = {}
    problems: list[Problem] = []
    for name, data in sorted(files.items()):
        if name.endswith(".jsonl"):
            found, unread = read_all(data, f"{where}/{name}")
            problems += unread
            for row in found:
                place = f"{where}/{name}:{row.line}"
                wrong = list(_problems(row.value, fields, name, place))
                if wrong and closed(row.value):
                    wrong = unquoted(_problems(row.value, fields, name, place))
                problems += wrong
                rows[place] = row.value
    refuse(problems)
    return rows


def _problems(row: Entry, fields: Rules, name: str, place: str) -> Iterator[Problem]:
    """What is wrong with one row of a file; values only where nobody has edited them."""
    rules = {**ENVELOPE, **fields}
    if missing := sorted(rules.keys() - row.keys()):
        yield Problem(place, f"lacks {', '.join(missing)}", "add it by the command that writes this ledger")
    if unknown := sorted(row.keys() - rules.keys()):
        yield Problem(place, f"has unknown keys {', '.join(map(shown, unknown))}", "remove them")
    if missing:
        return
    try:
        if row["row_id"] != row_id(row):
            yield Problem(place, *_EDITED)
            return
    except ValueError:
        yield Problem(place, *_UNWRITABLE)
        return
    for key, rule in () if not unknown and all_hold(rules, row) else rules.items():
        if not holds(rule, row[key]):
            yield Problem(place, f"{key} is {shown(row[key])}, must be {rule.words}", "write the row anew")
    if holds(ENVELOPE["supersedes"], row["supersedes"]) and row["supersedes"] and not row["supersede_reason"]:
        yield Problem(place, "supersedes a row without supersede_reason", "say why")
    named = holds(AUTHOR, row["by"]) and isinstance(row.get(SUBJECT, ""), str)
    if named and (own := file_of({key: row[key] for key in ("by", SUBJECT) if key in rules})) != name:
        about = f" about {shown(row[SUBJECT])}" if SUBJECT in rules else ""
        yield Problem(place, f"is by {shown(row['by'])}{about}, whose rows stand in {own}", "move it there")


def _successions(rows: dict[str, Entry]) -> Iterator[Problem]:
    """Rows that stand twice, or refer to what is not there."""
    places = {row["row_id"]: place for place, row in reversed(rows.items())}
    for place, row in rows.items():
        if (first := places[row["row_id"]]) != place:
            yield Problem(place, f"repeats {first}", "remove one of them")
        for verb in ("supersedes", "adjudicates"):
            for older in dict.fromkeys(row.get(verb) or ()):
                if older not in places:
                    yield Problem(place, f"{verb} {older}, which is not there", "restore that row")
