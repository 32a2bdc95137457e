"""Parts of plain text with tables, as Markdown and for a terminal: foreign text is made safe here, in either form."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assay.report.evidence.terminal import safe
from assay.report.markdown import Markdown, finished, table
from assay.report.page.plain import Table


class Part(NamedTuple):
    """A part of a document.

    Attributes:
        title: its heading.
        lines: what is said below it.
        tables: what follows; a table with numbers on its right side has two columns.
    """

    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


def markdown(parts: Iterable[Part]) -> str:
    """The parts as one document of Markdown; the first has its title."""
    blocks: list[str] = []
    for number, part in enumerate(parts):
        blocks.append(f"{'##' if number else '#'} {finished(part.title)}")
        blocks += ["\n".join(f"- {finished(line)}" for line in part.lines)] if part.lines else []
        for one in part.tables:
            blocks += [f"**{finished(one.caption)}**"] if one.caption else []
            blocks.append(_table(one))
    return "\n\n".join(blocks) + "\n"


def _table(one: Table) -> Markdown:
    return table(one.header, one.rows, right=one.right)


def terminal(parts: Iterable[Part]) -> str:
    """The parts as lines of text: a row is its first cell, and below it the others by the names of their columns."""
    lines: list[str] = []
    for part in parts:
        lines += ["", safe(part.title)] if lines else [safe(part.title)]
        lines += [f"  {safe(line)}" for line in part.lines]
        for one in part.tables:
            lines += [f"  {safe(one.caption)}:"] if one.caption else []
            lines += [f"  {'  ' if one.caption else ''}{line}" for line in _rows(one)]
    return "\n".join(lines) + "\n"


def _rows(one: Table) -> Iterator[str]:
    for first, *cells in one.rows:
        if one.right:
            yield f"{safe(str(first))}: {safe(str(cells[0]))}"
            continue
        yield f"- {safe(str(first))}"
        for name, cell in zip(one.header[1:], cells, strict=True):
            if cell != "":
                yield f"    {safe(str(name))}: {safe(str(cell))}"
