"""Records of a file of any shape: JSON, JSON Lines, CSV, Parquet, XLSX."""

import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.records.columns import records_in
from assay.exchange.records.decoding import decoded
from assay.exchange.records.recordset import Records, Written
from assay.exchange.records.streams import is_stream, read_stream
from assay.jsonl import read_all, read_value

__all__ = ["SUFFIXES", "Records", "form_of", "read_records"]
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


def form_of(name: str) -> str | None:
    """Form of a file by the end of its name, None where that says nothing."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def read_records(data: bytes, where: str, *, sheet: str | None = None, header: int | None = None) -> Records:
    """Read a file by the end of its name.

    Args:
        data: its bytes.
        where: its name, for the form and for messages.
        sheet: of XLSX, the sheet (default: the only one that holds something).
        header: of XLSX and CSV, how many rows are headings (default: guessed).

    Raises:
        InputError: a form that is not known; a file that cannot be read at all.
    """
    form = form_of(where)
    if form is None:
        sheet_of_old = PurePath(where).suffix.lower() in (".xls", ".xlsb", ".ods", ".numbers")
        known = "save it as .xlsx" if sheet_of_old else f"name it by its form: {', '.join(SUFFIXES)}"
        raise InputError(Problem(where, "is of no known form", known))
    if not data.strip():
        return Records([], [], notes=[f"{where} is empty"])
    if form == "xlsx":
        from assay.exchange.records.spreadsheet import read_sheet

        return read_sheet(data, where, sheet=sheet, header=header)
    if form == "parquet":
        return _parquet(data, where)
    if form == "csv":
        from assay.exchange.records.delimited import read_delimited

        return read_delimited(data, where, header)
    return _json_of_any_name(_utf8(data, where), where, form)


def _utf8(data: bytes, where: str) -> bytes:
    """JSON as UTF-8 without a byte order mark, with LF: other tools' files have them as they like."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in data[:4]:
        data = decoded(data, where)[0].encode("utf-8", "surrogatepass")
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def _json_of_any_name(data: bytes, where: str, form: str) -> Records:
    """JSON, or JSON Lines: what the file holds decides, where its name says the other, or neither it is."""
    lines = [line for line in data[: 1 << 20].split(b"\n") if line.strip()]
    several = len(lines) > 1 and _is_object(lines[0]) and not lines[1].lstrip().startswith((b"]", b","))
    if form == "json" and several:
        found = _jsonl(data, where)
        return replace(found, notes=[*found.notes, f"{where} holds one record a line (JSON Lines)"])
    if not several and (stream := _stream(data, where)):
        return stream
    one = lines and (lines[0].lstrip().startswith(b"[") or lines[0].strip() == b"{")
    if form == "jsonl" and one:
        found = _json(data, where)
        return replace(found, notes=[*found.notes, f"{where} is one JSON value, no JSON Lines"])
    return _json(data, where) if form == "json" else _jsonl(data, where)


def _stream(data: bytes, where: str) -> Records | None:
    """The records of a file of one JSON value after the other, on whatever lines; None: it is none."""
    if not data.lstrip().startswith(b"{") or not re.search(rb"\}\s*\{", data):
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None  # its line is named where it is read otherwise
    return read_stream(text, where) if is_stream(text) else None


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _json(data: bytes, where: str) -> Records:
    try:
        value = read_value(data, where)
    except RecursionError:
        raise InputError(Problem(where, "is nested too deeply", "mend it")) from None
    items, note = records_in(value, whole=True)

    def written() -> Sequence[Any]:
        return records_in(json.loads(data, parse_float=Written.of), whole=True)[0]

    several = isinstance(value, list) or bool(note)
    spots = [f"{where} [{number}]" for number in range(len(items))] if several else [where]
    notes = [f"{where}: {note}"] if note else []
    return Records(items, spots, notes=notes, written=written)


def _jsonl(data: bytes, where: str) -> Records:
    rows, problems = read_all(data if data.endswith(b"\n") else data + b"\n", where)
    end = data.count(b"\n") + 1
    if not data.endswith(b"\n") and problems and problems[-1].where == f"{where}:{end}":
        rule = f"{problems[-1].rule}; it is the last line and may be cut off"
        problems[-1] = Problem(f"{where}:{end}", rule, "get the whole file")
    parts = [records_in(row.value, whole=False) for row in rows]

    def written() -> Sequence[Any]:
        lines = data.split(b"\n")
        exact = (json.loads(lines[row.line - 1], parse_float=Written.of) for row in rows)
        return [value for one in exact for value in records_in(one, whole=False)[0]]

    values = [value for items, _ in parts for value in items]
    ends = [_ends(items, note) for items, note in parts]
    spots = [f"{where}:{row.line}{end}" for row, own in zip(rows, ends, strict=True) for end in own]
    notes = [f"{where}: {note}" for note in dict.fromkeys(note for _, note in parts if note)]
    return Records(values, spots, notes=notes, problems=list(problems), written=written)


def _ends(items: Sequence[Any], note: str) -> list[str]:
    return [f" [{number}]" for number in range(len(items))] if note else [""]


def _parquet(data: bytes, where: str) -> Records:
    import polars as pl

    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(Problem(where, f"is not Parquet ({reason})", "write it again")) from None
    binary = [name for name, dtype in frame.schema.items() if dtype == pl.Binary]
    notes = [f"{where}: column {name} holds bytes and was not read" for name in binary]
    whole = [pl.col(name).cast(pl.String) for name, kind in frame.schema.items() if _is_whole_decimal(kind)]
    frame = frame.drop(binary).with_columns(whole)
    values = frame.to_dicts()
    flat = not any(dtype.is_nested() for dtype in frame.dtypes)
    spots = [f"{where} row {number}" for number in range(1, len(values) + 1)]
    return Records(values, spots, table=flat, notes=notes)


def _is_whole_decimal(kind: Any) -> bool:
    """Whether a column is of decimals without places, as databases keep ids."""
    return bool(kind.is_decimal()) and getattr(kind, "scale", None) == 0
