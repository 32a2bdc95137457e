"""An evidence table as JSON: the record and the rows as they are, and what follows from them."""

from typing import Any

from assay.evidence.counting import standing
from assay.evidence.diagnosis import cell
from assay.evidence.gathering import Evidence
from assay.evidence.progress import progress
from assay.evidence.table import Claim, Table
from assay.report.evidence.beside import in_force
from assay.report.evidence.citations import never
from assay.report.evidence.history import before


def raw(evidence: Evidence, table: Table, *, history: bool = True) -> dict[str, Any]:
    """The table as values of JSON.

    Args:
        evidence: that the table is of.
        table: of one answer.
        history: whether superseded rows are among them.
    """
    answer, done = table.answer, progress(table)
    return {
        "run": answer.run,
        "run_id": answer.run_id,
        "record": answer.value,
        "card": answer.card,
        "expected": {**table.expected._asdict(), "passages": _passages(evidence, table)},
        "held": evidence.held.get(answer.id),
        "lacks": evidence.lacks.get(answer.id, []),
        "never_retrieved": [one.record() for one in never(answer)],
        "progress": {**done._asdict(), "reviewers": [share._asdict() for share in done.reviewers]},
        "claims": [_claim(claim, table) for claim in table.claims],
        "rows": table.rows if history else table.current,
    }


def _passages(evidence: Evidence, table: Table) -> dict[str, str]:
    """Whole texts of the passages of its evidence sets, by id."""
    names = sorted({name for one in table.expected.sets or () for name in one})
    return {name: evidence.passages[name] for name in names if name in evidence.passages}


def _claim(claim: Claim, table: Table) -> dict[str, Any]:
    """How a claim stands; rows are named by their ids."""
    rows, found = in_force(claim, table), cell(claim, table)
    return {
        "claim_id": claim.id,
        "standing": standing(claim),
        "in_force": [row["row_id"] for row in rows],
        "counts": claim.counts and claim.counts["row_id"],
        "ruling": claim.ruling and claim.ruling["row_id"],
        "superseded": [row["row_id"] for row in before(rows, table)],
        "diagnosis": found and found._asdict(),
    }
