"""The evidence that a careful answer would need: stated before anyone judges, in the gold set or in the record."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from assay.evidence.record import Answer

GOLD, RECORD = "gold", "record"
Gold = Mapping[str, Mapping[str, Any]]


class Expected(NamedTuple):
    """What is expected of an answer.

    Attributes:
        source: ``gold`` or ``record``; None: nobody has stated it.
        sets: evidence sets of the gold set, ids of passages; None where the record states it, or nobody does.
        needed: fragments that the record names; None where the gold set states it, or nobody does.
        unanswerable: parts that the corpus cannot answer.
    """

    source: str | None
    sets: list[list[str]] | None
    needed: list[dict[str, Any]] | None
    unanswerable: list[str]

    @property
    def nothing(self) -> bool:
        """Whether the corpus answers no part of the question."""
        return self.source is not None and not self.sets and not self.needed


def expected(answer: Answer, gold: Gold) -> Expected:
    """What is expected of an answer: from the gold set where it has the question as it was asked, and its sets.

    Args:
        answer: the record.
        gold: rows of queries.jsonl by id.
    """
    row = row_of(answer, gold)
    if row is not None and row["evidence_sets"] is not None:
        return Expected(GOLD, row["evidence_sets"], None, list(row["unanswerable"] or ()))
    stated = answer.value.get("expected_evidence")
    if stated and stated.get("needed") is not None:
        return Expected(RECORD, None, stated["needed"], list(stated.get("unanswerable") or ()))
    return Expected(None, None, None, [])


def row_of(answer: Answer, gold: Gold) -> Mapping[str, Any] | None:
    """The row of the gold set that asks the same question in the same words; None: there is none."""
    row = gold.get(answer.query_id or "")
    same = row is not None and answer.query is not None and answer.query in (row["query"], row["rewritten"])
    return row if same else None
