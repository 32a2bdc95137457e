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

_SHAPE = ("kind", "claim", "quote", "citations")


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

    One of which only the number changes keeps its verdict.

    Args:
        draft: the claims.
        who: the reviewer.
        rows: every row about the answer, of whoever.
        own: the reviewer's rows in force by id of the claim.
        why: why rows are superseded.
    """
    own = told_apart(own)
    taken = {row["claim_id"] for row in rows} | {name for one in draft.claims for name in one.made_of}
    ids, kept, found = free(draft.answer, taken), set[str](), list[Entry]()
    for group in groups(draft.claims):
        older = [row for name in sorted(group.names) for row in own.get(name, [])]
        name = keeps(group, kept)
        new = [(one, values(draft.answer, one, name or next(ids))) for one in group.claims]
        if len(older) == len(new) == 1 and _same(older[0], new[0][1]):
            if name:
                continue
            new = [(one, _renumbered(older[0], value)) for one, value in new]
        decision = None if group.kept or not older else _decision(who, older, [value for _, value in new])
        for claim, value in new:
            names = [row["row_id"] for name in claim.made_of for row in own.get(name, [])]
            found.append(ledger.new_row(value, who, names, why if names else None, decision))
    return sorted(found, key=place)


def keeps(group: Group, kept: set[str]) -> str | None:
    """Id that a group's claim keeps, of several that took one number the first; None: its claims get new ones.

    Args:
        group: the claims.
        kept: ids that claims before it keep; its own is added.
    """
    name = id_of(group.kept) if group.kept and not group.claims[0].renumber else None
    if name is None or name in kept:
        return None
    kept.add(name)
    return name


def given_up(claims: Iterable[Claim]) -> dict[int, str]:
    """Ids of claims that get others instead, whatever else changes, by what tells each claim from any other: ``id(claim)``."""
    kept = set[str]()
    alone = [group for group in groups(claims) if group.kept]
    return {id(one.claims[0]): id_of(one.kept or "") for one in alone if keeps(one, kept) is None}


def _renumbered(old: Entry, new: Entry) -> Entry:
    """A row of which only the number changes: its verdict stays."""
    return {**{name: old[name] for name in FIELDS["claims"]}, "claim_id": new["claim_id"]}


def _same(old: Entry, new: Entry) -> bool:
    alike = all(old[name] == new[name] for name in _SHAPE)
    return alike and (old["kind"] == STATEMENT or old["observation"] == new["observation"])


def _decision(who: str, older: list[Entry], new: list[Entry]) -> str:
    """The name that the rows of one split or merge share."""
    return sha256(canonical([who, sorted(row["row_id"] for row in older), new]))[:16]
