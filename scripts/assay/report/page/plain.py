"""Markdown of the report as plain text and as tables: what a page escapes by itself."""

import html
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from assay.report.markdown import Markdown

_MARK = re.compile(r"\\(.)|`([^`]*)`|\*{1,2}|(&[a-z]+;)")  # an escape, a code span, bold or italic, an entity
_BORDER = re.compile(r"(?<!\\)\|")
_FOLDED = re.compile("<details>\n<summary>(.*)</summary>$")
_NUMBERS = "---:"
_HYPHEN = re.compile(r"(?<!\S)-(?=\d)")
_ZERO = re.compile(r"(?<!\S)[+−](?=0(?:\.0+)?(?![\d.]))")


class Table(NamedTuple):
    """A table.

    Attributes:
        header: cells of its first line.
        rows: its other lines.
        right: how many columns on the right side hold numbers.
        caption: what it is about.
    """

    header: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    right: int = 0
    caption: str | None = None


def text(value: object) -> str:
    """What a reader of the Markdown sees: without its marks and escapes; any other text is as it is."""
    if not isinstance(value, Markdown):
        return str(value)
    return _MARK.sub(lambda mark: html.unescape(mark[3]) if mark[3] else mark[1] or mark[2] or "", value)


def signs(value: str) -> str:
    """Figures as the page writes them: minus as −, plus as +, and nothing has no sign."""
    return _ZERO.sub("", _HYPHEN.sub("−", value))


def blocks(value: Markdown | None, caption: str | None = None) -> tuple[list[Table], list[str]]:
    """The tables and the paragraphs of Markdown that this project has made.

    Args:
        value: of tables, phrases and folded parts, with an empty line between two.
        caption: of each table that is not folded; a folded one has its title.
    """
    tables, notes = [], []
    for block in (value or "").split("\n\n"):
        if folded := _FOLDED.match(block):
            caption = html.unescape(folded[1])
        elif block.startswith("| "):
            tables.append(_table(block, caption))
        elif block not in ("", "</details>"):
            notes.append(text(Markdown(block)))
    return tables, notes


def _table(block: str, caption: str | None) -> Table:
    header, rule, *rows = (
        [cell.strip(" ") for cell in _BORDER.split(line)[1:-1]] for line in block.split("\n")
    )
    cells = [[text(Markdown(cell)) for cell in line] for line in (header, *rows)]
    return Table(cells[0], cells[1:], rule.count(_NUMBERS), caption)
