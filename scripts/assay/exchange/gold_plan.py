"""What an import of questions writes: queries, passages, the line of the changelog, and what was not found."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from assay.counting import counted
from assay.disclosure import read_public
from assay.errors import InputError, Problem, refuse
from assay.exchange import labels, locating, questions
from assay.exchange.locating import Located
from assay.exchange.losses import Loss
from assay.exchange.masking import masked
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.questions import Question
from assay.gold.passages import parse_passages, passages_bytes
from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.repository import NAMES, read_corpus
from assay.gold.review import review
from assay.jsonl import Row, dump_row, read_all, read_rows

UNMATCHED = "gold/unmatched.jsonl"
CHANGES = "gold/CHANGELOG.md"
_DISAGREEING = 5  # spans whose words stand elsewhere, shown


@dataclass(frozen=True)
class Rules:
    """How labels are read.

    Attributes:
        sets: what the members of a flat list are to one another: ``unstated``, ``together``, ``each``.
        level: grade from which a text is relevant.
        existing: what of questions that are there and say something else.
    """

    sets: str = "unstated"
    level: int = 1
    existing: str = "refuse"


def plan_gold(
    root: Path,
    read: questions.Read,
    table: pl.DataFrame | None,
    rules: Rules,
    source: str,
    losses: Sequence[Loss] = (),
) -> Plan:
    """Questions as rows of the gold set, checked with all that is there.

    Args:
        root: the repository.
        read: the questions.
        table: chunks of the date of the labels, which give ids their texts.
        rules: how labels are read.
        source: name of the file, for the changelog.
        losses: what was lost before.

    Raises:
        InputError: every fault of the questions; every rule of the gold set that it would break.
    """
    old = _old(root, read.problems)
    asked = [questions.without_grade_0(one) for one in read.questions]
    corpus = read_corpus(root)
    references = [one for question in asked for one in question.references or []]
    found = locating.locate(references, corpus, table)
    passages = labels.Passages([row.value for row in old["passages"]], corpus)
    gold = [row.value for row in old["queries"]], passages
    done = labels.join(asked, found, gold, sets=rules.sets, level=rules.level, existing=rules.existing)
    refuse(done.problems)
    files = {"queries": queries_bytes(done.queries), "passages": passages_bytes(done.passages)}
    public = read_public(root)
    spots = {"queries": {one.row["id"]: one.spot for one in asked}, "passages": passages.spots}
    refuse(_moved(review(files, NAMES, corpus, public).problems, old, spots))
    plan = Plan(
        facts=[*read.facts, *locating.counts(found), labels.counts_line(done), *_disagreements(found)]
    )
    plan.losses = [*losses, *questions.grade_losses(read.questions, rules.level)]
    plan.writes = {NAMES[name]: data for name, data in files.items()}
    if plan.changes(root):
        plan.writes[CHANGES] = _changelog(root, source, done)
    _add_unmatched(plan, root, done.unmatched, spots["queries"], public)
    plan.preview = [_shown(row) for row in done.queries if row["id"] in spots["queries"]][:SHOWN]
    plan.facts += _unstated(asked, rules)
    plan.following = ["next: assay gold check, then `make repro`"]
    return plan


def _old(root: Path, problems: Sequence[Problem]) -> dict[str, list[Row]]:
    """Rows of both files of the gold set as they are.

    Raises:
        InputError: ``problems``; every fault of lines and fields of both files.
    """
    faults, rows = list(problems), {}
    for name, parsed in (("queries", parse_queries), ("passages", parse_passages)):
        path = root / NAMES[name]
        data = path.read_bytes() if path.exists() else b""
        faults += parsed(data, NAMES[name])[1] if data.strip() else []
        rows[name] = read_all(data, NAMES[name])[0]
    refuse(faults)
    return rows


def _moved(
    problems: Sequence[Problem], old: Mapping[str, Sequence[Row]], spots: Mapping[str, Mapping[str, str]]
) -> list[Problem]:
    """Faults of the gold set as it would be, by the addresses at which people find what is at fault.

    What is new is named by its place in the imported file; the rest by its line in the file as it is.
    """
    places = {
        (NAMES[kind], row.value["id"]): f"{NAMES[kind]}:{row.line} {row.value['id']}"
        for kind, rows in old.items()
        for row in rows
    }
    places |= {
        (NAMES[kind], name): f"{spot} ({name})" for kind, of in spots.items() for name, spot in of.items()
    }
    moved = []
    for problem in problems:
        place, _, name = problem.where.partition(" ")
        spot = places.get((place.partition(":")[0], name), problem.where)
        moved.append(Problem(spot, problem.rule, problem.fix))
    return moved


def _disagreements(found: Sequence[Located]) -> list[str]:
    notes = [one.note for one in found if one.note]
    if not notes:
        return []
    more = [f"  … and {len(notes) - _DISAGREEING} more"] if len(notes) > _DISAGREEING else []
    head = f"{counted(len(notes), 'label')} whose words stand elsewhere (the words decide):"
    return [head, *(f"  {note}" for note in notes[:_DISAGREEING]), *more]


def _unstated(asked: Sequence[Question], rules: Rules) -> list[str]:
    lists = sum(bool(one.references) for one in asked)
    if rules.sets != "unstated" or not lists:
        return []
    what = "whether members complete or replace one another is not said, so coverage and sufficiency are not measured"
    return [f"{counted(lists, 'flat list')}: {what}; --sets together or --sets each says it"]


def _add_unmatched(
    plan: Plan, root: Path, rows: Sequence[dict[str, Any]], asked: Collection[str], public: Collection[str]
) -> None:
    """The list of what was not found, in which these questions' rows take the place of earlier ones."""
    path = root / UNMATCHED
    earlier = [row.value for row in read_rows(path.read_bytes(), UNMATCHED)] if path.exists() else []
    kept = [row for row in earlier if row.get("query_id") not in asked]
    new = [{**row, "reference": masked(row["reference"], public)} for row in rows]
    if path.exists() or new:
        ordered = sorted(map(dump_row, [*kept, *new]))
        plan.writes[UNMATCHED] = "".join(f"{line}\n" for line in ordered).encode()
    if new:
        what = f"not found: see {UNMATCHED}, each with the reason"
        plan.facts.append(f"{counted(len(new), 'reference')} {what}")


def _shown(row: dict[str, Any]) -> str:
    return dump_row({name: value for name, value in row.items() if value not in (None, {})})


def _changelog(root: Path, source: str, done: labels.Joined) -> bytes:
    """The changelog with a line on the import in front of the others."""
    path = root / CHANGES
    if not path.exists():
        raise InputError(Problem(CHANGES, "is missing", "add it"))
    text = path.read_text("utf-8")
    line = f"- Imported from {source}: {labels.counts_line(done)}; {counted(len(done.passages), 'passage')} in all.\n"
    at = text.find("\n- ") + 1
    return (text[:at] + line + text[at:] if at else text.rstrip("\n") + f"\n\n{line}").encode()
