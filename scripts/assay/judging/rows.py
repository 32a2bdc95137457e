"""Shaped claims as rows of the ledger: ids, what supersedes what, and which claims stay untouched."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

from assay import ledger
from assay.entries import FIELDS
from assay.errors import Problem
from assay.evidence.record import Answer
from assay.evidence.rules import row_faults
from assay.evidence.table import STATEMENT, place
from assay.judging.drafting import Claim, Draft
from assay.ledger import Entry
from assay.manifest import canonical, sha256

_SHAPE = ("kind", "claim", "quote", "citations")


class Group(NamedTuple):
    """Claims that were made of the same ones: a split, a merge, or one claim by itself."""

    names: frozenset[str]
    claims: list[Claim]

    @property
    def kept(self) -> str | None:
        """Id that its only claim keeps; None: its claims get new ones."""
        return next(iter(self.names)) if len(self.names) == len(self.claims) == 1 else None


def stem(answer: Answer) -> str:
    """What ids of claims of an answer begin with: ``C-017-`` of A-017."""
    return f"C-{answer.id.removeprefix('A-')}-"


def id_fault(answer: Answer, name: object) -> str | None:
    """What is wrong with the id of a claim; None: nothing."""
    if isinstance(name, str) and re.fullmatch(rf"{re.escape(stem(answer))}[1-9][0-9]{{0,8}}", name):
        return None
    return f"is no id of a claim of {answer.id}, as {stem(answer)}1"


def free(answer: Answer, taken: Iterable[str]) -> Iterator[str]:
    """Ids that come next: above the highest number that anybody has used."""
    before = stem(answer)
    numbers = (name.removeprefix(before) for name in taken if name.startswith(before))
    highest = max((int(one) for one in numbers if one.isascii() and one.isdigit()), default=0)
    return (f"{before}{number}" for number in count(highest + 1))


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
    known = [one.record() for one in answer.citations]
    stated = {
        "claim_id": name,
        "scenario_id": answer.scenario_id,
        "query_id": answer.query_id,
        "answer_id": answer.id,
        "run_id": answer.run_id,
        "kind": claim.kind,
        "claim": claim.text,
        "quote": [{"start": start, "end": end, "text": answer.text[start:end]} for start, end in claim.quote],
        "citations": [known[at] for at in claim.citations],
        "evidence": [],
        "observation": claim.observation,
    }
    return {**dict.fromkeys(FIELDS["claims"]), **stated}


def faults(answer: Answer, claim: Claim, where: str) -> list[Problem]:
    """What is wrong with a claim that nobody has judged."""
    return [Problem(where, *fault) for fault in row_faults(values(answer, claim, where), answer)]


def made(
    draft: Draft, who: str, rows: Iterable[Entry], own: Mapping[str, list[Entry]], why: str = ""
) -> list[Entry]:
    """The rows that bring the ledger to a draft, in the order of the answer; an untouched claim has none.

    Args:
        draft: the claims.
        who: the reviewer.
        rows: every row about the answer, of whoever.
        own: the reviewer's rows in force by id of the claim.
        why: why rows are superseded.
    """
    taken = {row["claim_id"] for row in rows} | {name for one in draft.claims for name in one.made_of}
    ids, found = free(draft.answer, taken), []
    for group in groups(draft.claims):
        older = [row for name in sorted(group.names) for row in own.get(name, [])]
        new = [(one, values(draft.answer, one, group.kept or next(ids))) for one in group.claims]
        if len(older) == len(new) == 1 and _same(older[0], new[0][1]):
            continue
        decision = None if group.kept or not older else _decision(who, older, [value for _, value in new])
        for claim, value in new:
            names = [row["row_id"] for name in claim.made_of for row in own.get(name, [])]
            found.append(ledger.new_row(value, who, names, why if names else None, decision))
    return sorted(found, key=place)


def _same(old: Entry, new: Entry) -> bool:
    alike = all(old[name] == new[name] for name in _SHAPE)
    return alike and (old["kind"] == STATEMENT or old["observation"] == new["observation"])


def _decision(who: str, older: list[Entry], new: list[Entry]) -> str:
    """The name that the rows of one split or merge share."""
    return sha256(canonical([who, sorted(row["row_id"] for row in older), new]))[:16]
