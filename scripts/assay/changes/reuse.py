"""Ids of queries that stand for another question than before: runs, grades and reports would speak of both as one."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from assay.changes.difference import Difference, difference, named
from assay.changes.patches import lines_of_commits
from assay.changes.revisions import DEEPEN, FILES, Side, is_shallow
from assay.errors import Problem

Record = Mapping[str, Any]
# Of two questions of one set chosen at random 93 % are less alike; of a question and its rewording hardly any.
LIKENESS = 45
_FIX = "give the new question an id of its own, and leave the old one to the old question"
_LONGEST = 60


def reused_ids(root: Path, base: Side, head: Side) -> Iterator[Problem]:
    """Ids of the newer side whose question is another one than at the base, or than before it was removed there.

    Raises:
        InputError: lines of either side that are no rows, ids that stand twice; Git fails.
    """
    changed = difference(base, head)
    asked = {tuple(_texts(change.before)) for change in changed.queries if change.before}
    for change in changed.queries:
        before, after = change.before, change.after
        if (
            before
            and after
            and (_is_moved(before, after, asked) or is_another(before, after, changed.renamed))
        ):
            yield _problem(head, change.id, before, f"at {base.name}")
    new = {change.id: change.after for change in changed.queries if change.after and not change.before}
    yield from _returned(root, base, head, new, changed)


def is_another(before: Record, after: Record, renamed: Mapping[str, str] | None = None) -> bool:
    """Whether a row asks for something else: its words are very unlike, and no passage is labelled in both.

    Args:
        before: the row as it was.
        after: the row now.
        renamed: passages that got another id, old → new.
    """
    new_name = renamed or {}
    labels = {new_name.get(name, name) for name in named(before)}
    return labels.isdisjoint(named(after)) and not _alike(before, after)


def _is_moved(before: Record, after: Record, asked: Collection[tuple[str, ...]]) -> bool:
    """Whether the words are those that another id had, as where one column of a table was sorted alone."""
    words = tuple(_texts(after))
    return words != tuple(_texts(before)) and words in asked


def _alike(before: Record, after: Record) -> bool:
    from rapidfuzz import fuzz

    pairs = ((old, new) for old in _texts(before) for new in _texts(after))
    return any(fuzz.token_set_ratio(old, new, score_cutoff=LIKENESS) for old, new in pairs)


def _texts(row: Record) -> list[str]:
    """The question as asked, and as it was made to stand alone."""
    return [str(row[name]).casefold() for name in ("query", "rewritten") if row.get(name)]


def _returned(
    root: Path, base: Side, head: Side, new: Mapping[str, Record], changed: Difference
) -> Iterator[Problem]:
    """New ids that an earlier revision had for another question, and that were removed before the base."""
    if not new or base.commit is None:
        return
    if is_shallow(root):
        rule = f"has ids that are new ({len(new)}), and this clone cannot say whether they were used before"
        yield Problem(FILES["queries"], rule, DEEPEN)
        return
    for name, (commit, row) in sorted(_last(root, base.commit, new).items()):
        if is_another(row, new[name], changed.renamed):
            yield _problem(head, name, row, f"until {commit[:10]} removed it")


def _last(root: Path, commit: str, names: Collection[str]) -> dict[str, tuple[str, Record]]:
    """The last row of each id in the history of a commit: every row that is gone went in some commit."""
    found: dict[str, tuple[str, Record]] = {}
    for line in lines_of_commits(root, commit, FILES["queries"], merges=True):
        if line.added:
            continue
        row = _row(line.text)
        if isinstance(name := row.get("id"), str) and name in names:
            found.setdefault(name, (line.commit, row))
    return found


def _row(line: bytes) -> Record:
    try:
        row = json.loads(line)
    except ValueError:
        return {}  # of a revision that was broken then
    return row if isinstance(row, dict) else {}


def _problem(head: Side, name: str, before: Record, when: str) -> Problem:
    asked = str(before.get("query"))
    shown = asked if len(asked) <= _LONGEST else asked[: _LONGEST - 1] + "…"
    rule = f"the id stood for another question {when}: «{shown}»"
    return Problem(f"{FILES['queries']}:{_line(head.queries, name)} {name}", rule, _FIX)


def _line(data: bytes, name: str) -> int:
    """Line of the row that has the id."""
    lines = enumerate(data.split(b"\n"), 1)
    wanted = json.dumps(name, ensure_ascii=False).encode()
    return next((number for number, line in lines if wanted in line and _row(line).get("id") == name), 1)
