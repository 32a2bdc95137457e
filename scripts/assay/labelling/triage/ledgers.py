"""Files of triage: what the runs found, what people decided, and one more decision."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from assay import corpora, entries, ledger
from assay.authors import unentitled
from assay.errors import InputError, Problem, refuse
from assay.files import read_files
from assay.locking import locked
from assay.scoring.opening import nameless
from assay.systems import all_systems
from assay.tables import parse_table

FOLDER, FIELDS = "evidence/triage", entries.FIELDS["triage"]
Entry = dict[str, Any]


class Found(NamedTuple):
    """What is there.

    Attributes:
        tables: triage.parquet by system.
        absent: systems of params.yaml whose table is not there.
        decisions: rows of the ledger in force.
    """

    tables: dict[str, pl.DataFrame]
    absent: list[str]
    decisions: list[Entry]


def read(root: Path) -> Found:
    """Read the tables of every system of params.yaml, and the decisions.

    Raises:
        InputError: faults of params.yaml or of the ledger.
    """
    values = corpora.settings(root)
    paths = {system: root / "runs/systems" / system / "triage.parquet" for system in all_systems(values)}
    tables = {
        system: parse_table(path.read_bytes(), path.relative_to(root).as_posix())
        for system, path in sorted(paths.items())
        if path.is_file()
    }
    return Found(tables, sorted(paths.keys() - tables), decisions(root))


def decisions(root: Path) -> list[Entry]:
    """Rows of the ledger in force."""
    return ledger.read(read_files(root / FOLDER), FIELDS, FOLDER)


def author(name: str) -> str:
    """Who decides.

    Raises:
        InputError: nobody, or a name that is none.
    """
    refuse(nameless(name))
    return name.strip()


def new_row(values: Mapping[str, Any], who: str, older: list[Entry], why: str | None) -> Entry:
    """A decision, in place of older ones about the same text if there are any.

    Args:
        values: ``query_id, text_sha256, reason, supports_claims, compatible_with, decision``.
        who: the author.
        older: rows in force about the text.
        why: why they do not hold any more.

    Raises:
        InputError: the text is decided on, and nobody says why it is decided again.
    """
    if older and not (why or "").strip():
        said = ", ".join(f"{row['decision']} by {row['by']}" for row in older)
        where = f"{values['query_id']} {values['text_sha256'][:12]}"
        fix = "give --supersede with the reason to decide again"
        raise InputError(Problem(where, f"is decided already: {said}", fix))
    if why and not older:
        rule = "supersedes a decision, but there is none yet"
        raise InputError(Problem("--supersede", rule, "leave it out"))
    rest = {key: value for key, value in values.items() if key != "decision"}
    older_ids = [row["row_id"] for row in older]
    return ledger.new_row(rest, who, older_ids, why.strip() if older and why else None, values["decision"])


def check(root: Path, row: Entry) -> None:
    """Hold a row against the ledger that it is to join: only an author or an adjudicator supersedes.

    Raises:
        InputError: it may not stand there.
    """
    name = f"{ledger.author_file(row['by'])}.jsonl"
    files = read_files(root / FOLDER)
    from assay.jsonl import dump_row

    before = files.get(name, b"")
    then = {**files, name: before + (dump_row(row) + "\n").encode()}
    line = before.count(b"\n") + 1
    try:
        rows = ledger.history(then, FIELDS, FOLDER)
        refuse(list(unentitled(rows, corpora.settings(root)["adjudicators"], {f"{FOLDER}/{name}:{line}"})))
    except InputError as error:
        refuse([Problem("new row", problem.rule, problem.fix) for problem in error.problems])


def append(root: Path, row: Entry) -> Path:
    """Put a row at the end of its author's file, which is returned.

    Raises:
        InputError: the text was decided on after the row was made; another command is writing all the time.
    """
    path = root / FOLDER / f"{ledger.author_file(row['by'])}.jsonl"
    text = row["query_id"], row["text_sha256"]
    with locked(root):
        now = [one for one in decisions(root) if (one["query_id"], one["text_sha256"]) == text]
        if sorted(one["row_id"] for one in now) != row["supersedes"]:
            said = ", ".join(f"{one['decision']} by {one['by']}" for one in now)
            rule = f"was decided on meanwhile: {said}; nothing is written"
            raise InputError(Problem(f"{text[0]} {text[1][:12]}", rule, "look at it and begin again"))
        ledger.append(path, row)
    return path
