"""Claims as flags name them: those of another reviewer, and what is split and merged."""

from collections.abc import Iterable

from assay.errors import InputError, Problem
from assay.judging import drafting
from assay.judging.desk import Desk
from assay.judging.drafting import Claim, Draft
from assay.judging.quoting import Span, quoted
from assay.judging.rows import groups

BETWEEN = "|"


def refuse_known(desk: Desk) -> None:
    """Refuse to begin where the reviewer has claims already.

    Raises:
        InputError: there are some.
    """
    if desk.of(desk.who):
        rule = f"has claims of {desk.who} already"
        raise InputError(Problem(desk.answer.id, rule, f"`{desk.command('edit')}` changes them"))


def taken(desk: Desk, reviewer: str) -> Draft:
    """Another reviewer's claims, without verdicts.

    Raises:
        InputError: that reviewer has none.
    """
    found = desk.of(desk.reviewer(reviewer))
    return drafting.taken(desk.answer, [row for rows in found.values() for row in rows], own=False)


def altered(draft: Draft, splits: Iterable[tuple[str, str]], merges: Iterable[tuple[str, str]]) -> Draft:
    """The claims once some are split, then some merged.

    Args:
        draft: the claims.
        splits: id of a claim, and the words of its parts with ``|`` between them.
        merges: two ids.

    Raises:
        InputError: no such claim; words that are not in the answer, or several times; what a split would leave out.
    """
    for name, words in splits:
        claim = named(draft, name, "--split")
        draft = drafting.split(draft, claim, parts(draft, claim, words))
    for names in merges:
        claims = [named(draft, name, "--merge") for name in dict.fromkeys(names)]
        draft = drafting.merge(draft, claims)
    return draft


def parts(draft: Draft, claim: Claim, words: str) -> list[tuple[tuple[Span, ...], str]]:
    """Quotations of the parts of a claim, each with no wording of its own.

    Raises:
        InputError: words that stand nowhere, or at several places.
    """
    typed = [one.strip() for one in words.split(BETWEEN) if one.strip()]
    return [(quoted(one, draft.answer.text, claim.quote), "") for one in typed]


def named(draft: Draft, name: str, where: str) -> Claim:
    """The claim of an id, as long as it is neither split nor merged.

    Raises:
        InputError: there is none.
    """
    known = {group.kept: group.claims[0] for group in groups(draft.claims) if group.kept}
    if name not in known:
        raise InputError(drafting.unknown(name, known, where))
    return known[name]
