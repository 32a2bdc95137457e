"""Judging as a talk: one claim after another, each verdict on disk before the next is asked for."""

from typing import Any

from assay.entries import ATTACHMENTS, CORPUS, SUPPORTS
from assay.errors import InputError, refuse
from assay.evidence.table import DECLINE, IMMATERIAL
from assay.judging import account
from assay.judging.asking import Asking, StopError, Stoppable
from assay.judging.cases import Case, Wish, case
from assay.judging.corpus import Corpus
from assay.judging.desk import Desk
from assay.judging.verdicts import again_faults, fragment, row_of, usable
from assay.judging.writing import record
from assay.labelling.prompting import EndedError, several_numbers
from assay.ledger import Entry

_OWN_FORM = ("kind", "claim", "quote", "citations")
Said = dict[str, Any]


class Walk:
    """Asks for the verdicts of one answer.

    Attributes:
        talk: asks and shows.
        desk: the answer and the reviewer, with what is written so far.
        wish: whether it is decided between reviewers.
    """

    def __init__(self, talk: Stoppable, desk: Desk, wish: Wish) -> None:
        self.talk = talk
        self.desk = desk
        self.wish = wish
        self.asking = Asking(talk, desk)
        self.corpus = Corpus(desk.root)

    def go(self, names: list[str], why: str | None = None) -> None:
        """Judge claims one by one, until the last or until the reviewer stops.

        Args:
            names: their ids.
            why: why a claim is judged again.

        Raises:
            InputError: a claim is judged already, and nobody says why it is judged again; the input ends: what was
                decided before is written.
        """
        if not names:
            self.talk.say("judge.nothing")
            return
        cases = (case(self.desk, name, self.wish) for name in names)
        refuse([fault for one in cases for fault in again_faults(one, why, one.name)])
        for line in account.opening(self.desk):
            self.talk.show(line)
        self.talk.say("judge.intro", n=len(names))
        left = len(names)
        try:
            for name in names:
                self._claim(name, why)
                left -= 1
        except StopError:
            pass
        finally:
            if left:
                self.talk.say("judge.left", n=left)

    def _claim(self, name: str, why: str | None) -> None:
        """Ask for one verdict until it breaks no rule, and write it."""
        one = case(self.desk, name, self.wish)
        if self.wish.adjudicate:
            for line in account.side_by_side(one.decided, self.talk.words):
                self.talk.show(line)
            one = self._whose(one)
        for line in account.claim(self.desk, one.base):
            self.talk.show(line)
        one, row = self._row(one, why)
        self.desk = record(self.desk, [(one, row)])
        for line in account.recorded([(one, row)], self.talk.words):
            self.talk.show(line)

    def _row(self, one: Case, why: str | None) -> tuple[Case, Entry]:
        while True:
            asked, said = self._said(one)
            try:
                return asked, row_of(self.desk, asked, said, self.corpus, one.name, why)
            except EndedError:
                raise
            except InputError as error:
                for problem in error.problems:
                    self.talk.fault(problem)

    def _whose(self, one: Case) -> Case:
        """The reviewer whose wording, words and citations a ruling takes, where they differ."""
        first, *others = one.decided
        alike = all(row[name] == first[name] for row in others for name in _OWN_FORM)
        if alike or self.wish.like:
            return one
        names = "; ".join(f"{number}: {row['by']}" for number, row in enumerate(one.decided, 1))
        known = tuple(str(number) for number in range(1, len(one.decided) + 1))
        return one._replace(base=one.decided[int(self._choice("judge.whose", known, names=names)) - 1])

    def _choice(self, key: str, options: tuple[str, ...], **values: object) -> str:
        """One of the answers, asked for until it is."""
        while not (chosen := self.talk.choice(key, options, **values)):
            self.talk.say("choices", options=", ".join(options))
        return chosen

    def _chosen(self, key: str, values: tuple[str, ...]) -> str:
        known = tuple(str(number) for number in range(1, len(values) + 1))
        return values[int(self._choice(key, known)) - 1]

    def _said(self, one: Case) -> tuple[Case, Said]:
        """What the reviewer says of a claim, and the claim with the citations that it has then."""
        kind = one.base["kind"]
        if kind == IMMATERIAL:
            return one, {"observation": self.asking.reason("immaterial")}
        said: Said
        if kind == DECLINE:
            said = {"evidence": self._evidence("judge.evidence")}
            said |= self._in_corpus("judge.corpus.decline", said)
            return one, said | {"observation": self.asking.reason("judge.observation.needed")} | self._rest()
        one, said = self._attachment(one)
        said |= self._support()
        if "not_assessable" in (said["attachment"], said["support"]):
            said["missing"] = self.asking.reason("judge.missing", things=False)
        before = len(said["evidence"])
        if said["support"] != "supported" and not said["contradicts"]:
            said |= self._in_corpus("judge.corpus", said)
        more = said.get("corpus_text") or len(said["evidence"]) > before
        if said["support"] == "unsupported" and more and not said["contradicts"]:
            said["contradicts"] = self.talk.yes("judge.contradicts")
        return one, said | {"observation": self.asking.text("judge.observation")} | self._rest()

    def _attachment(self, one: Case) -> tuple[Case, Said]:
        answer = self.desk.answer
        while True:
            chosen = self._chosen("judge.attachment", ATTACHMENTS)
            named = one.base["citations"]
            if chosen == "attached" and not named:
                places = self.asking.citations("judge.which", ()) if answer.citations else ()
                if not places:
                    self.talk.say("judge.none_shown")
                    continue
                named = [answer.citations[at].record() for at in places]
            if chosen == "not_attached" and named:
                self.talk.say("judge.unattached")
                named = []
            said = {"attachment": chosen, "attachment_reason": self.asking.reason("judge.reason")}
            return one._replace(base={**one.base, "citations": named}), said

    def _support(self) -> Said:
        while True:
            chosen = self._chosen("judge.support", SUPPORTS)
            supports = chosen in ("supported", "partially_supported")
            if not supports or any(map(usable, self.desk.answer.retrieved)):
                break
            self.talk.say("judge.none_usable")
        found = self._evidence("judge.evidence.needed" if supports else "judge.evidence")
        while supports and not found:
            found = self._evidence("judge.evidence.needed")
        contradicts = chosen == "unsupported" and bool(found) and self.talk.yes("judge.contradicts")
        reason = self.asking.reason("judge.reason")
        return {"support": chosen, "support_reason": reason, "evidence": found, "contradicts": contradicts}

    def _evidence(self, key: str) -> list[str]:
        """Ids of retrieved fragments that are chosen by number."""
        retrieved = self.desk.answer.retrieved
        while retrieved:
            chosen = [retrieved[number - 1] for number in self.asking.numbers(key, len(retrieved))]
            unusable = [one.chunk_id for one in chosen if not usable(one)]
            if not unusable:
                return [one.chunk_id for one in chosen]
            self.talk.say("judge.unusable", names=", ".join(unusable))
        return []

    def _in_corpus(self, key: str, said: Said) -> Said:
        """Whether the corpus has a text that decides, and which: a fragment, or words that were not retrieved."""
        while (chosen := self._chosen(key, CORPUS)) == "holds":
            named = self._texts("judge.corpus_text" if said["evidence"] else "judge.corpus_text.needed")
            fragments = [*said["evidence"], *named["evidence"]]
            if fragments or named["corpus_text"]:
                return {"corpus": chosen, **named, "evidence": fragments}
        return {"corpus": chosen}

    def _texts(self, key: str) -> dict[str, list[str]]:
        """Fragments by number, and texts of the corpus, each looked up as soon as it is named, up to an empty answer."""
        retrieved = self.desk.answer.retrieved
        found: dict[str, list[str]] = {"evidence": [], "corpus_text": []}
        while typed := self.talk.line("judge.corpus_text" if any(found.values()) else key):
            chosen = [retrieved[number - 1] for number in several_numbers(typed, len(retrieved)) or ()]
            try:
                for one in chosen:
                    fragment(self.desk.answer, one.chunk_id)
                    found["evidence"].append(one.chunk_id)
                if not chosen:
                    self.corpus.evidence(typed, self.desk.answer)
                    found["corpus_text"].append(typed)
            except InputError as error:
                for problem in error.problems:
                    self.talk.fault(problem)
        return found

    def _rest(self) -> Said:
        return {name: self.asking.text(f"judge.{name}") for name in ("hypothesis", "open_question")}
