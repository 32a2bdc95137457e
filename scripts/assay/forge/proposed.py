"""What a branch proposes, as a comment and as a page: the gold difference and its impact on every run."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from assay.changes.difference import Difference, difference
from assay.changes.revisions import commit_of, merge_base, side
from assay.counting import FLOOD, thinned
from assay.errors import InputError
from assay.proposal.account import Account
from assay.proposal.forms import Request, diff_account, document, impact_account, refused_account
from assay.proposal.markdown import LIMIT
from assay.proposal.phrases import Words
from assay.proposal.scoring import score_change
from assay.scoring.cutoffs import Settings

Teller = Callable[[Request], Account]


class Proposed(NamedTuple):
    """Both forms, and whether anything in the gold set changes."""

    markdown: str
    page: str
    changed: bool


def proposed(root: Path, onto: str | None) -> Proposed:
    """Hold what is checked out against the commit at which it left its target.

    Where a gold file of either side cannot be read, that is told in place of the difference.

    Args:
        root: top folder of the repository.
        onto: branch that it is proposed to; None: main.

    Raises:
        InputError: there is no such branch or no common commit.
    """
    base, head = (commit_of(root, name) for name in (merge_base(root, onto=onto), "HEAD"))
    forms = [_request(root, form) for form in ("markdown", "html")]
    commits = f"{base[:10]} {head[:10]}"
    commands = f"`assay gold diff {commits}`, `assay gold impact {commits}`, gold-change.html"
    try:
        tellers = _tellers(root, base)
        return Proposed(*_documents(tellers, forms, commands), len(tellers) > 1)
    except InputError as error:
        told = _refused("diff", (base[:10], f"HEAD ({head[:10]})"), error)
        return Proposed(*_documents([told], forms, commands), changed=True)


def _request(root: Path, form: str) -> Request:
    """As params.yaml has it; without any text where that is not known, and the impact says why."""
    try:
        return Request.of(root, form, None)
    except InputError:
        return Request(form, Words("en"), texts=False, settings=Settings(()), limit=LIMIT, colour=False)


def _tellers(root: Path, base: str) -> list[Teller]:
    """What is said: of the difference, and where there is one of the impact."""
    start = side(root, base)
    changed = difference(start, side(root, "HEAD", start))
    return [partial(diff_account, changed), *([_impact(root, changed)] if changed else [])]


def _impact(root: Path, changed: Difference) -> Teller:
    """What is said of the impact; where it cannot be scored, why, so that the difference is said all the same."""
    try:
        return partial(impact_account, changed, score_change(root, changed))
    except InputError as error:
        return _refused("impact", (changed.base.name, changed.head.name), error)


def _refused(subject: str, sides: tuple[str, str], error: InputError) -> Teller:
    problems = list(thinned(error.problems, FLOOD, "assay gold check --all"))
    return partial(refused_account, subject, sides, problems)


def _documents(tellers: Iterable[Teller], forms: Iterable[Request], commands: str) -> tuple[str, str]:
    """The comment and the page."""
    comment, page = (document([tell(request) for tell in tellers], request, commands) for request in forms)
    return comment, page
