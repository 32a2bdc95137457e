"""One scenario in two recorded runs: what both records and evidence tables say, and nothing of why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from assay.evidence.circumstances import Fact, facts, hindrances
from assay.evidence.matching import pairs, text_key
from assay.evidence.often import Often, exchanged
from assay.evidence.record import Answer, Fragment
from assay.evidence.table import VERDICT, Claim, Table
from assay.evidence.unanswered import declines

EQUAL, PROPOSED, OLD, NEW = "equal", "proposed", "old", "new"
RECORDED = ("answer", "retrieved", "citations", "declines")


class Difference(NamedTuple):
    """A part of the verdict, as it counts on either side."""

    field: str
    old: Any
    new: Any


class Claims(NamedTuple):
    """A claim of the one answer and that of the other; None: there is none.

    Attributes:
        old: of the old answer.
        new: of the new one.
        likeness: of 100, where the two are only proposed to be the same; None: their words are.
        citations: what the two do not cite as often as each other: source and fragment; of claims of both.
    """

    old: Claim | None
    new: Claim | None
    likeness: float | None = None
    citations: Sequence[Often] = ()

    @property
    def match(self) -> str:
        """``equal``, ``proposed``, or the side that alone has it: ``old``, ``new``."""
        if self.old is None or self.new is None:
            return NEW if self.old is None else OLD
        return EQUAL if self.likeness is None else PROPOSED

    @property
    def verdicts(self) -> list[Difference]:
        """What differs between two verdicts that count; where one side has none, nothing does."""
        rows = [claim.counts if claim else None for claim in (self.old, self.new)]
        if rows[0] is None or rows[1] is None:
            return []
        both = (Difference(name, rows[0][name], rows[1][name]) for name in VERDICT)
        return [one for one in both if one.old != one.new]


class Ranked(NamedTuple):
    """A fragment by its id as each side retrieved it; None: it did not."""

    old: Fragment | None
    new: Fragment | None

    @property
    def moved(self) -> bool:
        """Whether it was retrieved for both, at other ranks."""
        return self.old is not None and self.new is not None and self.old.rank != self.new.rank


@dataclass(frozen=True)
class Scenario:
    """One scenario in two runs.

    Attributes:
        name: id of the scenario, or of the question.
        old: evidence table of the old answer.
        new: that of the new one.
    """

    name: str
    old: Table
    new: Table

    @cached_property
    def facts(self) -> list[Fact]:
        """Under what both came about."""
        return facts(self.old.answer, self.new.answer)

    @cached_property
    def hindrances(self) -> list[str]:
        """Why the two are not comparable; none: they are."""
        return hindrances(self.facts)

    @property
    def comparable(self) -> bool:
        """Whether question, corpus and pointers agree."""
        return not self.hindrances

    @cached_property
    def unrecorded(self) -> dict[str, list[str]]:
        """What a record does not state, so that nothing of it is new or gone: answers by what they do not state.

        What an answer declines is known too where somebody has written down its claims.
        """
        found = {
            name: [
                table.answer.id
                for table in (self.old, self.new)
                if table.answer.value.get(name) is None and not (name == "declines" and table.claims)
            ]
            for name in RECORDED
        }
        return {name: list(dict.fromkeys(ids)) for name, ids in found.items() if ids}

    @property
    def written(self) -> bool:
        """Whether somebody has written down claims of both answers: else none is new or gone."""
        return bool(self.old.claims) and bool(self.new.claims)

    @cached_property
    def claims(self) -> list[Claims]:
        """Claims of both, in the order of the old answer, then those that only the new one has."""
        sides = self.old.claims, self.new.claims
        texts = [[(claim.shown["kind"], claim.shown["claim"]) for claim in side] for side in sides]
        found = {pair.left: pair for pair in pairs(*texts)}
        taken = {pair.right for pair in found.values()}
        rows = [
            self._both(claim, sides[1][pair.right], pair.likeness)
            if (pair := found.get(number))
            else Claims(claim, None)
            for number, claim in enumerate(sides[0])
        ]
        return [*rows, *(Claims(None, claim) for at, claim in enumerate(sides[1]) if at not in taken)]

    def _both(self, old: Claim, new: Claim, likeness: float | None) -> Claims:
        return Claims(old, new, likeness, self._cited(old.shown["citations"], new.shown["citations"]))

    @cached_property
    def fragments(self) -> list[Ranked]:
        """Fragments that either side retrieved, in the order of the new one, then those that are gone."""
        if "retrieved" in self.unrecorded:
            return []
        was, now = self.old.answer.by_chunk, self.new.answer.by_chunk
        return [
            *(Ranked(was.get(name), one) for name, one in now.items()),
            *(Ranked(one, None) for name, one in was.items() if name not in now),
        ]

    @cached_property
    def citations(self) -> list[Often]:
        """What the two answers do not cite as often as each other: source and fragment."""
        if "citations" in self.unrecorded:
            return []
        return self._cited(
            *([one.record() for one in table.answer.citations] for table in (self.old, self.new))
        )

    def _cited(self, old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]]) -> list[Often]:
        sides = _targets(old, self.old.answer), _targets(new, self.new.answer)
        return exchanged(*sides, key=lambda target: tuple(name or "" for name in target))

    @cached_property
    def declines(self) -> list[Often]:
        """Parts that the two answers do not decline as often as each other: its words, and whether the user is told."""
        if "declines" in self.unrecorded:
            return []
        return exchanged(
            declines(self.old), declines(self.new), key=lambda part: (text_key(part[0]), part[1])
        )

    @cached_property
    def tally(self) -> dict[str, int]:
        """How many things differ, by what they are; verdicts of claims whose words are the same."""
        match = Counter(one.match for one in self.claims)
        return {
            "claims_new": match[NEW] if self.written else 0,
            "claims_gone": match[OLD] if self.written else 0,
            "claims_proposed": match[PROPOSED],
            "verdicts": sum(one.match == EQUAL and bool(one.verdicts) for one in self.claims),
            "claim_citations": sum(one.match == EQUAL and bool(one.citations) for one in self.claims),
            "fragments_new": sum(one.old is None for one in self.fragments),
            "fragments_gone": sum(one.new is None for one in self.fragments),
            "fragments_moved": sum(one.moved for one in self.fragments),
            "citations_new": sum(one.come for one in self.citations),
            "citations_gone": sum(one.gone for one in self.citations),
            "declines_new": sum(one.come for one in self.declines),
            "declines_gone": sum(one.gone for one in self.declines),
        }


def _targets(
    citations: Iterable[Mapping[str, Any]], answer: Answer
) -> Iterator[tuple[str | None, str | None]]:
    """Source and fragment of each; the record knows the source of a fragment that is named alone."""
    for one in citations:
        known = answer.by_chunk.get(one["chunk_id"])
        yield one["doc_id"] or (known.doc_id if known else None), one["chunk_id"]
