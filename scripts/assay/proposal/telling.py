"""A difference in words: what changed in each query and passage, and the passages that are meant."""

from collections.abc import Iterable, Iterator
from typing import Any

from assay.changes.difference import Change, Difference, Record
from assay.changes.evidence import SetChange
from assay.changes.wording import word_difference
from assay.proposal.account import Account, Entry, Item, Quoted, Section
from assay.proposal.phrases import PHRASES, Words
from assay.proposal.tally import tally
from assay.report.phrases import PHRASES as PHRASES_OF_REPORT

PLACE = ("doc_id", "doc_version", "section", "start", "end")


def account(changed: Difference, words: Words, *, texts: bool = True) -> Account:
    """Say what changed.

    Args:
        changed: the difference.
        words: phrases of the language to say it in.
        texts: whether words of questions and passages are shown (``report.include_text``).
    """
    teller = _Teller(changed, words, texts=texts)
    notes = [str(note) for side in (changed.base, changed.head) for note in side.notes]
    notes.append(
        words("nothing") if not changed else words(f"revision.{'new' if changed.is_revision else 'same'}")
    )
    notes += [] if texts else [words("no_texts")]
    return Account(
        words("title"),
        words("sides", base=changed.base.name, head=changed.head.name),
        tuple(notes),
        tuple(tally(changed, words)),
        tuple(section for section in teller.sections() if section.items),
    )


class _Teller:
    """Tells a difference in one language."""

    def __init__(self, changed: Difference, words: Words, *, texts: bool) -> None:
        self.changed, self.words, self.texts = changed, words, texts
        self.quoted: set[str] = set()  # passages whose words stand beside a query already

    def sections(self) -> Iterator[Section]:
        """Queries by what became of them, then the passages that no query has shown."""
        queries = self.changed.queries
        by_kind = {
            kind: [change for change in queries if change.kind == kind] for kind in ("added", "removed")
        }
        changed = [change for change in queries if change.kind == "changed"]
        labelled = [change for change in changed if change.touches("labels")]
        other = [change for change in changed if not change.touches("labels")]
        for name, chosen in (
            ("labels", labelled),
            ("added", by_kind["added"]),
            ("removed", by_kind["removed"]),
        ):
            yield self._section(name, map(self._query, chosen))
        yield self._section("changed", map(self._query, other))
        yield self._section("passages", self._passages())

    def _section(self, name: str, items: Iterable[Item]) -> Section:
        return Section(self.words(f"section.{name}"), tuple(items))

    def _query(self, change: Change) -> Item:
        row = change.row
        about = (row.get("lang"), row.get("subject"), row.get("as_of"))
        known = [self._type(row.get("type")), *(str(value) for value in about if value)]
        known += [str(row["split"])] if row.get("split") == "holdout" else []
        title = str(row.get("query") or "") if self.texts else ""
        tell = self._changed if change.kind == "changed" else self._whole
        return Item(change.id, change.kind, title, tuple(filter(None, known)), tuple(tell(change)))

    def _type(self, name: object) -> str:
        """A type of question in words of the report, or as a team calls its own."""
        known = PHRASES_OF_REPORT.get(f"type.{name}")
        return known[0 if self.words.lang == "en" else 1] if known else str(name or "")

    def _whole(self, change: Change) -> Iterator[Entry]:
        """A query that came or went: its evidence, and why it suffices."""
        row = change.row
        yield from self._sets(change)
        for name in ("rationale", "expected_answer", "unanswerable"):
            if row.get(name) and self.texts:
                yield Entry(f"{self.words(f'field.{name}')}: {self._value(row[name])}")
        if row.get("reviewed_by"):
            yield Entry(f"{self.words('field.reviewed_by')}: {self._value(row['reviewed_by'])}")

    def _changed(self, change: Change) -> Iterator[Entry]:
        before, after = change.before or {}, change.after or {}
        for name in change.fields:
            if name == "evidence_sets":
                yield from self._sets(change)
            elif isinstance(before.get(name), dict) or isinstance(after.get(name), dict):
                yield from self._by_passage(name, before.get(name) or {}, after.get(name) or {})
            else:
                yield self._field(name, before.get(name), after.get(name))
        reviewers = after.get("reviewed_by")
        if change.touches("labels") and reviewers and "reviewed_by" not in change.fields:
            yield Entry(self.words("reviewers.same", names=self._value(reviewers)))

    def _field(self, name: str, before: object, after: object) -> Entry:
        label = self.words(f"field.{name}") if f"field.{name}" in _PHRASED else name
        old, new = self._value(before), self._value(after)
        if name in _FREE and not self.texts:
            return Entry(label)
        if name in _FREE and before and after:
            return Entry(f"{label}:", tuple(word_difference(old, new)))
        return Entry(f"{label}: {old} → {new}")

    def _by_passage(self, name: str, before: Record, after: Record) -> Iterator[Entry]:
        """What a field says of each passage of which it says something else now."""
        for passage in sorted(before.keys() | after.keys()):
            if before.get(passage) != after.get(passage):
                told = self._field(name, before.get(passage), after.get(passage))
                yield told._replace(label=f"{passage}, {told.label}")

    def _sets(self, change: Change) -> Iterator[Entry]:
        before, after = ((row or {}).get("evidence_sets", []) for row in (change.before, change.after))
        if change.kind == "changed":
            yield from self._state(before, after)
        elif not change.row.get("evidence_sets"):
            yield Entry(
                self.words("sets.none" if change.row.get("evidence_sets") is None else "sets.unanswerable")
            )
        whole = {"added": "set.first", "removed": "set.last"}.get(change.kind)
        for one in self.changed.sets(change):
            yield self._set(one, whole or f"set.{one.kind}")

    def _state(self, before: Any, after: Any) -> Iterator[Entry]:
        """Sets that were not labelled, or are not any more; the same of answers that the corpus has not."""
        for value, moment in ((before, "were"), (after, "now")):
            other = after if value is before else before
            if value is None and other is not None:
                yield Entry(self.words(f"sets.{moment}_none"))
            elif value == [] and other != []:
                yield Entry(self.words(f"sets.{moment}_unanswerable"))

    def _set(self, one: SetChange, key: str) -> Entry:
        values = {
            name: " + ".join(getattr(one, name) or ()) for name in ("before", "after", "gained", "lost")
        }
        gained = set(one.gained)
        passages = [
            self._quoted("added" if name in gained else "same", name, head=True) for name in one.after or ()
        ]
        passages += [self._quoted("removed", name, head=False) for name in one.lost]
        return Entry(self.words(key, **values), (), tuple(passages))

    def _quoted(self, mark: str, name: str, *, head: bool) -> Quoted:
        """A passage with its words as that side has them, else as the other has."""
        base_texts, head_texts = self.changed.texts
        sides = (head_texts, base_texts) if head else (base_texts, head_texts)
        row = next((side[name] for side in sides if name in side), None)
        self.quoted.add(name)
        if row is None:
            return Quoted(mark, name, self.words("passage.unknown"), "")
        return Quoted(mark, name, _place(row), str(row.get("text") or "") if self.texts else "")

    def _passages(self) -> Iterator[Item]:
        """Passages that changed, and those that came or went and that no query above has shown."""
        for change in self.changed.passages:
            if change.kind == "changed" or change.id not in self.quoted:
                text = str(change.row.get("text") or "") if self.texts and change.kind != "changed" else ""
                yield Item(change.id, change.kind, text, (_place(change.row),), tuple(self._passage(change)))
        for old, new in sorted(self.changed.renamed.items()):
            yield Item(new, "changed", "", (), (Entry(self.words("passage.renamed", old=old, new=new)),))

    def _passage(self, change: Change) -> Iterator[Entry]:
        before, after = change.before or {}, change.after or {}
        if "text" in change.fields:
            yield self._field("text", before.get("text"), after.get("text"))
        if change.kind == "changed" and any(name in change.fields for name in PLACE):
            yield Entry(
                f"{self.words('field.place')}: {_place(before, exact=True)} → {_place(after, exact=True)}"
            )
        if change.kind != "removed":
            users = self.changed.users.get(change.id, [])
            yield Entry(
                self.words("passage.users", names=", ".join(users)) if users else self.words("passage.unused")
            )

    def _value(self, value: object) -> str:
        if value is None or value in ([], {}):
            return self.words("value.none")
        if isinstance(value, dict):
            return "; ".join(f"{key}: {self._value(item)}" for key, item in value.items())
        if isinstance(value, list):
            return "; ".join(map(self._value, value))
        return str(value)


_FREE = (
    "query",
    "history",
    "rewritten",
    "rationale",
    "expected_answer",
    "claims",
    "unanswerable",
    "why",
    "text",
)
_PHRASED = frozenset(PHRASES)


def _place(row: Record, *, exact: bool = False) -> str:
    """Where a passage stands: document and section; with version and offsets where they matter."""
    words = [row.get("doc_id"), row.get("section")]
    if exact:
        words = [row.get("doc_id"), row.get("doc_version"), row.get("section")]
        words += [f"{row['start']}:{row['end']}"] if row.get("start") is not None else []
    return " › ".join(str(word) for word in words if word)
