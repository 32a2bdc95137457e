"""Commands about recorded answers: ``assay answers``, and the group ``assay evidence``, to which packages above add."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from assay import git, output
from assay.errors import InputError
from assay.onscreen import as_json, safe

if TYPE_CHECKING:
    from assay.evidence.lacking import Lack
    from assay.evidence.reading import Read
    from assay.evidence.record import Run


@click.group()
def answers() -> None:
    """Recorded answers: what each record holds and lacks.

    Example: assay answers check
    """


@answers.command(short_help="List what each record lacks.")
@click.argument("names", nargs=-1, metavar="[RUN|ANSWER]...")
@output.form("text", "json")
def check(names: tuple[str, ...], form: str) -> None:
    """Hold recorded answers against their form, and list what each record lacks; nothing is filled in.

    What is wrong ends with exit code 1; what is lacking is listed, with what cannot be checked without it, and ends with 0.
    Without a name: all runs in runs/recorded/ that have answers.jsonl, with the ledger of claims. With one, what is wrong
    with others is counted, and stops nothing.

    Example: assay answers check

    Example: assay answers check shop/2026-09-14

    Example: assay answers check A-017 --format json
    """
    from assay.corpora import language
    from assay.evidence import reading, unread

    root = git.root()
    there = reading.read_most(root) if names else reading.read(root)
    found, lang = list(_lacking(there, names)), language(root)
    for notice in unread.of_all(there, lang):
        click.echo(notice, err=True)
    if form == "json":
        click.echo(
            as_json([{"run": one.run, "lacks": [lack._asdict() for lack in one.lacks]} for one in found])
        )
        return
    for line in _told(found, lang):
        click.echo(line)


class Found(NamedTuple):
    """Of a run: its name, how many answers were looked at, how many of them are closed, what the others lack."""

    run: str
    answers: int
    closed: int
    lacks: list["Lack"]


def _lacking(there: "Read", names: tuple[str, ...]) -> Iterator[Found]:
    from assay.evidence import lacking

    chosen: list[Run] = []
    for name in names:
        if name in there.runs.answers:
            answer = there.runs.answers[name]
            chosen.append(there.runs.by_name[answer.run]._replace(answers=[answer]))
        else:
            chosen.append(_run(there, name))
    for run in chosen if names else there.runs.by_name.values():
        lacks = [*lacking.of_run(run)]
        shown = [answer for answer in run.answers if answer.id not in there.closed]
        for answer in shown:
            lacks += lacking.of_answer(answer, there.gold)
        yield Found(run.name, len(run.answers), len(run.answers) - len(shown), lacks)


def _run(there: "Read", name: str) -> "Run":
    """The run of that name.

    Raises:
        InputError: there is none; what is wrong with it, or with the run of the answer of that name.
    """
    for found in there.runs.faulty.values():
        if found.has(name):
            raise InputError(found.problems)
    return there.runs.run(name)


def _told(found: list[Found], lang: str) -> Iterator[str]:
    from assay.evidence.lack_phrases import PHRASES

    at = ("en", "ru").index(lang)
    if not found:
        yield PHRASES["none"][at]
    for run, n, closed, lacks in found:
        yield PHRASES["run"][at].format(run=safe(run), n=n)
        for lack in lacks:
            element, why = _element(lack.element, at), PHRASES[lack.why][at]
            yield "  " + PHRASES["lacks"][at].format(place=safe(lack.where), element=element, why=why)
        if closed:
            yield "  " + PHRASES["closed"][at].format(n=closed)
        if not lacks and closed < n:
            yield f"  {PHRASES['whole'][at]}"


def _element(element: str, at: int) -> str:
    """The name of an element as it stands in the file, between the words of the language."""
    from assay.evidence.lack_phrases import PHRASES
    from assay.evidence.lacking import NEVER

    if element.startswith(NEVER):
        chunk, _, citation = element.removeprefix(NEVER).rpartition(" of ")
        return PHRASES["never"][at].format(chunk=safe(chunk), citation=citation)
    return PHRASES["or"][at].join(f"`{name}`" for name in element.split(" or "))


@click.group()
def evidence() -> None:
    """Evidence tables: what recorded answers state, and which exact fragments support each statement.

    Example: assay evidence list
    """
