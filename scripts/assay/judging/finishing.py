"""The end of shaping claims: rows shown or written, what is to know said, and the command that comes next."""

from contextlib import suppress

import click

from assay.errors import InputError
from assay.evidence.reading import LEDGER
from assay.evidence.table import is_judged
from assay.judging.desk import Desk, unexpected, unjudged
from assay.judging.drafting import Draft
from assay.judging.ids import some
from assay.judging.shaping import Shaping
from assay.judging.stated import line, lines
from assay.judging.writing import MeanwhileError, settle
from assay.labelling.prompting import EndedError, Talk
from assay.ledger import Entry, file_of
from assay.locking import uninterrupted


class Session:
    """A talk that shapes claims and writes them; what cannot be written is shown as lines, so that no work is lost.

    Attributes:
        desk: the answer and the reviewer.
        begun: the claims as they are on record or were proposed.
        why: why rows are superseded; empty: it is asked for where some are; None: the claims are new.
        shaping: the talk, with the claims as they are now.
    """

    def __init__(self, desk: Desk, begun: Draft, draft: Draft, why: str | None) -> None:
        self.desk = desk
        self.begun = begun
        self.why = why
        self.shaping = Shaping(Talk(desk.words), desk, draft)
        self._failed = self._written = False

    def go(self, *, dry_run: bool) -> None:
        """Shape claims, and write them once the reviewer agrees and they break no rule.

        Args:
            dry_run: show the rows, write nothing.

        Raises:
            MeanwhileError: somebody else wrote them meanwhile.
            EndedError: the input ends; nothing is written.
        """
        try:
            self.shaping.begin()
            while not self._written and self.shaping.go():
                self._try(dry_run=dry_run)
        except BaseException as error:
            if not self._written:
                self._show(known=isinstance(error, MeanwhileError))
            raise
        if not self._written:
            self.shaping.talk.say("left")
            if self._failed:
                self._show()

    def _try(self, *, dry_run: bool) -> None:
        """Write the claims, or say why they cannot be; Ctrl-C waits until it is known which."""
        talk = self.shaping.talk
        try:
            if not self.why and self._supersedes():
                self.why = self.shaping.asking.reason("why_changed")
            with uninterrupted():
                after, rows = settle(self.desk, self.shaping.draft, self.why or "", dry_run=dry_run)
                self._written = True
            told(self.desk, after, rows, dry_run=dry_run)
        except (EndedError, MeanwhileError):
            raise
        except (InputError, OSError) as error:
            if self._written:
                raise
            self._failed = True
            self.shaping.asking.faults(error)
            talk.say("shape.not_yet")

    def _supersedes(self) -> bool:
        """Whether rows are superseded, so that it is to be said why."""
        return bool(self.begun.written) and self.shaping.draft != self.begun

    def _show(self, *, known: bool = False) -> None:
        """The claims as lines, if anything was shaped, and the command that takes them.

        Args:
            known: whether the reviewer has claims by now, which can only be edited.
        """
        draft, talk = self.shaping.draft, self.shaping.talk
        if draft == self.begun:
            return
        verb = "new" if self.why is None and not known else "edit"
        why = ("--why", self.why) if self.why else ()
        with suppress(OSError):  # nobody reads any more
            talk.say("not_written")
            for shown in lines(draft):
                talk.show(shown)
            talk.say("shape.back", command=self.desk.command(verb, *why, "--ask", "--jsonl", "FILE"))


def written(desk: Desk, draft: Draft, why: str, *, dry_run: bool) -> None:
    """Write shaped claims, or show their rows; arguments and errors as of :func:`settle`."""
    told(desk, *settle(desk, draft, why, dry_run=dry_run), dry_run=dry_run)


def told(desk: Desk, after: Desk, rows: list[Entry], *, dry_run: bool) -> None:
    """Say what was written, or show the rows that would have been.

    Args:
        desk: as it was.
        after: as it is then.
        rows: those that are new.
        dry_run: whether nothing is written.
    """
    words = desk.words
    if not rows:
        click.echo(words("unchanged"))
        return
    if dry_run:
        click.echo(words("not_written"), err=True)
        for row in rows:
            click.echo(line(row))
        return
    names = some(row["claim_id"] for row in rows)
    click.echo(words("wrote", file=f"{LEDGER}/{file_of(rows[0])}", names=names), err=True)
    again = sorted(_again(desk, rows))
    if again:
        click.echo(words("shape.again", names=some(again)), err=True)
    ruled = sorted({one.id for one in after.table.claims if one.ruling} & _gone(desk, rows))
    if ruled:
        click.echo(words("shape.rulings", names=some(ruled)), err=True)
    if not unexpected(desk):  # else no verdict can follow, as was said before the work
        verb = "judge" if unjudged(after.of(desk.who)) else "show"
        click.echo(words("shape.next", command=desk.command(verb)), err=True)


def _again(desk: Desk, rows: list[Entry]) -> set[str]:
    """Claims whose verdict is dropped by a change."""
    judged = {row["row_id"] for row in desk.rows if is_judged(row)}
    return {row["claim_id"] for row in rows if judged & set(row["supersedes"]) and not is_judged(row)}


def _gone(desk: Desk, rows: list[Entry]) -> set[str]:
    """Ids of the claims that rows change or replace."""
    older = {name for row in rows for name in row["supersedes"]}
    return {row["claim_id"] for row in desk.rows if row["row_id"] in older}
