"""Options of commands that print something: in which form, in which language."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from assay.wording import LANGUAGES

Command = TypeVar("Command", bound=Callable[..., Any])

lang = click.option(
    "--lang", type=click.Choice(LANGUAGES), help="Language; default: report.lang of params.yaml."
)


def form(*forms: str) -> Callable[[Command], Command]:
    """The option ``--format`` with its forms, of which the first is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help="Form of the output.",
    )
