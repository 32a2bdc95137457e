"""Accounts of a change as one self-contained HTML page."""

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from assay.proposal.account import Account


def document(accounts: Sequence[Account], lang: str) -> str:
    """The accounts one after another on one page; every text in it is escaped.

    Args:
        accounts: what is said; the first names the page.
        lang: language of the page.
    """
    loader = PackageLoader("assay.proposal", "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("page.html.j2").render(accounts=accounts, lang=lang)
