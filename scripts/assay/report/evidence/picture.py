"""What one answer's evidence table shows in HTML, as plain values: its words in pieces, its claims, its fragments."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from assay.evidence.counting import STANDINGS, standing
from assay.evidence.diagnosis import of_row
from assay.evidence.expected import Expected
from assay.evidence.gathering import Evidence
from assay.evidence.progress import Progress, progress
from assay.evidence.proposing import marks
from assay.evidence.record import Answer
from assay.evidence.table import STATEMENT, VERDICT, Claim, Table, cited_chunks
from assay.ledger import Entry
from assay.report.evidence.account import Field
from assay.report.evidence.beside import in_force, state
from assay.report.evidence.catalogue import Words
from assay.report.evidence.columns import NOTES
from assay.report.evidence.head import head, members
from assay.report.evidence.history import before, earlier
from assay.report.evidence.places import Cited, Place, Places
from assay.report.evidence.stretches import Stretch, lanes, stretches
from assay.report.evidence.withheld import WithoutTexts

# Beside its colour and its line, each standing has a sign.
SIGNS = dict(zip(STANDINGS, "✓◐✗≠?∅·⇄○", strict=True))


class Rests(NamedTuple):
    """A fragment that a verdict rests on, by its number; ``cited``: a citation of the claim names it."""

    place: int
    cited: bool


class Told(NamedTuple):
    """A column of a row: its name, the key of its verdict's phrase, the reviewer's words, whether reviewers differ in it."""

    key: str
    value: str | None
    reason: str | None
    differs: bool


class Opinion(NamedTuple):
    """One row about a claim.

    Attributes:
        row: of the ledger.
        counts: whether the claim stands as it says.
        verdicts: of the row, with their reasons.
        citations: attached to the claim.
        rests: fragments of the verdict.
        notes: what else the reviewer wrote.
        check: key of the phrase that says what comes next; None: no statement, or not judged.
    """

    row: Entry
    counts: bool
    verdicts: tuple[Told, ...]
    citations: tuple[Cited, ...]
    rests: tuple[Rests, ...]
    notes: tuple[Told, ...]
    check: str | None


class Former(NamedTuple):
    """A superseded row: what it was, by whom it was superseded and why, and what it said."""

    title: str
    ends: tuple[str, ...]
    opinion: Opinion


class Shown(NamedTuple):
    """One claim.

    Attributes:
        number: its place in the answer, from 1.
        id: its id.
        standing: one of :data:`assay.evidence.counting.STANDINGS`.
        row: whose words stand for it.
        opinions: rows in force, adjudications last.
        dispute: of several rows what :func:`assay.report.evidence.beside.state` says.
        former: superseded rows, the latest first.
        lane: line below the words on which it is drawn.
    """

    number: int
    id: str
    standing: str
    row: Entry
    opinions: tuple[Opinion, ...]
    dispute: str | None
    former: tuple[Former, ...]
    lane: int


class Picture(NamedTuple):
    """Everything of one answer.

    Attributes:
        answer: the record.
        expected: the evidence that a careful answer would need.
        passages: those of its evidence sets by id, cut where they are long.
        facts: what else stands above the claims, by its name.
        stretches: the answer in pieces; none where texts are left out.
        claims: in the order of the answer.
        places: fragments.
        citations: of the record, in its order.
        standings: how many claims stand how; without those of which there are none.
        progress: how far the table is.
        withheld: whether texts are left out.
    """

    answer: Answer
    expected: Expected
    passages: Mapping[str, str]
    facts: Mapping[str, Field]
    stretches: Sequence[Stretch]
    claims: Sequence[Shown]
    places: Sequence[Place]
    citations: Sequence[Cited]
    standings: Mapping[str, int]
    progress: Progress
    withheld: bool


def picture(say: Words, table: Table, evidence: Evidence) -> Picture:
    """Everything of one answer.

    Args:
        say: phrases.
        table: its evidence table.
        evidence: that the table is of.
    """
    answer, withheld = table.answer, isinstance(table, WithoutTexts)
    quotes = [[(one["start"], one["end"]) for one in claim.shown["quote"]] for claim in table.claims]
    places = Places(table)
    claims = [
        _shown(say, table, claim, number, lane, places)
        for number, (claim, lane) in enumerate(zip(table.claims, lanes(quotes), strict=True), 1)
    ]
    counted = Counter(claim.standing for claim in claims)
    return Picture(
        answer,
        table.expected,
        members(table.expected, evidence.passages),
        {field.key: field for field in head(say, evidence, table)},
        [] if withheld else stretches(answer.text, quotes, marks(answer)),
        claims,
        list(places.listed()),
        [places.cited(one.record()) for one in answer.citations],
        {name: counted[name] for name in STANDINGS if counted[name]},
        progress(table),
        withheld,
    )


def _shown(say: Words, table: Table, claim: Claim, number: int, lane: int, places: Places) -> Shown:
    rows = in_force(claim, table)
    return Shown(
        number,
        claim.id,
        standing(claim),
        claim.shown,
        tuple(_opinion(row, table.answer, places, claim) for row in rows),
        state(claim) if len(rows) > 1 else None,
        tuple(_former(say, row, table, places) for row in before(rows, table)),
        lane,
    )


def _former(say: Words, row: Entry, table: Table, places: Places) -> Former:
    told = earlier(say, row, table)
    return Former(told.title, told.ends, _opinion(row, table.answer, places))


def _opinion(row: Entry, answer: Answer, places: Places, claim: Claim | None = None) -> Opinion:
    """What a row says; ``claim``: about which it is in force."""
    named, cell = cited_chunks(row, answer), of_row(row, answer)
    return Opinion(
        row,
        claim is not None and row is claim.counts,
        tuple(_verdicts(row, claim.judged if claim else [])),
        tuple(places.cited(one) for one in row["citations"]),
        tuple(Rests(places.number(one), one["chunk_id"] in named) for one in row["evidence"]),
        tuple(Told(key, None, row[key], False) for key in NOTES if row[key] is not None),
        cell.check if cell else None,
    )


def _verdicts(row: Entry, judged: Sequence[Entry]) -> Iterator[Told]:
    """Those that a row has; that it is a statement goes without saying, unless reviewers differ in it."""
    for key in VERDICT:
        differs = len({one[key] for one in judged}) > 1
        if row[key] is not None and (key != "kind" or differs or row[key] != STATEMENT):
            yield Told(key, f"{key}.{str(row[key]).lower()}", row.get(f"{key}_reason"), differs)
