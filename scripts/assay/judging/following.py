"""What comes next, once claims of an answer are judged: the command that goes on, in the reviewer's language."""

from collections.abc import Iterator
from dataclasses import replace

from assay.errors import InputError
from assay.judging.cases import Wish, disputed, open_cases
from assay.judging.desk import Desk, unjudged


def judging(desk: Desk, wish: Wish, *words: str) -> str:
    """The command that judges as it is done now, with some words more."""
    ruling = ("--adjudicate",) if wish.adjudicate else ()
    like = ("--from", wish.like) if wish.like else ()
    return desk.command("judge", *ruling, *like, *words)


def lines(desk: Desk, wish: Wish) -> Iterator[str]:
    """How many claims are left, else where reviewers differ, else what others have left, else how all of it is looked
    at, checked and committed.

    Args:
        desk: the answer and the reviewer, as it is now.
        wish: whether it is decided between reviewers.
    """
    words = desk.words
    left = _left(desk, wish)
    differ = disputed(desk)
    if left:
        yield words("judge.left", n=left, command=judging(desk, wish))
    elif differ and desk.adjudicators:
        who = desk.who if desk.who in desk.adjudicators else desk.adjudicators[0]
        ruling = judging(replace(desk, who=who), Wish(adjudicate=True))
        yield words("judge.disputed", names=", ".join(differ), command=ruling)
    elif differ:
        yield words("judge.disputed.nobody", names=", ".join(differ))
    elif others := [f"{name}: {n}" for name in desk.reviewers if (n := len(unjudged(desk.of(name))))]:
        yield words("judge.others_left", names="; ".join(others), command=desk.command("show"))
    else:
        yield words("judge.done", command=desk.command("show"))


def _left(desk: Desk, wish: Wish) -> int:
    """How many claims nobody has decided; none where the reviewer has no claims any more."""
    try:
        return len(open_cases(desk, wish))
    except InputError:
        return 0
