"""Chunks that were cut elsewhere, of any shape, as a chunks.jsonl of the corpus."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import Problem, refuse
from assay.exchange.losses import Loss
from assay.exchange.mapping import Mapped
from assay.jsonl import dump_row
from assay.retrieval.ready import FIELDS, read_chunks
from assay.retrieval.records import is_document_id


def chunk_rows(mapped: Mapped, where: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Rows of a chunks.jsonl, sorted by id, and what was done to make them so.

    A record that stands twice, word for word, counts once. A document's id loses what ours cannot have. A start
    without an end ends with the text.

    Raises:
        InputError: every fault of every record, by its address in the file that it came from.
    """
    refuse(mapped.problems)
    rows = [_row(value) for value in mapped.values]
    first: dict[str, int] = {}
    kept: list[dict[str, Any]] = []
    spots, repeats, problems = [], 0, []
    for row, spot in zip(rows, mapped.spots, strict=True):
        known = first.setdefault(row["chunk_id"], len(kept))
        if known == len(kept):
            kept.append(row)
            spots.append(spot)
        elif kept[known] == row:
            repeats += 1
        else:
            rule = f"chunk_id {row['chunk_id']!r} is also that of {spots[known]}, with other contents"
            problems.append(Problem(spot, rule, "remove one of them, or map another field to chunk_id"))
    problems += _faults(kept, spots, where)
    refuse(problems)
    notes = [f"{counted(repeats, 'record')} stood twice, word for word, and counts once"] if repeats else []
    changed = sum(
        row.get("doc_id") != value.get("doc_id") for row, value in zip(rows, mapped.values, strict=True)
    )
    if changed:
        notes.append(f"doc_id of {counted(changed, 'record')} was changed: no '#', no '..', no '/' in front")
    return sorted(kept, key=lambda row: str(row["chunk_id"])), notes


def chunks_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A chunks.jsonl in its one form."""
    lines = (dump_row({key: row[key] for key in FIELDS if row.get(key) is not None}) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def compared(old: pl.DataFrame, new: pl.DataFrame) -> list[str]:
    """How the chunks of the last import and those of this one hang together: by id, by text, not at all."""
    same = new.join(old, on=["chunk_id", "sha256"], how="semi")
    rest = new.join(same, on="chunk_id", how="anti")
    changed = rest.join(old, on="chunk_id", how="semi")
    renamed = rest.join(changed, on="chunk_id", how="anti").join(old, on="sha256", how="semi")
    fresh = len(rest) - len(changed) - len(renamed)
    gone = old.join(new, on="chunk_id", how="anti").join(new, on="sha256", how="anti")
    counts = {
        "same id and text": len(same),
        "same id, another text": len(changed),
        "another id, same text": len(renamed),
        "new": fresh,
        "gone": len(gone),
    }
    return ["against the chunks of before: " + ", ".join(f"{count} {name}" for name, count in counts.items())]


def unused_losses(mapped: Mapped) -> list[Loss]:
    """Fields of the records that have no place here."""
    return [
        Loss(f"values of {path}, which no field takes", count)
        for path, count in sorted(mapped.unused.items())
    ]


def _row(value: Mapping[str, Any]) -> dict[str, Any]:
    row = dict(value)
    if isinstance(row.get("doc_id"), str) and not is_document_id(row["doc_id"]):
        name = row["doc_id"].strip().lstrip("/").replace("#", "%23").replace("..", "%2E%2E")
        row["doc_id"] = name or None
    if row.get("start") is not None and row.get("end") is None and isinstance(row.get("text"), str):
        row["end"] = row["start"] + len(row["text"])
    return row


def _faults(rows: list[dict[str, Any]], spots: list[str], where: str) -> list[Problem]:
    """What the reader of a chunks.jsonl finds, by the addresses of the file that the rows came from."""
    from assay.errors import InputError

    try:
        read_chunks(chunks_bytes(rows), where)
    except InputError as error:
        return [_moved(problem, where, spots) for problem in error.problems]
    return []


def _moved(problem: Problem, where: str, spots: Sequence[str]) -> Problem:
    line, _, rest = problem.where.removeprefix(f"{where}:").partition(" ")
    if problem.where.startswith(f"{where}:") and line.isdecimal() and int(line) <= len(spots):
        return Problem(f"{spots[int(line) - 1]} {rest}".rstrip(), problem.rule, problem.fix)
    return problem
