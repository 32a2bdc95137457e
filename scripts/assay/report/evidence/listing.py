"""Recorded answers in a list: how far each is and each of its reviewers, and the next command."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from assay.errors import InputError, Problem
from assay.evidence.gathering import Evidence
from assay.evidence.progress import DISPUTED, DONE, EMPTY, NONE, OPEN, Progress, Share, progress
from assay.evidence.table import Table
from assay.onscreen import safe
from assay.report.evidence.catalogue import Words

# What is to be done next, by the state of an answer.
_NEXT = {
    NONE: "assay evidence new",
    OPEN: "assay evidence judge",
    DISPUTED: "assay evidence show",
    DONE: "assay evidence show",
    EMPTY: "assay answers check",
}


class Listed(NamedTuple):
    """One answer of the list: its evidence table, and how far that is."""

    table: Table
    progress: Progress

    @property
    def is_unstated(self) -> bool:
        """Whether nobody has stated which evidence it needs, so that no verdict is taken; and one is to be."""
        return self.table.expected.source is None and self.progress.state in (NONE, OPEN)

    @property
    def next(self) -> str:
        """The next command, without the answer's id."""
        return _NEXT[EMPTY if self.is_unstated else self.progress.state]


class Listing(NamedTuple):
    """Answers that were asked for.

    Attributes:
        answers: in the order of runs and of their files.
        every: how many there are in all that are open to people.
        closed: answers to holdout questions by run, of the runs that were asked for.
    """

    answers: list[Listed]
    every: int
    closed: dict[str, int]


def listing(
    evidence: Evidence,
    runs: Collection[str] = (),
    states: Collection[str] = (),
    by: str | None = None,
) -> Listing:
    """The answers of some runs, in some states, of one reviewer; each empty: all.

    Args:
        evidence: of a repository.
        runs: names of runs.
        states: of :data:`assay.evidence.progress.STATES`.
        by: who has rows about an answer; how far it is, is then said of this reviewer's rows.

    Raises:
        InputError: nobody of that name has rows in force.
    """
    if by is not None:
        _refuse_unknown(by, {name for table in evidence.tables for name in table.reviewers})
    every = [Listed(table, progress(table, by)) for table in evidence.tables]
    found = [
        one
        for one in every
        if (not runs or one.table.answer.run in runs)
        and (not states or one.progress.state in states)
        and (by is None or one.progress.reviewers)
    ]
    chosen = not states and by is None  # of a closed answer nothing is said but its run
    closed = {run: n for run, n in evidence.closed.items() if chosen and (not runs or run in runs)}
    return Listing(found, len(every), closed)


def _refuse_unknown(by: str, known: Collection[str]) -> None:
    if by not in known:
        rule, fix = "has no rows in force", f"those who have: {', '.join(sorted(known)) or 'nobody yet'}"
        raise InputError(Problem(f"--by {by}", rule, fix))


def lines(found: Listing, lang: str) -> Iterator[str]:
    """How many there are; below the name of each run a line an answer: id, question, reviewers, claims, state, command.

    Args:
        found: as :func:`listing` gives it.
        lang: of the phrases.
    """
    say = Words(lang)
    if not found.every and not found.closed:
        yield say("list.none")
        return
    yield say("list.answers", n=len(found.answers), all=found.every)
    runs: dict[str, list[Listed]] = {run: [] for run in sorted({*found.closed, *_runs(found.answers)})}
    for one in found.answers:
        runs[one.table.answer.run].append(one)
    for run, answers in runs.items():
        yield ""
        yield safe(run)
        yield from _aligned([_cells(say, one) for one in answers])
        if run in found.closed:
            yield "  " + say("list.closed", n=found.closed[run])


def _runs(answers: Iterable[Listed]) -> Iterator[str]:
    return (one.table.answer.run for one in answers)


def _cells(say: Words, one: Listed) -> list[str]:
    table, done = one.table, one.progress
    return [
        table.answer.id,
        table.answer.query_id or "–",
        _reviewers(say, done.reviewers),
        say("list.judged", n=done.judged, all=done.claims) if done.claims else "–",
        "; ".join(_states(say, one)),
        say.command(one.next, table.answer.id).strip("`"),
    ]


def _reviewers(say: Words, shares: Sequence[Share]) -> str:
    """Their names; where there are several, how far each is."""
    if len(shares) < 2:  # noqa: PLR2004  # how far the only one is the next cell says
        return "".join(one.by for one in shares) or "–"
    return say.joined(say("list.share", name=one.by, n=one.judged, all=one.claims) for one in shares)


def _states(say: Words, one: Listed) -> Iterator[str]:
    """What is to be judged and what is disputed, both where there are both."""
    done = one.progress
    if done.state in (NONE, DONE, EMPTY):
        yield say(f"progress.{done.state}")
    if done.to_judge:
        yield say("progress.open", n=done.to_judge)
    if done.disputed:
        yield say("progress.disputed", n=done.disputed)
    if one.is_unstated:
        yield say("progress.unstated")


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Cells below one another, each made safe first."""
    made = [[safe(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*made, strict=True)]
    for row in made:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def record(found: Listing, *, texts: bool) -> dict[str, Any]:
    """The same for programs.

    Args:
        found: as :func:`listing` gives it.
        texts: whether questions are among it.
    """
    say = Words("en")
    return {
        "answers": [
            {
                "run": one.table.answer.run,
                "answer_id": one.table.answer.id,
                "query_id": one.table.answer.query_id,
                "query": one.table.answer.query if texts else None,
                **one.progress._asdict(),
                "reviewers": [share._asdict() for share in one.progress.reviewers],
                "expected": one.table.expected.source,
                "next": say.command(one.next, one.table.answer.id).strip("`"),
            }
            for one in found.answers
        ],
        "closed": found.closed,
    }
