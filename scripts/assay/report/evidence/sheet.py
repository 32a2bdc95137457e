"""Evidence tables as spreadsheets: a row a row of the ledger, a row an answer. Cells are made safe where they are written."""

from collections.abc import Iterable, Iterator
from typing import Any

import polars as pl

from assay.entries import ENVELOPE, FIELDS
from assay.evidence.counting import STANDINGS, standing, standing_of
from assay.evidence.diagnosis import of_row
from assay.evidence.gathering import Evidence
from assay.evidence.progress import progress
from assay.evidence.table import Table
from assay.ledger import Entry
from assay.report.evidence.citations import never
from assay.report.evidence.withheld import TEXTS, WithoutTexts
from assay.report.markdown import ABSENT
from assay.report.sheets import BETWEEN

_TEXT, _WHOLE = pl.String, pl.UInt32
_FRAGMENT = ("chunk_id", "doc_id", "doc_version", "rank", "sha256", "text")
_KEPT = [name for name in (*FIELDS["claims"], *ENVELOPE) if name not in ("quote", "citations", "evidence")]
_LISTS = ("adjudicates", "supersedes")  # of what is kept
_SPECIAL = {"contradicts": pl.Boolean, "schema_version": _WHOLE}
CLAIMS: dict[str, Any] = {
    "run": _TEXT,
    "in_force": pl.Boolean,
    "counts": pl.Boolean,
    "standing": _TEXT,
    **{name: _SPECIAL.get(name, _TEXT) for name in _KEPT},
    **dict.fromkeys(("quotes", "quote_spans", "citations"), _TEXT),
    **{f"evidence_{name}": _TEXT for name in _FRAGMENT},
    **dict.fromkeys(("diagnosis", "diagnosis_citation"), _TEXT),
}
ANSWERS: dict[str, Any] = {
    **dict.fromkeys(("run", "answer_id", "scenario_id", "query_id", "lang", "expected", "state"), _TEXT),
    "held": pl.Boolean,
    **dict.fromkeys(("retrieved", "citations", "declines", "claims", "judged", *STANDINGS), _WHOLE),
    **dict.fromkeys(("reviewers", "never_retrieved", "lacks", "query", "answer"), _TEXT),
}
_WORDS = {"claims": (*TEXTS, "quotes", "evidence_text"), "answers": ("query", "answer")}


def sheets(evidence: Evidence) -> dict[str, pl.DataFrame]:
    """Frames by the name of their file, ``claims`` and ``answers``; none where there are no recorded answers.

    Args:
        evidence: without texts, or with them: columns of texts are left out with the texts.
    """
    if not evidence.tables:
        return {}
    made = {
        "claims": pl.DataFrame(list(_claims(evidence.tables)), schema=CLAIMS),
        "answers": pl.DataFrame([_answer(evidence, one) for one in evidence.tables], schema=ANSWERS),
    }
    if any(isinstance(one, WithoutTexts) for one in evidence.tables):
        return {name: frame.drop(_WORDS[name]) for name, frame in made.items()}
    return made


def _claims(tables: Iterable[Table]) -> Iterator[dict[str, Any]]:
    """Rows in force by claim in the order of the answer, then superseded ones in the order of writing."""
    for table in tables:
        claims = table.claims
        order = {claim.id: number for number, claim in enumerate(claims)}
        counting = {claim.counts["row_id"] for claim in claims if claim.counts}
        current = {row["row_id"] for row in table.current}
        in_order = sorted(
            table.rows,
            key=lambda row: (
                row["row_id"] not in current,
                order.get(row["claim_id"], len(order)),
                row["at"],
                row["row_id"],
            ),
        )
        for row in in_order:
            name = row["row_id"]
            yield {"in_force": name in current, "counts": name in counting, **_claim(row, table)}


def _claim(row: Entry, table: Table) -> dict[str, Any]:
    cell = of_row(row, table.answer)
    return {
        "run": table.answer.run,
        "standing": standing_of(row),
        **{name: row[name] for name in _KEPT},
        **{name: _listed(row[name] or ()) for name in _LISTS},
        "quotes": _listed(one["text"] for one in row["quote"]),
        "quote_spans": _listed(f"{one['start']}-{one['end']}" for one in row["quote"]),
        "citations": _listed(map(_citation, row["citations"])),
        **{f"evidence_{name}": _listed(one[name] for one in row["evidence"]) for name in _FRAGMENT},
        "diagnosis": cell and cell.row,
        "diagnosis_citation": cell and cell.column,
    }


def _citation(one: dict[str, Any]) -> str:
    """``[1] D-01 p04``: what there is of it."""
    return " ".join(one[key] for key in ("marker", "doc_id", "chunk_id") if one[key])


def _listed(values: Iterable[object]) -> str | None:
    """Members of a list in one cell, a dash for an absent one; null for none: cells of one row line up."""
    return BETWEEN.join(ABSENT if one is None else str(one) for one in values) or None


def _answer(evidence: Evidence, table: Table) -> dict[str, Any]:
    answer, done = table.answer, progress(table)
    stand = [standing(claim) for claim in table.claims]
    return {
        "run": answer.run,
        "answer_id": answer.id,
        "scenario_id": answer.scenario_id,
        "query_id": answer.query_id,
        "lang": answer.value.get("lang"),
        "expected": table.expected.source,
        "state": done.state,
        "held": evidence.held.get(answer.id),
        "retrieved": _number(answer.value.get("retrieved")),
        "citations": _number(answer.value.get("citations")),
        "declines": _number(answer.value.get("declines")),
        "claims": done.claims,
        "judged": done.judged,
        **{name: stand.count(name) for name in STANDINGS},
        "reviewers": _listed(table.reviewers),
        "never_retrieved": _listed(dict.fromkeys(one.chunk_id or one.doc_id for one in never(answer))),
        "lacks": _listed(evidence.lacks.get(answer.id, ())),
        "query": answer.query,
        "answer": answer.text or None,
    }


def _number(items: list[Any] | None) -> int | None:
    """How many there are; None: the record does not say."""
    return None if items is None else len(items)
