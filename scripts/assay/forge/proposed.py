"""What a branch proposes, as a comment and as a page: the gold difference and its impact on every run."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from assay.changes.difference import Difference, difference
from assay.changes.revisions import merge_base, side
from assay.counting import FLOOD, thinned
from assay.errors import InputError
from assay.proposal.account import Account
from assay.proposal.forms import (
    Request,
    diff_account,
    document,
    impact_account,
    refused_account,
    revisions,
)
from assay.proposal.scoring import score_change


class Proposed(NamedTuple):
    """Both forms, and whether anything in the gold set changes."""

    markdown: str
    page: str
    changed: bool


def proposed(root: Path, onto: str | None) -> Proposed:
    """Hold what is checked out against the commit at which it left its target.

    Args:
        root: top folder of the repository.
        onto: branch that it is proposed to; None: main.

    Raises:
        InputError: there is no such branch or no common commit; rows of either side break rules of fields.
    """
    base = merge_base(root, onto=onto)
    start = side(root, base)
    changed = difference(start, side(root, "HEAD", start))
    forms = {form: Request.of(root, form, None) for form in ("markdown", "html")}
    impact = _impact(root, changed) if changed else None
    sides = revisions(changed)
    commands = f"`assay gold diff {sides}`, `assay gold impact {sides}`, gold-change.html"
    told = {}
    for form, request in forms.items():
        accounts = [diff_account(changed, request)]
        accounts += [impact(request)] if impact else []
        told[form] = document(accounts, request, commands)
    return Proposed(told["markdown"], told["html"], bool(changed))


def _impact(root: Path, changed: Difference) -> Callable[[Request], Account]:
    """What is said of the impact; where it cannot be scored, why, so that the difference is said all the same."""
    try:
        done = score_change(root, changed)
    except InputError as error:
        problems = list(thinned(error.problems, FLOOD, "assay gold check --all"))
        return lambda request: refused_account(changed, problems, request)
    return lambda request: impact_account(changed, done, request)
