"""What is asked of a claim that is judged: one question a reply."""

from collections.abc import Callable, Mapping
from typing import Any

from assay.entries import ATTACHMENTS, CORPUS, SUPPORTS
from assay.errors import InputError
from assay.evidence.reasons import says_nothing
from assay.evidence.table import STATEMENT
from assay.judging.asking import Asking
from assay.judging.corpus import Corpus
from assay.judging.replies import Replies
from assay.judging.verdicts import fragment, usable
from assay.labelling.prompting import CLEAR, Talk, several_numbers


class Questions:
    """Asks what is to be said of claims of one answer, until each reply can be one.

    Attributes:
        talk: asks and shows.
        asking: asks for texts that may be committed.
        corpus: where texts that were not retrieved are looked up.
    """

    def __init__(self, talk: Talk, asking: Asking, corpus: Corpus) -> None:
        self.talk = talk
        self.asking = asking
        self.corpus = corpus
        self._answer = asking.desk.answer
        self._ask: Mapping[str, Callable[[Replies], Any]] = {
            "attachment": self._attachment,
            "citations": self._citations,
            "attachment_reason": lambda replies: self._reason("attachment_reason", replies),
            "support": self._support,
            "evidence": self._evidence,
            "contradicts": lambda _: self.talk.yes("judge.contradicts"),
            "support_reason": lambda replies: self._reason("support_reason", replies),
            "missing": lambda replies: self._reason("missing", replies, things=False),
            "corpus": self._in_corpus,
            "corpus_text": self._texts,
            "observation": self._observation,
            "hypothesis": lambda replies: self._optional("hypothesis", replies),
            "open_question": lambda replies: self._optional("open_question", replies),
        }

    def ask(self, name: str, replies: Replies) -> None:
        """Ask for one reply, and take it down."""
        replies.put(name, self._ask[name](replies))

    def chosen(self, key: str, options: tuple[str, ...], **values: object) -> str:
        """One of some options by its number, asked for until it is."""
        known = tuple(str(number) for number in range(1, len(options) + 1))
        while not (typed := self.talk.choice(key, known, **values)):
            self.talk.say("choices", options=", ".join(known))
        return options[int(typed) - 1]

    def _attachment(self, replies: Replies) -> str:
        while True:
            chosen = self.chosen("judge.attachment", ATTACHMENTS)
            if chosen != "attached" or replies.cites or self._answer.citations:
                return chosen
            self.talk.say("judge.none_shown")

    def _citations(self, replies: Replies) -> list[Any]:
        del replies
        while not (places := self.asking.citations("judge.which", ())):
            self.talk.say("judge.none_named")
        return [self._answer.citations[at].record() for at in places]

    def _support(self, replies: Replies) -> str:
        del replies
        while True:
            chosen = self.chosen("judge.support", SUPPORTS)
            if chosen not in ("supported", "partially_supported") or any(map(usable, self._answer.retrieved)):
                return chosen
            self.talk.say("judge.none_usable")

    def _evidence(self, replies: Replies) -> list[str]:
        """Ids of retrieved fragments that are chosen by number."""
        retrieved = self._answer.retrieved
        needed = replies.said.get("support") in ("supported", "partially_supported")
        while True:
            key = "judge.evidence.needed" if needed else "judge.evidence"
            chosen = [retrieved[number - 1] for number in self.asking.numbers(key, len(retrieved))]
            unusable = [one.chunk_id for one in chosen if not usable(one)]
            if unusable:
                self.talk.say("judge.unusable", names=", ".join(unusable))
            elif chosen or not needed:
                return [one.chunk_id for one in chosen]

    def _in_corpus(self, replies: Replies) -> str:
        return self.chosen("judge.corpus" if replies.kind == STATEMENT else "judge.corpus.decline", CORPUS)

    def _texts(self, replies: Replies) -> list[str]:
        """Texts of the corpus, each looked up and taken down as soon as it is named, up to an empty answer.

        A retrieved fragment may be named instead, by its number. Where nothing is named at all, it is asked again
        what the corpus has.
        """
        old: list[str] = replies.said.get("corpus_text") or []
        found: list[str] = []
        while typed := self.talk.line(self._text_key(replies, old, found), n=len(old)):
            if typed == CLEAR:
                old, found = [], []
                break
            try:
                found += self._named(typed, replies)
            except InputError as error:
                self.asking.faults(error)
            else:
                replies.put("corpus_text", list(found))
        if not (found or old or replies.said.get("evidence")):
            replies.again("corpus")
        return found or old

    def _text_key(self, replies: Replies, old: list[str], found: list[str]) -> str:
        if old and not found:
            return "judge.corpus_text.again"
        named = found or replies.said.get("evidence")
        return "judge.corpus_text" if named else "judge.corpus_text.needed"

    def _named(self, typed: str, replies: Replies) -> list[str]:
        """The text that was typed, once it is looked up; none: it names retrieved fragments, which are taken down."""
        retrieved = self._answer.retrieved
        chosen = [retrieved[number - 1].chunk_id for number in several_numbers(typed, len(retrieved)) or ()]
        if not chosen:
            self.corpus.evidence(typed, self._answer)
            return [typed]
        for name in chosen:
            fragment(self._answer, name)
        replies.put("evidence", list(dict.fromkeys([*(replies.said.get("evidence") or ()), *chosen])))
        return []

    def _observation(self, replies: Replies) -> str | None:
        if replies.kind == STATEMENT:
            return self._optional("observation", replies)
        return self._reason("observation", replies)

    def _reason(self, name: str, replies: Replies, *, things: bool = True) -> str:
        """A reason that is more than a label, asked for until it is; an empty answer keeps what was said before."""
        old, label = replies.said.get(name) or "", self.talk.words(f"ask.{name}")
        while says_nothing(
            typed := self.asking.text("reply.changed" if old else "reply.needed", old, label=label),
            things=things,
        ):
            self.talk.say("judge.says_nothing" if typed else "empty")
        return typed

    def _optional(self, name: str, replies: Replies) -> str | None:
        """A text that may be left out: an empty answer keeps what was said before, ``-`` is none."""
        old, label = replies.said.get(name) or "", self.talk.words(f"ask.{name}")
        typed = self.asking.text("reply.changed.optional" if old else "reply.optional", old, label=label)
        return None if typed == CLEAR else typed or None
