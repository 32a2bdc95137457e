"""Claims that are to be judged: by a reviewer, one's own; by an adjudicator, those in which reviewers differ."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from assay.errors import InputError, Problem, refuse
from assay.evidence.succession import TWO, renumber
from assay.evidence.table import is_judged
from assay.gold.quotes import shown
from assay.judging.desk import Desk, own, unjudged
from assay.judging.drafting import unknown
from assay.judging.ids import apart
from assay.ledger import Entry

_SEVERAL = 2


class Case(NamedTuple):
    """One claim as it is judged now.

    Attributes:
        name: its id.
        base: row whose kind, wording, quotation and citations the new row takes.
        older: rows that the new one supersedes; by an adjudicator those of a fork, which it closes.
        between: rows of reviewers between which it decides; none: a reviewer judges.
    """

    name: str
    base: Entry
    older: list[Entry]
    between: list[Entry]

    @property
    def decided(self) -> list[Entry]:
        """Rows of reviewers that a ruling is about: those of a fork, then those between which it decides."""
        return [*(row for row in self.older if not row["adjudicates"]), *self.between]

    @property
    def judged(self) -> bool:
        """Whether it is decided already."""
        return any(map(is_judged, self.older))


class Wish(NamedTuple):
    """What is wanted of a case.

    Attributes:
        adjudicate: decide between reviewers.
        like: the reviewer whose wording a ruling takes; None: the first.
    """

    adjudicate: bool = False
    like: str | None = None


def is_adjudicator(desk: Desk) -> None:
    """Refuse who is none.

    Raises:
        InputError: params.yaml does not name the person.
    """
    if desk.who not in desk.adjudicators:
        known = ", ".join(desk.adjudicators)
        fix = f"one of: {known}" if known else "name adjudicators in params.yaml"
        raise InputError(Problem(f"--by {desk.who}", "is no adjudicator", fix))


def open_cases(desk: Desk, wish: Wish) -> list[str]:
    """Ids of the claims that nobody has decided, in the order of the answer.

    Raises:
        InputError: the reviewer has no claims; the person is no adjudicator.
    """
    if wish.adjudicate:
        is_adjudicator(desk)
        return disputed(desk)
    return unjudged(own(desk))


def disputed(desk: Desk) -> list[str]:
    """Ids of the claims in which reviewers differ, or of which somebody has several rows, in the order of the answer."""
    return [one.id for one in desk.table.claims if one.disputed or forked(one.rows)]


def case(desk: Desk, name: str, wish: Wish) -> Case:
    """A claim by its id.

    Raises:
        InputError: there is no such claim, or nothing in it to decide between; two claims have its number.
    """
    if wish.adjudicate:
        is_adjudicator(desk)
        return _between(desk, name, wish)
    mine = own(desk)
    _refuse_unknown(name, mine)
    _refuse_two(desk, name, mine[name])
    return Case(name, mine[name][0], mine[name], [])


def _refuse_unknown(name: str, known: Collection[str]) -> None:
    refuse([] if name in known else [unknown(name, known, "CLAIM")])


def _refuse_two(desk: Desk, name: str, rows: Iterable[Entry]) -> None:
    """Refuse one verdict on rows of one number that are about different claims."""
    claims = apart(rows)
    if len(claims) > 1:
        mine = all(row["by"] == desk.who for one in claims for row in one)
        mend = f"`{desk.command('edit', '--renumber', name)}`" if mine else renumber(desk.answer.id, name)
        rule = f"{TWO}: {'; '.join(shown(one[0]['claim']) for one in claims)}"
        raise InputError(
            Problem(name, rule, f"{mend}{'' if mine else ' by the author'} gives one of them another")
        )


def _between(desk: Desk, name: str, wish: Wish) -> Case:
    _refuse_unknown(name, desk.claims)
    claim = desk.claims[name]
    rows = [row for row in claim.rows if not row["adjudicates"]]
    _refuse_two(desk, name, rows)
    rulings = [row for row in desk.table.about[name] if row["adjudicates"]]
    twice = forked(rows)
    others = [row for row in rows if row not in twice]
    older = [*rulings, *twice]
    if not twice and len({row["by"] for row in rows if is_judged(row)}) < _SEVERAL:
        fix = "let another reviewer judge it, or judge it without --adjudicate"
        raise InputError(Problem(name, "has no verdicts of several reviewers to decide between", fix))
    if not twice and not claim.disputed and not rulings:
        raise InputError(Problem(name, "is not disputed: its reviewers agree", "nothing is to be decided"))
    if wish.like is None:
        return Case(name, rows[0], older, others)
    base = next((row for row in rows if row["by"] == desk.reviewer(wish.like)), None)
    if base is None:
        names = ", ".join(sorted({row["by"] for row in rows}))
        raise InputError(Problem(f"--from {wish.like}", f"has no row about {name}", f"one of: {names}"))
    return Case(name, base, older, others)


def forked(rows: Sequence[Entry]) -> list[Entry]:
    """Rows in force of who has several about one claim, as a merge of two branches leaves them."""
    often = Counter(row["by"] for row in rows)
    return [row for row in rows if often[row["by"]] > 1]


def stale(now: Desk, one: Case) -> list[Problem]:
    """What stands in the way of a row: others have changed its claim meanwhile.

    Args:
        now: the desk with the ledger as it is now.
        one: the claim as it was read.
    """
    known = [*one.between, *one.older]
    others = any(row["by"] != now.who for row in known)
    about = now.table.about if others else now.of(now.who)
    if {row["row_id"] for row in about.get(one.name, [])} == {row["row_id"] for row in known}:
        return []
    rule = "was changed meanwhile; nothing is written of it"
    return [Problem(one.name, rule, "look at it and begin again")]
