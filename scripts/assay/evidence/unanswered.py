"""What an answer declines to say, whether the corpus lacks it, whether the user is told, and what it states all the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assay.evidence.gathering import Evidence
from assay.evidence.matching import same_parts
from assay.evidence.table import DECLINE, DISPUTED, STATEMENT, Claim, Table

LACKED, FALSE_REFUSAL, HAS = "lacked", "false_refusal", "has"
DIFFERS, UNMATCHED, UNSTATED = "differs", "unmatched", "unstated"
UNTOLD, UNRECORDED = "untold", "unrecorded"
NOTHING, LACKS, ASIDE = "nothing", "lacks", "aside"
OUTCOMES = (
    *("honest_no_answer", "partial_refusal", FALSE_REFUSAL, "false_confidence", "beyond_corpus"),
    *(UNTOLD, DIFFERS, UNMATCHED, UNRECORDED),
)


class Declined(NamedTuple):
    """A part that an answer declines.

    Attributes:
        part: in the words of the record, or of the reviewer where the record does not list it.
        claim: the reviewers' claim about it; None: there is none.
        told: whether words of the answer tell the user.
        expected: the part that, as was stated before, the corpus cannot answer, where this is known to be it.
        corpus: what the reviewers say the corpus does (``holds``, ``lacks``, ``not_checked``, ``disputed``); None: nobody says.
        state: ``lacked``: it cannot be answered. ``false_refusal``: it can, and what it takes was retrieved. ``has``: it can, and
            that is not known to have been retrieved. ``differs``: reviewers differ, from each other or from what was
            stated before. ``unmatched``: it may be one of several parts. ``unstated``: nobody has said.
    """

    part: str
    claim: Claim | None
    told: bool
    expected: str | None
    corpus: str | None
    state: str


class Undeclined(NamedTuple):
    """A part that the corpus cannot answer and that no decline is known to be about.

    Attributes:
        part: as it was stated; None: the question as a whole.
        state: ``untold``: the answer does not decline it. ``unmatched``: it declines something that may be this.
            ``unrecorded``: what it declines is not recorded.
    """

    part: str | None
    state: str


class Stated(NamedTuple):
    """A statement about what the corpus does not have.

    Attributes:
        claim: the statement.
        why: ``nothing``: the corpus answers no part of the question. ``lacks``: a reviewer found no text that decides it.
            ``aside``: nothing answers the question, but this is supported by a fragment.
    """

    claim: Claim
    why: str


@dataclass(frozen=True)
class Unanswered:
    """What can be said of one answer.

    Attributes:
        table: its evidence table.
        held: whether a sufficient set was retrieved; None: not known.
        declined: what it declines.
        undeclined: what it does not, though the corpus cannot answer it.
        stated: what it states about what the corpus does not have.
    """

    table: Table
    held: bool | None
    declined: list[Declined]
    undeclined: list[Undeclined]
    stated: list[Stated]

    @property
    def outcomes(self) -> list[str]:
        """Which of :data:`OUTCOMES` can be seen, in their order: of one answer there may be several.

        ``false_confidence``: the corpus answers no part of the question, and the answer states something that is not
        judged to be supported. ``beyond_corpus``: it answers a part, and a reviewer found no text that decides a
        statement. ``untold``: the user is not told of a part that is declined or that the corpus cannot answer.
        """
        right = [one for one in self.declined if one.state == LACKED]
        told = bool(right) and all(one.told for one in right)
        confident = any(one.why == NOTHING for one in self.stated)
        untold = not all(one.told for one in self.declined) or self._any(self.undeclined, UNTOLD)
        nothing, stated = self.table.expected.nothing, self.table.expected.source is not None
        seen = {
            "honest_no_answer": nothing and told and len(right) == len(self.declined) and not confident,
            "partial_refusal": stated and not nothing and told,
            FALSE_REFUSAL: self._any(self.declined, FALSE_REFUSAL),
            "false_confidence": confident,
            "beyond_corpus": any(one.why == LACKS for one in self.stated),
            UNTOLD: untold,
            DIFFERS: self._any(self.declined, DIFFERS),
            UNMATCHED: self._any([*self.declined, *self.undeclined], UNMATCHED),
            UNRECORDED: self._any(self.undeclined, UNRECORDED),
        }
        return [name for name in OUTCOMES if seen[name]]

    @staticmethod
    def _any(found: Sequence[Declined | Undeclined], state: str) -> bool:
        return any(one.state == state for one in found)


def unanswered(evidence: Evidence) -> list[Unanswered]:
    """What can be said of each answer, in the order of the tables; those of which there is nothing are left out."""
    found = (of_answer(table, evidence.held) for table in evidence.tables)
    return [one for one in found if one.declined or one.undeclined or one.stated]


def of_answer(table: Table, held: Mapping[str, bool | None]) -> Unanswered:
    """What can be said of one answer.

    A part declined and one that was stated to be unanswerable are the same where their words are, or where each is
    the only one left; nothing is guessed beyond that. Where parts are left that were not declined, what was declined
    may be one of them, and so is no false refusal.

    Args:
        table: its evidence table.
        held: as of :class:`Evidence`.
    """
    whole = held.get(table.answer.id)
    found, parts = _declines(table), table.expected.unanswerable
    pairs = same_parts([words for words, _, _ in found], [[part] for part in parts])
    left = [part for number, part in enumerate(parts) if number not in pairs.values()]
    declined = [
        _declined(table, decline, parts[pairs[n]] if n in pairs else None, held=whole, left=bool(left))
        for n, decline in enumerate(found)
    ]
    unsure = any(one.expected is None and one.state not in (FALSE_REFUSAL, HAS) for one in declined)
    known = table.answer.value.get("declines") is not None or bool(table.claims)
    state = UNRECORDED if not known else UNMATCHED if unsure else UNTOLD
    asked: list[str | None] = [*left]
    if table.expected.nothing and not parts and not declined:
        asked = [None]
    return Unanswered(table, whole, declined, [Undeclined(part, state) for part in asked], _stated(table))


def declines(table: Table) -> list[tuple[str, bool]]:
    """Each part that an answer declines, by its record or by a reviewer, and whether the user is told."""
    return [(words[0], told) for words, _, told in _declines(table)]


def _declines(table: Table) -> list[tuple[list[str], Claim | None, bool]]:
    """The parts of the record, with the claim that is about the same; then those that reviewers found besides."""
    recorded = table.answer.declines
    claims = [claim for claim in table.claims if claim.shown["kind"] == DECLINE]
    words = [claim.shown["claim"] for claim in claims]
    pairs = same_parts([[one.part] for one in recorded], [[text] for text in words])
    found: list[tuple[list[str], Claim | None, bool]] = []
    for number, one in enumerate(recorded):
        at = pairs.get(number)
        if at is None:
            found.append(([one.part], None, one.span is not None))
        else:
            told = one.span is not None or bool(claims[at].shown["quote"])
            found.append(([one.part, words[at]], claims[at], told))
    others = [at for at in range(len(claims)) if at not in pairs.values()]
    return [*found, *(([words[at]], claims[at], bool(claims[at].shown["quote"])) for at in others)]


def _declined(
    table: Table,
    decline: tuple[list[str], Claim | None, bool],
    part: str | None,
    *,
    held: bool | None,
    left: bool,
) -> Declined:
    words, claim, told = decline
    corpus = _corpus(claim)
    seen = claim is not None and any(one["rank"] is not None for one in claim.shown["evidence"])
    stated = table.expected.source is not None
    lacks = part is not None or table.expected.nothing
    state = _state(
        lacks=lacks,
        has=stated and not lacks and not left,
        corpus=corpus,
        retrieved=held is True or (corpus == "holds" and seen),
        otherwise=UNMATCHED if stated else UNSTATED,
    )
    return Declined(words[0], claim, told, part, corpus, state)


def _state(*, lacks: bool, has: bool, corpus: str | None, retrieved: bool, otherwise: str) -> str:
    """What is stated before (that the corpus lacks it, or has it) beside what the reviewers say of the corpus."""
    if corpus == DISPUTED or (lacks and corpus == "holds") or (has and corpus == LACKS):
        return DIFFERS
    if lacks or corpus == LACKS:
        return LACKED
    if has or corpus == "holds":
        return FALSE_REFUSAL if retrieved else HAS
    return otherwise


def _corpus(claim: Claim | None) -> str | None:
    """What the reviewers say the corpus has of a claim, where they say the same; None: nobody does."""
    rows = () if claim is None else [claim.counts] if claim.counts else claim.judged
    said = {row["corpus"] for row in rows if row}
    return DISPUTED if len(said) > 1 else next(iter(said), None)


def _stated(table: Table) -> list[Stated]:
    return [
        Stated(claim, why)
        for claim in table.claims
        if claim.shown["kind"] == STATEMENT and (why := _why(claim, nothing=table.expected.nothing))
    ]


def _why(claim: Claim, *, nothing: bool) -> str | None:
    """Why a statement is listed; None: it is not."""
    if nothing:
        return ASIDE if claim.state == "supported" else NOTHING
    rows: Iterable[Mapping[str, object]] = [claim.counts] if claim.counts else claim.judged
    return LACKS if any(row["corpus"] == LACKS for row in rows) else None
