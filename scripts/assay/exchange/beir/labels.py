"""Labels of a BEIR folder: a heading, then query, document and score between tabs."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assay.errors import Problem, shown
from assay.exchange.records.decoding import decoded

HEAD = ("query-id", "corpus-id", "score")
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


class Label(NamedTuple):
    """Relevance of a chunk for a query, and the line of the file."""

    line: int
    query_id: str
    chunk_id: str
    relevance: int


def read_labels(data: bytes, where: str, problems: list[Problem]) -> list[Label]:
    """The labels of one split that have no fault; quotation marks as BEIR's own reader takes them.

    Args:
        data: the file's bytes.
        where: its name for messages.
        problems: faults are added here.

    Raises:
        InputError: it is no text.
    """
    rows = list(_rows(data, where, problems))
    if not rows or tuple(cell.strip().lower() for cell in rows[0][1]) != HEAD:
        rule = f"has no heading {', '.join(HEAD)}: readers would lose its first label"
        problems.append(Problem(f"{where}:1", rule, "write it, with tabs between"))
        return []
    labels: list[Label] = []
    seen: dict[tuple[str, str], int] = {}
    for line, cells in rows[1:]:
        fault = _fault(cells, seen)
        if fault:
            problems.append(Problem(f"{where}:{line}", *fault))
        else:
            labels.append(Label(line, cells[0], cells[1], int(cells[2])))
            seen[cells[0], cells[1]] = line
    return labels


def _rows(data: bytes, where: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    text, _ = decoded(data, where)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter="\t", strict=True)
    begin = 1
    try:
        for row in reader:
            if any(row):
                yield begin, row
            begin = reader.line_num + 1
    except csv.Error as error:
        problems.append(Problem(f"{where}:{begin}", f"cannot be read ({error})", "mend the line"))


def _fault(cells: list[str], seen: dict[tuple[str, str], int]) -> tuple[str, str] | None:
    if len(cells) != len(HEAD):
        return (
            f"has {len(cells)} columns, must have {len(HEAD)}",
            "write query, document and score with tabs between",
        )
    query, chunk, score = cells
    if not query or not chunk:
        return "has an empty id", "fill it"
    if not _WHOLE.fullmatch(score.strip()):
        return f"score is {shown(score)}, must be a whole number", "correct it"
    if (query, chunk) in seen:
        first = seen[query, chunk]
        return f"query {query}, document {chunk} is labelled twice, first on line {first}", "keep one of them"
    return None


def labels_bytes(labels: Iterable[tuple[str, str, int]]) -> bytes:
    """The file of one split, of query, chunk and relevance."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(labels)
    return out.getvalue().encode()
