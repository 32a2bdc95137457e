"""Comparisons and gates as Markdown, and as lines for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from assay.comparison.outcomes import IMPROVEMENT, REGRESSION
from assay.comparison.record import Comparisons
from assay.report.catalogue import Catalogue
from assay.report.changed import Changed, changed, hashed_names, of_report
from assay.report.comparisons import metric_table, test_table, verdict
from assay.report.gates import gates
from assay.report.inputs import Material
from assay.report.markdown import Markdown, code, folded, table
from assay.report.page.plain import blocks, text

CHANGES = (REGRESSION, IMPROVEMENT)

Entry = Mapping[str, Any]


def document(say: Catalogue, compared: Comparisons, questions: Mapping[str, str] | None, *, form: str) -> str:
    """The comparison of two runs in full.

    Args:
        say: phrases.
        compared: with one candidate.
        questions: texts of questions by id; None: no texts are shown, nor ids of chunks, which hold words of headings.
        form: ``terminal`` or ``markdown``.
    """
    record = compared.record
    [entry] = record["comparisons"]
    parts = list(_said(say, record, entry))
    for change in CHANGES:
        rows = compared.changes.filter(pl.col("change") == change)
        found = changed(say, rows, questions or {}, None if questions is not None else hashed_names(rows))
        if found.rows:
            parts += [say(f"changes.{change}", n=found.total), Markdown("\n".join(_listed(found)))]
    whole = Markdown("\n\n".join(parts))
    return f"{whole}\n" if form == "markdown" else "\n".join(_lines(whole)) + "\n"


def sections(say: Catalogue, material: Material, compared: Comparisons) -> list[list[Markdown]]:
    """For report.md: the blocks of each comparison.

    Args:
        say: phrases.
        material: of the report.
        compared: what the stage ``compare`` wrote.
    """
    return [list(_section(say, material, compared, entry)) for entry in compared.record["comparisons"]]


def _section(say: Catalogue, material: Material, compared: Comparisons, entry: Entry) -> Iterator[Markdown]:
    yield from _said(say, compared.record, entry)
    for change in CHANGES if not entry["refusals"] else ():
        found = of_report(say, material, compared, entry["candidate"], change)
        if found.rows:
            rows = [[code(str(row[0])), *row[1:]] for row in found.rows]
            yield folded(text(say(f"changes.{change}", n=found.total)), table(found.header, rows))


def _said(say: Catalogue, record: Entry, entry: Entry) -> Iterator[Markdown]:
    """Verdict, what it rests on, and the metrics of one comparison."""
    said = verdict(say, record, entry)
    yield said.sentence
    yield Markdown("\n".join(f"- {one}" for one in (*said.refusals, *said.facts, *said.notes)))
    header, rows = metric_table(say, record, entry)
    if rows:
        yield table(header, rows, right=len(header) - 1)
    header, rows = test_table(say, record, entry)
    if rows:
        yield table(header, rows, right=len(header) - 1)


def _listed(found: Changed) -> Iterator[str]:
    """Two lines a query: what is missing, what came instead."""
    for query, question, missing, instead in found.rows:
        yield f"- {code(str(query))} {question}: {missing}"
        yield f"  - {found.header[-1]}: {instead}"


def gate_lines(say: Catalogue, record: Entry) -> Iterator[str]:
    """One line a gate and system: whether it is passed, what is asked, what there is, why."""
    for one in gates(say, record):
        mark = text(say("gate.mark.passed" if one.passed else "gate.mark.failed"))
        yield f"{mark}  {text(one.label)}: {text(one.value)}; {text(one.note)}"


def gate_table(say: Catalogue, record: Entry) -> Markdown | None:
    """The same for report.md; None where there are no gates."""
    rows = [
        [say("gate.mark.passed" if one.passed else "gate.mark.failed"), one.label, one.value, one.note]
        for one in gates(say, record)
    ]
    return (
        table([say(f"head.gate.{name}") for name in ("mark", "asked", "value", "note")], rows)
        if rows
        else None
    )


def _lines(parts: Markdown) -> Iterator[str]:
    """Markdown as text: tables in columns, other lines without marks."""
    for number, block in enumerate(parts.split("\n\n")):
        if number:
            yield ""
        if block.startswith("| "):
            [found], _ = blocks(Markdown(block))
            yield from _aligned([found.header, *found.rows], len(found.header) - found.right)
        else:
            yield from (text(Markdown(line)) for line in block.split("\n"))


def _aligned(rows: Sequence[Sequence[str]], left: int) -> Iterator[str]:
    """Rows in columns, those after the first ``left`` to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
