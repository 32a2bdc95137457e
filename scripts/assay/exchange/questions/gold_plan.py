"""What an import of questions writes: queries, passages, the line of the changelog, and what was not found."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from assay.counting import counted
from assay.disclosure import read_public
from assay.errors import refuse
from assay.exchange.losses import Loss
from assay.exchange.masking import masked
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.questions import labels, locating, questions
from assay.exchange.questions.ellipses import spread
from assay.exchange.questions.finding import Finder
from assay.exchange.questions.gold_writing import CHANGES, checked, files_now, noted, old_rows
from assay.exchange.questions.hints import judged, without_pages
from assay.exchange.questions.label_passages import Passages
from assay.exchange.questions.locating import Located
from assay.exchange.questions.questions import Question
from assay.exchange.questions.quotations import parted
from assay.exchange.questions.reasons import by_reason
from assay.exchange.questions.snapshot_ids import SnapshotIds
from assay.gold.repository import read_corpus
from assay.gold.unmatched import UNMATCHED
from assay.jsonl import dump_row, read_rows


@dataclass(frozen=True)
class Rules:
    """How labels are read.

    Attributes:
        sets: what the members of a flat list are to one another: ``unstated``, ``together``, ``each``.
        level: grade from which a text is relevant.
        existing: what of questions that are there and say something else.
        snapshot: by whose chunks the labels were made, where people say so.
    """

    sets: str = "unstated"
    level: int = 1
    existing: str = "refuse"
    snapshot: str | None = None


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
    now, old = files_now(root), old_rows(root, read.problems)
    corpus = read_corpus(root)
    find = Finder(corpus, table, SnapshotIds(root, corpus, rules.snapshot))
    asked, found, how = _sought(map(questions.without_grade_0, read.questions), find)
    passages = Passages([row.value for row in old["passages"]], corpus)
    gold = [row.value for row in old["queries"]], passages
    done = labels.join(asked, found, gold, sets=rules.sets, level=rules.level, existing=rules.existing)
    refuse(done.problems)
    public = read_public(root)
    spots = {"queries": {one.row["id"]: one.spot for one in asked}, "passages": passages.spots}
    files = checked({"queries": done.queries, "passages": done.passages}, corpus, public, old, spots)
    counts, states = labels.counts_line(done), labels.states_line(done)
    plan = Plan(facts=[*read.facts, *how, counts, *states], read=now)
    plan.losses = [*losses, *questions.grade_losses(read.questions, rules.level)]
    plan.writes = dict(files)
    if plan.changes(root):
        total = counted(len(done.passages), "passage")
        line = f"Imported from {source}: {'; '.join([counts, *states, total])} in all."
        plan.writes[CHANGES] = noted(root, line)
    plan.preview = [_shown(row) for row in done.queries if row["id"] in spots["queries"]][:SHOWN]
    plan.facts += [*_nothing_found(found, read.columns), *_unstated(asked, rules)]
    plan.details += _disagreements(found)
    _add_unmatched(plan, root, done.unmatched, spots["queries"], public)
    plan.following = ["next: assay gold check, then `make repro`"]
    return plan


def _sought(questions: Iterable[Question], find: Finder) -> tuple[list[Question], list[Located], list[str]]:
    """Questions with what their cells hold, what became of each of their references, and lines on both."""
    asked = list(questions)
    cells = parted([one for question in asked for one in question.references or []], find)
    rest = iter(cells.references)
    for at, question in enumerate(asked):
        if question.references:
            own = [one for _ in question.references for one in next(rest)]
            asked[at] = replace(question, references=without_pages(own, find))
    found = find([one for question in asked for one in question.references or []])
    facts = [*cells.facts, *find.facts, *locating.counts(found)]
    left = iter(found)
    found = []
    for at, question in enumerate(asked):
        if question.references:
            own = question.references
            placed = judged(own, [next(left) for _ in own], find)
            pairs = list(spread(list(zip(own, placed, strict=True))))
            asked[at] = replace(question, references=[one for one, _ in pairs])
            found += [located for _, located in pairs]
    return asked, found, facts


def _disagreements(found: Sequence[Located]) -> list[tuple[str, list[str]]]:
    notes = [one.note for one in found if one.note]
    head = (
        f"{counted(len(notes), 'label')} with a place named where the words do not stand (the words decide):"
    )
    return [(head, notes)] if notes else []


def _nothing_found(found: Sequence[Located], columns: Sequence[str]) -> list[str]:
    """What to do where no label points at anything that is there: another column may hold them."""
    if not found or any(one.place is not None for one in found) or not columns:
        return []
    ways = "--map relevant=COLUMN (ids or links) and --map quote=COLUMN (words) say where labels are"
    return [
        f"no label was found: {ways}, --map relevant= that the guess is none; columns: {'; '.join(columns)}"
    ]


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
    if ordered := sorted(map(dump_row, [*kept, *new])):
        plan.writes[UNMATCHED] = "".join(f"{line}\n" for line in ordered).encode()
    elif path.exists():  # everything has been found
        plan.removes.append(UNMATCHED)
    if new:
        what = f"not found, each a line of {UNMATCHED} with the reason:"
        plan.details.append((f"{counted(len(new), 'reference')} {what}", []))
        plan.details += ((f"  {head}", lines) for head, lines in by_reason(new))


def _shown(row: dict[str, Any]) -> str:
    return dump_row({name: value for name, value in row.items() if value not in (None, {})})
