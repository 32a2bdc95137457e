"""What was judged of recorded answers, counted by run. Counts alone: the protocol forbids a mean, a share, a score."""

from collections import Counter
from typing import NamedTuple

from assay.evidence.gathering import Evidence
from assay.evidence.table import DISPUTED, STATEMENT, UNJUDGED, Claim, Table, is_judged
from assay.ledger import Entry

CONTRADICTS = "contradicts"
# How a claim may stand; those of statements first.
SUPPORT = ("supported", "partially_supported", "unsupported", CONTRADICTS, "not_assessable")
STANDINGS = (*SUPPORT, "decline", "immaterial", DISPUTED, UNJUDGED)


class Counts(NamedTuple):
    """Counts of one run.

    ``claims`` = ``statements`` + ``declines`` + ``immaterial`` + ``disputed`` + ``unjudged``. Statements that are judged
    are counted twice over: by support (``supported`` … ``not_assessable``) and by citation (``attached`` …).

    Attributes:
        run: its name.
        answers: answers recorded, but for those to holdout questions.
        tables: answers of which somebody has written down claims.
        claims: claims in force.
        statements: those that are statements and judged: n of both splits.
        supported: their support, and so are the four that follow.
        partially_supported: some of it.
        unsupported: no fragment says otherwise.
        contradicts: unsupported, and a fragment says otherwise.
        not_assessable: support that cannot be assessed.
        attached: their citation, and so are the two that follow.
        not_attached: none is.
        attachment_not_assessable: nobody can tell.
        declines: what answers say that they cannot say.
        immaterial: nothing that matters.
        disputed: reviewers differ, and nobody has decided between them.
        unjudged: not judged yet.
        closed: answers to holdout questions, which are shown nowhere.
    """

    run: str
    answers: int
    tables: int
    claims: int
    statements: int
    supported: int
    partially_supported: int
    unsupported: int
    contradicts: int
    not_assessable: int
    attached: int
    not_attached: int
    attachment_not_assessable: int
    declines: int
    immaterial: int
    disputed: int
    unjudged: int
    closed: int


def standing_of(row: Entry) -> str:
    """How one row lets a claim stand, one of :data:`STANDINGS` but ``disputed``."""
    if not is_judged(row):
        return UNJUDGED
    if row["kind"] != STATEMENT:
        return str(row["kind"])
    return CONTRADICTS if row["contradicts"] else str(row["support"])


def standing(claim: Claim) -> str:
    """How a claim stands, one of :data:`STANDINGS`: a contradicted one apart from the other unsupported ones."""
    return standing_of(claim.counts) if claim.counts else claim.state


def counts(evidence: Evidence) -> list[Counts]:
    """Counts of every run that has answers, by its name.

    Args:
        evidence: of a repository.
    """
    runs = evidence.runs
    return [_of_run(name, runs.get(name, []), evidence) for name in sorted({*runs, *evidence.closed})]


def _of_run(name: str, tables: list[Table], evidence: Evidence) -> Counts:
    claims = [claim for table in tables for claim in table.claims]
    stand = Counter(map(standing, claims))
    rows = [claim.counts for claim in claims if standing(claim) in SUPPORT]
    attachment = Counter(row["attachment"] for row in rows if row)
    return Counts(
        run=name,
        answers=len(tables),
        tables=sum(bool(table.current) for table in tables),
        claims=len(claims),
        statements=len(rows),
        **{kind: stand[kind] for kind in SUPPORT},
        attached=attachment["attached"],
        not_attached=attachment["not_attached"],
        attachment_not_assessable=attachment["not_assessable"],
        declines=stand["decline"],
        immaterial=stand["immaterial"],
        disputed=stand["disputed"],
        unjudged=stand["unjudged"],
        closed=evidence.closed.get(name, 0),
    )
