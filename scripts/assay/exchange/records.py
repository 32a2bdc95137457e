"""Records of a file of any shape: JSON, JSON Lines, CSV, Parquet, XLSX; each with its address for messages."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from assay.errors import InputError, Problem, refuse
from assay.exchange.decoding import decoded
from assay.jsonl import Row, read_all, read_value

SUFFIXES = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
}
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Records:
    """What a file holds, one value a record.

    Attributes:
        values: the records; of a table, texts by column (None where a cell is empty).
        spots: address of each, as ``file:14`` or ``file!Sheet1!7``.
        cells: address of a column's cell in a record, by column; of XLSX its letters.
        table: whether it is a flat table of columns.
        notes: what people should know about how it was read.
        problems: faults of lines and cells.
    """

    values: Sequence[Any]
    spots: Sequence[str]
    cells: dict[str, str] = field(default_factory=dict)
    table: bool = False
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def place(self, number: int, column: str | None = None) -> str:
        """Address of a record, or of one of its cells."""
        spot = self.spots[number]
        if column is None or not self.table:
            return spot
        if column not in self.cells:
            return f"{spot} {column}"
        sheet, _, row = spot.rpartition("!")
        return f"{sheet}!{self.cells[column]}{row}"


def form_of(name: str) -> str | None:
    """Form of a file by the end of its name, None where that says nothing."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def read_records(data: bytes, where: str, *, sheet: str | None = None, header: int | None = None) -> Records:
    """Read a file by the end of its name.

    Args:
        data: its bytes.
        where: its name, for the form and for messages.
        sheet: of XLSX, the sheet (default: the only one that holds something).
        header: of XLSX, how many rows are headings (default: guessed).

    Raises:
        InputError: a form that is not known; a file that cannot be read at all.
    """
    form = form_of(where)
    if form is None:
        known = ", ".join(SUFFIXES)
        raise InputError(Problem(where, "is of no known form", f"name it by its form: {known}"))
    if form == "xlsx":
        from assay.exchange.spreadsheet import read_sheet

        return read_sheet(data, where, sheet=sheet, header=header)
    return {"json": _json, "jsonl": _jsonl, "csv": _csv, "parquet": _parquet}[form](data, where)


def _json(data: bytes, where: str) -> Records:
    value = read_value(data, where)
    if not isinstance(value, list):
        return Records([value], [where])
    return Records(value, [f"{where} [{number}]" for number in range(len(value))])


def _jsonl(data: bytes, where: str) -> Records:
    rows, problems = read_all(_finished(data), where)
    return Records(
        [row.value for row in rows], [f"{where}:{row.line}" for row in rows], problems=list(problems)
    )


def _finished(data: bytes) -> bytes:
    """Without byte order mark and CR, and with a last line end: other tools' files have them as they like."""
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    return data + b"\n" if data and not data.endswith(b"\n") else data


def _csv(data: bytes, where: str) -> Records:
    text, notes = decoded(data, where)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    rows: list[tuple[int, list[str]]] = []
    begin = 1
    try:
        for row in lines:
            rows.append((begin, row))
            begin = lines.line_num + 1
    except csv.Error as error:
        raise InputError(Problem(f"{where}:{begin}", f"is not CSV ({error})", "mend the line")) from None
    filled = [(line, row) for line, row in rows if any(cell.strip() for cell in row)]
    if not filled:
        raise InputError(Problem(where, "holds no rows", "check the file"))
    head = [cell.strip() for cell in filled[0][1]]
    problems = list(_head_problems(head, f"{where}:{filled[0][0]}"))
    refuse(problems)
    values = [
        {name: cell if cell.strip() else None for name, cell in zip(head, row, strict=False) if name}
        for _, row in filled[1:]
    ]
    problems += [
        Problem(f"{where}:{line}", f"has {len(row)} cells, the heading {len(head)}", "mend the line")
        for line, row in filled[1:]
        if len(row) > len(head) and any(cell.strip() for cell in row[len(head) :])
    ]
    spots = [f"{where}:{line}" for line, _ in filled[1:]]
    return Records(values, spots, table=True, notes=notes, problems=problems)


def _head_problems(head: list[str], where: str) -> Iterator[Problem]:
    for name in dict.fromkeys(name for name in head if name and head.count(name) > 1):
        yield Problem(where, f"has two columns {name!r}", "rename one of them")


def _delimiter(text: str) -> str:
    """The mark that the heading has most of."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=head.count)


def _parquet(data: bytes, where: str) -> Records:
    import polars as pl

    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(Problem(where, f"is not Parquet ({reason})", "write it again")) from None
    values = frame.to_dicts()
    flat = not any(dtype.is_nested() for dtype in frame.dtypes)
    return Records(values, [f"{where} row {number}" for number in range(1, len(values) + 1)], table=flat)


def as_rows(records: Records) -> list[Row]:
    """The records as lines of JSON Lines, numbered from 1."""
    return [Row(number, value) for number, value in enumerate(records.values, 1)]


def dumped(value: Any) -> str:
    """A value on one line, for previews."""
    return json.dumps(value, ensure_ascii=False, default=str)
