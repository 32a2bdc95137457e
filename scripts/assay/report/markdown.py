"""Markdown as GitHub renders it, out of text that nobody vouches for.

Everything printed is either :class:`Markdown`, written by this project, or is escaped: a template cannot
forget it (:func:`finished` is called for each value that a template prints).
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

DIGITS = 3  # of a mean in a report: more would claim a precision that a hundred queries do not give
LONGEST = 240  # characters of a quoted text
ABSENT = "–"

# Special inside a line wherever they stand; the entities keep HTML out, also where GitHub reads it in tables.
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SPECIAL = str.maketrans({**{mark: f"\\{mark}" for mark in r"\`*_[]|~$@"}, **_ENTITIES})
# Special at the start of a line: headings, lists, rules, quotes, numbered lists.
_START = re.compile(r"^(?:[#+=-]|\d+(?=[.)]))")
# GitHub makes links of bare addresses: a report does not lead to where a foreign text wants.
_ADDRESS = re.compile(r"(?i)(?<=[a-z])(?=://)|(?<=www)(?=\.)")
_BLANK = re.compile(r"\s+")


class Markdown(str):
    """Text that is Markdown already; any other text is escaped before it is printed."""

    __slots__ = ()


def one_line(text: str) -> str:
    """The text on one line: white space and control characters to single spaces, no marks of direction."""
    shown = "".join(" " if unicodedata.category(mark) == "Cc" else mark for mark in text)
    return _BLANK.sub(" ", re.sub("[\u202a-\u202e\u2066-\u2069\u200e\u200f]", "", shown)).strip()


def plain(value: object) -> Markdown:
    """Any value as text that shows exactly its characters, on one line."""
    text = one_line(str(value))
    start = _START.match(text)
    head = start.end() - (0 if start.group().isdigit() else 1) if start else 0
    escaped = "\\".join(part.translate(_SPECIAL) for part in _ADDRESS.split(text[head:]))
    return Markdown(text[:head] + ("\\" if start else "") + escaped)


def code(identifier: str) -> Markdown:
    """An id as a code span; one that no code span can show (backtick, pipe, backslash) is escaped text."""
    text = one_line(identifier)
    if not text or set(text) & set("`|\\"):
        return plain(text or ABSENT)
    return Markdown(f"`{text}`")


def shorten(text: str, limit: int = LONGEST) -> str:
    """The text on one line, cut at a word where it is longer than ``limit`` characters, with … at its end."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    word = cut.rfind(" ", limit // 2)
    return (cut[:word] if word > 0 else cut).rstrip(" ,;:.–—") + "…"


def number(value: float | None) -> str:
    """A whole number as it is, any other with three digits; an absent value as a dash."""
    if value is None:
        return ABSENT
    if isinstance(value, int):
        return str(value)
    return f"{value + 0.0:.{DIGITS}f}"


def finished(value: object) -> Markdown:
    """What is printed for a value: Markdown as it is, numbers with three digits, all else escaped."""
    if isinstance(value, Markdown):
        return value
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return Markdown(number(value))
    return plain(value)


def joined(values: Iterable[Any], by: str = ", ") -> Markdown:
    """The values one after another, each finished; a dash for none."""
    return Markdown(by.join(finished(value) for value in values) or ABSENT)


def table(header: Sequence[Any], rows: Iterable[Sequence[Any]], right: int = 0) -> Markdown:
    """A pipe table.

    Args:
        header: cells of the first line.
        rows: cells of the other lines, as many each.
        right: number of columns on the right side that hold numbers, and so are aligned right.
    """
    left = len(header) - right
    lines = [header, ["---"] * left + ["---:"] * right, *rows]
    cells = [
        [Markdown(cell) if number == 1 else finished(cell) for cell in line]
        for number, line in enumerate(lines)
    ]
    return Markdown("\n".join(f"| {' | '.join(line)} |" for line in cells))


def folded(title: str, body: str) -> Markdown:
    """A part that opens on a click; the title is shown as it is, the body is Markdown."""
    if not isinstance(body, Markdown):
        body = plain(body)
    shown = html.escape(one_line(title), quote=False)
    return Markdown(f"<details>\n<summary>{shown}</summary>\n\n{body.strip()}\n\n</details>")
