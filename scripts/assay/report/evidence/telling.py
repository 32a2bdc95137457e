"""What is said of an evidence table: its account, in the words of one language."""

from collections.abc import Iterator
from dataclasses import replace

from assay.errors import InputError, Problem
from assay.evidence.counting import standing
from assay.evidence.gathering import Evidence
from assay.evidence.progress import EMPTY, progress
from assay.evidence.table import Claim, Table
from assay.report.evidence.account import Account, Field, Item, said
from assay.report.evidence.beside import beside, in_force
from assay.report.evidence.catalogue import Words
from assay.report.evidence.columns import columns
from assay.report.evidence.head import head
from assay.report.evidence.history import before, earlier
from assay.report.evidence.withheld import WithoutTexts

_UNDISPUTED = ("claim", "quote")  # of one reviewer; the others may have them otherwise, which stands beside


def account(
    say: Words, evidence: Evidence, table: Table, by: str | None = None, *, history: bool = False
) -> Account:
    """The account of one answer.

    Args:
        say: phrases.
        evidence: that the table is of.
        table: of the answer, with the rows that are meant (:func:`only`).
        by: whose rows they are, where they are one reviewer's.
        history: whether superseded rows are told.
    """
    claims = tuple(items(say, table, history=history))
    name = table.answer.id
    return Account(
        title=say("show.title", answer=name),
        notes=tuple(_notes(say, table, by)),
        head=head(say, evidence, table),
        counted=counted(say, table),
        claims=claims,
        empty="" if claims else _nothing(say, table),
        history=say("history.title"),
    )


def only(table: Table, reviewer: str) -> Table:
    """The table with the rows of one reviewer: those in force, and what they have superseded.

    Raises:
        InputError: that reviewer has none.
    """
    if reviewer not in table.reviewers:
        known = ", ".join(table.reviewers) or "nobody yet"
        rule = f"has no rows about {table.answer.id} in force"
        raise InputError(Problem(f"--by {reviewer}", rule, f"those who have: {known}"))
    own = table.of(reviewer)
    kept = {row["row_id"] for row in [*own, *before(own, table)]}
    return replace(table, rows=[row for row in table.rows if row["row_id"] in kept])


def _nothing(say: Words, table: Table) -> str:
    """Why an answer has no claims: nobody has begun, or there is nothing to begin with."""
    if progress(table).state == EMPTY:
        return say("show.empty")
    return say("show.none", command=say.command("assay evidence new", table.answer.id))


def _notes(say: Words, table: Table, by: str | None) -> Iterator[str]:
    if by is not None:
        yield say("show.by", name=by)
    if isinstance(table, WithoutTexts):
        yield say("show.withheld")


def items(say: Words, table: Table, most: int | None = None, *, history: bool = False) -> Iterator[Item]:
    """Claims of a table, the first of them where a number is given; other arguments as of :func:`account`."""
    return (_item(say, claim, table, history=history) for claim in table.claims[:most])


def counted(say: Words, table: Table) -> str:
    """How many claims there are, and how many are judged."""
    done = progress(table)
    return say("show.claims", n=done.claims, judged=done.judged)


def _item(say: Words, claim: Claim, table: Table, *, history: bool) -> Item:
    older = before(in_force(claim, table), table)
    return Item(
        id=claim.id,
        standing=standing(claim),
        verdict=say(f"verdict.{standing(claim)}"),
        text=claim.shown["claim"],
        fields=tuple(_fields(say, claim, table)),
        beside=beside(say, claim, table),
        earlier=tuple(earlier(say, one, table) for one in older) if history else (),
        more=say("history.more", n=len(older)) if older and not history else "",
    )


def _fields(say: Words, claim: Claim, table: Table) -> Iterator[Field]:
    """Columns of the row that counts; where none does, what the claim is, and what is to be done before any check."""
    found = columns(say, claim.shown, table.answer, table.known)
    if claim.counts:
        yield from found
        return
    yield from (field for field in found if not claim.disputed or field.key in _UNDISPUTED)
    words = "assay evidence judge --adjudicate" if claim.disputed else "assay evidence judge"
    command = say.command(words, table.answer.id)
    yield Field("next", say("field.next"), said(say(f"check.{claim.state}", command=command)))
