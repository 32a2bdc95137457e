"""The end of a command that changes labels: its lines shown, or both files written and what is to know said."""

from collections.abc import Mapping

import click

from assay.errors import InputError, refuse
from assay.gold.fields import canonical
from assay.gold.form import FIELDS
from assay.gold.repository import NAMES
from assay.jsonl import dump_row
from assay.labelling import holding
from assay.labelling.holding import Again, Change, Labels, Record
from assay.labelling.prompting import Words


def finish(
    labels: Labels,
    change: Change,
    words: Words,
    *,
    again: Again | None = None,
    told: bool = False,
    dry_run: bool = False,
) -> Labels:
    """Write a change that breaks no rule; the gold set as it is then.

    Args:
        labels: the gold set.
        change: rows of both files.
        words: phrases of what is said.
        again: as of :func:`assay.labelling.holding.write`.
        told: whether it was told in a talk: where it cannot be written, its lines are shown, or all of it is lost.
        dry_run: show the lines, write nothing.

    Raises:
        InputError: every rule that it breaks; nothing is written.
    """
    if not (change.queries or change.passages):
        click.echo(words("unchanged"))
        return labels
    held = holding.outcome(labels, change)
    refuse(held.problems)
    for problem in held.warnings:
        click.echo(words("warning", text=problem), err=True)
    for problem in held.old:
        click.echo(words("still", text=problem), err=True)
    if dry_run:
        _show(change)
        return labels
    try:
        after, change = holding.write(labels, change, held, again)
    except (InputError, OSError):
        if told:
            click.echo(words("not_written"))
            _show(change)
        raise
    for name, rows in _parts(change):
        if rows:
            click.echo(words("wrote", file=NAMES[name], names=", ".join(rows)), err=True)
    return after


def _show(change: Change) -> None:
    """The rows of a change as lines of their files."""
    for name, rows in _parts(change):
        for row in rows.values():
            if row is not None:
                click.echo(dump_row(canonical(row, FIELDS[name])))


def _parts(change: Change) -> tuple[tuple[str, Mapping[str, Record | None]], ...]:
    """Rows by file, those first that the others name."""
    return ("passages", change.passages), ("queries", change.queries)
