"""Options that commands on foreign files share, and how they end: a plan shown, then carried out."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from assay.counting import FLOOD, thinned
from assay.errors import InputError, refuse
from assay.exchange.listing import uncut
from assay.exchange.plan import Plan
from assay.exchange.records.targets import Target


def fields_help(option: str, targets: Mapping[str, Target]) -> str:
    """The fields that an option takes, a line each, to stand at the end of a command's help."""
    width = max(map(len, targets)) + 2
    lines = [
        f"{name:<{width}}{target.doc}" + (" (needed)" if target.required and not target.made else "")
        for name, target in targets.items()
    ]
    return "\n".join(["\b", f"Fields of {option}:", *(f"  {line}" for line in lines)])


def shaping(command: Callable[..., None]) -> Callable[..., None]:
    """Options that say how a file is read, and the one that writes nothing."""
    for option in reversed(
        (
            click.option(
                "--map",
                "fields",
                multiple=True,
                metavar="FIELD=PATH",
                help="Where a field is in a record: name of the column, or JMESPath; no PATH: nowhere. Fields: below.",
            ),
            click.option(
                "--rows", metavar="PATH", help="Where the list of records is in the file (JMESPath)."
            ),
            click.option("--sheet", help="Of XLSX: the sheet."),
            click.option(
                "--header-rows",
                type=click.IntRange(1, 9),
                help="Of XLSX and CSV: how many rows are headings.",
            ),
            click.option(
                "--guess", is_flag=True, help="Guess how the file is read anew, whatever params.yaml keeps."
            ),
            click.option(
                "--dry-run", is_flag=True, help="Show what would be written and lost; write nothing."
            ),
        )
    ):
        command = option(command)
    return thinning(command)


def thinning(command: Callable[..., None]) -> Callable[..., None]:
    """Faults that are alike as three and a count, unless ``--all`` is given."""

    @click.option(
        "--all", "every", is_flag=True, help="Print every fault and every reason, however many are alike."
    )
    @functools.wraps(command)
    def thin(*words: Any, every: bool, **options: Any) -> None:
        try:
            with uncut(every=every):
                command(*words, **options)
        except InputError as error:
            if every:
                raise
            raise InputError(thinned(error.problems, FLOOD, "--all shows each")) from None

    return thin


def asked(
    fields: tuple[str, ...], rows: str | None, sheet: str | None, header_rows: int | None, guess: bool
) -> dict[str, Any]:
    """The words of these options, as the plans take them."""
    return {"fields": fields, "rows": rows, "sheet": sheet, "header": header_rows, "anew": guess}


def finish(plan: Plan, root: Path, *, dry: bool) -> None:
    """Carry a plan out, unless it is a dry run, and say what was done.

    Raises:
        InputError: the plan is refused; what it would do is printed before.
    """
    dry = dry or bool(plan.refused)
    lines = list(plan.report(root, dry=dry))
    if not dry:
        plan.carry_out(root)
    for line in lines:
        click.echo(line)
    refuse(plan.refused)
