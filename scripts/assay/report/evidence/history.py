"""What was said of a claim before: superseded rows, by whom they were superseded, and why."""

from collections.abc import Iterator

from assay.evidence.table import Table
from assay.ledger import Entry
from assay.report.evidence.account import Earlier
from assay.report.evidence.catalogue import Words
from assay.report.evidence.columns import columns, moment, standing

_LEFT_OUT = ("by", "next")  # the title has it; it is of a row that counts


def before(rows: list[Entry], table: Table) -> list[Entry]:
    """Rows that led to some rows in force, each once, the latest first.

    Args:
        rows: in force.
        table: the evidence table.
    """
    found = {one["row_id"]: one for row in rows for one in table.before(row)}
    return sorted(found.values(), key=lambda one: (one["at"], one["row_id"]), reverse=True)


def earlier(say: Words, row: Entry, table: Table) -> Earlier:
    """A superseded row in words.

    Args:
        say: phrases.
        row: the row.
        table: the evidence table.
    """
    title = say(
        "row.earlier",
        claim=row["claim_id"],
        name=row["by"],
        time=moment(row["at"]),
        verdict=standing(say, row),
    )
    fields = columns(say, row, table.answer, table.known)
    return Earlier(
        title,
        tuple(field for field in fields if field.key not in _LEFT_OUT),
        tuple(_ends(say, row, table)),
    )


def _ends(say: Words, row: Entry, table: Table) -> Iterator[str]:
    """One a decision: rows of one split or merge are named together."""
    later: dict[str, list[Entry]] = {}
    for one in table.after[row["row_id"]]:
        later.setdefault(one["decision"] or one["row_id"], []).append(one)
    for rows in later.values():
        first = rows[0]
        yield say(
            "row.superseded",
            claims=say.joined(one["claim_id"] for one in rows),
            name=first["by"],
            time=moment(first["at"]),
            reason=first["supersede_reason"],
        )
