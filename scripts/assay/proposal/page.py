"""Accounts of a change as one self-contained HTML page."""

import re
from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from assay.proposal.account import Account

# Controls but for white space, and marks that turn the direction of what follows.
_UNREADABLE = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]")


def document(accounts: Sequence[Account], lang: str) -> str:
    """The accounts one after another on one page; every text in it is escaped.

    Args:
        accounts: what is said; the first names the page.
        lang: language of the page.
    """
    loader = PackageLoader("assay.proposal", "templates")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_readable,
    )
    return environment.get_template("page.html.j2").render(accounts=accounts, lang=lang)


def _readable(value: object) -> object:
    """A text without characters that nobody sees and that change what is seen."""
    return type(value)(_UNREADABLE.sub("\ufffd", value)) if isinstance(value, str) else value
