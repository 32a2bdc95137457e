"""JSON and JSON Lines written by people and programs: every fault of a file at once, with its line."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from assay.errors import InputError, Problem, refuse

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")


@dataclass(frozen=True)
class Row:
    """One object of the file and the number of its line, counted from 1."""

    line: int
    value: dict[str, Any]


class _BadLineError(ValueError):
    """A line that is JSON for Python, but not one object of plain values."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = sorted(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise _BadLineError(f"key {', '.join(map(repr, twice))} stands twice")
    return found


def _constant(name: str) -> NoReturn:
    raise _BadLineError(f"{name} is not a value")


def _strictly(text: str) -> Any:
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        if "\\u" in text:  # JSON may escape half a character, where a text was cut; no file can hold it
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise _BadLineError("is nested too deeply") from None
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise _BadLineError(f"holds \\u{half:04x}, which is half a character") from None
    except (_BadLineError, json.JSONDecodeError):
        raise
    except ValueError:  # Python reads whole numbers of 4,300 digits at most
        raise _BadLineError("holds a number of too many digits") from None
    return value


def _parse(line: str) -> dict[str, Any]:
    value = _strictly(line)
    if not isinstance(value, dict):
        raise _BadLineError("a line is one JSON object")
    return value


def _file_problems(data: bytes, where: str) -> Iterator[Problem]:
    if data.startswith(b"\xef\xbb\xbf"):
        yield Problem(f"{where}:1", "starts with a byte order mark", "save it as UTF-8 without BOM")
    if b"\r" in data:
        line = data[: data.index(b"\r")].count(b"\n") + 1
        yield Problem(f"{where}:{line}", "has CR line ends", "save it with LF line ends")
    if data and not data.endswith(b"\n"):
        line = data.count(b"\n") + 1
        yield Problem(f"{where}:{line}", "the last line has no line end: it may be cut off", "add the rest")


def read_rows(data: bytes, where: str) -> list[Row]:
    """Parse JSON Lines strictly; empty lines are skipped.

    Args:
        data: the file's bytes (UTF-8, LF, no BOM).
        where: the file's name for messages.

    Raises:
        InputError: every fault that :func:`read_all` finds.
    """
    rows, problems = read_all(data, where)
    refuse(problems)
    return rows


def read_all(data: bytes, where: str) -> tuple[list[Row], list[Problem]]:
    """The rows that could be read, and the faults of the file and of its other lines.

    Byte order mark, CR, cut last line, invalid UTF-8, conflict markers, JSON that does not parse, a key twice
    in one object, NaN or Infinity, a line that is no object.
    """
    problems = list(_file_problems(data, where))
    rows = []
    text = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    for number, raw in enumerate(text.split(b"\n"), 1):
        if raw.strip():
            found = _row(raw, number, f"{where}:{number}")
            if isinstance(found, Row):
                rows.append(found)
            else:
                problems.append(found)
    return rows, problems


def _row(raw: bytes, number: int, place: str) -> Row | Problem:
    try:
        line = raw.decode("utf-8")
        if line.startswith(MARKERS):
            return Problem(place, "is a conflict marker of a merge", "resolve the conflict")
        return Row(number, _parse(line))
    except UnicodeDecodeError as error:
        return Problem(place, f"is not UTF-8 at byte {error.start + 1}", "save it as UTF-8")
    except json.JSONDecodeError as error:
        return Problem(place, f"is not JSON at column {error.colno} ({error.msg})", "mend the line")
    except _BadLineError as error:
        return Problem(place, str(error), "mend the line")


def conflicts(text: str, where: str) -> list[Problem]:
    """Lines that are conflict markers of a merge."""
    return [
        Problem(f"{where}:{number}", "is a conflict marker of a merge", "resolve the conflict")
        for number, line in enumerate(text.split("\n"), 1)
        if line.startswith(MARKERS)
    ]


def read_object(data: bytes, where: str, keys: str) -> dict[str, Any]:
    """Parse a JSON file that holds one object, as strictly as a line of JSON Lines.

    Args:
        data: the file's bytes (UTF-8, no BOM).
        where: the file's name for messages.
        keys: what the object needs, in words.

    Raises:
        InputError: byte order mark, invalid UTF-8, conflict markers, JSON that does not parse, a key twice,
            NaN or an infinite number, another value than an object.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        raise InputError(
            Problem(f"{where}:1", "starts with a byte order mark", "save it as UTF-8 without BOM")
        )
    value = read_value(data, where)
    if not isinstance(value, dict):
        raise InputError(Problem(where, "is no object", f"it needs {keys}"))
    return value


def read_value(data: bytes, where: str) -> Any:
    """Parse a JSON file of any value, as strictly; a byte order mark is passed over.

    Raises:
        InputError: as :func:`read_object`, but for what the value is.
    """
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(Problem(where, "is not UTF-8", "save it as UTF-8")) from None
    refuse(conflicts(text, where))
    try:
        value = _strictly(text)
        json.dumps(value, allow_nan=False)
    except json.JSONDecodeError as error:
        rule = f"is not JSON at column {error.colno} ({error.msg})"
        raise InputError(Problem(f"{where}:{error.lineno}", rule, "mend the line")) from None
    except _BadLineError as error:
        raise InputError(Problem(where, str(error), "mend it")) from None
    except ValueError:
        raise InputError(Problem(where, "holds an infinite number", "mend it")) from None
    return value


def dump_row(value: dict[str, Any]) -> str:
    """One line of JSON in the order of the keys, non-ASCII as is, without a line end."""
    return _encode(value)
