"""Commands about recorded answers: ``assay answers``, and the group ``assay evidence``, to which packages above add."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from assay import git


@click.group()
def answers() -> None:
    """Recorded answers: what each record holds and lacks.

    Example: assay answers check
    """


@answers.command(short_help="List what each record lacks.")
@click.argument("names", nargs=-1, metavar="[RUN|ANSWER]...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
def check(names: tuple[str, ...], form: str) -> None:
    """Hold recorded answers against their form, and list what each record lacks; nothing is filled in.

    What is wrong ends with exit code 1; what is lacking is listed, with what cannot be checked without it, and ends with 0.
    Without a name: all runs in runs/recorded/ that have answers.jsonl.

    Example: assay answers check

    Example: assay answers check shop/2026-09-14

    Example: assay answers check A-017 --format json
    """
    root = git.root()
    found = list(_lacking(root, names))
    if form == "json":
        records = [{"run": run, "lacks": lacks} for run, _, lacks in found]
        click.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    for line in _told(root, found):
        click.echo(line)


Found = tuple[str, int, list[dict[str, str]]]


def _lacking(root: Path, names: tuple[str, ...]) -> Iterator[Found]:
    """Of each run its name, how many answers were looked at, and what they lack."""
    from assay.evidence import lacking, reading
    from assay.evidence.expected import is_closed
    from assay.evidence.record import Run

    there = reading.read(root)
    chosen: list[Run] = []
    for name in names:
        if name in there.runs.answers:
            answer = there.runs.answers[name]
            chosen.append(there.runs.by_name[answer.run]._replace(answers=[answer]))
        else:
            chosen.append(there.runs.run(name))
    for run in chosen if names else there.runs.by_name.values():
        lacks = [*lacking.of_run(run)]
        for answer in run.answers:
            if not is_closed(answer, there.gold):  # what it holds is shown nowhere
                lacks += lacking.of_answer(answer, there.gold)
        yield run.name, len(run.answers), [one._asdict() for one in lacks]


def _told(root: Path, found: list[Found]) -> Iterator[str]:
    from assay.corpora import language
    from assay.evidence.lack_phrases import PHRASES

    at = ("en", "ru").index(language(root))
    if not found:
        yield PHRASES["none"][at]
    for run, n, lacks in found:
        yield PHRASES["run"][at].format(run=run, n=n)
        for lack in lacks:
            why = PHRASES[lack["why"]][at]
            yield "  " + PHRASES["lacks"][at].format(place=lack["where"], element=lack["element"], why=why)
        if not lacks:
            yield f"  {PHRASES['whole'][at]}"


@click.group()
def evidence() -> None:
    """Evidence tables: what recorded answers state, and which exact fragments support each statement.

    Example: assay evidence list
    """
