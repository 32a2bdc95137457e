"""The evidence table of one answer: its claims, what each reviewer says of them, what was said before."""

import datetime as dt
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from assay.evidence.expected import Expected, Gold, expected
from assay.evidence.record import Answer
from assay.ledger import Entry, in_force

STATEMENT, DECLINE, IMMATERIAL = "statement", "decline", "immaterial"
DISPUTED, UNJUDGED = "disputed", "unjudged"
VERDICT = ("kind", "attachment", "support", "contradicts", "corpus")  # what reviewers agree or differ in


class Claim(NamedTuple):
    """One claim as it stands.

    Attributes:
        id: its id.
        rows: rows in force about it, one a reviewer, in the order of writing; the ruling is not among them.
        ruling: the row of an adjudicator that decides between them; it then counts alone.
    """

    id: str
    rows: list[Entry]
    ruling: Entry | None

    @property
    def judged(self) -> list[Entry]:
        """Rows that say something: a verdict, or that it is immaterial or a decline."""
        return [row for row in self.rows if is_judged(row)]

    @property
    def disputed(self) -> bool:
        """Whether reviewers differ, and nobody has decided between them."""
        return self.ruling is None and len({verdict(row) for row in self.judged}) > 1

    @property
    def counts(self) -> Entry | None:
        """The row that counts: the ruling, or the first of reviewers who agree; None: disputed, or not judged."""
        if self.ruling:
            return self.ruling
        return self.judged[0] if self.judged and not self.disputed else None

    @property
    def shown(self) -> Entry:
        """The row whose words stand for the claim."""
        return self.counts or (self.judged or self.rows)[0]

    @property
    def state(self) -> str:
        """Support of a statement that is judged, ``disputed`` or ``unjudged``; else its kind."""
        if self.counts is None:
            return DISPUTED if self.disputed else UNJUDGED
        return str(self.counts["support"] or self.counts["kind"])


@dataclass(frozen=True)
class Table:
    """The evidence table of one answer.

    Attributes:
        answer: the record.
        expected: the evidence that a careful answer would need.
        rows: every row about the answer, superseded ones too, by author and in the order of writing.
    """

    answer: Answer
    expected: Expected
    rows: list[Entry]

    @cached_property
    def current(self) -> list[Entry]:
        """Rows in force."""
        return in_force(self.rows)

    @cached_property
    def known(self) -> dict[str, Entry]:
        """Every row by its id."""
        return {row["row_id"]: row for row in self.rows}

    @cached_property
    def about(self) -> dict[str, list[Entry]]:
        """Rows in force by the id of their claim."""
        found: dict[str, list[Entry]] = {}
        for row in self.current:
            found.setdefault(row["claim_id"], []).append(row)
        return found

    @cached_property
    def after(self) -> dict[str, list[Entry]]:
        """Of each superseded row, by its id, the rows that have superseded it."""
        found: dict[str, list[Entry]] = {}
        for row in self.rows:
            for older in row["supersedes"]:
                found.setdefault(older, []).append(row)
        return found

    @cached_property
    def claims(self) -> list[Claim]:
        """Claims in the order of the answer."""
        claims = []
        for name, rows in self.about.items():
            ruling = max((row for row in rows if row["adjudicates"]), key=moment, default=None)
            claims.append(Claim(name, [row for row in rows if not row["adjudicates"]] or rows, ruling))
        return sorted(claims, key=lambda claim: (place(claim.shown), len(claim.id), claim.id))

    @property
    def reviewers(self) -> list[str]:
        """Who has rows in force."""
        return sorted({row["by"] for row in self.current})

    def of(self, reviewer: str) -> list[Entry]:
        """The rows in force of one reviewer, in the order of the answer."""
        return sorted(
            (row for row in self.current if row["by"] == reviewer),
            key=lambda row: (place(row), len(row["claim_id"]), row["claim_id"]),
        )

    def before(self, row: Entry) -> list[Entry]:
        """The rows that a row has superseded, whatever came between, the latest first."""
        found: dict[str, Entry] = {}
        left = list(row["supersedes"])
        while left:
            name = left.pop()
            if name in self.known and name not in found:
                found[name] = self.known[name]
                left += self.known[name]["supersedes"]
        return sorted(found.values(), key=moment, reverse=True)


def is_judged(row: Entry) -> bool:
    """Whether a row is a decision: a statement with its verdict, a decline with what the corpus has, immaterial."""
    needed = {STATEMENT: "support", DECLINE: "corpus", IMMATERIAL: "observation"}[row["kind"]]
    return row[needed] is not None


def verdict(row: Entry) -> tuple[Any, ...]:
    """What a row decides; two rows with equal ones agree, whatever their reasons."""
    return tuple(row[name] for name in VERDICT)


def place(row: Entry) -> int:
    """Where in the answer a row's claim begins; one that quotes nothing comes last."""
    return min((quote["start"] for quote in row["quote"]), default=sys.maxsize)


def moment(row: Entry) -> dt.datetime:
    """When a row was written, wherever the clock stood."""
    return dt.datetime.fromisoformat(row["at"])


def tables(answers: Iterable[Answer], rows: Iterable[Entry], gold: Gold) -> dict[str, Table]:
    """Evidence tables by the id of the answer, of every answer, judged or not.

    Args:
        answers: the records.
        rows: every row of the ledger ``claims``.
        gold: rows of queries.jsonl by id.
    """
    about: dict[str, list[Entry]] = {}
    for row in rows:
        about.setdefault(row["answer_id"], []).append(row)
    return {one.id: Table(one, expected(one, gold), about.get(one.id, [])) for one in answers}


def cited_chunks(row: Entry, answer: Answer) -> set[str]:
    """Retrieved fragments that a claim's citations name: those of the source where they name no fragment."""
    chunks = {one["chunk_id"] for one in row["citations"] if one["chunk_id"]}
    sources = {one["doc_id"] for one in row["citations"] if one["doc_id"] and not one["chunk_id"]}
    return chunks | {one.chunk_id for one in answer.retrieved if one.doc_id in sources}


def by_id(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Rows of the gold set by id."""
    return {row["id"]: row for row in rows}
