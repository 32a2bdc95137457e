"""The claims of one answer while a reviewer shapes them: split, merged, changed, added; nothing here is written."""

import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assay.entries import KINDS
from assay.errors import InputError, Problem, refuse
from assay.errors import shown as shown_value
from assay.evidence.coverage import uncovered
from assay.evidence.proposing import proposed, quoted, wording
from assay.evidence.record import Answer
from assay.evidence.succession import TWO
from assay.evidence.table import STATEMENT
from assay.gold.quotes import shown
from assay.judging.citing import Citing
from assay.judging.ids import id_of, some, told_apart
from assay.judging.quoting import Span, joined
from assay.ledger import Entry

_LAST = ((sys.maxsize, sys.maxsize),)  # what the user is not told of stands nowhere
_AT_LEAST = 2  # parts of a split, claims of a merge
_LIKE = 75  # per cent of the letters of a name that was mistyped


@dataclass(frozen=True)
class Claim:
    """One claim.

    Attributes:
        kind: statement, decline or immaterial.
        text: what is stated.
        quote: where it stands in the answer; nowhere, if it is a decline that the user is not told of.
        citations: which of the record's citations are attached, by their places in its list.
        observation: why it is immaterial.
        made_of: names of the claims that it was made of (:func:`assay.judging.ids.told_apart`); none: it is new.
        renumber: whether it gets another number than it has.
    """

    kind: str
    text: str
    quote: tuple[Span, ...]
    citations: tuple[int, ...]
    observation: str | None = None
    made_of: frozenset[str] = frozenset()
    renumber: bool = False


@dataclass(frozen=True)
class Draft:
    """The claims of an answer, in its order.

    Attributes:
        answer: the record.
        claims: its claims.
        written: names of claims that the reviewer has in the ledger: each stays in some claim.
        begun: those claims by name as they are there.
    """

    answer: Answer
    claims: tuple[Claim, ...]
    written: frozenset[str] = frozenset()
    begun: Mapping[str, Claim] = field(default_factory=dict, compare=False, repr=False)

    @property
    def left_out(self) -> list[str]:
        """Sentences of the answer that no claim quotes."""
        return sentences_left(self.answer, self.claims)

    def holding(self, claims: Iterable[Claim]) -> "Draft":
        """The same with other claims."""
        return replace(self, claims=tuple(sorted(claims, key=lambda one: (one.quote or _LAST, one.text))))

    def without(self, *gone: Claim) -> list[Claim]:
        """Its claims but for some."""
        ids = set(map(id, gone))
        return [one for one in self.claims if id(one) not in ids]


def unknown(name: object, known: Collection[str], where: str) -> Problem:
    """That there is no such claim, and what is near."""
    from rapidfuzz import process

    if two := [one for one in known if id_of(one) == name]:
        return Problem(where, f"{name}: {TWO}", f"name one of them: {some(two)}")
    close = process.extractOne(str(name), list(known), score_cutoff=_LIKE)
    fix = f"did you mean {close[0]}?" if close else f"one of: {some(known) or 'none'}"
    return Problem(where, f"{shown_value(name)} is no claim in force", fix)


def proposal(answer: Answer) -> Draft:
    """A claim a sentence, with the citations that stand at it."""
    citing = Citing(answer)
    claims = [
        Claim(one["kind"], one["claim"], _spans(one), citing.held(one["citations"]))
        for one in proposed(answer)
    ]
    return Draft(answer, ()).holding(claims)


def taken(answer: Answer, rows: Iterable[Entry], *, own: bool) -> Draft:
    """The claims of rows in force, without their verdicts; of several rows about one claim the first.

    Two claims that took one number on two branches stay two. Those of another reviewer keep it once: the others are new.

    Args:
        answer: the record.
        rows: of one reviewer.
        own: whether that is the one who shapes them.
    """
    about: dict[str, list[Entry]] = {}
    for row in rows:
        about.setdefault(row["claim_id"], []).append(row)
    citing, known = Citing(answer), set[str]()
    claims = []
    for name, (row, *_) in told_apart(about).items():
        made_of = name if own else row["claim_id"]
        claims.append(_claim(row, citing, frozenset(() if made_of in known else (made_of,))))
        known.add(made_of)
    begun = {name: one for one in claims for name in one.made_of} if own else {}
    return Draft(answer, (), frozenset(begun), begun).holding(claims)


def _claim(row: Entry, citing: Citing, made_of: frozenset[str]) -> Claim:
    observation = row["observation"] if row["kind"] != STATEMENT else None
    return Claim(row["kind"], row["claim"], _spans(row), citing.held(row["citations"]), observation, made_of)


def _spans(row: Mapping[str, Any]) -> tuple[Span, ...]:
    return tuple((one["start"], one["end"]) for one in row["quote"])


def sentences_left(answer: Answer, claims: Iterable[Claim]) -> list[str]:
    """Sentences that none of some claims quotes."""
    rows = [{"quote": [{"start": start, "end": end} for start, end in one.quote]} for one in claims]
    return [answer.text[slice(*span)] for span in uncovered(answer, rows)]


def words_of(answer: Answer, quote: Iterable[Span]) -> str:
    """The words of a quotation as one text, without marks of citations."""
    spans = list(quote)
    pieces = [piece for span in spans for piece in quoted(answer, span)]
    return wording(pieces or [{"text": answer.text[slice(*span)]} for span in spans])


def split(draft: Draft, claim: Claim, parts: Iterable[tuple[tuple[Span, ...], str]]) -> Draft:
    """Several claims in place of one.

    Args:
        draft: the claims.
        claim: the one that goes.
        parts: quotation and wording of each part; where the wording is empty, it is that of the answer.

    Raises:
        InputError: there is one part or none, two are the same, or a sentence of the claim is in no claim any more.
    """
    answer, citing, made = draft.answer, Citing(draft.answer), []
    own = citing.standing(claim.quote)
    for quote, text in parts:
        standing = citing.standing(quote)
        # What was attached by hand, away from its place, stays attached to each part.
        citations = tuple(one for one in claim.citations if one in standing or one not in own)
        made.append(replace(claim, text=text or words_of(answer, quote), quote=quote, citations=citations))
    where = shown(claim.text)
    if len(made) < _AT_LEAST:
        raise InputError(Problem(where, "is not split by one part", "name the words of two parts or more"))
    if len({(one.quote, one.text) for one in made}) < len(made):
        raise InputError(Problem(where, "is split into parts that are the same", "name other words"))
    after = draft.holding([*draft.without(claim), *made])
    _refuse_lost(draft, after, where)
    return after


def _refuse_lost(before: Draft, after: Draft, where: str) -> None:
    known = set(before.left_out)
    fix = "quote some of its words in one of the parts"
    refuse(
        [
            Problem(where, f"would leave out a sentence: {shown(text)}", fix)
            for text in after.left_out
            if text not in known
        ]
    )


def merge(draft: Draft, claims: list[Claim], text: str = "") -> Draft:
    """One claim in place of several: their words, and all of their citations.

    Args:
        draft: the claims.
        claims: those that go.
        text: its wording; empty: theirs, one after another.

    Raises:
        InputError: they are fewer than two.
    """
    if len(claims) < _AT_LEAST:
        raise InputError(Problem("merge", "needs two claims or more", "name them by their numbers or ids"))
    kinds = [one.kind for one in claims]
    kind = next(kind for kind in KINDS if kind in kinds)
    reasons = [one.observation for one in claims if one.observation and one.kind == kind]
    made = Claim(
        kind,
        text or " ".join(one.text for one in claims),
        joined(span for one in claims for span in one.quote),
        tuple(sorted({at for one in claims for at in one.citations})),
        " ".join(reasons) or None,
        frozenset().union(*(one.made_of for one in claims)),
    )
    return draft.holding([*draft.without(*claims), made])


def changed(draft: Draft, claim: Claim, **values: Any) -> Draft:
    """One claim with other values."""
    return draft.holding([*draft.without(claim), replace(claim, **values)])


def added(draft: Draft, claim: Claim) -> Draft:
    """One more claim."""
    return draft.holding([*draft.claims, claim])


def renumbered(draft: Draft, name: str, where: str) -> Draft:
    """The claim of a name gets another number than it has; of several that took one number the last does.

    Raises:
        InputError: there is none.
    """
    known = {one: claim for claim in draft.claims for one in claim.made_of}
    meant = [claim for one, claim in known.items() if name in (one, id_of(one))]
    if not meant:
        raise InputError(unknown(name, known, where))
    return changed(draft, meant[-1], renumber=True)


def removed(draft: Draft, claim: Claim) -> Draft:
    """Without a claim that was never written.

    Raises:
        InputError: it is all that is left of one that is on record.
    """
    rest = draft.without(claim)
    left = frozenset().union(*(one.made_of for one in rest)) if rest else frozenset()
    if lost := sorted((claim.made_of & draft.written) - left):
        fix = "merge it with another, or say why it is immaterial"
        raise InputError(Problem(", ".join(lost), "is on record, and no row of a ledger is removed", fix))
    return draft.holding(rest)
