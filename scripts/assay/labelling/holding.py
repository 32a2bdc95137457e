"""The gold set while a person works on it: read with its corpus, held against the rules, written whole or not at all."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from assay.disclosure import read_public
from assay.errors import InputError, Problem, refuse
from assay.gold.fields import PASSAGE, Fields, canonical, file_bytes, place
from assay.gold.form import FIELDS
from assay.gold.kinds import ByPassage, Items
from assay.gold.repository import NAMES, files_now, read_corpus
from assay.gold.review import Corpus, Review, review
from assay.jsonl import Row, read_rows
from assay.labelling import browsing
from assay.locking import locked, write_together

Record = dict[str, Any]
_LINE = re.compile(r":\d+(?= |$)")


class Change(NamedTuple):
    """New rows of both files by id; None: the row goes."""

    queries: Mapping[str, Record | None]
    passages: Mapping[str, Record | None]


class Outcome(NamedTuple):
    """What a change would bring.

    Attributes:
        files: bytes of ``queries`` and ``passages``.
        problems: that the gold set has not now.
        warnings: that it has not now.
        old: problems of the changed rows that it has already.
    """

    files: dict[str, bytes]
    problems: list[Problem]
    warnings: list[Problem]
    old: list[Problem]


@dataclass(frozen=True)
class Labels:
    """The gold set as its files have it, and the corpus that it rests on.

    Attributes:
        root: top folder of the repository.
        files: bytes of ``queries`` and ``passages``.
        queries: rows of queries.jsonl by id.
        passages: rows of passages.jsonl by id.
        corpus: documents and chunks as they are now.
    """

    root: Path
    files: dict[str, bytes]
    queries: dict[str, Record]
    passages: dict[str, Record]
    corpus: Corpus
    _reviews: dict[tuple[bytes, ...], Review] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def texts(self) -> list[browsing.Text]:
        """Documents and chunks as people read them."""
        return browsing.texts(self.corpus)

    @cached_property
    def public(self) -> Collection[str]:
        """Texts that look like personal data and may be shown."""
        return read_public(self.root)

    @cached_property
    def review(self) -> Review:
        """What `assay gold check` says of it now."""
        return self.reviewed(self.files)

    def reviewed(self, files: Mapping[str, bytes]) -> Review:
        """What `assay gold check` would say of other bytes of the two files; said once of the same ones."""
        key = tuple(files[name] for name in NAMES)
        if key not in self._reviews:
            self._reviews[key] = review(files, NAMES, self.corpus, self.public)
        return self._reviews[key]


Again = Callable[[Labels], Change]


def read(root: Path) -> Labels:
    """Read the gold set and the corpus; a file that is not there holds no rows.

    Raises:
        InputError: lines that cannot be read, an id that stands twice, every fault of the corpus.
    """
    files = files_now(root)
    problems: list[Problem] = []
    found: list[dict[str, Record]] = []
    for name, data in files.items():
        try:
            found.append(rows(name, data))
        except InputError as error:
            problems += error.problems
    try:
        corpus = read_corpus(root)
    except InputError as error:
        raise InputError(problems + error.problems) from None
    refuse(problems)
    return Labels(root, files, found[0], found[1], corpus)


def rows(name: str, data: bytes) -> dict[str, Record]:
    """Rows of ``queries`` or ``passages`` by id.

    Raises:
        InputError: lines that cannot be read, an id that stands twice, values of another shape.
    """
    return _by_id(read_rows(data, NAMES[name]), NAMES[name], FIELDS[name])


def _by_id(rows: list[Row], where: str, form: Fields) -> dict[str, Record]:
    """Rows by id, with every field: what an editor left out is null."""
    from assay.gold.queries import repeated_ids

    nameless = [
        Problem(f"{where}:{row.line}", "has no id", "give it one") for row in rows if _id(row) is None
    ]
    shapeless = [fault for row in rows for fault in _misshapen(row, form, where)]
    refuse(nameless + repeated_ids(rows, where) + shapeless)
    return {row.value["id"]: canonical(row.value, form) for row in rows}


def _misshapen(row: Row, form: Fields, where: str) -> Iterator[Problem]:
    """Lists and objects that are none, which cannot be worked on; any fault of a passage, which is not asked for."""
    for name, known in form.items():
        value = row.value.get(name)
        nested = form is PASSAGE or isinstance(known.kind, Items | ByPassage)
        if nested and value is not None:
            yield from (Problem(place(where, row), *fault) for fault in known.kind.faults(name, value))


def _id(row: Row) -> str | None:
    name = row.value.get("id")
    return name if isinstance(name, str) and name.strip() else None


def outcome(labels: Labels, change: Change) -> Outcome:
    """Hold a change against every rule of `assay gold check`.

    What is wrong elsewhere in the gold set already does not stand in the way of a change.
    """
    files = applied(labels, change)
    now, then = labels.review, labels.reviewed(files)
    known = {_named(problem) for problem in now.problems + now.warnings}
    touched = {*change.queries, *change.passages}
    return Outcome(
        files,
        [problem for problem in then.problems if _named(problem) not in known],
        [problem for problem in then.warnings if _named(problem) not in known],
        [one for one in then.problems if _named(one) in known and one.where.partition(" ")[2] in touched],
    )


def _named(problem: Problem) -> tuple[str, str]:
    """A problem without the line, which moves with every row added above."""
    return _LINE.sub("", problem.where, count=1), problem.rule


def applied(labels: Labels, change: Change) -> dict[str, bytes]:
    """Bytes of both files with the change."""
    return {
        name: file_bytes((row for row in {**old, **new}.values() if row is not None), FIELDS[name])
        for name, old, new in (
            ("queries", labels.queries, change.queries),
            ("passages", labels.passages, change.passages),
        )
    }


def write(
    labels: Labels, change: Change, held: Outcome | None = None, again: Again | None = None
) -> tuple[Labels, Change]:
    """Write a change that breaks no rule, both files or none; the gold set as it is then, and what was written.

    Where somebody else changed the files meanwhile, it is made on top of that.

    Args:
        labels: the gold set as it was read.
        change: rows of both files.
        held: what the change would bring, where that is known.
        again: gives the change on top of another state of the gold set, with other ids where nobody chose them.

    Raises:
        InputError: the rules that it breaks; a row that it changes was changed meanwhile; another command is writing
            all the time.
        OSError: the files do not fit on the disk; they are as they were.
    """
    fresh = labels
    while True:
        held = held or outcome(fresh, change)
        refuse(held.problems)
        with locked(labels.root):
            if files_now(labels.root) == fresh.files:
                _put(fresh, change, held)
                break
        fresh, held = read(labels.root), None
        change = again(fresh) if again else change
        refuse(_conflicts(labels, fresh, change))
    queries, passages = (rows(name, held.files[name]) for name in NAMES)
    return Labels(labels.root, held.files, queries, passages, fresh.corpus), change


def _put(fresh: Labels, change: Change, held: Outcome) -> None:
    changed = {name: data for name, data in held.files.items() if data != fresh.files[name]}
    # A passage that no query uses is a warning, one that is not there a fault: the first is what a crash may leave.
    shrinks = any(row is None for row in change.passages.values())
    order = ("queries", "passages") if shrinks else ("passages", "queries")
    write_together({fresh.root / NAMES[name]: changed[name] for name in order if name in changed})


def _conflicts(labels: Labels, fresh: Labels, change: Change) -> list[Problem]:
    """Rows of the change that are not as they were when it was begun."""
    rule, fix = "was changed by somebody else meanwhile; nothing is written", "look at it and begin again"
    return [
        Problem(f"{NAMES[file]} {name}", rule, fix)
        for file, before, now, rows in (
            ("queries", labels.queries, fresh.queries, change.queries),
            ("passages", labels.passages, fresh.passages, change.passages),
        )
        for name in rows
        if before.get(name) != now.get(name)
    ]
