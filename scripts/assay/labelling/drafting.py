"""A row of queries.jsonl in work, with the passages that it needs: sets gained and lost, as pure functions."""

import copy
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assay.errors import InputError, Problem, refuse
from assay.gold.fields import QUERY
from assay.gold.queries import NO_ANSWER
from assay.labelling.holding import Change

Record = dict[str, Any]
Draw = Callable[[Collection[str]], str]  # an id that is none of those taken
TYPE = "question"  # of which kind it is, nobody has said yet


@dataclass
class Draft:
    """One question while it is written.

    Attributes:
        row: of queries.jsonl, as it is now.
        before: the row as the file has it; None: it is new.
        passages: new rows of passages.jsonl by id.
        ways: how the new passages were found: ``browse``, ``text_find``, ``triage``.
        numbered: whether its id is the next one, which nobody chose.
        draws: how the ids of new passages are drawn that nobody chose.
    """

    row: Record
    before: Record | None = None
    passages: dict[str, Record] = field(default_factory=dict)
    ways: set[str] = field(default_factory=set)
    numbered: bool = False
    draws: dict[str, Draw] = field(default_factory=dict)

    @classmethod
    def of(cls, row: Record) -> "Draft":
        """A draft of a question that is there."""
        return cls(copy.deepcopy(row), row)

    @property
    def change(self) -> Change:
        """The rows to write: new passages as far as the question names them."""
        used = set(named(self.row))
        kept = {name: row for name, row in self.passages.items() if name in used}
        asked = {self.row["id"]: self.row} if self.row != self.before else {}
        return Change(asked, kept)

    @property
    def relabelled(self) -> bool:
        """Whether a question that had labels has others now."""
        before = self.before or {}
        return any(before.get(key) not in (None, self.row[key]) for key in ("evidence_sets", "relevant"))

    def settle(self) -> None:
        """Say how the evidence was found, where nobody has said it: by the least independent way used."""
        used = [way for way in ("triage", "text_find", "browse") if way in self.ways]
        if used and (self.row["found_by"] is None or used[0] == "triage"):
            self.row["found_by"] = used[0]


def new_row(name: str, query: str, lang: str) -> Record:
    """A question that nobody has labelled."""
    row = {**dict.fromkeys(QUERY), "id": name, "query": query, "lang": lang}
    return {**row, "type": TYPE, "split": "dev", "status": "unreviewed"}


def named(row: Mapping[str, Any]) -> list[str]:
    """Passages that a question names anywhere but in ``why``, each once."""
    members = [name for one in row["evidence_sets"] or [] for name in one]
    claimed = [name for claim in row["claims"] or [] for name in claim["passages"]]
    return list(dict.fromkeys([*members, *(row["relevant"] or {}), *claimed]))


def members(expression: str, references: Mapping[str, str], known: Iterable[str], where: str) -> list[str]:
    """Passage ids of a set as people write it: ``p1 + returns#term``.

    Args:
        expression: ids and references with plus signs between them, spaces around each.
        references: id by ``p1``, ``p2`` …: the passages chosen by flags.
        known: ids of all passages.
        where: what holds the expression, for messages.

    Raises:
        InputError: it is empty, a plus sign is amiss, a name is no passage.
    """
    ids, words = set(known), expression.split()
    names, signs = words[::2], words[1::2]
    if len(words) % 2 == 0 or any(sign != "+" for sign in signs) or "+" in names:
        rule = f"is {expression!r}, must be passages with ' + ' between them"
        raise InputError(Problem(where, rule, 'write it as "p1 + returns#term"'))
    problems = [
        Problem(where, f"names {name}, which is no passage", _hint(name, ids, references))
        for name in names
        if name not in references and name not in ids
    ]
    problems += [
        Problem(
            where, f"{name} is a --passage and the id of another one", "write the id of the one that is meant"
        )
        for name in names
        if name in references and name in ids and references[name] != name
    ]
    refuse(problems)
    return [references.get(name, name) for name in names]


def _hint(name: str, ids: Iterable[str], references: Mapping[str, str]) -> str:
    import difflib

    if "+" in name and len(name) > 1:
        return "put spaces around the plus sign"
    near = difflib.get_close_matches(name, [*ids, *references], 1)
    return f"did you mean {near[0]}?" if near else "choose it with --passage DOC WORDS"


def emptied(new: Any, old: Any) -> Any:
    """The new value of a field; where it holds nothing, null, or the empty list or object that it was."""
    return new or (None if old else old)


def with_sets(row: Record, sets: list[list[str]] | None) -> Record:
    """The row with other evidence sets: a member is not relevant besides, and what left all of them needs no why."""
    stay = {name for one in sets or [] for name in one}
    relevant = {name: grade for name, grade in (row["relevant"] or {}).items() if name not in stay}
    new = {**row, "evidence_sets": sets, "relevant": relevant if row["relevant"] is not None else None}
    gone = set(named(row)) - set(named(new))
    why = {name: text for name, text in (row["why"] or {}).items() if name not in gone}
    return {**new, "why": why if row["why"] is not None else None}


def renamed(row: Record, names: Mapping[str, str]) -> Record:
    """The row with other ids of some passages."""

    def of(name: str) -> str:
        return names.get(name, name)

    def keyed(values: dict[str, Any] | None) -> dict[str, Any] | None:
        return values and {of(name): value for name, value in values.items()}

    sets, claims = row["evidence_sets"], row["claims"]
    return {
        **row,
        "evidence_sets": sets and [list(map(of, one)) for one in sets],
        "relevant": keyed(row["relevant"]),
        "why": keyed(row["why"]),
        "claims": claims and [{**claim, "passages": list(map(of, claim["passages"]))} for claim in claims],
    }


class Alteration(NamedTuple):
    """What is done to the evidence sets of a question; sets are counted from 1, as they are before it.

    Attributes:
        joined: set and passage that it needs as well.
        parted: set and passage that it does not need; a set goes with its last one.
        removed: sets that go.
        more: new sets.
    """

    joined: Sequence[tuple[int, str]] = ()
    parted: Sequence[tuple[int, str]] = ()
    removed: Sequence[int] = ()
    more: Sequence[list[str]] = ()


def altered(row: Record, by: Alteration, where: str) -> Record:
    """The row with its sets altered; not labelled any more where none is left.

    Raises:
        InputError: a set that there is not, a passage that is not in it; ``where`` says who asked for it.
    """
    if not any(by):
        return row
    sets = [list(one) for one in row["evidence_sets"] or []]
    numbers = [number for number, _ in (*by.joined, *by.parted)] + list(by.removed)
    problems = [_no_set(where, number, len(sets)) for number in numbers if not 1 <= number <= len(sets)]
    refuse(problems)
    for number, name in by.joined:
        sets[number - 1].append(name)
    for number, name in by.parted:
        if name in sets[number - 1]:
            sets[number - 1].remove(name)
        else:
            fix = f"it holds {' + '.join(sets[number - 1])}"
            problems.append(Problem(where, f"{name} is not in evidence set {number}", fix))
    refuse(problems)
    for number in by.removed:
        sets[number - 1] = []
    return with_sets(row, [one for one in [*sets, *by.more] if one] or None)


def _no_set(where: str, number: int, there: int) -> Problem:
    fix = f"it has {there}; they are counted from 1"
    return Problem(where, f"the question has no evidence set {number}", fix)


def unanswerable(row: Record, corpora: Mapping[str, str]) -> Record:
    """The row of a question that the corpus cannot answer, checked against the corpus as it is now, if that is one."""
    checked = next(iter(corpora.values())) if len(corpora) == 1 else row["checked_corpus"]
    return {**with_sets(row, []), "type": NO_ANSWER, "checked_corpus": checked}
