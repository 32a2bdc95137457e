"""Commands about the repository as a whole: status, verify, check, params, docs."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from assay import git
from assay.corpora import absent, settings, source_files, sources, unreadable
from assay.counting import FLOOD, counted, thinned
from assay.errors import InputError, Problem, of_system, refuse


@click.command()
def status() -> None:
    """Say what is out of date, unlabelled, stale or not shared yet, and the next command.

    Example: assay status
    """
    from assay.status import findings

    following = ""
    for finding in findings(git.root()):
        click.echo(f"{'!' if finding.command else ' '} {finding.topic}: {finding.text}")
        following = following or finding.command
    click.echo(f"next: {following}" if following else "nothing to do")


@click.command("params")
def params() -> None:
    """Check params.yaml: unknown and missing keys, types and bounds, all at once; and that there is what to run on.

    Example: assay params
    """
    refuse(list(_params(git.root())))


@click.command()
@click.option("--complete", is_flag=True, help="Outputs that are not present are a failure.")
def verify(complete: bool) -> None:
    """Hold every recorded hash against what is there: seals, reads, outputs, lock, cache, Git.

    Exits with 1 if anything differs. Outputs that are absent (a clone without the cache) are counted.

    Example: assay verify --complete
    """
    from assay.verify import verify as run

    done = run(git.root())
    if done.problems:
        raise InputError(done.problems)
    click.echo(
        f"verified: {counted(done.stages, 'stage')}, {counted(done.files, 'file')}; not present: {len(done.absent)}"
    )
    if complete and done.absent:
        raise InputError([Problem(path, "is not present", "run `make repro`") for path in done.absent])


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if a generated part is out of date.")
def docs(check: bool) -> None:
    """Write the generated parts of the documents: results table, metrics, parameters, tables, commands.

    Example: assay docs
    """
    from assay import reference

    root = git.root()
    problems = list(_docs(root))
    if check and problems:
        raise InputError(problems)
    for name in reference.write(root):
        click.echo(f"wrote {name}")


def _docs(root: Path) -> Iterator[Problem]:
    from assay import reference

    for name in reference.outdated(root):
        yield Problem(name, "its generated part is out of date", "run `assay docs`")


def _closure(root: Path) -> Iterator[Problem]:
    from assay import closure, state

    yield from closure.check(root)
    yield from state.unloadable(root)


def _params(root: Path) -> Iterator[Problem]:
    from assay.exchange import import_params
    from assay.recording.settings import faults
    from assay.start.beginning import missing

    yield from absent(root)
    yield from faults(settings(root), "params.yaml")
    yield from import_params.faults(settings(root), "params.yaml")
    yield from unreadable(root)
    yield from missing(root)  # DVC would say it in its own words, stage by stage


def _corpus(root: Path) -> Iterator[Problem]:
    from assay.retrieval.snapshot import read_source

    for source in sources(root):
        try:
            read_source(source_files(root, source), source)
        except InputError as error:
            yield from error.problems


def _gold(root: Path) -> Iterator[Problem]:
    from assay.gold.repository import gold_problems

    return iter(gold_problems(root))


def _disclosure(root: Path) -> Iterator[Problem]:
    from assay import disclosure

    try:
        corpus = sources(root)
    except InputError as error:
        yield from error.problems
        corpus = []
    places = [*corpus, "README.md", "evidence", "gold", "params.yaml", "runs/recorded"]
    # Texts of the gold set are named by query and field, where it is checked.
    yield from disclosure.check(root, places, apart=("gold/queries.jsonl", "gold/passages.jsonl"))


def _ledgers(root: Path) -> Iterator[Problem]:
    from assay import entries, ledger
    from assay.files import read_files

    try:
        adjudicators = settings(root)["adjudicators"]
    except (InputError, OSError):  # which the check params names
        adjudicators = []
    for name, fields in entries.FIELDS.items():
        try:
            files, where = read_files(root / "evidence" / name), f"evidence/{name}"
            ledger.read(files, fields, where, adjudicators)
            yield from ledger.forks(files, fields, where)
        except InputError as error:
            yield from error.problems


def _verify(root: Path) -> Iterator[Problem]:
    from assay.verify import verify as run

    return iter(run(root).problems)


def _lint(root: Path) -> Iterator[Problem]:
    for tool in (
        ["ruff", "check", "--quiet"],
        ["ruff", "format", "--check", "--quiet"],
        ["mypy", "--no-error-summary"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *tool], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode:
            yield Problem(" ".join(tool), "finds\n" + (done.stdout + done.stderr).strip())


CHECKS: dict[str, Callable[[Path], Iterator[Problem]]] = {
    "params": _params,
    "pipeline": _closure,
    "corpus": _corpus,
    "gold": _gold,
    "ledgers": _ledgers,
    "disclosure": _disclosure,
    "outputs": _verify,
    "documents": _docs,
    "lint": _lint,
}


@click.command()
@click.option("--only", type=click.Choice(list(CHECKS)), multiple=True, help="Run only these checks.")
@click.option("--all", "every", is_flag=True, help="Print every problem, however many are alike.")
def check(only: tuple[str, ...], every: bool) -> None:
    """Check everything that people edit, in under a minute; the same by hand, before a commit and in CI.

    Of more than ten problems that are alike three are printed.

    Example: assay check

    Example: assay check --only gold --only params
    """
    root = git.root()
    problems: list[Problem] = []
    for name in dict.fromkeys(only or CHECKS):
        if name == "lint" and importlib.util.find_spec("mypy") is None:
            click.echo("lint: skipped (make check installs its tools)", err=True)
            continue
        try:
            found = list(CHECKS[name](root))
        except InputError as error:
            found = error.problems
        except OSError as error:
            found = [of_system(error, name)]
        click.echo(f"{name}: {counted(len(found), 'problem') if found else 'ok'}", err=True)
        problems += found
    once = list(dict.fromkeys(problems))  # a fault of the corpus is one of the gold set that rests on it
    refuse(once if every else list(thinned(once, FLOOD, "assay check --all")))
