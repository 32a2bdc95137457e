"""Recorded answers in a list: how far each is, and the next command."""

from collections.abc import Iterator, Sequence

from assay.evidence.counting import Progress, progress
from assay.evidence.gathering import Evidence
from assay.evidence.table import Table
from assay.report.evidence.catalogue import Words
from assay.report.evidence.terminal import safe

# What is to be done next, by the state of an answer.
_NEXT = {
    "none": "assay evidence new",
    "open": "assay evidence judge",
    "disputed": "assay evidence show",
    "done": "assay evidence show",
}


def listing(evidence: Evidence, lang: str) -> Iterator[str]:
    """A line an answer below the name of its run: id, question, reviewers, claims judged, state, next command.

    Args:
        evidence: of a repository.
        lang: of the phrases.
    """
    say = Words(lang)
    if not evidence.tables and not evidence.closed:
        yield say("list.none")
    for run in sorted({*evidence.runs, *evidence.closed}):
        yield safe(run)
        yield from _aligned([_cells(say, table) for table in evidence.runs.get(run, [])])
        if run in evidence.closed:
            yield "  " + say("list.closed", n=evidence.closed[run])


def _cells(say: Words, table: Table) -> list[str]:
    done = progress(table)
    return [
        table.answer.id,
        table.answer.query_id or "–",
        say.joined(table.reviewers) or "–",
        say("list.judged", n=done.judged, all=done.claims) if done.claims else "–",
        _state(say, done),
        say.command(_NEXT[done.state], table.answer.id).strip("`"),
    ]


def _state(say: Words, done: Progress) -> str:
    return say(f"progress.{done.state}", n=done.n)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Cells below one another, each made safe first."""
    made = [[safe(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*made, strict=True)]
    for row in made:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
