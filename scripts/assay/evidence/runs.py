"""All recorded answers of a repository, and one of them by its id."""

import difflib
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from assay.errors import InputError, Problem
from assay.evidence.record import ANSWERS, CARD, Answer, Run, read_run
from assay.files import files_below

FOLDER, NAMES = "runs/recorded", (ANSWERS, CARD)
_DEPTH = 3  # <system>/<run>/answers.jsonl
_PLACE = f"{FOLDER}/<system>/<run>/{ANSWERS}"
_NEARLY = (ANSWERS, "answers.json", "answers.ndjson", "answer.jsonl", "answer.json")


class Faulty(NamedTuple):
    """A run in which something is wrong: what of it could be read, and what is wrong."""

    run: Run
    problems: list[Problem]

    def has(self, name: str) -> bool:
        """Whether it has an answer of that id, right or wrong."""
        return any(one.id == name for one in self.run.answers) or any(
            f" {name} " in f"{problem.where} " for problem in self.problems
        )


@dataclass(frozen=True)
class Runs:
    """The runs that have answers.

    Attributes:
        by_name: those in which nothing is wrong, by name (``<system>/<run>``).
        faulty: the others, by name.
        bare: names of those of which a card is here, and no answers.
        away: what DVC keeps and is not here, by the name of the run, of the system, or "" for all of them.
    """

    by_name: dict[str, Run]
    faulty: Mapping[str, Faulty] = field(default_factory=dict)
    bare: frozenset[str] = frozenset()
    away: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def answers(self) -> dict[str, Answer]:
        """Answers by id."""
        return {answer.id: answer for run in self.by_name.values() for answer in run.answers}

    def answer(self, name: str) -> Answer:
        """The answer of that id.

        Raises:
            InputError: there is none; what is wrong with its run.
        """
        if name in self.answers:
            return self.answers[name]
        for run, found in self.faulty.items():
            if found.has(name):
                rule = f"is of {run}, in which something is wrong: a verdict is of a run as it stands"
                raise InputError([Problem(name, rule, "mend it first"), *found.problems])
        close = difflib.get_close_matches(name, self.answers, 1)
        fix = f"did you mean {close[0]}?" if close else "`assay evidence list` names them all"
        if self.away:
            fix = f"{fix}; if it is in a run that is not here: {pull(self.away.values())}"
        raise InputError(Problem(name, "is no recorded answer", fix))

    def run(self, name: str) -> Run:
        """The run of that name; its path is taken too.

        Raises:
            InputError: there is none here; what is wrong with it.
        """
        short = name.strip("/").removeprefix(f"{FOLDER}/")
        if short in self.by_name:
            return self.by_name[short]
        if short in self.faulty:
            raise InputError(self.faulty[short].problems)
        for away in (short, short.partition("/")[0], ""):
            if away in self.away:
                raise InputError(Problem(name, "is not here: DVC keeps it", pull([self.away[away]])))
        if short in self.bare:
            fix = f"{pull([f'{FOLDER}/{short}'])}, where DVC keeps it; or put {ANSWERS} beside the card"
            raise InputError(Problem(name, f"has {CARD}, and no {ANSWERS}", fix))
        raise InputError(Problem(name, "is no recorded run with answers", self._known(short)))

    def _known(self, name: str) -> str:
        known = [*self.by_name, *self.faulty, *filter(None, self.away)]
        if close := difflib.get_close_matches(name, known, 1):
            return f"did you mean {close[0]}?"
        return f"one of: {', '.join(known)}" if known else f"put {ANSWERS} into {FOLDER}/<system>/<run>/"


def pull(paths: Iterable[str]) -> str:
    """The command that brings paths from DVC."""
    return f"`dvc pull {' '.join(map(shlex.quote, sorted(paths)))}`"


def read(root: Path, closed: Callable[[dict[str, Any]], bool]) -> tuple[Runs, list[Problem]]:
    """The recorded answers of a repository, and everything that is wrong with them.

    Args:
        root: top folder of the repository.
        closed: as of :func:`parse`.

    Raises:
        InputError: links and names that no file may have.
    """
    top = root / FOLDER
    below = [path.relative_to(top).as_posix() for path in files_below(top)]
    found = {path: (top / path).read_bytes() for path in below if PurePosixPath(path).name in NAMES}
    runs, problems = parse(found, FOLDER, closed)
    stray = [*_misnamed(below), *_folders(top)]
    elsewhere = away(root)
    return replace(runs, bare=runs.bare - elsewhere.keys(), away=elsewhere), [*problems, *stray]


def parse(
    found: Mapping[str, bytes], where: str, closed: Callable[[dict[str, Any]], bool]
) -> tuple[Runs, list[Problem]]:
    """The runs among some files, and everything that is wrong with them.

    Args:
        found: bytes by path below the folder of recorded runs.
        where: that folder, for messages.
        closed: whether a line answers a closed question: then messages quote nothing of it.
    """
    runs, faults, stray, bare = {}, {}, [], set()
    for path in sorted(found):
        at = PurePosixPath(path)
        name = str(at.parent)
        if _is_under_way(at):
            continue
        if len(at.parts) == _DEPTH and at.name == ANSWERS:
            beside = {one: found[f"{name}/{one}"] for one in NAMES if f"{name}/{one}" in found}
            runs[name], faults[name] = read_run(beside, f"{where}/{name}", closed)
        elif at.name == ANSWERS:
            stray.append(Problem(f"{where}/{path}", "is not read: it is no run", f"a run's are {_PLACE}"))
        elif len(at.parts) == _DEPTH and f"{name}/{ANSWERS}" not in found:
            bare.add(name)
    for name, problem in _repeated(runs.values()):
        faults[name].append(problem)
    good = {name: run for name, run in runs.items() if not faults[name]}
    wrong = {name: Faulty(runs[name], problems) for name, problems in faults.items() if problems}
    every = [problem for one in wrong.values() for problem in one.problems]
    return Runs(good, wrong, frozenset(bare)), [*every, *stray]


def _is_under_way(at: PurePosixPath) -> bool:
    return any(part.endswith(".part") for part in at.parts[:-1])


def _repeated(runs: Iterable[Run]) -> Iterator[tuple[str, Problem]]:
    """Answers with the id of one of an earlier run, by the name of theirs."""
    first: dict[str, Answer] = {}
    for run in runs:
        for answer in run.answers:
            if first.setdefault(answer.id, answer).run != run.name:
                rule = f"has the id of an answer in {first[answer.id].run}"
                fix = "a replay is a new answer: give it an id of its own"
                yield run.name, Problem(answer.place, rule, fix)


def _misnamed(paths: Iterable[str]) -> Iterator[Problem]:
    """Files that were meant as answers, as it seems, and are called otherwise."""
    for path in paths:
        at = PurePosixPath(path)
        if at.name.casefold() in _NEARLY and at.name != ANSWERS and not _is_under_way(at):
            rule = f"is not read: answers are in {ANSWERS}, an object a line"
            yield Problem(f"{FOLDER}/{path}", rule, f"rename it, or `assay import answers {FOLDER}/{path}`")


def _folders(top: Path) -> Iterator[Problem]:
    for path in sorted(top.rglob(ANSWERS)):
        if path.is_dir():
            where = f"{FOLDER}/{path.relative_to(top).as_posix()}"
            yield Problem(where, "is a folder: no answers are read from it", f"a run's are {_PLACE}")


def away(root: Path) -> dict[str, str]:
    """What DVC keeps and is not here, with the path to pull: runs and systems by their names, all runs by ""."""
    top = root / FOLDER
    found = {}
    for pointer in (top.with_name(f"{top.name}.dvc"), *sorted(top.rglob("*.dvc"))):
        path = pointer.with_name(pointer.name.removesuffix(".dvc"))
        parts = path.relative_to(top).parts
        held = len(parts) < _DEPTH or (len(parts) == _DEPTH and path.name == ANSWERS)
        if pointer.is_file() and held and not path.exists():
            found["/".join(parts[: _DEPTH - 1])] = path.relative_to(root).as_posix()
    return found
