"""The checks of everything that people edit, by name: each gives the problems that it finds."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from assay.corpora import absent, settings, source_files, sources, unreadable
from assay.errors import InputError, Problem


def outdated(root: Path) -> Iterator[Problem]:
    """Documents whose generated parts are out of date."""
    from assay import reference

    for name in reference.outdated(root):
        yield Problem(name, "its generated part is out of date", "run `assay docs`")


def _closure(root: Path) -> Iterator[Problem]:
    from assay import closure, state

    yield from closure.check(root)
    yield from state.unloadable(root)


def of_params(root: Path) -> Iterator[Problem]:
    """What is wrong with params.yaml, and whether there is anything to run on."""
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
        sources(root)
    except InputError as error:
        yield from error.problems
    # Texts of the gold set are named by query and field, where it is checked.
    yield from disclosure.check(root, edited(root), apart=("gold/queries.jsonl", "gold/passages.jsonl"))


def edited(root: Path) -> list[str]:
    """Files and folders that people edit, the corpus as far as params.yaml says where it is."""
    try:
        corpus = sources(root)
    except InputError:  # which the check params names
        corpus = []
    return [*corpus, "README.md", "evidence", "gold", "params.yaml", "runs/recorded"]


def _ledgers(root: Path) -> Iterator[Problem]:
    from assay import entries, ledger
    from assay.files import read_files

    try:
        adjudicators = settings(root)["adjudicators"]
    except (InputError, OSError):  # which the check params names
        adjudicators = []
    for name in sorted(
        entries.FIELDS.keys() - {"claims"}
    ):  # which are read with the records that they are about
        try:
            files, where, fields = (
                read_files(root / "evidence" / name),
                f"evidence/{name}",
                entries.FIELDS[name],
            )
            yield from ledger.forks(ledger.history(files, fields, where, adjudicators))
        except InputError as error:
            yield from error.problems


def _evidence(root: Path) -> Iterator[Problem]:
    from assay import ledger
    from assay.evidence import reading, rules

    found = reading.read(root)
    yield from ledger.forks(found.rows)
    absent = reading.absent(root)
    yield from rules.check(found.rows, found.runs, found.gold, partial=bool(absent))


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
    "params": of_params,
    "pipeline": _closure,
    "corpus": _corpus,
    "gold": _gold,
    "ledgers": _ledgers,
    "evidence": _evidence,
    "disclosure": _disclosure,
    "outputs": _verify,
    "documents": outdated,
    "lint": _lint,
}
