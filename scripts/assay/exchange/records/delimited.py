"""Tables of CSV as programs and people write them: any delimiter, quoted line breaks, any encoding; all cells are texts."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.cells import unmarked
from assay.exchange.records import commas
from assay.exchange.records.decoding import decoded
from assay.exchange.records.headings import heading_rows, reads_like_headings, spread
from assay.exchange.records.owners import GROUPED
from assay.exchange.records.recordset import Records

_DELIMITERS = ",;\t|"
_TOP = 20  # rows in which titles and headings are
_STATED = re.compile(r"\ufeff?sep=(.)\r?\n", re.IGNORECASE)  # a first line that Excel writes and hides
Line = tuple[int, list[str]]


def read_delimited(data: bytes, where: str, header: int | None = None) -> Records:
    """Records of a CSV: texts by heading, None where a cell is empty or blank; ids and numbers stay as written.

    Args:
        data: the file.
        where: its name.
        header: number of rows of headings, which are joined by " / "; guessed where it is not given.

    Raises:
        InputError: no text; a quote that is not closed; two columns of one name; no rows.
    """
    text, notes = decoded(data, where)
    mark = _delimiter(text)
    filled = [(line, row) for line, row in _lines(text, where, mark) if any(cell.strip() for cell in row)]
    if not filled:
        return Records([], [], table=True, notes=[*notes, f"{where} holds no rows"])
    titles, heads = _layout(filled, header)
    head = _names([row for _, row in filled[titles : titles + heads]])
    refuse(list(_head_problems(head, f"{where}:{filled[titles][0]}")))
    body = filled[titles + heads :]
    unnamed = "" in head
    values = [_record(row, head, unnamed=unnamed) for _, row in body]
    if mark != ",":
        commas.mark(values, filter(None, head))
    return Records(
        values,
        [f"{where}:{line}" for line, _ in body],
        table=True,
        notes=[*notes, *_top_notes(filled, titles, heads, where, stated=header), *_notes(head, body, where)],
        problems=list(_wide(head, body, where)),
    )


def _layout(rows: list[Line], header: int | None) -> tuple[int, int]:
    """How many rows of titles, then of headings, there are."""
    counts = [sum(map(bool, map(str.strip, row))) for _, row in rows[:_TOP]]
    end = next((at for at, count in enumerate(counts) if count > 1), 0)
    titled = all(len(row) > 1 and row[0].strip() for _, row in rows[:end])
    titles = end if titled else 0
    return titles, min(
        header or heading_rows(_grid([row for _, row in rows[:_TOP]]), titles), len(rows) - titles
    )


def _grid(rows: Sequence[list[str]]) -> dict[tuple[int, int], str]:
    return {
        (at, column): cell.strip()
        for at, row in enumerate(rows)
        for column, cell in enumerate(row)
        if cell.strip()
    }


def _names(rows: Sequence[list[str]]) -> list[str]:
    """Names of the columns, of several rows joined."""
    grid, width = _grid(rows), max(map(len, rows))
    spread(grid, range(len(rows)))
    parts = [[grid[row, at] for row in range(len(rows)) if (row, at) in grid] for at in range(width)]
    return [GROUPED.join(dict.fromkeys(one)) for one in parts]


def _top_notes(rows: list[Line], titles: int, heads: int, where: str, *, stated: int | None) -> Iterator[str]:
    for line, _ in rows[:titles]:
        yield f"{where}:{line} is a title and was passed over"
    if heads > 1:
        yield f"{where}: headings are lines {rows[titles][0]} to {rows[titles + heads - 1][0]}"
    elif (
        stated is None
        and len(rows) > titles + 1
        and reads_like_headings(_grid([row for _, row in rows[:_TOP]]), titles + 1)
    ):
        what = "looks like a second row of headings: --header-rows 2 reads it as one"
        yield f"{where}:{rows[titles + 1][0]} {what}"


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


def _lines(text: str, where: str, mark: str) -> list[Line]:
    """Rows, each with the number of the line that it begins on."""
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
    return rows[1:] if _STATED.match(text) else rows


def _delimiter(text: str) -> str:
    """The mark that the file states, else the one that the heading has most of, outside of quotes."""
    if stated := _STATED.match(text):
        return stated[1]
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
