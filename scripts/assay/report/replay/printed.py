"""Parts of plain text with tables, as Markdown and for a terminal: foreign text is made safe here, in either form."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from assay.onscreen import safe
from assay.report.markdown import Markdown, finished, table
from assay.report.page.plain import Table
from assay.report.replay.claims import BETWEEN, Beside, Side
from assay.report.replay.words import ReplayWords

_NONE = "–"


class Part(NamedTuple):
    """A part of a document.

    Attributes:
        title: its heading.
        lines: what is said below it.
        tables: what follows; a table with numbers on its right side has two columns.
        claims: of two answers, beside each other, between the lines and the tables.
    """

    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    claims: tuple[Beside, ...] = ()


def markdown(say: ReplayWords, parts: Iterable[Part]) -> str:
    """The parts as one document of Markdown; the first has its title."""
    blocks: list[str] = []
    for number, part in enumerate(parts):
        blocks.append(f"{'##' if number else '#'} {finished(part.title)}")
        blocks += ["\n".join(f"- {finished(line)}" for line in part.lines)] if part.lines else []
        for one in [*([_claims(say, part.claims)] if part.claims else []), *part.tables]:
            blocks += [f"**{finished(one.caption)}**"] if one.caption else []
            blocks.append(_table(one))
    return "\n\n".join(blocks) + "\n"


def _table(one: Table) -> Markdown:
    return table(one.header, one.rows, right=one.right)


def _claims(say: ReplayWords, claims: Sequence[Beside]) -> Table:
    """A row a pair; a column for what differs where something does."""
    names = ["match", "old", "was", "new", "is"]
    rows = [
        [
            one.match,
            *(cell for side in (one.old, one.new) for cell in _cells(side)),
            BETWEEN.join(one.differs),
        ]
        for one in claims
    ]
    if any(one.differs for one in claims):
        names.append("differs")
    head = [say(f"claims.{name}") for name in names]
    return Table(head, [row[: len(names)] for row in rows], caption=say("claims.caption"))


def _cells(side: Side | None) -> tuple[str, str]:
    """A claim with its id; its verdict."""
    return (f"{side.id} {side.words}", BETWEEN.join([side.verdict, *side.more])) if side else (_NONE, "")


def terminal(say: ReplayWords, parts: Iterable[Part]) -> str:
    """The parts as lines of text: a row is its first cell, and below it the others by the names of their columns."""
    lines: list[str] = []
    for part in parts:
        lines += ["", safe(part.title)] if lines else [safe(part.title)]
        lines += [f"  {safe(line)}" for line in part.lines]
        lines += [f"  {safe(say('claims.caption'))}:"] if part.claims else []
        lines += [f"    {line}" for one in part.claims for line in _beside(say, one)]
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


def _beside(say: ReplayWords, one: Beside) -> Iterator[str]:
    """How two claims came together, then each with its verdict, then what differs."""
    yield f"- {safe(one.match)}"
    for name, side in (("old", one.old), ("new", one.new)):
        if side:
            claim, verdict = _cells(side)
            yield f"    {safe(say(f'head.{name}'))}: {safe(claim)}"
            yield f"      {safe(verdict)}"
    if one.differs:
        yield f"    {safe(say('claims.differs'))}: {safe(BETWEEN.join(one.differs))}"
