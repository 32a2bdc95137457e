"""Command record: ask a system that lives elsewhere, and keep what it answers."""

import datetime as dt
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay import git
from assay.counting import counted
from assay.errors import InputError, Problem, near, refuse

if TYPE_CHECKING:
    from assay.recording.asking import Done, Prospect


@click.command()
@click.argument("system")
@click.option("--run", "name", help="Name of the new run's folder; default: today's date and a number.")
@click.option("--retry", metavar="RUN", help="Take over the answers of a run, ask again what failed.")
@click.option("--repeat", type=click.IntRange(1, 100), help="Ask everything so many times.")
@click.option("--limit", type=click.IntRange(1), help="Ask the first N questions only.")
@click.option("--max-errors", type=click.IntRange(0), help="Exit 1 where more questions fail.")
@click.option("--fresh", is_flag=True, help="Throw away what an interrupted run has; begin anew.")
@click.option("--no-raw", is_flag=True, help="Keep no responses, only results.")
@click.option(
    "--same-corpus", "same", is_flag=True, help="It searches these documents, whatever words it adds."
)
@click.option("--use", is_flag=True, help="Write the run into params.yaml as the system's input.")
@click.option("--dry-run", is_flag=True, help="Show the first request; ask nothing.")
@click.option("--check", is_flag=True, help="Ask one question; show what comes and how it is read.")
def record(
    system: str,
    *,
    name: str | None,
    retry: str | None,
    repeat: int | None,
    limit: int | None,
    max_errors: int | None,
    fresh: bool,
    no_raw: bool,
    same: bool,
    use: bool,
    dry_run: bool,
    check: bool,
) -> None:
    """Ask a system that lives elsewhere all questions of the gold set; its answers become a run in runs/recorded/.

    How it is asked stands in params.yaml, section record; runs/README.md has examples. Every response is on disk
    as it comes: the same command goes on with a run that was interrupted. What is no list of results is an error,
    never an empty one. What headers take from the environment is masked in every answer that is kept, also where it
    comes back escaped (JSON, URL, HTML) or in Base64.

    Example: assay record support-search --check

    Example: assay record support-search --repeat 3 --use

    Example: assay record support-search --retry 2026-11-01-1
    """
    from assay.corpora import settings
    from assay.recording import asking, summary

    if retry and repeat:
        raise click.UsageError("--retry asks as often as its run did; leave out --repeat.")
    root = git.root()
    values = settings(root)
    what = asking.prospect(root, values, system, limit, os.environ)
    for doubt in what.hidden.doubts():
        click.echo(doubt, err=True)
    if dry_run or check:
        _try(what, ask=check)
        return
    if use:
        summary.refuse_another_kind(values, system)
    now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    order = asking.Order(now, name, retry, repeat, fresh, raw=not no_raw, same=same)
    try:
        done = asking.perform(root, what, order, lambda text: click.echo(text, err=True))
    except KeyboardInterrupt:
        click.echo("\ninterrupted; what has come is kept: run the same command to go on", err=True)
        sys.exit(130)
    _tell(done, what)
    _judge(done, max_errors, system)
    _enter(root, values, done, what, write=use)


def _try(what: "Prospect", *, ask: bool) -> None:
    """The first question, shown; asked where that is wanted."""
    from assay.recording import trial
    from assay.recording.journal import Response
    from assay.recording.mapping import is_answer

    first = what.questions[0]
    for line in trial.request_lines(first, what.headers, what.hidden):
        click.echo(line)
    if not ask:
        return
    came: list[Response] = []

    def enough(response: Response) -> bool:
        came.append(response)
        return True

    what.client(lambda _: None).ask(1, [first], enough)
    for line in (*trial.response_lines(came[0]), *trial.outcome_lines(came[0], first, what.recording)):
        click.echo(line)
    if not is_answer(came[0], first, what.recording):
        sys.exit(1)


def _tell(done: "Done", what: "Prospect") -> None:
    from assay.recording import repeats, summary

    click.echo(f"wrote {near(done.place.final)}")
    for turn, (rows, responses) in enumerate(zip(done.rows, done.responses, strict=True), 1):
        if len(done.rows) > 1:
            click.echo(f"time {turn}:")
        for line in (*summary.counts(rows), *summary.retried(rows, responses)):
            click.echo(line)
    if len(what.questions) < what.total:
        click.echo(f"not asked: {what.total - len(what.questions)} (--limit)")
    if len(done.passes) > 1:
        for line in repeats.lines(done.passes, what.recording.top_k):
            click.echo(line)


def _judge(done: "Done", most: int | None, system: str) -> None:
    """Whether the run is good enough; how to ask again what failed."""
    from assay.recording.summary import failed

    asked = sum(map(len, done.rows))
    errors = sum(len(failed(rows)) for rows in done.rows)
    again = f"assay record {system} --retry {done.place.final.name}"
    if errors == asked:
        spot = near(done.place.final)
        fix = f"see what comes: assay record {system} --check"
        raise InputError(Problem(spot, "holds no answer", fix))
    if most is not None and errors > most:
        rule = f"{counted(errors, 'question')} of {asked} failed, more than --max-errors {most}"
        raise InputError(Problem(near(done.place.final), rule, f"ask them again: {again}"))
    if errors:
        click.echo(f"to ask only {counted(errors, 'failed question')} again: {again}")


def _enter(root: Path, values: dict[str, Any], done: "Done", what: "Prospect", *, write: bool) -> None:
    """The run as a system of params.yaml: written there, or shown to be copied."""
    from assay.corpora import PARAMS
    from assay.recording import summary

    path = done.place.final.relative_to(root).as_posix()
    try:
        made = summary.entries(values, what.recording, path, done.source)
    except InputError as error:
        if write:
            raise
        click.echo(f"note: {error}")
        return
    for fact in done.source.facts if done.source else ():
        click.echo(fact)
    if not write:
        click.echo(f"to use it, write into {PARAMS} (or give --use):")
        for line in summary.entry_lines(made):
            click.echo(line)
    else:
        _write_entries(root, values, made)
        names = ", ".join(f"{section}.{name}" for section, name in made)
        click.echo(f"wrote {PARAMS}: {names} read {path}; next: git add {path}, then dvc repro")
        if replaced := summary.replaced(values, what.recording.system, path):
            click.echo(replaced)
    for line in summary.doubts(what.recording, done.source, done.rows[0]):
        click.echo(line)


def _write_entries(root: Path, values: dict[str, Any], made: dict[tuple[str, str], dict[str, Any]]) -> None:
    from assay.corpora import PARAMS
    from assay.exchange.saving import set_entry
    from assay.files import write_file
    from assay.params import check

    data = (root / PARAMS).read_bytes()
    for (section, name), entry in made.items():
        values = {**values, section: {**values[section], name: entry}}
        data = set_entry(data, (section, name), entry)
    refuse(list(check(values, PARAMS)))
    write_file(root / PARAMS, data)
