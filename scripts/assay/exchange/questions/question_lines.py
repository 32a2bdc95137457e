"""Questions of a plain text, one a line: what people write down in a chat or an editor."""

import re
from pathlib import PurePath

from assay.counting import counted
from assay.errors import InputError, Problem
from assay.exchange.records.decoding import decoded
from assay.exchange.records.mapping import Mapped

_ENDINGS = (".txt", ".text")
_COMMENT = "#"
_MARKED = re.compile(r"(?:\(?\d{1,5}[.)]|[-*•·–—])\s+(?=\S)")  # in front of each line of a list
_JSON = ("{", "[")
_HALF = 2  # topics: a tab in at least one of two lines


def is_lines(name: str, data: bytes) -> bool:
    """Whether a file is a text of one question a line: no markup, and few lines with a tab between id and text.

    Raises:
        InputError: it is no text.
    """
    if PurePath(name).suffix.casefold() not in _ENDINGS:
        return False
    lines = [line for _, line in _lines(decoded(data, name)[0])]
    tabs = sum("\t" in line for line in lines)
    return not lines or (tabs * _HALF < len(lines) and not lines[0].startswith("<"))


def read_lines(data: bytes, where: str) -> tuple[Mapped, list[str]]:
    """Records with the field ``query``, and lines on how they were read.

    A line is a question, unless it is blank or begins with ``#``. Where every line has the number or dot of a list in
    front, that is left out.

    Raises:
        InputError: no text; JSON, whose name does not say so; no questions.
    """
    content, notes = decoded(data, where)
    lines = [(number, " ".join(line.split())) for number, line in _lines(content)]
    told = [(number, line) for number, line in lines if not line.startswith(_COMMENT)]
    if told and told[0][1].startswith(_JSON):
        raise InputError(Problem(where, "holds JSON", "name it .json, or .jsonl with one record a line"))
    if not told:
        raise InputError(Problem(where, "holds no questions", "write one a line; # begins a comment"))
    marked = len(told) > 1 and all(_MARKED.match(line) for _, line in told)
    notes.append(f"{where}: one question a line, {counted(len(told), 'question')}")
    if len(told) < len(lines):
        notes.append(f"{where}: {counted(len(lines) - len(told), 'line')} with # left out")
    if marked:
        notes.append(f"{where}: numbers in front of the questions left out")
    values = [{"query": _MARKED.sub("", line, count=1) if marked else line} for _, line in told]
    return Mapped(values, [f"{where}:{number}" for number, _ in told], [], {}), notes


def _lines(content: str) -> list[tuple[int, str]]:
    """Lines that are not blank, by number."""
    lines = enumerate(map(str.strip, content.removeprefix("\ufeff").splitlines()), 1)
    return [(number, line) for number, line in lines if line]
