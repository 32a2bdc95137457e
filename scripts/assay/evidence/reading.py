"""Everything that evidence tables are made of, read from a repository: records, ledger, gold set."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from assay.entries import FIELDS, SUBJECT
from assay.errors import InputError, Problem, refuse
from assay.evidence import runs
from assay.evidence.closed import Holdout
from assay.evidence.expected import Gold
from assay.evidence.gathering import Evidence, gathered, open_answers
from assay.evidence.held import held
from assay.evidence.record import Answer
from assay.evidence.runs import Runs
from assay.evidence.table import by_id
from assay.files import read_files
from assay.gold.passages import parse_passages
from assay.gold.queries import parse_queries
from assay.ledger import Entry, author_file, history

LEDGER, QUERIES, PASSAGES = "evidence/claims", "gold/queries.jsonl", "gold/passages.jsonl"


class Read(NamedTuple):
    """What was read.

    Attributes:
        runs: the recorded answers.
        rows: rows of the ledger by their places: every one, but for those about answers of which some row is wrong.
        gold: rows of queries.jsonl by id.
        closed: ids of answers to closed questions, which are shown nowhere.
        faults: what is wrong with the form of records and rows.
        repeats: how many of the closed answers are to an open question that a closed one asks in the same words.
    """

    runs: Runs
    rows: dict[str, Entry]
    gold: Gold
    closed: frozenset[str] = frozenset()
    faults: tuple[Problem, ...] = ()
    repeats: int = 0

    def answer(self, name: str) -> Answer:
        """The answer of that id, to be shown or judged, whatever is wrong with others.

        Raises:
            InputError: there is none; it is closed; what is wrong with its run, or with rows about it.
        """
        if name in self.closed:
            rule = "answers a holdout question: what it holds is shown nowhere, and nobody judges it"
            raise InputError(Problem(name, rule, "take another: `assay evidence list` names them"))
        found = self.runs.answer(name)
        refuse(self.faults_about([found]))
        return found

    def faults_about(self, answers: Iterable[Answer]) -> list[Problem]:
        """What is wrong with the form of rows about some answers."""
        folders = tuple(f"{LEDGER}/{author_file(answer.id)}/" for answer in answers)
        return [problem for problem in self.faults if problem.where.startswith(folders)]


def read(root: Path) -> Read:
    """Read all of it.

    Raises:
        InputError: what is wrong with the form of any of it; rules between them are :mod:`assay.evidence.rules`.
    """
    found = read_most(root)
    refuse(list(found.faults))
    return found


def read_most(root: Path) -> Read:
    """Read what can be read: runs in which nothing is wrong, and rows about answers of which no row is.

    Raises:
        InputError: what is wrong with the gold set, which says what is closed, and then with all the rest.
    """
    gold, problems = _gold(root)
    holdout = Holdout(gold)

    def is_closed(line: Mapping[str, Any]) -> bool:
        return bool(problems) or holdout.asks(line)

    found, faults = runs.read(root, is_closed)
    every = [*found.by_name.values(), *(one.run for one in found.faulty.values())]
    answers = [answer for run in every for answer in run.answers]
    closed, repeats = holdout.answers(answers), sum(holdout.repeats(answer.value) for answer in answers)
    written, wrong = _rows(root, lambda row: is_closed(row) or str(row.get(SUBJECT)) in closed)
    refuse([*faults, *wrong, *problems] if problems else [])
    known = {answer.id for answer in answers}
    away = {row[SUBJECT] for row in written.values() if row[SUBJECT] not in known and holdout.asks(row)}
    return Read(found, written, gold, closed | away, (*faults, *wrong), repeats)


def _gold(root: Path) -> tuple[Gold, list[Problem]]:
    """Rows of the gold set by id; none where nobody has begun one: records state for themselves what is expected."""
    path = root / QUERIES
    data = path.read_bytes() if path.exists() else b""
    if not data.strip():
        return {}, []
    frame, problems = parse_queries(data, QUERIES)
    return by_id(frame.iter_rows(named=True)), problems


def _rows(root: Path, closed: Callable[[Entry], bool]) -> tuple[dict[str, Entry], list[Problem]]:
    """Rows of the ledger by their places, without those of folders in which something is wrong; and what that is."""
    files = read_files(root / LEDGER)
    problems: list[Problem] = []
    while True:
        try:
            return history(files, FIELDS["claims"], LEDGER, closed=closed), problems
        except InputError as error:
            problems += error.problems
            wrong = {_folder(problem.where) for problem in error.problems}
            left = {name: data for name, data in files.items() if _folder(f"{LEDGER}/{name}") not in wrong}
            if len(left) == len(files):
                raise
            files = left


def _folder(where: str) -> str:
    return where.removeprefix(f"{LEDGER}/").partition("/")[0].partition(":")[0]


def gather(root: Path) -> Evidence:
    """All evidence tables of a repository, ready to be shown.

    Raises:
        InputError: as :func:`read`; what is wrong with the passages of the gold set.
    """
    return evidence(root, read(root))


def evidence(root: Path, found: Read) -> Evidence:
    """The evidence tables of what was read, without those of answers about which some row is wrong.

    Raises:
        InputError: what is wrong with the passages of the gold set.
    """
    path = root / PASSAGES
    passages, problems = parse_passages(path.read_bytes() if path.exists() else b"", PASSAGES)
    refuse(problems)
    sound = Runs(
        {
            name: run._replace(answers=[one for one in run.answers if not found.faults_about([one])])
            for name, run in found.runs.by_name.items()
        }
    )
    answers, _ = open_answers(sound, found.closed)
    sufficient = held(answers, found.gold, passages)
    made = gathered(sound, found.rows.values(), found.gold, sufficient, found.closed)
    return replace(made, passages=dict(passages.select("id", "text").iter_rows()))
