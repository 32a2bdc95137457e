"""JSON values one after the other in a file, whatever lines they are on: logs, what jq writes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.records.recordset import Records, Written
from assay.jsonl import read_value

_DECODER = json.JSONDecoder()
_SPACE = " \t\n\r"


def is_stream(text: str) -> bool:
    """Whether a text is several objects, the first of which is not alone on its line."""
    begin = _passed(text, 0)
    try:
        value, end = _DECODER.raw_decode(text, begin)
    except (ValueError, RecursionError):
        return False
    after = _passed(text, end)
    broken = "\n" in text[begin:end] or "\n" not in text[end:after]
    return isinstance(value, dict) and broken and text.startswith("{", after)


def read_stream(text: str, where: str) -> Records:
    """Records of such a file, each by the line that it begins on, with the faults of all of them."""
    values: list[Any] = []
    spots: list[str] = []
    parts: list[str] = []
    problems: list[Problem] = []
    for line, spot, part in _parts(text, where):
        try:
            values.append(read_value(part.encode("utf-8", "surrogatepass"), spot))
        except InputError as error:
            problems += (_in_file(problem, where, line, spot) for problem in error.problems)
        else:
            spots.append(spot)
            parts.append(part)

    def written() -> Sequence[Any]:
        return [json.loads(part, parse_float=Written.of) for part in parts]

    notes = [f"{where} holds one JSON value after the other"]
    return Records(values, spots, notes=notes, problems=problems, written=written)


def _in_file(problem: Problem, where: str, line: int, spot: str) -> Problem:
    """A fault by its line in the file, where it has one in the value."""
    inner = problem.where.removeprefix(f"{spot}:")
    return replace(problem, where=f"{where}:{line + int(inner) - 1}") if inner.isdecimal() else problem


def _parts(text: str, where: str) -> Iterator[tuple[int, str, str]]:
    """The text of each value, its line and address; of one that is none, up to the next line that begins like one."""
    at, line, counted_to, last = _passed(text, 0), 1, 0, ""
    number = 0
    while at < len(text):
        line += text.count("\n", counted_to, at)
        counted_to = at
        place = f"{where}:{line}"
        number = number + 1 if place == last else 0
        last = place
        try:
            _, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = text.find("\n{", at)
            end = len(text) if end < 0 else end + 1
        yield line, place + (f" [{number}]" if number else ""), text[at:end].rstrip(_SPACE)
        at = _passed(text, end)


def _passed(text: str, at: int) -> int:
    """The place of the next sign that is no white space."""
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at
