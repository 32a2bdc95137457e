"""Shaped claims as rows of the ledger: what supersedes what, which get new numbers, and which stay untouched."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from assay import ledger
from assay.entries import FIELDS
from assay.errors import Problem
from assay.evidence.numbering import free
from assay.evidence.record import Answer
from assay.evidence.row import row_faults
from assay.evidence.table import STATEMENT, place
from assay.judging.drafting import Claim, Draft
from assay.judging.ids import id_of, told_apart
from assay.ledger import Entry
from assay.manifest import canonical, sha256

_SHAPE = ("kind", "text", "quote", "citations")


class Group(NamedTuple):
    """Claims that were made of the same ones: a split, a merge, or one claim by itself."""

    names: frozenset[str]
    claims: list[Claim]

    @property
    def kept(self) -> str | None:
        """Name that its only claim keeps; None: its claims get new ones."""
        return next(iter(self.names)) if len(self.names) == len(self.claims) == 1 else None


def groups(claims: Iterable[Claim]) -> list[Group]:
    """Claims by what they were made of, in their order."""
    every = list(claims)
    together: dict[str, frozenset[str]] = {}
    for claim in every:
        names = claim.made_of.union(*(together.get(name, ()) for name in claim.made_of))
        together |= dict.fromkeys(names, names)
    found: dict[object, Group] = {}
    for number, claim in enumerate(every):
        names = together[next(iter(claim.made_of))] if claim.made_of else frozenset()
        found.setdefault(names or number, Group(names, [])).claims.append(claim)
    return list(found.values())


def values(answer: Answer, claim: Claim, name: str) -> Entry:
    """The fields of a claim that nobody has judged."""
    stated = {
        "claim_id": name,
        "scenario_id": answer.scenario_id,
        "query_id": answer.query_id,
        "answer_id": answer.id,
        "run_id": answer.run_id,
        "kind": claim.kind,
        "claim": claim.text,
        "quote": [{"start": start, "end": end, "text": answer.text[start:end]} for start, end in claim.quote],
        "citations": [answer.citations[at].record() for at in claim.citations],
        "evidence": [],
        "observation": claim.observation,
    }
    return {**dict.fromkeys(FIELDS["claims"]), **stated}


def faults(answer: Answer, claim: Claim, where: str) -> list[Problem]:
    """What is wrong with a claim that nobody has judged."""
    named = values(answer, claim, next(free(answer, ())))
    return [Problem(where, *fault) for fault in row_faults(named, answer)]


def made(
    draft: Draft, who: str, rows: Iterable[Entry], own: Mapping[str, list[Entry]], why: str = ""
) -> list[Entry]:
    """The rows that bring the ledger to a draft, in the order of the answer; an untouched claim has none.

    One of which only the number changes keeps its verdict. One that stands twice is left so until it is changed.

    Args:
        draft: the claims.
        who: the reviewer.
        rows: every row about the answer, of whoever.
        own: the reviewer's rows in force by id of the claim.
        why: why rows are superseded.
    """
    own = told_apart(own)
    taken = {row["claim_id"] for row in rows} | {name for one in draft.claims for name in one.made_of}
    ids, found = free(draft.answer, taken), list[Entry]()
    for group, name in named(draft):
        if name and not touched(draft, group):
            continue
        older = [row for name in sorted(group.names) for row in own.get(name, [])]
        new = [(one, values(draft.answer, one, name or next(ids))) for one in group.claims]
        if len(older) == 1 and not touched(draft, group):
            new = [(one, _renumbered(older[0], value)) for one, value in new]
        decision = None if group.kept or not older else _decision(who, older, [value for _, value in new])
        for claim, value in new:
            names = [row["row_id"] for name in claim.made_of for row in own.get(name, [])]
            found.append(ledger.new_row(value, who, names, why if names else None, decision))
    return sorted(found, key=place)


def touched(draft: Draft, group: Group) -> bool:
    """Whether claims are others than those on record, whatever their numbers."""
    before, now = draft.begun.get(group.kept or ""), group.claims[0]
    if before is None:
        return True
    alike = all(getattr(before, name) == getattr(now, name) for name in _SHAPE)
    return not alike or (now.kind != STATEMENT and before.observation != now.observation)


def named(draft: Draft) -> list[tuple[Group, str | None]]:
    """The claims of a draft, each with the id that it keeps; None: its claims get new ones.

    Who has two claims with one number, and changes one, gives it another number; those that are not changed stay.
    """
    every = groups(draft.claims)
    alone = [id_of(one.kept) if one.kept and not one.claims[0].renumber else None for one in every]
    kept = {name for one, name in zip(every, alone, strict=True) if name and not touched(draft, one)}
    found: list[tuple[Group, str | None]] = []
    for group, name in zip(every, alone, strict=True):
        gone = name in kept and touched(draft, group)
        found.append((group, None if gone else name))
        kept |= {name} if name else set()
    return found


def given_up(draft: Draft) -> dict[int, str]:
    """Ids of claims that get others instead, by what tells each claim from any other: ``id(claim)``."""
    return {
        id(group.claims[0]): id_of(group.kept) for group, name in named(draft) if group.kept and name is None
    }


def _renumbered(old: Entry, new: Entry) -> Entry:
    """A row of which only the number changes: its verdict stays."""
    return {**{name: old[name] for name in FIELDS["claims"]}, "claim_id": new["claim_id"]}


def _decision(who: str, older: list[Entry], new: list[Entry]) -> str:
    """The name that the rows of one split or merge share."""
    return sha256(canonical([who, sorted(row["row_id"] for row in older), new]))[:16]
