"""Rules between the rows of the ledger ``claims`` and the records that they are about; each fault by ``file:line``.

Superseded rows are held to their form and to the record that they name, and to nothing else: a row that was wrong is
mended by one that supersedes it, for no row is ever edited or removed. What becomes wrong without anybody's doing, as
a question of the gold set is reworded, is no fault: :mod:`assay.evidence.notes` says it.
"""

from collections.abc import Collection, Iterator, Mapping

from assay.errors import Problem, shown, unquoted
from assay.evidence import coverage, succession
from assay.evidence.record import Answer
from assay.evidence.row import row_faults
from assay.evidence.runs import Runs
from assay.evidence.succession import current, reviewers
from assay.ledger import Entry

_RECORDED = ("run_id", "scenario_id", "query_id")
_RESTORE = "restore the record: a recorded run is never changed"


def check(rows: Mapping[str, Entry], runs: Runs, closed: Collection[str]) -> Iterator[Problem]:
    """Everything that is wrong with rows whose form is right; of closed answers nothing is quoted.

    Where DVC keeps runs that are not here, nothing is said of answers that none of the others holds.

    Args:
        rows: every row of the ledger by its place (:func:`assay.ledger.history`).
        runs: the recorded answers.
        closed: ids of closed answers (:mod:`assay.evidence.closed`).
    """
    now, holders = current(rows), reviewers(rows.values())
    standing = {place for place, _ in now}
    for place, row in rows.items():
        answer = runs.answers.get(row["answer_id"])
        where = f"{place} {row['claim_id']}"
        if answer is not None:
            found = _faults(where, row, answer, in_force=place in standing)
            yield from unquoted(found) if answer.id in closed else found
        elif not runs.away:
            rule = f"is about {shown(row['answer_id'])}, which no run in runs/recorded holds"
            yield Problem(where, rule, "restore the run (`dvc pull`, where it is added to DVC)")
    yield from succession.check(rows, now, holders)
    yield from coverage.check(now, holders, runs, closed)


def _faults(where: str, row: Entry, answer: Answer, *, in_force: bool) -> Iterator[Problem]:
    """What is wrong with one row: of any that it is of another record, of one in force all the rest."""
    for name in _RECORDED:
        if row[name] != getattr(answer, name):
            rule = f"{name} is {shown(row[name])}, but {answer.run} has {shown(getattr(answer, name))}"
            yield Problem(where, rule, _RESTORE)
    if in_force:
        yield from (Problem(where, *fault) for fault in row_faults(row, answer))
