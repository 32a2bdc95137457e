"""Questions without an answer, each once, with what every system returned for it."""

from collections.abc import Iterator
from typing import Any

from assay.report import nothing
from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.page.plain import Table, text
from assay.report.sides import ABREAST


def questions(say: Catalogue, material: Material) -> Iterator[Table]:
    """A line a question, a column a system; several tables where there are many systems.

    The first column holds ids of queries; questions stand beside them where texts are included.

    Args:
        say: phrases.
        material: of the report.
    """
    rows = {one.name: {row["query_id"]: row for row in nothing.rows_of(one)} for one in material.systems}
    ids = sorted({query for found in rows.values() for query in found})
    asked = dict(material.queries.select("query_id", "query").iter_rows())
    for first in range(0, len(material.systems) if ids else 0, ABREAST):
        abreast = material.systems[first : first + ABREAST]
        names = ("query", "question", "corpus") if material.texts else ("query", "corpus")
        header = [*(text(say(f"head.{name}")) for name in names), *(one.name for one in abreast)]
        lines = [
            [query, *([asked[query]] if material.texts else []), _checked(say, rows, query)]
            + [_returned(say, rows[one.name].get(query)) for one in abreast]
            for query in ids
        ]
        yield Table(header, lines, caption=text(say("page.nothing.note")))


def _checked(say: Catalogue, rows: dict[str, Any], query: str) -> str:
    """Whether the corpus is the one in which somebody looked for the answer, of each that a system searched."""
    found = {one[query]["checked"] for one in rows.values() if query in one}
    return "; ".join(text(say.known("value", name)) for name in sorted(found))


def _returned(say: Catalogue, row: dict[str, Any] | None) -> str:
    if row is None or row["state"] != nothing.ASKED:
        return text(say.not_measured({row["state"]: 1} if row else {}))
    if not row["returned"]:
        return text(say("reason.nothing_returned"))
    cell = text(say("page.nothing.cell", document=row["top_document"], n=row["returned"]))
    return text(say("page.nothing.graded", cell=cell, harmful=row["harmful"])) if row["graded"] else cell
