"""Two recorded runs side by side: which scenarios both have, and which only one of them."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from assay.evidence.closed import Holdout
from assay.evidence.expected import Gold
from assay.evidence.record import Run
from assay.evidence.scenario import Scenario
from assay.evidence.table import Table, tables
from assay.ledger import Entry


class Repeated(NamedTuple):
    """The answers of both runs to one scenario: where a run has several, no two can be held against each other."""

    name: str
    old: list[Table]
    new: list[Table]

    @property
    def single(self) -> bool:
        """Whether each run has one, and the two can."""
        return len(self.old) == len(self.new) == 1


@dataclass(frozen=True)
class Replay:
    """Two runs side by side.

    Attributes:
        old: name of the old run.
        new: name of the new one.
        scenarios: those in both, by name.
        old_only: answers of the old run to scenarios that the new one does not have.
        new_only: the same of the new run.
        repeated: scenarios in both, of which one run has several answers.
        closed: answers to holdout questions of each run, which are shown nowhere.
    """

    old: str
    new: str
    scenarios: list[Scenario]
    old_only: list[Table]
    new_only: list[Table]
    repeated: list[Repeated]
    closed: tuple[int, int]


def replay(
    old: Run, new: Run, rows: Iterable[Entry], gold: Gold, closed: Container[str] | None = None
) -> Replay:
    """Hold two runs against each other; neither is changed.

    Answers belong together that have the same ``scenario_id``; where one of them has none, the same ``query_id``.

    Args:
        old: the earlier run.
        new: the later one.
        rows: every row of the ledger ``claims``.
        gold: rows of queries.jsonl by id.
        closed: ids of closed answers, where more is known than these runs say; None: those that the gold set closes.
    """
    written = list(rows)
    hidden = Holdout(gold).answers([*old.answers, *new.answers]) if closed is None else closed
    sides: list[list[Table]] = []
    counts: list[int] = []
    for run in (old, new):
        shown = [answer for answer in run.answers if answer.id not in hidden]
        sides.append(list(tables(shown, written, gold).values()))
        counts.append(len(run.answers) - len(shown))
    together = sorted(_together(*sides), key=lambda one: one.name)
    taken = {table.answer.id for one in together for side in one[1:] for table in side}
    alone = [[table for table in side if table.answer.id not in taken] for side in sides]
    return Replay(
        old.name,
        new.name,
        [Scenario(one.name, one.old[0], one.new[0]) for one in together if one.single],
        alone[0],
        alone[1],
        [one for one in together if not one.single],
        (counts[0], counts[1]),
    )


def _together(old: list[Table], new: list[Table]) -> Iterator[Repeated]:
    """Answers of both sides to each scenario that both have: by its id, then by that of the question."""
    found = [_grouped(side, "scenario_id") for side in (old, new)]
    names = sorted(found[0].keys() & found[1].keys())
    yield from (Repeated(name, found[0][name], found[1][name]) for name in names)
    rest = ([table for table in side if table.answer.scenario_id not in names] for side in (old, new))
    asked = [_grouped(side, "query_id") for side in rest]
    for name in sorted(asked[0].keys() & asked[1].keys()):
        tables_of = [*asked[0][name], *asked[1][name]]
        # Two answers that both name their scenarios are of two scenarios, whatever was asked.
        if any(table.answer.scenario_id is None for table in tables_of):
            yield Repeated(name, asked[0][name], asked[1][name])


def _grouped(side: list[Table], field: str) -> dict[str, list[Table]]:
    """Answers by an id; those without one are left out."""
    found: dict[str, list[Table]] = {}
    for table in side:
        name = getattr(table.answer, field)
        if name is not None:
            found.setdefault(name, []).append(table)
    return found
