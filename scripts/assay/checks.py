"""The checks of everything that people edit, by name: each gives the problems that it finds."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

from assay.corpora import absent, settings, source_files, sources, unreadable
from assay.errors import InputError, Problem


@dataclass(frozen=True)
class Note(Problem):
    """What needs a look and fails no check."""

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """The same, as a note."""
        return cls(problem.where, problem.rule, problem.fix)


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

    # Claims are read with the records that they are about.
    for name in sorted(entries.FIELDS.keys() - {"claims"}):
        where = f"evidence/{name}"
        try:
            rows = ledger.history(read_files(root / where), entries.FIELDS[name], where)
        except InputError as error:
            yield from error.problems
            continue
        yield from ledger.forks(rows)
        yield from _authors(root, rows, where)


def _authors(root: Path, rows: Mapping[str, dict[str, Any]], where: str) -> Iterator[Problem]:
    from assay import authors

    try:
        adjudicators = settings(root)["adjudicators"]
    except (InputError, OSError):  # which the check params names
        return
    yield from map(Note.of, authors.notes(rows, adjudicators, where))


def _evidence(root: Path) -> Iterator[Problem]:
    from assay.collecting import uncollected

    with uncollected():
        found = list(_of_evidence(root))
    yield from found


def _of_evidence(root: Path) -> Iterator[Problem]:
    from assay import ledger
    from assay.evidence import corpus, notes, reading, rules
    from assay.evidence.succession import current
    from assay.gold.repository import read_corpus

    found = reading.read(root)
    yield from ledger.forks(found.rows)
    yield from rules.check(found.rows, found.runs, found.closed)
    shown = {place: row for place, row in found.rows.items() if row["answer_id"] not in found.closed}
    try:
        texts = corpus.check(current(shown), partial(read_corpus, root))
    except InputError as error:
        texts = corpus.Found(error.problems, [])
    yield from texts.problems
    unread = notes.unread(shown, found.runs)
    for one in (*unread, *notes.notes(shown, found.runs, found.gold), *texts.notes):
        yield Note.of(one)
    yield from _authors(root, found.rows, reading.LEDGER)


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
