"""The difference of two gold sets, keyed by id and field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from assay.changes.evidence import SetChange, set_changes
from assay.changes.revisions import FILES, Side
from assay.changes.rows import Rows, chosen, differing, loaded
from assay.errors import InputError, refuse
from assay.gold.fields import PASSAGE, PASSAGE_FIELDS, QUERY, QUERY_FIELDS

Record = Mapping[str, Any]
# Fields by what a change of them is called; what is in none of them is named by itself.
WORDS = ("query", "history", "rewritten")
CONDITIONS = ("lang", "type", "split", "as_of", "subject")
LABELS = ("evidence_sets", "relevant")
REASONS = ("why", "rationale", "expected_answer", "claims", "unanswerable")
REVIEW = ("status", "reviewed_by", "found_by", "checked_corpus")
GROUPS = {"reworded": WORDS, "conditions": CONDITIONS, "labels": LABELS, "reasons": REASONS, "review": REVIEW}
# What says that two passages of different ids are the same stretch of text.
_SAME = ("doc_id", "sha256", "start", "end")


class Change(NamedTuple):
    """A row that is not the same on both sides.

    Attributes:
        id: of the query or passage.
        before: the row; None: it is new.
        after: the row; None: it is gone.
        fields: names of the fields that differ, in their order; none for a row that came or went.
    """

    id: str
    before: Record | None
    after: Record | None
    fields: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """``added``, ``removed`` or ``changed``."""
        return "added" if self.before is None else "removed" if self.after is None else "changed"

    @property
    def row(self) -> Record:
        """The row as it is now, or as it was last."""
        row = self.after if self.after is not None else self.before
        return row or {}

    def touches(self, group: str) -> bool:
        """Whether a field of a group of :data:`GROUPS` differs."""
        return any(name in GROUPS[group] for name in self.fields)


@dataclass(frozen=True)
class Difference:
    """What changed in the gold set.

    Attributes:
        base: the older side.
        head: the newer side.
        queries: changed rows of queries.jsonl, by id.
        passages: changed rows of passages.jsonl, by id, but for those renamed.
        renamed: passages whose id alone changed, old → new.
    """

    base: Side
    head: Side
    queries: tuple[Change, ...]
    passages: tuple[Change, ...]
    renamed: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self.queries or self.passages or self.renamed)

    def sets(self, change: Change) -> list[SetChange]:
        """What became of a query's evidence sets; none where they are not labelled."""
        before, after = ((row or {}).get("evidence_sets") or [] for row in (change.before, change.after))
        return set_changes(before, after, self.renamed)

    def relabels(self, change: Change) -> bool:
        """Whether other evidence counts for a query; another order of its sets is none."""
        before, after = change.before or {}, change.after or {}
        if "evidence_sets" in change.fields:
            stated = [row.get("evidence_sets") for row in (before, after)]
            if None in stated or [] in stated or any(one.kind != "renumbered" for one in self.sets(change)):
                return True
        return "relevant" in change.fields

    @cached_property
    def texts(self) -> tuple[Rows, Rows]:
        """The passages that changed queries name, as each side has them, by id."""
        rows = [row for change in self.queries for row in (change.before, change.after) if row]
        ids = {name for row in rows for name in named(row)}
        base, head = (chosen(side.passages, ids, _name(side, "passages")) for side in (self.base, self.head))
        return base, head

    @property
    def is_revision(self) -> bool:
        """Whether anything differs that scoring reads: a new gold revision (:mod:`assay.gold.revision`)."""
        came = any(change.kind != "changed" for change in (*self.queries, *self.passages))
        asked = any(name in QUERY_FIELDS for change in self.queries for name in change.fields)
        marked = any(name in PASSAGE_FIELDS for change in self.passages for name in change.fields)
        return bool(came or asked or marked or self.renamed)

    @cached_property
    def _queries(self) -> Rows:
        return loaded(self.head.queries, _name(self.head, "queries"))

    def question(self, name: str) -> str:
        """The words of a query of either side."""
        changed = next((change.row for change in self.queries if change.id == name), None)
        return str((changed if changed is not None else self._queries.get(name, {})).get("query") or "")

    @cached_property
    def holdout(self) -> frozenset[str]:
        """Ids of the newer side's holdout queries."""
        return frozenset(name for name, row in self._queries.items() if row.get("split") == "holdout")

    @cached_property
    def closed(self) -> frozenset[str]:
        """Queries that are holdout on either side and change, or whose passages do: what a system found is not shown."""
        sides = ((change.id, row) for change in self.queries for row in (change.before, change.after) if row)
        own = {name for name, row in sides if row.get("split") == "holdout"}
        users = {name for change in self.passages for name in self.users.get(change.id, ())}
        return frozenset(own | {name for name in users if name in self.holdout})

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """Queries of the newer side by the passages that they name in a set or as relevant."""
        found: dict[str, list[str]] = {}
        if self.passages:
            for name, row in sorted(self._queries.items()):
                for passage in named(row):
                    found.setdefault(passage, []).append(name)
        return found


def difference(base: Side, head: Side) -> Difference:
    """Compare two gold sets.

    Raises:
        InputError: lines of either side that are no rows, conflict markers, ids that stand twice.
    """
    found, problems = [], []
    for file, fields in (("queries", QUERY), ("passages", PASSAGE)):
        names = (_name(base, file), _name(head, file))
        try:
            found.append(differing(getattr(base, file), getattr(head, file), fields, names))
        except InputError as error:
            problems += error.problems
    refuse(problems)
    queries, passages = found
    renamed = _renamed(*passages)
    new = set(renamed.values())
    marked = (change for change in _changes(*passages) if change.id not in renamed and change.id not in new)
    asked = (_without_renamed(change, renamed) for change in _changes(*queries))
    kept = (change for change in asked if change.kind != "changed" or change.fields)
    return Difference(base, head, tuple(kept), tuple(marked), renamed)


def named(row: Record) -> list[str]:
    """Passages that a query names in a set or as relevant, each once."""
    members = [passage for one in row.get("evidence_sets") or [] for passage in one]
    return list(dict.fromkeys([*members, *(row.get("relevant") or {})]))


def _name(side: Side, file: str) -> str:
    return FILES[file] if side.commit is None else f"{side.name}:{FILES[file]}"


def _changes(before: Rows, after: Rows) -> Iterator[Change]:
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            yield Change(name, old, new)
        else:
            fields = tuple(key for key in {**old, **new} if _meant(old, key) != _meant(new, key))
            if fields:
                yield Change(name, old, new, fields)


def _meant(row: Record, key: str) -> object:
    """A value as far as it means something: the members of a set have no order."""
    value = row.get(key)
    if key == "evidence_sets" and isinstance(value, list):
        return [sorted(map(str, one)) if isinstance(one, list) else one for one in value]
    return value


def _renamed(before: Rows, after: Rows) -> dict[str, str]:
    """Passages that are the same stretch of text under another id: old → new."""
    gone = {tuple(row.get(key) for key in _SAME): name for name, row in before.items() if name not in after}
    come = {tuple(row.get(key) for key in _SAME): name for name, row in after.items() if name not in before}
    return {gone[place]: come[place] for place in gone if place in come}


def _without_renamed(change: Change, renamed: Mapping[str, str]) -> Change:
    """The change without fields in which nothing but names of passages differ."""
    if change.kind != "changed" or not renamed:
        return change
    before, after = change.before or {}, change.after or {}
    told = {key: _told(value, renamed) for key, value in before.items()}
    fields = tuple(key for key in change.fields if _meant(told, key) != _meant(after, key))
    return change._replace(fields=fields)


def _told(value: Any, renamed: Mapping[str, str]) -> Any:
    """A value with the passages in it under their new names: of sets, by passage, of claims."""
    if isinstance(value, str):
        return renamed.get(value, value)
    if isinstance(value, list):
        return [_told(item, renamed) for item in value]
    if isinstance(value, dict):
        return {renamed.get(key, key): _told(item, renamed) for key, item in value.items()}
    return value
