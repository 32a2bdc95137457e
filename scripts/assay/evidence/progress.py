"""How far the evidence table of an answer is, as a whole and of each reviewer."""

from typing import NamedTuple

from assay.evidence.table import Claim, Table, is_judged
from assay.ledger import Entry

EMPTY, NONE, OPEN, DISPUTED, DONE = "empty", "none", "open", "disputed", "done"
STATES = (NONE, OPEN, DISPUTED, DONE, EMPTY)


class Share(NamedTuple):
    """How far one reviewer is.

    Attributes:
        by: the reviewer.
        claims: rows in force.
        judged: those that are judged.
    """

    by: str
    claims: int
    judged: int


class Progress(NamedTuple):
    """How far an answer is.

    Attributes:
        claims: claims in force.
        judged: those that somebody has judged.
        to_judge: those that somebody has still to judge: the only reviewer, or one of several; none where a ruling counts.
        disputed: those on which reviewers differ, and nobody has decided between them.
        state: ``empty`` (the answer has no text: there is nothing to judge), ``none`` (no claims yet), ``open`` (some are
            to be judged), ``disputed``, ``done``.
        reviewers: each reviewer, by name.
    """

    claims: int
    judged: int
    to_judge: int
    disputed: int
    state: str
    reviewers: tuple[Share, ...]


def progress(table: Table, by: str | None = None) -> Progress:
    """How far the evidence table of an answer is.

    Args:
        table: the evidence table.
        by: only what this reviewer has to do: the claims that have a row of theirs; None: everybody.
    """
    claims = [claim for claim in table.claims if by is None or by in _authors(claim)]
    to_judge = sum(_is_left(claim, by) for claim in claims)
    disputed = sum(claim.disputed for claim in claims)
    return Progress(
        len(claims),
        sum(any(map(is_judged, _rows(claim, by))) for claim in claims),
        to_judge,
        disputed,
        _state(table, len(claims), to_judge, disputed),
        tuple(_share(table, name) for name in table.reviewers if by in (None, name)),
    )


def _authors(claim: Claim) -> set[str]:
    return {row["by"] for row in _rows(claim, None)}


def _rows(claim: Claim, by: str | None) -> list[Entry]:
    rows = [*claim.rows, *([claim.ruling] if claim.ruling else [])]
    return [row for row in rows if by in (None, row["by"])]


def _is_left(claim: Claim, by: str | None) -> bool:
    return claim.ruling is None and not all(map(is_judged, _rows(claim, by)))


def _state(table: Table, claims: int, to_judge: int, disputed: int) -> str:
    if not claims:
        return NONE if table.answer.text.strip() else EMPTY
    return OPEN if to_judge else DISPUTED if disputed else DONE


def _share(table: Table, name: str) -> Share:
    rows = table.of(name)
    return Share(name, len(rows), sum(map(is_judged, rows)))
