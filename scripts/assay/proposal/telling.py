"""A difference in words: what changed in each query and passage, and the passages that are meant."""

from collections.abc import Iterable, Iterator
from typing import Any

from assay.changes.difference import Change, Difference, Record
from assay.changes.evidence import SetChange
from assay.changes.revisions import Note
from assay.manifest import sha256
from assay.proposal.account import Account, Entry, Item, Quoted, Section
from assay.proposal.field_changes import field_change, set_words, value_words
from assay.proposal.phrases import Words, side_name
from assay.proposal.tally import tally

FEW = 3  # passages that only moved and are each shown
PLACE = ("doc_id", "doc_version", "section", "start", "end")


def account(changed: Difference, words: Words, *, texts: bool = True) -> Account:
    """Say what changed.

    Args:
        changed: the difference.
        words: phrases of the language to say it in.
        texts: whether words of questions and passages are shown (``report.include_text``).
    """
    teller = _Teller(changed, words, texts=texts)
    notes = [_said(note, words) for side in (changed.base, changed.head) for note in side.notes]
    notes.append(
        words("nothing") if not changed else words(f"revision.{'new' if changed.is_revision else 'same'}")
    )
    notes += [] if texts else [words("no_texts")]
    return Account(
        words("title"),
        words("sides", base=side_name(changed.base.name, words), head=side_name(changed.head.name, words)),
        tuple(notes),
        tuple(tally(changed, words)),
        tuple(section for section in teller.sections() if section.items),
    )


def _said(note: Note, words: Words) -> str:
    """What is to be known of a side, in words."""
    return words(f"side.{note.kind}", **{**note._asdict(), "side": side_name(note.side, words)})


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
        labelled = [change for change in changed if self.changed.relabels(change)]
        other = [change for change in changed if not self.changed.relabels(change)]
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
        known = [value_words("type", row.get("type"), self.words), *(str(value) for value in about if value)]
        known += [value_words("split", row["split"], self.words)] if row.get("split") == "holdout" else []
        title = str(row.get("query") or "") if self.texts else ""
        tell = self._changed if change.kind == "changed" else self._whole
        return Item(change.id, change.kind, title, tuple(filter(None, known)), tuple(tell(change)))

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
                continue
            yield from field_change(name, before.get(name), after.get(name), self.words, texts=self.texts)
            if name == "relevant":
                yield from self._helpful(before.get(name) or {}, after.get(name) or {})
        reviewers = after.get("reviewed_by")
        if self.changed.relabels(change) and reviewers and "reviewed_by" not in change.fields:
            yield Entry(self.words("reviewers.same", names=self._value(reviewers)))

    def _helpful(self, before: Record, after: Record) -> Iterator[Entry]:
        """The words of passages that are relevant now and were not."""
        for name in sorted(after.keys() - before.keys()):
            yield Entry(self.words("passage.helps"), (), (self._quoted("added", name, head=True),))

    def _sets(self, change: Change) -> Iterator[Entry]:
        before, after = ((row or {}).get("evidence_sets", []) for row in (change.before, change.after))
        if change.kind == "changed":
            yield from self._state(before, after)
        elif not change.row.get("evidence_sets"):
            yield Entry(
                self.words("sets.none" if change.row.get("evidence_sets") is None else "sets.unanswerable")
            )
        whole = {"added": "set.first", "removed": "set.last"}.get(change.kind)
        # What is accepted where nothing was is not accepted "as well".
        first = change.kind == "changed" and not before
        for one in self.changed.sets(change):
            yield self._set(one, whole or ("set.now" if first and one.kind == "added" else ""))

    def _state(self, before: Any, after: Any) -> Iterator[Entry]:
        """Sets that were not labelled, or are not any more; the same of answers that the corpus has not."""
        for value, moment in ((before, "were"), (after, "now")):
            other = after if value is before else before
            if value is None and other is not None:
                yield Entry(self.words(f"sets.{moment}_none"))
            elif value == [] and other != []:
                yield Entry(self.words(f"sets.{moment}_unanswerable"))

    def _set(self, one: SetChange, key: str) -> Entry:
        gained = set(one.gained)
        passages = [
            self._quoted("added" if name in gained else "same", name, head=True) for name in one.after or ()
        ]
        passages += [self._quoted("removed", name, head=False) for name in one.lost]
        return Entry(set_words(one, self.words, key), (), tuple(passages))

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
        moved = [change for change in self.changed.passages if _only_moved(change)]
        few = len(moved) <= FEW
        for change in self.changed.passages:
            if not few and _only_moved(change):
                continue
            if change.kind == "changed" or change.id not in self.quoted or _unlike(change.after):
                text = str(change.row.get("text") or "") if self.texts and change.kind != "changed" else ""
                yield Item(change.id, change.kind, text, (_place(change.row),), tuple(self._passage(change)))
        if not few:
            names = ", ".join(change.id for change in moved)
            entry = Entry(self.words("passage.moved", names=names))
            yield Item(self.words("count.places", n=len(moved)), "changed", "", (), (entry,))
        for old, new in sorted(self.changed.renamed.items()):
            yield Item(new, "changed", "", (), (Entry(self.words("passage.renamed", old=old, new=new)),))

    def _passage(self, change: Change) -> Iterator[Entry]:
        before, after = change.before or {}, change.after or {}
        if "text" in change.fields:
            yield from field_change(
                "text", before.get("text"), after.get("text"), self.words, texts=self.texts
            )
        if change.kind == "changed" and any(name in change.fields for name in PLACE):
            yield Entry(
                f"{self.words('field.place')}: {_place(before, exact=True)} → {_place(after, exact=True)}"
            )
        if "url" in change.fields:
            yield from field_change("url", before.get("url"), after.get("url"), self.words, texts=self.texts)
        if _unlike(change.after):
            yield Entry(self.words("passage.unlike", id=change.id))
        if change.kind != "removed":
            users = self.changed.users.get(change.id, [])
            yield Entry(
                self.words("passage.users", names=", ".join(users)) if users else self.words("passage.unused")
            )

    def _value(self, value: object) -> str:
        return value_words("", value, self.words)


def _only_moved(change: Change) -> bool:
    """Whether the words of a passage stand elsewhere, and nothing else changed."""
    moved = change.kind == "changed" and {*change.fields} <= {*PLACE, "anchor", "before", "after"}
    return moved and not _unlike(change.after)


def _unlike(row: Record | None) -> bool:
    """Whether `assay gold check` refuses a passage because its hash or its span is of other words."""
    if row is None or not isinstance(row.get("text"), str):
        return False
    text, start, end = row["text"], row.get("start"), row.get("end")
    span = end - start if isinstance(start, int) and isinstance(end, int) else len(text)
    return span != len(text) or row.get("sha256") != sha256(text.encode())


def _place(row: Record, *, exact: bool = False) -> str:
    """Where a passage stands: document and section; with version and offsets where they matter."""
    words = [row.get("doc_id"), row.get("section")]
    if exact:
        words = [row.get("doc_id"), row.get("doc_version"), row.get("section")]
        words += [f"{row['start']}:{row['end']}"] if row.get("start") is not None else []
    return " › ".join(str(word) for word in words if word)
