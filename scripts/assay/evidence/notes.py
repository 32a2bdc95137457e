"""What needs a look in the ledger ``claims`` and is no fault: nobody did anything wrong, and nobody can mend it."""

from collections.abc import Iterator, Mapping

from assay.errors import Problem
from assay.evidence.expected import Gold, expected
from assay.evidence.runs import Runs, pull
from assay.evidence.succession import Placed, current
from assay.evidence.table import is_judged, moment
from assay.ledger import Entry


def notes(rows: Mapping[str, Entry], runs: Runs, gold: Gold) -> Iterator[Problem]:
    """What needs a look.

    Args:
        rows: every row of the ledger by its place (:func:`assay.ledger.history`).
        runs: the recorded answers.
        gold: rows of queries.jsonl by id.
    """
    now = current(rows)
    yield from _unexpected(now, runs, gold)
    yield from _overtaken(rows, [placed for placed in now if placed[1]["adjudicates"]])


def unread(rows: Mapping[str, Entry], runs: Runs) -> Iterator[Problem]:
    """Rows about answers that are not here, because DVC keeps runs that are not here: they are held against nothing.

    Args:
        rows: every row of the ledger by its place.
        runs: the recorded answers.
    """
    places = [place for place, row in rows.items() if row["answer_id"] not in runs.answers]
    if runs.away and places:
        rule = f"rows about answers that are not here, held against no record: {len(places)}"
        yield Problem(places[0].rpartition(":")[0], rule, pull(runs.away.values()))


def _unexpected(now: list[Placed], runs: Runs, gold: Gold) -> Iterator[Problem]:
    """Answers with verdicts of which is not stated any more which evidence they would need.

    Their question was reworded in the gold set, removed, or has no sets now.
    """
    about = dict.fromkeys(row["answer_id"] for _, row in now)
    answers = [runs.answers[name] for name in about if name in runs.answers]
    places: dict[str, list[str]] = {one.id: [] for one in answers if expected(one, gold).source is None}
    for place, row in now if places else ():
        if row["answer_id"] in places and is_judged(row):
            places[row["answer_id"]].append(place)
    for name, found in places.items():
        if found:
            rule = f"{name} is judged, and nobody states which evidence it would need; rows in force: {len(found)}"
            fix = "they stand; label its question in gold/, as it was asked, before anybody judges anew"
            yield Problem(found[0].rpartition("/")[0], rule, fix)


def _overtaken(rows: Mapping[str, Entry], rulings: list[Placed]) -> Iterator[Problem]:
    """Rulings between rows of which one was superseded before they were written, as on another branch."""
    later: dict[str, list[Placed]] = {}
    for placed in rows.items() if rulings else ():
        for older in placed[1]["supersedes"]:
            later.setdefault(older, []).append(placed)
    for place, row in rulings:
        before = [
            where
            for name in row["adjudicates"]
            for where, one in later.get(name, ())
            if one is not row and moment(one) < moment(row)
        ]
        if before:
            rule = f"decides between rows of which one had been superseded: see {', '.join(before)}"
            fix = "look whether it still holds; else decide anew (assay evidence judge --adjudicate --supersede)"
            yield Problem(f"{place} {row['claim_id']}", rule, fix)
