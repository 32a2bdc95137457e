"""What a branch proposes, as a comment and as a page: the gold difference and its impact on every run."""

from pathlib import Path
from typing import NamedTuple

from assay.changes.difference import difference
from assay.changes.revisions import merge_base, side
from assay.proposal.forms import Request, diff_account, document, impact_account, revisions
from assay.proposal.scoring import score_change


class Proposed(NamedTuple):
    """Both forms, and whether anything in the gold set changes."""

    markdown: str
    page: str
    changed: bool


def proposed(root: Path, onto: str | None, head: str | None = None) -> Proposed:
    """Hold a branch against the commit at which it left its target.

    Args:
        root: top folder of the repository.
        onto: branch that it is proposed to; None: main.
        head: the branch; None: what is checked out.

    Raises:
        InputError: there is no such branch or no common commit; rows of either side break rules of fields.
    """
    base = merge_base(root, head, onto)
    start = side(root, base)
    changed = difference(start, side(root, head or "HEAD", start))
    forms = {form: Request.of(root, form, None) for form in ("markdown", "html")}
    done = score_change(root, changed) if changed else None
    sides = revisions(changed)
    commands = f"`assay gold diff {sides}`, `assay gold impact {sides}`, gold-change.html"
    told = {}
    for form, request in forms.items():
        accounts = [diff_account(changed, request)]
        accounts += [impact_account(changed, done, request)] if done else []
        told[form] = document(accounts, request, commands)
    return Proposed(told["markdown"], told["html"], bool(changed))
