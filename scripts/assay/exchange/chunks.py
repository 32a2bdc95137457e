"""Chunks that were cut elsewhere, of any shape, as a chunks.jsonl of the corpus."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import InputError, Problem, refuse, shown
from assay.exchange.listing import listed
from assay.exchange.losses import Loss
from assay.exchange.records.mapping import Mapped
from assay.jsonl import dump_row
from assay.retrieval.ready import FIELDS, read_chunks
from assay.retrieval.records import is_document_id
from assay.tables import text_sha256

_DIGITS = 16  # of a hash, in an id that is made of it
_CELL = re.compile(r"![A-Z]{1,3}(\d+)$")  # of a sheet: its row is the record
_PATHS = 20  # of values that no field takes, each in a line of its own


def chunk_rows(mapped: Mapped, where: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Rows of a chunks.jsonl, sorted by id, and what was done to make them so.

    A record that stands twice, word for word, counts once. Where no field is the id, it is made of the hash of the
    text, so that it stays the same when the chunks are made again. A document's id loses what ours cannot have. A
    start without an end ends with the text.

    Raises:
        InputError: every fault of every record, by its address in the file that it came from.
    """
    rows = [_row(value) for value in mapped.values]
    broken = _broken(mapped)
    notes = [] if mapped.problems else list(_made_ids(rows))
    problems = [*mapped.problems, *_clashes(mapped, rows)]
    first: dict[str, int] = {}
    kept: list[dict[str, Any]] = []
    spots, repeats = [], 0
    for row, spot in zip(rows, mapped.spots, strict=True):
        known = first.setdefault(row["chunk_id"], len(kept)) if "chunk_id" in row else len(kept)
        if known == len(kept):
            kept.append(row)
            spots.append(spot)
        elif kept[known] == row:
            repeats += 1
        else:
            rule = f"chunk_id {row['chunk_id']!r} is also that of {spots[known]}, with other contents"
            problems.append(Problem(spot, rule, "remove one of them, or map another field to chunk_id"))
    problems += _faults(kept, spots, where, broken)
    refuse(problems)
    if repeats:
        notes.append(f"{counted(repeats, 'record')} stood twice, word for word, and counts once")
    notes += [*_cleaned(mapped, rows), *_misplaced(kept, spots)]
    ordered = ({key: row[key] for key in FIELDS if key in row} for row in kept)
    return sorted(ordered, key=lambda row: str(row["chunk_id"])), notes


def _broken(mapped: Mapped) -> set[str]:
    """Addresses of the records of which something is said already."""
    said = {_CELL.sub(r"!\1", problem.where) for problem in mapped.problems}
    said |= {where[: blank.start()] for where in said for blank in re.finditer(" ", where)}
    return said & set(mapped.spots)


def _made_ids(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Ids of the texts, where no record has one; equal texts are numbered by document and place."""
    if not rows or any("chunk_id" in row for row in rows):
        return
    same: dict[str, set[tuple[str, int, str]]] = {}
    keys = []
    for row in rows:
        digest = text_sha256(row["text"])[:_DIGITS]
        key = (str(row.get("doc_id") or ""), int(row.get("start") or 0), repr(sorted(row.items())))
        same.setdefault(digest, set()).add(key)
        keys.append((digest, key))
    numbers = {
        (digest, key): number for digest, found in same.items() for number, key in enumerate(sorted(found), 1)
    }
    for row, (digest, key) in zip(rows, keys, strict=True):
        number = numbers[digest, key]
        row["chunk_id"] = f"text-{digest}" + (f"-{number}" if number > 1 else "")
    yield f"no field is read as the id: each is made of the text, as {rows[0]['chunk_id']}"


def _clashes(mapped: Mapped, rows: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Documents of two names that would become one."""
    names: dict[str, tuple[str, str]] = {}
    for value, row, spot in zip(mapped.values, rows, mapped.spots, strict=True):
        if row.get("doc_id") is None:
            continue
        raw, at = names.setdefault(row["doc_id"], (value["doc_id"], spot))
        if raw != value["doc_id"]:
            rule = f"doc_id {shown(value['doc_id'])} and {shown(raw)} of {at} would both be {shown(row['doc_id'])}"
            yield Problem(spot, rule, "map another field to doc_id, or rename one")


def _cleaned(mapped: Mapped, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    changed = sum(
        row.get("doc_id") != value.get("doc_id") for row, value in zip(rows, mapped.values, strict=True)
    )
    if changed:
        yield f"doc_id of {counted(changed, 'record')} was changed: no '#', no '..', no '/' in front"


def _misplaced(rows: Sequence[Mapping[str, Any]], spots: Sequence[str]) -> Iterator[str]:
    """Chunks whose offsets count something else than their texts; of a document put together of chunks they are none."""
    found = [
        f"{spot} {row['start']}:{row['end']} of {counted(len(row['text']), 'character')}"
        for row, spot in zip(rows, spots, strict=True)
        if row.get("start") is not None and row["end"] - row["start"] != len(row["text"])
    ]
    if found:
        what = "whose text is not as long as start and end say"
        yield f"{counted(len(found), 'chunk')} {what} ({listed(found)}): the text decides, each stands alone"


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


def not_all(losses: Sequence[Loss], where: str) -> list[Problem]:
    """Faults of a file that is to hold every chunk, and says itself that it does not: labels in the rest would count as
    not found.
    """
    return [
        Problem(where, f"lacks {loss.count:,} {loss.what}", "give the file of all chunks of that date")
        for loss in losses
    ]


def unused_losses(mapped: Mapped) -> list[Loss]:
    """Fields of the records that have no place here: of many paths the most frequent, and the rest in one line."""
    ranked = sorted(mapped.unused.items(), key=lambda pair: (-pair[1], pair[0]))
    shown_ones, others = sorted(ranked[:_PATHS]), ranked[_PATHS:]
    losses = [Loss(f"values of {path}, which no field takes", count) for path, count in shown_ones]
    if others:
        what = f"values of {counted(len(others), 'more path')}, which no field takes"
        examples = tuple(path for path, _ in others[:3])
        losses.append(Loss(what, sum(count for _, count in others), examples))
    return losses


def _row(value: Mapping[str, Any]) -> dict[str, Any]:
    row = dict(value)
    if isinstance(row.get("doc_id"), str) and not is_document_id(row["doc_id"]):
        name = row["doc_id"].strip().lstrip("/").replace("#", "%23").replace("..", "%2E%2E")
        row["doc_id"] = name or None
    if row.get("start") is not None and row.get("end") is None and isinstance(row.get("text"), str):
        row["end"] = row["start"] + len(row["text"])
    return row


def _faults(
    rows: Sequence[dict[str, Any]], spots: Sequence[str], where: str, broken: Collection[str]
) -> list[Problem]:
    """What the reader of a chunks.jsonl finds, by the addresses of the file that the rows came from."""
    whole = [
        (row, spot)
        for row, spot in zip(rows, spots, strict=True)
        if not broken or (spot not in broken and {"chunk_id", "text"} <= row.keys())
    ]
    if broken and not whole:
        return []
    spots = [spot for _, spot in whole]
    try:
        read_chunks(chunks_bytes([row for row, _ in whole]), where)
    except InputError as error:
        return [_moved(problem, where, spots) for problem in error.problems]
    return []


def _moved(problem: Problem, where: str, spots: Sequence[str]) -> Problem:
    line, _, rest = problem.where.removeprefix(f"{where}:").partition(" ")
    if problem.where.startswith(f"{where}:") and line.isdecimal() and int(line) <= len(spots):
        return Problem(f"{spots[int(line) - 1]} {rest}".rstrip(), problem.rule, problem.fix)
    return problem
