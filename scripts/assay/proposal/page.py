"""Accounts of a change as one self-contained HTML page."""

from collections.abc import Sequence

from jinja2 import PackageLoader

from assay.proposal.account import Account
from assay.report.escaped import environment


def document(accounts: Sequence[Account], lang: str) -> str:
    """The accounts one after another on one page; every text in it is escaped.

    Args:
        accounts: what is said; the first names the page.
        lang: language of the page.
    """
    loader = PackageLoader("assay.proposal", "templates")
    return environment(loader).get_template("page.html.j2").render(accounts=accounts, lang=lang)
