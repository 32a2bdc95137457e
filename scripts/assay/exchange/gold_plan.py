"""What an import of questions writes: queries, passages, the line of the changelog, and what was not found."""

from collections.abc import Sequence
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
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.questions import Question
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.repository import NAMES, read_corpus, read_passages
from assay.gold.review import Corpus, review
from assay.jsonl import dump_row, read_rows

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
    refuse(read.problems)
    asked = [questions.without_grade_0(one) for one in read.questions]
    corpus = read_corpus(root)
    references = [one for question in asked for one in question.references or []]
    found = locating.locate(references, corpus, table)
    rows = _rows(root, "queries")
    gold = (rows, labels.Passages(read_passages(root), corpus))
    done = labels.join(asked, found, gold, sets=rules.sets, level=rules.level, existing=rules.existing)
    refuse(done.problems)
    files = {"queries": queries_bytes(done.queries), "passages": passages_bytes(done.passages)}
    refuse(_rule_problems(files, corpus, root, asked))
    plan = Plan(
        facts=[*read.facts, *locating.counts(found), labels.counts_line(done), *_disagreements(found)]
    )
    plan.losses = [*losses, *questions.grade_losses(read.questions, rules.level)]
    plan.writes = {NAMES[name]: data for name, data in files.items()}
    if plan.changes(root):
        plan.writes[CHANGES] = _changelog(root, source, done)
    _add_unmatched(plan, done.unmatched)
    new = {one.row["id"] for one in asked}
    plan.preview = [_shown(row) for row in done.queries if row["id"] in new][:SHOWN]
    plan.facts += _unstated(asked, rules)
    plan.following = ["next: assay gold check, then `make repro`"]
    return plan


def _rows(root: Path, name: str) -> list[dict[str, Any]]:
    path = root / NAMES[name]
    return [row.value for row in read_rows(path.read_bytes(), NAMES[name])] if path.exists() else []


def _rule_problems(
    files: dict[str, bytes], corpus: Corpus, root: Path, asked: Sequence[Question]
) -> list[Problem]:
    """Rules that the gold set would break; what a new question breaks is named by its place in its file."""
    spots = {one.row["id"]: one.spot for one in asked}
    problems = review(files, NAMES, corpus, read_public(root)).problems
    moved = []
    for problem in problems:
        name = problem.where.partition(" ")[2]
        moved.append(
            Problem(f"{spots[name]} ({name})", problem.rule, problem.fix) if name in spots else problem
        )
    return moved


def _disagreements(found: Sequence[Located]) -> list[str]:
    notes = [one.note for one in found if one.note]
    if not notes:
        return []
    more = [f"  … and {len(notes) - _DISAGREEING} more"] if len(notes) > _DISAGREEING else []
    head = f"{counted(len(notes), 'span')} whose words stand elsewhere (the words decide):"
    return [head, *(f"  {note}" for note in notes[:_DISAGREEING]), *more]


def _unstated(asked: Sequence[Question], rules: Rules) -> list[str]:
    lists = sum(bool(one.references) for one in asked)
    if rules.sets != "unstated" or not lists:
        return []
    what = "whether members complete or replace one another is not said, so coverage and sufficiency are not measured"
    return [f"{counted(lists, 'flat list')}: {what}; --sets together or --sets each says it"]


def _add_unmatched(plan: Plan, lines: Sequence[str]) -> None:
    if lines:
        plan.writes[UNMATCHED] = "".join(f"{line}\n" for line in lines).encode()
        plan.facts.append(
            f"{counted(len(lines), 'reference')} not found: see {UNMATCHED}, each with the reason"
        )


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
