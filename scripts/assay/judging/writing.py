"""Rows on their way into the ledger: held against everything that is there, then written together or not at all."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from assay.authors import unentitled
from assay.entries import FIELDS
from assay.errors import InputError, Problem, refuse
from assay.evidence.reading import LEDGER
from assay.evidence.rules import check
from assay.evidence.runs import Runs
from assay.evidence.succession import TWICE, TWO
from assay.evidence.table import is_judged
from assay.files import read_files
from assay.jsonl import dump_row
from assay.judging.cases import Case, stale
from assay.judging.desk import Desk, private, unexpected
from assay.judging.drafting import Draft
from assay.judging.ids import id_of, told_apart
from assay.judging.rows import made, named, touched
from assay.ledger import Entry, author_file, file_of, history
from assay.locking import locked, write_together

Make = Callable[[list[Entry]], list[Entry]]
_HASHES = ("row_id", "supersedes", "decision", "adjudicates", "run_id", "sha256")


class MeanwhileError(InputError):
    """Somebody else has changed what was being worked on; nothing is written."""


def record(desk: Desk, found: list[tuple[Case, Entry]]) -> Desk:
    """Write verdicts, all or none; the desk as it is then.

    Raises:
        MeanwhileError: a claim was changed after it was read.
        InputError: as :func:`write`.
    """

    def make(rows: list[Entry]) -> list[Entry]:
        now = desk.holding(rows)
        meanwhile = [problem for one, _ in found for problem in stale(now, one)]
        if meanwhile:
            raise MeanwhileError(meanwhile)
        return [row for _, row in found]

    return write(desk, make)[0]


def settle(desk: Desk, draft: Draft, why: str, *, dry_run: bool = False) -> tuple[Desk, list[Entry]]:
    """Write what brings the ledger to shaped claims, all or none; the desk as it is then, and the rows.

    Args:
        desk: what was read.
        draft: the claims.
        why: why rows are superseded.
        dry_run: write nothing.

    Raises:
        MeanwhileError: the reviewer's claims were changed after they were read.
        InputError: as :func:`write`; a claim is said to be immaterial before anybody has stated what is expected;
            one that stands twice is to get another number.
    """
    if not draft.claims:
        fix = "add one, by words of the answer"
        raise InputError(Problem(desk.answer.id, "has no claim: nothing is to be written", fix))
    own = desk.of(desk.who)
    refuse([*_standing_twice(desk, draft)])
    known = {row["row_id"] for found in own.values() for row in found}

    def make(rows: list[Entry]) -> list[Entry]:
        now = desk.holding(rows).of(desk.who)
        if {row["row_id"] for found in now.values() for row in found} != known:
            rule = f"claims of {desk.who} were written meanwhile; nothing is written"
            raise MeanwhileError(Problem(desk.answer.id, rule, "look at them and begin again"))
        found = made(draft, desk.who, rows, own, why)
        refuse(unexpected(desk) if _judges(found, rows) else [])
        return found

    return write(desk, make, dry_run=dry_run)


def _standing_twice(desk: Desk, draft: Draft) -> Iterator[Problem]:
    """Claims that are to get only another number, and have two rows in force: no verdict of theirs could stay."""
    own = told_apart(desk.of(desk.who))
    for group, name in named(draft):
        kept = group.kept or ""
        if name or touched(draft, group) or len(own.get(kept, [])) <= 1:
            continue
        rule = "its two verdicts differ or stand twice"
        others = [one for one in own if one != kept and id_of(one) == id_of(kept)]
        alone = [one for one in others if len(own[one]) == 1]
        fix = f"judge it again first (`{desk.command('judge', id_of(kept))} --supersede …`)"
        if others:  # which of them is judged cannot be said before they have numbers of their own
            fix = "change its words as well, by --jsonl"
        if alone:
            fix = f"give another claim of that number its own first: `{desk.command('edit', '--renumber', alone[0])}`"
        yield Problem(kept, rule, fix)


def _judges(new: list[Entry], rows: list[Entry]) -> bool:
    """Whether new rows say of a claim what no row before has: that it is immaterial."""
    before = {row["row_id"] for row in rows if is_judged(row)}
    return any(is_judged(row) and not before.intersection(row["supersedes"]) for row in new)


def write(desk: Desk, make: Make, *, dry_run: bool = False) -> tuple[Desk, list[Entry]]:
    """Write rows that break no rule, all or none; the desk as it is then, and the rows.

    Args:
        desk: what was read.
        make: gives the rows, of all rows about the answer as they are now.
        dry_run: write nothing.

    Raises:
        InputError: what ``make`` refuses; a rule that the rows would break; another command is writing all the time.
        OSError: they do not fit on the disk; the ledger is as it was.
    """
    with nullcontext() if dry_run else locked(desk.root):
        files = _files(desk)
        before = _about(_history(files), desk)
        rows = make(list(before.values()))
        places, after = _appended(files, rows)
        now = _held(desk, before, after, places) if rows else before
        if rows and not dry_run:
            write_together({desk.root / LEDGER / name: after[name] for name in {*map(file_of, rows)}})
    return desk.holding(list(now.values())), rows


def _files(desk: Desk) -> dict[str, bytes]:
    """Files of the ledger about the answer, by path in the ledger's folder."""
    folder = author_file(desk.answer.id)
    return {f"{folder}/{name}": data for name, data in read_files(desk.root / LEDGER / folder).items()}


def _history(files: Mapping[str, bytes]) -> dict[str, Entry]:
    return history(dict(files), FIELDS["claims"], LEDGER)


def _about(rows: Mapping[str, Entry], desk: Desk) -> dict[str, Entry]:
    """Rows about the answer by their places: a folder may hold those about another of nearly the same id."""
    return {place: row for place, row in rows.items() if row["answer_id"] == desk.answer.id}


def _appended(files: Mapping[str, bytes], rows: list[Entry]) -> tuple[dict[str, Entry], dict[str, bytes]]:
    """New rows by their places to be, and the files with them at their ends."""
    by_file: dict[str, list[Entry]] = {}
    for row in rows:
        by_file.setdefault(file_of(row), []).append(row)
    after, places = dict(files), {}
    for name, new in by_file.items():
        above = files.get(name, b"")
        after[name] = above + "".join(dump_row(row) + "\n" for row in new).encode()
        first = above.count(b"\n") + 1
        places.update({f"{LEDGER}/{name}:{line}": row for line, row in enumerate(new, first)})
    return places, after


def _held(
    desk: Desk, before: Mapping[str, Entry], after: Mapping[str, bytes], places: Mapping[str, Entry]
) -> dict[str, Entry]:
    """Every row about the answer, once the new ones are there.

    Raises:
        InputError: what would be wrong then and is not now; what must not be committed.
    """
    named = {f"new row {row['claim_id']}": "\n".join(_texts(row)) for row in places.values()}
    refuse([fault for where, text in named.items() for fault in private(desk, text, where)])
    try:
        now = _about(_history(after), desk)
    except InputError as error:
        raise InputError([_named(problem, places) for problem in error.problems]) from None
    runs = Runs({desk.run.name: desk.run})
    known = set(map(_fault, check(before, runs, desk.gold)))
    found = [problem for problem in check(now, runs, desk.gold) if _fault(problem) not in known]
    found += unentitled(now, desk.adjudicators, places)
    refuse([_named(problem, places) for problem in found])
    return now


def _fault(problem: Problem) -> tuple[str, ...]:
    """What makes two problems one: a row that has a number too many may be told beside another row than before."""
    if problem.rule.startswith((TWO, TWICE)):
        return (problem.where,)
    return (problem.where, problem.rule, problem.fix)


def _texts(value: Any) -> Iterator[str]:
    """Every text of a row but for hashes, some of which are numbers as they stand on cards."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        inside = value if isinstance(value, list) else (value[key] for key in value if key not in _HASHES)
        for item in inside:
            yield from _texts(item)


def _named(problem: Problem, places: Mapping[str, Entry]) -> Problem:
    """A problem of a line that is not there yet, by its claim."""
    row = places.get(problem.where.partition(" ")[0])
    return Problem(f"new row {row['claim_id']}", problem.rule, problem.fix) if row else problem
