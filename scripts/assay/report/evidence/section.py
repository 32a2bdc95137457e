"""The report's section on recorded answers, as parts in Markdown: counts, matrix, disputes, then answer by answer."""

from collections.abc import Iterator, Sequence
from typing import Any

from assay.evidence.counting import Counts, counts
from assay.evidence.diagnosis import COLUMNS, ROWS, Cell, Matrix, matrix
from assay.evidence.gathering import Evidence
from assay.evidence.table import STATEMENT, VERDICT, Claim, Table
from assay.ledger import Entry
from assay.report.catalogue import Catalogue
from assay.report.evidence.beside import differs, in_force
from assay.report.evidence.blocks import block
from assay.report.evidence.catalogue import Marked
from assay.report.evidence.columns import standing, value, written
from assay.report.evidence.markdown import BREAK
from assay.report.markdown import Markdown, code, joined, shorten, table

MOST = 50  # answers that are shown; claims on which reviewers differ too
NAMED = 20  # answers that are named where they are not shown
ABREAST = 6  # runs in one table
CUT = 120  # letters of a claim or a reason in a table


def section(say: Catalogue, evidence: Evidence, refusals: Markdown | None = None) -> dict[str, Any] | None:
    """Parts of the section by their names in ``evidence.md.j2``; None: there are no recorded answers.

    Args:
        say: phrases of the report; those of evidence tables are taken in the same language.
        evidence: without texts (:func:`assay.report.evidence.withheld.without_texts`) where the report shows none.
        refusals: what answers decline, and what they state where the corpus has nothing.
    """
    if not evidence.tables and not evidence.closed:
        return None
    own = Marked(say.lang)
    told = [one for one in evidence.tables if one.current]
    found = matrix(told)
    disputes = [(one, claim) for one in told for claim in one.claims if differs(claim)]
    return {
        "say": own,
        "counts": list(_counts(own, counts(evidence))),
        "closed": sum(evidence.closed.values()),
        "told": len(told),
        "all": len(evidence.tables),
        "found": found,
        "matrix": _matrix(own, found),
        "checks": _checks(own, found),
        "refusals": refusals,
        "disputes": _disputes(own, disputes[:MOST]),
        "disputes_left": max(len(disputes) - MOST, 0),
        "blocks": [block(own, one) for one in told[:MOST]],
        "left": len(told[MOST:]),
        "left_names": _names(own, told[MOST:]),
    }


def _counts(say: Marked, found: Sequence[Counts]) -> Iterator[Markdown]:
    """A line a count, a column a run; several tables where there are many runs."""
    keys = [key for key in Counts._fields if key != "run"]
    for first in range(0, len(found), ABREAST):
        abreast = found[first : first + ABREAST]
        rows = [[say(f"count.{key}"), *(getattr(one, key) for one in abreast)] for key in keys]
        yield table([say("field.run"), *(code(one.run) for one in abreast)], rows, right=len(abreast))


def _matrix(say: Marked, found: Matrix) -> Markdown:
    """How many statements are in each cell, those without any too."""
    header = [say("matrix.seen"), *(say(f"matrix.column.{name}") for name in COLUMNS)]
    rows = [
        [say(f"matrix.row.{row}"), *(found.counts.get(Cell(row, column), 0) for column in COLUMNS)]
        for row in ROWS
    ]
    return table(header, rows, right=len(COLUMNS))


def _checks(say: Marked, found: Matrix) -> Markdown | None:
    """Of each cell in which there is a statement, which check comes next."""
    header = [say(f"matrix.{name}") for name in ("seen", "column", "check", "n")]
    rows = [
        [say(f"matrix.row.{one.row}"), say(f"matrix.column.{one.column}"), say(one.check), n]
        for one, n in found.counts.items()
    ]
    return table(header, rows, right=1) if rows else None


def _disputes(say: Marked, disputes: Sequence[tuple[Table, Claim]]) -> Markdown | None:
    """A line a row in force, adjudications last in each claim."""
    keys = ("claim", "by", "attachment", "support", "contradicts", "corpus", "reasons")
    rows = [row for one, claim in disputes for row in _dispute(say, claim, in_force(claim, one))]
    return table([say(f"field.{key}") for key in keys], rows) if rows else None


def _dispute(say: Marked, claim: Claim, rows: Sequence[Entry]) -> Iterator[list[Any]]:
    """Rows of one claim; why a citation is attached, only where they differ in that."""
    tied = len({row["attachment"] for row in rows}) == 1
    for number, row in enumerate(rows):
        said = [None if tied else row["attachment_reason"], row["support_reason"]]
        said += [row["observation"]] if row["kind"] != STATEMENT else []
        reasons = [shorten(one, CUT) for one in said if one]
        verdicts = [value(say, row, key) or "" for key in VERDICT if key != "kind"]
        verdicts[1] = verdicts[1] or standing(say, row)
        named = _named(claim, row, first=not number)
        yield [named, written(say, row), *verdicts, joined(reasons, BREAK) if reasons else ""]


def _named(claim: Claim, row: Entry, *, first: bool) -> str:
    """The claim in its first line; in others its words where they are not the same."""
    words = shorten(row["claim"], CUT)
    if first:
        return joined([code(claim.id), words], " ")
    return "" if row["claim"] == claim.rows[0]["claim"] else words


def _names(say: Marked, left: Sequence[Table]) -> Markdown:
    """Answers by their names, the first of them."""
    more = [say("evidence.rest", n=len(left) - NAMED)] if len(left) > NAMED else []
    return joined([*(code(one.answer.id) for one in left[:NAMED]), *more])
