"""The claims of one answer while a reviewer shapes them: split, merged, changed, added; nothing here is written."""

import difflib
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from assay.entries import KINDS
from assay.errors import InputError, Problem, refuse
from assay.errors import shown as shown_value
from assay.evidence.proposing import cited, proposed, quoted, sentences_of, wording
from assay.evidence.record import Answer
from assay.evidence.rules import unquoted
from assay.evidence.table import STATEMENT
from assay.gold.quotes import shown
from assay.judging.quoting import Span, joined
from assay.ledger import Entry

_LAST = ((sys.maxsize, sys.maxsize),)  # what the user is not told of stands nowhere
_AT_LEAST = 2  # parts of a split, claims of a merge


@dataclass(frozen=True)
class Claim:
    """One claim.

    Attributes:
        kind: statement, decline or immaterial.
        text: what is stated.
        quote: where it stands in the answer; nowhere, if it is a decline that the user is not told of.
        citations: which of the record's citations are attached, by their places in its list.
        observation: why it is immaterial.
        made_of: ids of the claims that it was made of; none: it is new.
    """

    kind: str
    text: str
    quote: tuple[Span, ...]
    citations: tuple[int, ...]
    observation: str | None = None
    made_of: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Draft:
    """The claims of an answer, in its order.

    Attributes:
        answer: the record.
        claims: its claims.
        written: ids of claims that the reviewer has in the ledger: each stays in some claim.
    """

    answer: Answer
    claims: tuple[Claim, ...]
    written: frozenset[str] = frozenset()

    @property
    def left_out(self) -> list[str]:
        """Sentences of the answer that no claim quotes."""
        return sentences_left(self.answer, self.claims)

    def holding(self, claims: Iterable[Claim]) -> "Draft":
        """The same with other claims."""
        return replace(self, claims=tuple(sorted(claims, key=lambda one: (one.quote or _LAST, one.text))))

    def without(self, *gone: Claim) -> list[Claim]:
        """Its claims but for some."""
        return [one for one in self.claims if not any(one is other for other in gone)]


def unknown(name: object, known: Collection[str], where: str) -> Problem:
    """That there is no such claim, and what is near."""
    close = difflib.get_close_matches(str(name), known, 1)
    fix = f"did you mean {close[0]}?" if close else f"one of: {', '.join(sorted(known)) or 'none'}"
    return Problem(where, f"{shown_value(name)} is no claim in force", fix)


def proposal(answer: Answer) -> Draft:
    """A claim a sentence, with the citations that stand at it."""
    claims = [
        Claim(one["kind"], one["claim"], _spans(one), _places(answer, one["citations"]))
        for one in proposed(answer)
    ]
    return Draft(answer, ()).holding(claims)


def taken(answer: Answer, rows: Iterable[Entry], *, own: bool) -> Draft:
    """The claims of rows in force, without their verdicts; of several rows about one claim the first.

    Args:
        answer: the record.
        rows: of one reviewer.
        own: whether that is the one who shapes them.
    """
    first: dict[str, Entry] = {}
    for row in rows:
        first.setdefault(row["claim_id"], row)
    claims = [
        Claim(
            row["kind"],
            row["claim"],
            _spans(row),
            _places(answer, row["citations"]),
            row["observation"] if row["kind"] != STATEMENT else None,
            frozenset([name]),
        )
        for name, row in first.items()
    ]
    return Draft(answer, (), frozenset(first) if own else frozenset()).holding(claims)


def _spans(row: Mapping[str, Any]) -> tuple[Span, ...]:
    return tuple((one["start"], one["end"]) for one in row["quote"])


def _places(answer: Answer, citations: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    """Places in the record's list, each once; a citation that is not there has none."""
    left = [one.record() for one in answer.citations]
    found = []
    for one in citations:
        if one in left:
            at = left.index(dict(one))
            found.append(at)
            left[at] = {}
    return tuple(sorted(found))


def sentences_left(answer: Answer, claims: Iterable[Claim]) -> list[str]:
    """Sentences that none of some claims quotes."""
    rows = [{"quote": [{"start": start, "end": end} for start, end in one.quote]} for one in claims]
    return [answer.text[slice(*span)] for span in unquoted(answer, rows)]


def at_quote(answer: Answer, quote: Iterable[Span]) -> tuple[int, ...]:
    """Places of the citations that stand at a quotation."""
    standing = cited(answer, quote, sentences_of(answer))
    return tuple(at for at, one in enumerate(answer.citations) if any(one is other for other in standing))


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
    answer, made = draft.answer, []
    own = at_quote(answer, claim.quote)
    for quote, text in parts:
        standing = at_quote(answer, quote)
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
    known = before.left_out
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
