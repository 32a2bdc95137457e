"""A difference or an impact in the form that was asked for."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from assay.changes.difference import Difference
from assay.changes.revisions import Side
from assay.corpora import settings
from assay.errors import Problem
from assay.proposal import markdown, record, terminal
from assay.proposal.account import Account
from assay.proposal.phrases import Words, side_name
from assay.proposal.telling import account
from assay.scoring.cutoffs import Settings

if TYPE_CHECKING:
    from assay.proposal.impact import Impact


@dataclass(frozen=True)
class Request:
    """How a result is to be shown.

    Attributes:
        form: ``terminal``, ``markdown``, ``html`` or ``json``.
        words: phrases of its language.
        texts: whether words of questions and passages are shown (``report.include_text``).
        settings: the section ``score``, for the cut-offs that are shown.
        limit: most characters of Markdown.
        colour: whether the terminal shows colours.
    """

    form: str
    words: Words
    texts: bool
    settings: Settings
    limit: int
    colour: bool

    @classmethod
    def of(
        cls, root: Path, form: str, lang: str | None, limit: int = markdown.LIMIT, *, colour: bool = False
    ) -> Self:
        """What was asked for, the rest from params.yaml.

        Raises:
            InputError: faults of params.yaml.
        """
        values = settings(root)
        report, score = values["report"], Settings.of(values["score"])
        return cls(
            form, Words(lang or str(report["lang"])), bool(report["include_text"]), score, limit, colour
        )


def diff_document(changed: Difference, request: Request) -> str:
    """The difference in the form that was asked for."""
    if request.form == "json":
        return record.difference(changed, texts=request.texts)
    return document(
        [diff_account(changed, request)],
        request,
        f"`assay gold diff {revisions(changed.base, changed.head)}`",
    )


def impact_document(changed: Difference, impact: "Impact", request: Request, *, every: bool = False) -> str:
    """The impact in the form that was asked for."""
    if request.form == "json":
        return record.impact(changed, impact)
    return document(
        [impact_account(changed, impact, request, every=every)],
        request,
        f"`assay gold impact {revisions(changed.base, changed.head)}`",
    )


def diff_account(changed: Difference, request: Request) -> Account:
    """What is said of a difference."""
    return account(changed, request.words, texts=request.texts)


def impact_account(
    changed: Difference, impact: "Impact", request: Request, *, every: bool = False
) -> Account:
    """What is said of an impact."""
    from assay.proposal.consequence import consequence

    return consequence(impact, changed, request.words, request.settings, texts=request.texts, every=every)


def refused_account(
    subject: str, sides: tuple[str, str], problems: Iterable[Problem], request: Request
) -> Account:
    """What is said where there is no difference (``diff``) or impact: every problem, by its place alone where texts are left out.

    Args:
        subject: which of the two.
        sides: names of the older and the newer side.
        problems: why.
        request: how it is to be shown.
    """
    words = request.words
    base, head = (side_name(name, words) for name in sides)
    told = [str(problem) if request.texts else problem.where for problem in problems]
    title = {"diff": "title", "impact": "impact.title"}[subject]
    notes = (words(f"{subject}.refused"), *told)
    return Account(words(title), words("sides", base=base, head=head), notes, (), ())


def document(accounts: list[Account], request: Request, commands: str) -> str:
    """Accounts as a text for the terminal, as Markdown or as a page."""
    if request.form == "html":
        from assay.proposal import page

        return page.document(accounts, request.words.lang)
    if request.form == "markdown":
        return markdown.document(accounts, request.words, commands, request.limit)
    return "\n".join(line for one in accounts for line in terminal.lines(one, colour=request.colour)) + "\n"


def revisions(*sides: Side) -> str:
    """Both sides as arguments of a command."""
    return " ".join(side.commit[:10] for side in sides if side.commit)
