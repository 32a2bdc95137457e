"""All recorded answers of a repository, and one of them by its id."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from assay.errors import InputError, Problem, refuse
from assay.evidence.record import ANSWERS, CARD, Answer, Run, read_run
from assay.files import files_below

FOLDER, NAMES = "runs/recorded", (ANSWERS, CARD)
_DEPTH = 3  # <system>/<run>/answers.jsonl


@dataclass(frozen=True)
class Runs:
    """The runs that have answers, by name (``<system>/<run>``)."""

    by_name: dict[str, Run]

    @cached_property
    def answers(self) -> dict[str, Answer]:
        """Answers by id."""
        return {answer.id: answer for run in self.by_name.values() for answer in run.answers}

    def answer(self, name: str) -> Answer:
        """The answer of that id.

        Raises:
            InputError: there is none.
        """
        if name not in self.answers:
            close = difflib.get_close_matches(name, self.answers, 1)
            fix = f"did you mean {close[0]}?" if close else "`assay evidence list` names them all"
            raise InputError(Problem(name, "is no recorded answer", fix))
        return self.answers[name]

    def run(self, name: str) -> Run:
        """The run of that name; its path is taken too.

        Raises:
            InputError: there is none.
        """
        short = name.strip("/").removeprefix(f"{FOLDER}/")
        if short not in self.by_name:
            close = difflib.get_close_matches(short, self.by_name, 1)
            known = f"one of: {', '.join(self.by_name)}" if self.by_name else ""
            fix = (
                f"did you mean {close[0]}?"
                if close
                else known or f"put {ANSWERS} into {FOLDER}/<system>/<run>/"
            )
            raise InputError(Problem(name, "is no recorded run with answers", fix))
        return self.by_name[short]


def read(root: Path) -> Runs:
    """The recorded answers of a repository.

    Raises:
        InputError: everything that is wrong with them.
    """
    runs, problems = parse(files(root), FOLDER)
    refuse(problems)
    return runs


def files(root: Path) -> dict[str, bytes]:
    """Cards and answers of all runs that have answers, by path below runs/recorded; runs under way are none."""
    top = root / FOLDER
    found = [path for path in files_below(top) if path.name in NAMES]
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in found}


def parse(found: Mapping[str, bytes], where: str) -> tuple[Runs, list[Problem]]:
    """The runs among some files, and everything that is wrong with them.

    Args:
        found: bytes by path below the folder of recorded runs.
        where: that folder, for messages.
    """
    runs, problems = {}, []
    for path in sorted(found):
        at = PurePosixPath(path)
        if at.name == ANSWERS and len(at.parts) == _DEPTH and not at.parts[1].endswith(".part"):
            beside = {name: found[beside] for name in NAMES if (beside := str(at.parent / name)) in found}
            run, faults = read_run(beside, f"{where}/{at.parent}")
            runs[run.name] = run
            problems += faults
    return Runs(runs), [*problems, *_repeated(runs.values())]


def _repeated(runs: Iterable[Run]) -> list[Problem]:
    first: dict[str, Answer] = {}
    problems = []
    for run in runs:
        for answer in run.answers:
            if answer.id in first:
                rule = f"has the id of an answer in {first[answer.id].run}"
                problems.append(
                    Problem(answer.place, rule, "a replay is a new answer: give it an id of its own")
                )
            first.setdefault(answer.id, answer)
    return problems
