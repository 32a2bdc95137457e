"""Tables of CSV as programs and people write them: any delimiter, quoted line breaks, any encoding; all cells are texts."""

import csv
import io
import re
from collections.abc import Iterator

from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.cells import unmarked
from assay.exchange.records.decoding import decoded
from assay.exchange.records.recordset import Records

_DELIMITERS = ",;\t|"
_STATED = re.compile(r"\ufeff?sep=(.)\r?\n", re.IGNORECASE)  # a first line that Excel writes and hides
Line = tuple[int, list[str]]


def read_delimited(data: bytes, where: str) -> Records:
    """Records of a CSV: texts by heading, None where a cell is empty or blank; ids and numbers stay as written.

    Raises:
        InputError: no text; a quote that is not closed; two columns of one name; no rows.
    """
    text, notes = decoded(data, where)
    filled = [(line, row) for line, row in _lines(text, where) if any(cell.strip() for cell in row)]
    if not filled:
        return Records([], [], table=True, notes=[*notes, f"{where} holds no rows"])
    head = [cell.strip() for cell in filled[0][1]]
    refuse(list(_head_problems(head, f"{where}:{filled[0][0]}")))
    body = filled[1:]
    unnamed = "" in head
    values = [_record(row, head, unnamed=unnamed) for _, row in body]
    return Records(
        values,
        [f"{where}:{line}" for line, _ in body],
        table=True,
        notes=[*notes, *_notes(head, body, where)],
        problems=list(_wide(head, body, where)),
    )


def _record(row: list[str], head: list[str], *, unnamed: bool) -> dict[str, str | None]:
    record: dict[str, str | None] = dict.fromkeys(head)
    record.update(zip(head, row, strict=False))
    for name, cell in zip(head, row, strict=False):
        if not cell or cell.isspace():
            record[name] = None
        elif cell[0] == "'":
            record[name] = unmarked(cell)
    if unnamed:
        del record[""]
    return record


def _lines(text: str, where: str) -> list[Line]:
    """Rows, each with the number of the line that it begins on."""
    stated = _STATED.match(text)
    mark = stated[1] if stated else _delimiter(text)
    before = csv.field_size_limit(len(text) + 1)  # a chunk may be longer than the 128 KB that Python allows
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    rows: list[Line] = []
    begin = 1
    try:
        for row in lines:
            rows.append((begin, row))
            begin = lines.line_num + 1
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            problem = Problem(f"{where}:{begin}", "has a quote that is never closed", "close or double it")
        else:
            problem = Problem(f"{where}:{begin}", f"is not CSV ({error})", "mend the line")
        raise InputError(problem) from None
    finally:
        csv.field_size_limit(before)
    return rows[1:] if stated else rows


def _delimiter(text: str) -> str:
    """The mark that the heading has most of, outside of quotes."""
    counts = dict.fromkeys(_DELIMITERS, 0)
    quoted = False
    for letter in text.lstrip():
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter in counts:
            counts[letter] += 1
        elif letter in "\r\n":
            break
    return max(_DELIMITERS, key=counts.__getitem__)


def _head_problems(head: list[str], where: str) -> Iterator[Problem]:
    for name in dict.fromkeys(name for name in head if name and head.count(name) > 1):
        yield Problem(where, f"has two columns {name!r}", "rename one of them")


def _wide(head: list[str], body: list[Line], where: str) -> Iterator[Problem]:
    for line, row in body:
        if len(row) > len(head) and any(cell.strip() for cell in row[len(head) :]):
            yield Problem(
                f"{where}:{line}", f"has {len(row)} cells, the heading {len(head)}", "mend the line"
            )


def _notes(head: list[str], body: list[Line], where: str) -> Iterator[str]:
    for at, name in enumerate(head):
        if not name and any(len(row) > at and row[at].strip() for _, row in body):
            yield f"{where}: column {at + 1} has no heading and was not read"
    short = [line for line, row in body if len(row) < len(head)]
    if short:
        yield f"{where}: {counted(len(short), 'row')} with fewer cells than headings, the first on line {short[0]}"
