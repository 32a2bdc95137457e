"""The end of shaping claims: rows shown or written, and what is to know said."""

import click

from assay.errors import InputError
from assay.evidence.reading import LEDGER
from assay.evidence.table import is_judged
from assay.judging.asking import Asking
from assay.judging.desk import Desk
from assay.judging.drafting import Draft
from assay.judging.shaping import Shaping
from assay.judging.stated import line, lines
from assay.judging.writing import MeanwhileError, settle
from assay.labelling.prompting import EndedError, Talk
from assay.ledger import Entry, file_of


def talked(desk: Desk, draft: Draft, why: str, *, dry_run: bool) -> None:
    """Shape claims in a talk, and write them once the reviewer agrees and they break no rule.

    Args:
        desk: the answer and the reviewer.
        draft: the claims to begin with.
        why: why rows are superseded; empty: it is asked for where some are.
        dry_run: show the rows, write nothing.

    Raises:
        MeanwhileError: somebody else wrote them meanwhile; the claims are shown as lines, so that no work is lost.
        EndedError: the input ends; nothing is written.
    """
    talk = Talk(desk.words)
    shaping = Shaping(talk, desk, draft)
    shaping.begin()
    forked = any(len(rows) > 1 for rows in desk.of(desk.who).values())
    while shaping.go():
        try:
            if not why and (forked or (draft.written and shaping.draft != draft)):
                why = Asking(talk, desk).needed("why_changed")
            written(desk, shaping.draft, why, dry_run=dry_run)
        except EndedError:
            raise
        except MeanwhileError:
            talk.say("not_written")
            for shown in lines(shaping.draft):
                talk.show(shown)
            raise
        except InputError as error:
            for problem in error.problems:
                talk.fault(problem)
            talk.say("not_yet")
        else:
            return
    talk.say("left")


def written(desk: Desk, draft: Draft, why: str, *, dry_run: bool) -> None:
    """Write shaped claims, or show their rows; arguments and errors as of :func:`settle`."""
    after, rows = settle(desk, draft, why, dry_run=dry_run)
    words = desk.words
    if not rows:
        click.echo(words("unchanged"))
        return
    if dry_run:
        click.echo(words("not_written"), err=True)
        for row in rows:
            click.echo(line(row))
        return
    names = ", ".join(row["claim_id"] for row in rows)
    click.echo(words("wrote", file=f"{LEDGER}/{file_of(rows[0])}", names=names), err=True)
    again = sorted(_again(desk, rows))
    if again:
        click.echo(words("shape.again", names=", ".join(again)), err=True)
    ruled = sorted({one.id for one in after.table.claims if one.ruling} & _gone(desk, rows))
    if ruled:
        click.echo(words("shape.rulings", names=", ".join(ruled)), err=True)


def _again(desk: Desk, rows: list[Entry]) -> set[str]:
    """Claims whose verdict is dropped by a change."""
    judged = {row["row_id"] for row in desk.rows if is_judged(row)}
    return {row["claim_id"] for row in rows if judged & set(row["supersedes"]) and not is_judged(row)}


def _gone(desk: Desk, rows: list[Entry]) -> set[str]:
    """Ids of the claims that rows change or replace."""
    older = {name for row in rows for name in row["supersedes"]}
    return {row["claim_id"] for row in desk.rows if row["row_id"] in older}
