"""Claims as a talk: proposals are split, merged and changed, each step shows what there is then."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from assay.errors import InputError
from assay.evidence.table import DECLINE, IMMATERIAL, STATEMENT
from assay.judging import account, drafting
from assay.judging.asking import Asking
from assay.judging.citing import Citing
from assay.judging.desk import Desk, unexpected
from assay.judging.drafting import Claim, Draft
from assay.judging.quoting import Span, joined, stretches
from assay.labelling.display import around
from assay.labelling.prompting import EndedError, Talk, several_numbers

_MERGE = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6})+")
_REMOVE = re.compile(r"-\s*(?P<number>\d{1,6})")


class Shaping:
    """Shapes the claims of one answer.

    Attributes:
        talk: asks and shows.
        desk: the answer and the reviewer.
        draft: the claims as they are now.
        asking: asks for texts that may be committed.
    """

    def __init__(self, talk: Talk, desk: Desk, draft: Draft) -> None:
        self.talk = talk
        self.desk = desk
        self.draft = draft
        self.asking = Asking(talk, desk)
        self._changes: tuple[Callable[[Claim], None], ...] = (
            self._split,
            self._wording,
            self._quote,
            self._citations,
            self._immaterial,
            self._declined,
            self._statement,
            self._renumber,
        )

    def begin(self) -> None:
        """The answer, what is expected, and that nothing is written yet."""
        for line in account.opening(self.desk):
            self.talk.show(line)
        self.talk.say("shape.intro")

    def go(self) -> bool:
        """Shape the claims until the reviewer is content; whether they are to be written."""
        while True:
            for line in account.claims(self.draft, self.talk.words):
                self.talk.show(line)
            answer = self.talk.line("shape")
            if answer in ("", "0"):
                return not answer
            try:
                if not self._step(answer):
                    self.talk.say("shape.help", n=len(self.draft.claims))
            except EndedError:
                raise
            except InputError as error:
                self.asking.faults(error)

    def _step(self, answer: str) -> bool:
        """Whether the answer is one that changes claims."""
        if answer == "+":
            self._add()
            return True
        if _MERGE.fullmatch(answer):
            return self._merge(answer.replace("+", " "))
        gone = _REMOVE.fullmatch(answer)
        chosen = several_numbers(gone["number"] if gone else answer, len(self.draft.claims)) or []
        if len(chosen) != 1:
            return False
        claim = self.draft.claims[chosen[0] - 1]
        if gone:
            self.draft = drafting.removed(self.draft, claim)
            return True
        known = tuple(str(number) for number in range(1, len(self._changes) + 1))
        change = self.talk.choice("change", known)
        if change:
            self._changes[int(change) - 1](claim)
        return True

    def _alter(self, claim: Claim, **values: Any) -> None:
        self.draft = drafting.changed(self.draft, claim, **values)

    def _add(self) -> None:
        quote = self._quoted("quote.new", ())
        if quote:
            text = self.asking.text("wording", drafting.words_of(self.desk.answer, quote))
            citations = Citing(self.desk.answer).standing(quote)
            self.draft = drafting.added(self.draft, Claim(STATEMENT, text, quote, citations))

    def _merge(self, answer: str) -> bool:
        chosen = several_numbers(answer, len(self.draft.claims))
        if chosen is None:
            return False
        claims = [self.draft.claims[number - 1] for number in chosen]
        made = drafting.merge(self.draft, claims)
        text = next(one.text for one in made.claims if not any(one is old for old in self.draft.claims))
        self.draft = drafting.merge(self.draft, claims, self.asking.text("merged.text", text))
        return True

    def _split(self, claim: Claim) -> None:
        parts: list[tuple[tuple[Span, ...], str]] = []
        try:
            while quote := self._quoted("part", claim.quote, number=len(parts) + 1):
                text = drafting.words_of(self.desk.answer, quote)
                parts.append((quote, self.asking.text("part.text", text)))
        except EndedError:
            with suppress(InputError):  # what was typed so far is shown as lines, where it is a split
                self.draft = drafting.split(self.draft, claim, parts)
            raise
        if parts:
            self.draft = drafting.split(self.draft, claim, parts)

    def _wording(self, claim: Claim) -> None:
        self._alter(claim, text=self.asking.text("wording", claim.text))

    def _quote(self, claim: Claim) -> None:
        quote = self._quoted("quote", claim.quote)
        if quote:
            self._alter(claim, quote=quote)

    def _citations(self, claim: Claim) -> None:
        self._alter(claim, citations=self.asking.citations("citations", claim.citations))

    def _immaterial(self, claim: Claim) -> None:
        if unexpected(self.desk):
            self.talk.say("shape.unexpected")
        else:
            reason = self.asking.reason("immaterial")
            self._alter(claim, kind=IMMATERIAL, observation=reason)

    def _declined(self, claim: Claim) -> None:
        parts = self.desk.expected.unanswerable
        for number, part in enumerate(parts, 1):
            self.talk.say("decline.part", number=number, part=part)
        more = self.talk.words("decline.more") if parts else ""
        typed = self.asking.needed("decline", more=more)
        chosen = several_numbers(typed, len(parts)) or []
        text = parts[chosen[0] - 1] if len(chosen) == 1 else typed
        self._alter(claim, kind=DECLINE, text=text, observation=None)

    def _statement(self, claim: Claim) -> None:
        self._alter(claim, kind=STATEMENT, observation=None)

    def _renumber(self, claim: Claim) -> None:
        if claim.made_of:
            self._alter(claim, renumber=not claim.renumber)
        else:
            self.talk.say("shape.unnumbered")

    def _quoted(self, key: str, within: tuple[Span, ...], **values: object) -> tuple[Span, ...]:
        """Stretches of the answer by their words, asked for until they stand there; none: nothing was typed."""
        while typed := self.talk.line(key, **values):
            try:
                found = stretches(typed, self.desk.answer.text, within)
            except InputError as error:
                self.asking.faults(error)
                continue
            chosen = [self._place(places) for places in found]
            spans = [one for one in chosen if one]
            if len(spans) == len(found):
                return joined(spans)
        return ()

    def _place(self, places: list[Span]) -> Span | None:
        """One of several places where words stand; None: the reviewer goes back."""
        if len(places) == 1:
            return places[0]
        for number, (start, end) in enumerate(places, 1):
            text = around(self.desk.answer.text, start, end)
            self.talk.say("quote.place", number=number, text=text)
        known = tuple(str(number) for number in range(1, len(places) + 1))
        chosen = self.talk.choice("quote.often", known, n=len(places))
        return places[int(chosen) - 1] if chosen else None
