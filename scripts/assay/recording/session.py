"""One recording from the first question to the last: what is still to be asked, and what has come."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem, near
from assay.jsonl import read_object, read_rows
from assay.recording.client import CUT, Client
from assay.recording.journal import Journal, Response
from assay.recording.mapping import is_answer, row_of
from assay.recording.request import Prepared
from assay.recording.run import REQUEST, file_of, read_responses
from assay.recording.settings import Recording
from assay.retrieval.kinds.recorded import RESULTS

GONE = 10  # questions in a row without a connection: the service is down


@dataclass(frozen=True)
class Session:
    """Questions, the journal that keeps their answers, and the entry that says how one is read."""

    recording: Recording
    questions: Sequence[Prepared]
    journal: Journal

    def pending(self, turn: int) -> list[Prepared]:
        """Questions that have no answer yet; those that failed are asked again."""
        return [one for one in self.questions if not self._answered(turn, one)]

    def ask(self, client: Client, turn: int, told: Callable[[Response], None]) -> None:
        """Ask what is pending.

        Args:
            client: the service.
            turn: which time, from 1.
            told: is given the last response to each question.

        Raises:
            InputError: nobody is there to answer; what has come is kept.
        """
        waiting = self.pending(turn)
        silent: list[str] = []

        def done(response: Response) -> bool:
            failure = response.failure or ""
            if failure.startswith(CUT):
                silent.append(failure)
            else:
                silent.clear()
            told(response)
            return bool(silent) and len(silent) >= min(GONE, len(waiting))

        client.ask(turn, waiting, done)
        if silent and len(silent) >= min(GONE, len(waiting)):
            rule = f"gives {silent[-1]} ({len(silent)} in a row)"
            fix = "what has come is kept: run the same command when it is there again"
            raise InputError(Problem(self.recording.url, rule, fix))

    def responses(self, turn: int) -> list[Response]:
        """The last response to each question, in their order."""
        return [self.journal.last[turn, one.id] for one in self.questions]

    def rows(self, turn: int) -> list[dict[str, Any]]:
        """Lines of results.jsonl, in the order of the questions."""
        pairs = zip(self.responses(turn), self.questions, strict=True)
        return [row_of(response, one, self.recording) for response, one in pairs]

    def take_over(self, run: Path, turn: int) -> None:
        """Answers of an earlier run to the same requests; errors are left to be asked again.

        Raises:
            InputError: it is none that can be read.
        """
        path = file_of(run, turn, RESULTS)
        if not path.is_file():
            raise InputError(Problem(near(path), "is not there", "name a run of this system with --retry"))
        rows = {row.value.get("id"): row.value for row in read_rows(path.read_bytes(), near(path))}
        came = read_responses(run, turn)
        same = self._asked_alike(run)
        for one in self.questions:
            row, response = rows.get(one.id), came.get(one.id)
            if row is None or row.get("status") == "error" or (turn, one.id) in self.journal.last:
                continue
            if response is None and same and row.get("query") == one.text:
                response = Response(turn, one.id, one.sha256, 0, taken=row)
            if response is not None and response.request == one.sha256:
                self.journal.keep(response)

    def _asked_alike(self, run: Path) -> bool:
        path = run / REQUEST
        if not path.is_file():
            return False
        before = read_object(path.read_bytes(), near(path), "what was asked")
        return all(before.get(key) == value for key, value in self.recording.asked().items())

    def _answered(self, turn: int, one: Prepared) -> bool:
        found = self.journal.last.get((turn, one.id))
        return found is not None and found.request == one.sha256 and is_answer(found, one, self.recording)


def passes_of(run: Path) -> int:
    """How many times a run has asked.

    Raises:
        InputError: there is no such run.
    """
    if not (run / RESULTS).is_file():
        raise InputError(Problem(near(run), "is no run", "name a folder beside it with --retry"))
    return 1 + len(list(run.glob(f"repeats/*/{RESULTS}")))
