"""The records of a file, or of all files of a folder, one after the other."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem, near
from assay.exchange.records.files import form_of, read_records
from assay.exchange.records.recordset import Records


def files_of(place: Path) -> dict[str, bytes]:
    """The file, or all files of a folder whose form is known, by the names that messages show.

    Raises:
        InputError: a folder without any.
    """
    if not place.is_dir():
        return {near(place): place.read_bytes()}
    found = {
        near(path): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and form_of(path.name) and not path.name.startswith((".", "~$"))  # of Office, open
    }
    if not found:
        raise InputError(Problem(near(place), "holds no file of a known form", "name a file"))
    return found


def records_of(files: Mapping[str, bytes], *, sheet: str | None = None, header: int | None = None) -> Records:
    """Records of all files, one after the other.

    Args:
        files: by name.
        sheet: of XLSX, name of the sheet.
        header: of XLSX, number of rows of headings.

    Raises:
        InputError: the files that cannot be read at all; no records in any.
    """
    parts: list[Records] = []
    problems: list[Problem] = []
    for name, data in files.items():
        try:
            parts.append(read_records(data, name, sheet=sheet, header=header))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError([*problems, *(problem for part in parts for problem in part.problems)])
    if not any(part.values or part.problems for part in parts):
        raise InputError([Problem(name, "holds no records", "check the file") for name in files])
    if len(parts) == 1:
        return parts[0]
    exact = any(part.written for part in parts)
    return Records(
        [value for part in parts for value in part.values],
        [spot for part in parts for spot in part.spots],
        cells={key: letters for part in parts for key, letters in part.cells.items()},
        table=all(part.table for part in parts if part.values),
        notes=[note for part in parts for note in part.notes],
        problems=[problem for part in parts for problem in part.problems],
        written=(lambda: [value for part in parts for value in _written(part)]) if exact else None,
    )


def _written(records: Records) -> Sequence[Any]:
    return records.written() if records.written else records.values
