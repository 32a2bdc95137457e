"""The end of a command that changes labels: its lines shown, or both files written and what is to know said."""

import click

from assay.errors import InputError, refuse
from assay.gold.fields import canonical
from assay.gold.form import FIELDS
from assay.gold.repository import NAMES
from assay.jsonl import dump_row
from assay.labelling import holding
from assay.labelling.holding import Change, Labels
from assay.labelling.prompting import Words


def finish(labels: Labels, change: Change, words: Words, *, dry_run: bool = False) -> Labels:
    """Write a change that breaks no rule; the gold set as it is then.

    Args:
        labels: the gold set.
        change: rows of both files.
        words: phrases of what is said.
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
    parts = {"passages": change.passages, "queries": change.queries}
    if dry_run:
        _show(change)
        return labels
    try:
        after = holding.write(labels, change, held)
    except (InputError, OSError):
        _show(change)  # so that what a person told is not lost with it
        raise
    for name, rows in parts.items():
        if rows:
            click.echo(words("wrote", file=NAMES[name], names=", ".join(rows)), err=True)
    return after


def _show(change: Change) -> None:
    """The rows of a change as lines of their files."""
    for name, rows in (("passages", change.passages), ("queries", change.queries)):
        for row in rows.values():
            if row is not None:
                click.echo(dump_row(canonical(row, FIELDS[name])))
