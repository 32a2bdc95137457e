"""All evidence tables of a repository, ready to be shown: without those of closed questions."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from assay.evidence.closed import Holdout
from assay.evidence.expected import Gold
from assay.evidence.lacking import of_answer
from assay.evidence.record import Answer
from assay.evidence.runs import Runs
from assay.evidence.table import Table, tables
from assay.ledger import Entry


@dataclass(frozen=True)
class Evidence:
    """What people read of recorded answers.

    Attributes:
        tables: of each answer to a question that is not closed, judged or not, by run and in the order of its file.
        closed: answers to holdout questions by run, which are shown nowhere; runs without any are left out.
        held: of each answer id whether its fragments hold what suffices whole (:mod:`assay.evidence.held`); None: not known.
        lacks: of each answer id the elements that its record lacks.
        passages: texts of passages of the gold set by id.
    """

    tables: list[Table]
    closed: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, bool | None] = field(default_factory=dict)
    lacks: Mapping[str, list[str]] = field(default_factory=dict)
    passages: Mapping[str, str] = field(default_factory=dict)

    @property
    def runs(self) -> dict[str, list[Table]]:
        """Tables by the name of their run."""
        found: dict[str, list[Table]] = {}
        for table in self.tables:
            found.setdefault(table.answer.run, []).append(table)
        return found


def open_answers(runs: Runs, closed: Container[str]) -> tuple[list[Answer], dict[str, int]]:
    """Answers that are not closed, by their ids, and how many others there are by run."""
    every = [answer for _, run in sorted(runs.by_name.items()) for answer in run.answers]
    counts = Counter(answer.run for answer in every if answer.id in closed)
    return [answer for answer in every if answer.id not in closed], dict(counts)


def gathered(
    runs: Runs,
    rows: Iterable[Entry],
    gold: Gold,
    held: Mapping[str, bool | None],
    closed: Container[str] | None = None,
) -> Evidence:
    """The evidence tables of all answers.

    Args:
        runs: the recorded answers.
        rows: every row of the ledger ``claims``.
        gold: rows of queries.jsonl by id.
        held: as of :class:`Evidence`.
        closed: ids of closed answers, where more is known than these runs say; None: those that the gold set closes.
    """
    shut = Holdout(gold).answers(runs.answers.values()) if closed is None else closed
    answers, counts = open_answers(runs, shut)
    lacks = {answer.id: [lack.element for lack in of_answer(answer, gold)] for answer in answers}
    return Evidence(list(tables(answers, rows, gold).values()), counts, held, lacks)
