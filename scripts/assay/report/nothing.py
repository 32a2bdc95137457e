"""Questions without an answer: what each system returned where nothing could be right."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material, System
from assay.report.markdown import Markdown, code, finished, folded, table

ASKED = "ok"


def rows_of(system: System) -> list[dict[str, Any]]:
    """The system's no-answer rows with ``top_document``: that of the first result, null where there is none."""
    top = dict(system.first.iter_rows())
    rows: list[dict[str, Any]] = system.summary["no_answer"]
    return [
        {**row, "top_document": row.get("top_document") or document_of(top.get(row["query_id"]))}
        for row in rows
    ]


def document_of(chunk_id: str | None) -> str | None:
    """The document in a chunk's id; an id made elsewhere, which names none, stands for itself."""
    return chunk_id.partition("#")[0] if chunk_id else None


def overview(say: Catalogue, material: Material) -> Markdown | None:
    """One line a system; None where there are no such questions."""
    header = [say(f"head.{name}") for name in ("system", "queries", "with_results", "harmful", "changed")]
    lines = []
    for system in material.systems:
        rows = system.summary["no_answer"]
        asked = [row for row in rows if row["state"] == ASKED]
        totals = {name: sum(row[name] for row in asked) for name in ("returned", "graded", "harmful")}
        answered = sum(row["returned"] > 0 for row in asked)
        changed = sum(row["checked"] != "checked" for row in rows)
        lines.append([code(system.name), len(rows), answered, _harmful(say, totals), changed])
    return (
        table(header, lines, right=4)
        if any(system.summary["no_answer"] for system in material.systems)
        else None
    )


def each(say: Catalogue, material: Material) -> Iterator[Markdown]:
    """The questions one by one, folded, for each system."""
    header = [say(f"head.{name}") for name in ("query", "returned", "top_document", "harmful", "corpus")]
    for system in material.systems:
        lines = [_line(say, row) for row in rows_of(system)]
        if lines:
            title = say("no_answer.of", system=Markdown(system.name))
            yield folded(title, table(header, lines))


def _line(say: Catalogue, row: dict[str, Any]) -> list[Markdown]:
    checked = say.known("value", row["checked"])
    if row["state"] != ASKED:
        unknown = say.not_measured({row["state"]: 1})
        return [code(row["query_id"]), unknown, unknown, unknown, checked]
    top = code(row["top_document"]) if row["top_document"] else say("reason.nothing_returned")
    return [code(row["query_id"]), finished(row["returned"]), top, _harmful(say, row), checked]


def _harmful(say: Catalogue, row: dict[str, Any]) -> Markdown:
    """Harmful results among those that people graded: what nobody has looked at is not harmless."""
    if not row["returned"]:
        return finished(0)
    if not row["graded"]:
        return say.not_measured({"ungraded": 1})
    if row["graded"] < row["returned"]:
        return say("no_answer.graded", n=row["harmful"], graded=row["graded"])
    return finished(row["harmful"])


def sheet(material: Material) -> pl.DataFrame:
    """All rows of all systems as one table."""
    rows = [{"system": system.name, **row} for system in material.systems for row in rows_of(system)]
    types = {"returned": pl.UInt32, "graded": pl.UInt32, "harmful": pl.UInt32}
    names = ("system", "query_id", "state", "returned", "top_document", "graded", "harmful", "checked")
    return pl.DataFrame(rows, schema={name: types.get(name, pl.String) for name in names})
