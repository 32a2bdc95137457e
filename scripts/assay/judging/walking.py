"""Judging as a talk: one claim after another, each verdict on disk before the next is asked for."""

from typing import Any

from assay.errors import InputError, refuse
from assay.judging import account, following
from assay.judging.asking import Asking, BackError, LaterError, StopError, Stoppable
from assay.judging.brought import FROM, SUPERSEDE
from assay.judging.cases import Case, Wish, case
from assay.judging.corpus import Corpus
from assay.judging.desk import Desk
from assay.judging.questions import Questions
from assay.judging.replies import Replies
from assay.judging.stated import line
from assay.judging.unfinished import Unfinished
from assay.judging.verdicts import SAID, again_faults, row_of
from assay.judging.writing import MeanwhileError, record, write
from assay.labelling.prompting import EndedError
from assay.locking import uninterrupted
from assay.onscreen import safe

_OWN_FORM = ("kind", "claim", "quote", "citations")


class Walk:
    """Asks for the verdicts of one answer.

    Attributes:
        talk: asks and shows.
        desk: the answer and the reviewer, with what is written so far.
        wish: whether it is decided between reviewers.
        unfinished: what was said and is not written.
        replies: what was said of each claim in this talk, by its id.
        written: those of them that are written.
    """

    def __init__(self, talk: Stoppable, desk: Desk, wish: Wish) -> None:
        self.talk = talk
        self.desk = desk
        self.wish = wish
        self.questions = Questions(talk, Asking(talk, desk), Corpus(desk.root))
        self.unfinished = Unfinished(desk, wish)
        self.replies: dict[str, Replies] = {}
        self.written: dict[str, dict[str, Any]] = {}

    def go(self, names: list[str], why: str | None = None) -> None:
        """Judge claims one by one, until the last or until the reviewer stops; say what comes next.

        Args:
            names: their ids.
            why: why a claim is judged again.

        Raises:
            InputError: the only claim is none that can be judged, or judged again for that reason; the input ends:
                what was decided before is written, what was said of other claims is kept.
        """
        if len(names) == 1:  # where nothing else can be judged
            one = case(self.desk, names[0], self.wish)
            refuse(again_faults(one, why, one.name) if why else [])
        try:
            self._walk(names, why)
        except StopError:
            pass
        finally:
            self._close()

    def _walk(self, names: list[str], why: str | None) -> None:
        for place, said in self.unfinished.left_behind:
            self.talk.say("judge.left_behind", place=place)
            self.talk.show(safe(said))
        if not names:
            self.talk.say("judge.nothing")
            return
        for shown in account.opening(self.desk):
            self.talk.show(shown)
        self.talk.say("judge.intro")
        later = self._round(names, why)
        if len(later) < len(names):
            self._round(later, why)

    def _round(self, names: list[str], why: str | None) -> list[str]:
        """Judge each claim; those that were left for later."""
        at, later = 0, dict[str, None]()
        while at < len(names):
            left = sum(name not in self.written for name in names)
            try:
                self._claim(names[at], why, left)
            except BackError:
                at = max(at - 1, 0)
                continue
            except LaterError:
                later[names[at]] = None
            except EndedError:
                raise
            except InputError as error:  # somebody has split or merged it meanwhile
                self.questions.asking.faults(error)
                later[names[at]] = None
            at += 1
        return [name for name in later if name not in self.written]

    def _claim(self, name: str, why: str | None, left: int) -> None:
        """Ask for one verdict until it breaks no rule, and write it."""
        one = case(self.desk, name, self.wish)
        self.talk.say("judge.progress", n=left)
        if one.judged and why is None:
            why = self.questions.asking.reason("judge.again", "judge.again.nothing", name=name)
        said = self.written.get(name) or self.unfinished.of(name)
        if self.wish.adjudicate:
            for shown in account.side_by_side(one.decided, self.talk.words):
                self.talk.show(shown)
            one = self._like(one, said.get(FROM))
        for shown in account.claim(self.desk, one.base):
            self.talk.show(shown)
        self._verdict(one, self._begun(one, said, why), why)

    def _like(self, one: Case, said: str | None) -> Case:
        """The claim with the wording, words and citations that a ruling takes, where the reviewers' differ."""
        first, *others = one.decided
        alike = all(row[name] == first[name] for row in others for name in _OWN_FORM)
        if alike or self.wish.like:
            return one
        known = [row for row in one.decided if row["by"] == said]
        if not known:
            names = "; ".join(f"{number}: {row['by']}" for number, row in enumerate(one.decided, 1))
            options = tuple(str(at) for at in range(len(one.decided)))
            known = [one.decided[int(self.questions.chosen("judge.whose", options, names=names))]]
        return one._replace(base=known[0])

    def _begun(self, one: Case, said: dict[str, Any], why: str | None) -> Replies:
        """What was said of the claim before, and is kept with what is said now."""
        about = {FROM: one.base["by"]} if self.wish.adjudicate else {}
        about |= {SUPERSEDE: why} if why else {}
        replies = Replies(
            one.base["kind"],
            cites=bool(one.base["citations"]),
            retrieved=bool(self.desk.answer.retrieved),
            said={name: said[name] for name in SAID if name in said},
            keep=lambda stated: self.unfinished.keep(one.name, {**stated, **about}),
        )
        self.replies[one.name] = replies
        if replies.stated and replies.next:
            self.talk.say("judge.resumed")
            self._show(replies)
        return replies

    def _show(self, replies: Replies) -> None:
        for shown in account.replies(replies, self.talk.words):
            self.talk.show(shown)

    def _verdict(self, one: Case, replies: Replies, why: str | None) -> None:
        """Ask what is to be said, until it is written."""
        while True:
            asked = replies.next
            try:
                if asked:
                    self.questions.ask(asked, replies)
                elif self._agreed(one, replies, why):
                    return
            except BackError:
                if not replies.back(asked):
                    raise

    def _agreed(self, one: Case, replies: Replies, why: str | None) -> bool:
        """Show all that is said, and write it, unless something of it is to be changed; whether it is written."""
        self._show(replies)
        known = [str(number) for number in range(1, len(replies.asked) + 1)]
        while True:
            chosen = self.talk.choice("judge.write", known)
            if chosen:
                replies.again(replies.asked[int(chosen) - 1])
                return False
            if self._is_written(one, replies, why):
                return True

    def _is_written(self, one: Case, replies: Replies, why: str | None) -> bool:
        """Write the verdict, or say what stands in its way.

        Raises:
            LaterError: somebody else has changed the claim meanwhile.
        """
        if replies.said == self.written.get(one.name):
            self.talk.say("unchanged")
            return True
        try:
            row = row_of(self.desk, one, replies.stated, self.questions.corpus, one.name, why)
            with uninterrupted():  # what is written is not said to be unwritten
                self.desk = record(self.desk, [(one, row)])
                self.unfinished.drop(one.name)
                self.written[one.name] = dict(replies.said)
        except MeanwhileError as error:
            self.questions.asking.faults(error)
            self.desk = write(self.desk, lambda _: [], dry_run=True)[0]
            raise LaterError from None
        except (InputError, OSError) as error:
            self.questions.asking.faults(error)
            return False
        for shown in account.recorded([(one, row)], self.talk.words):
            self.talk.show(shown)
        return True

    def _close(self) -> None:
        """Show what was said and is not written, and what comes next."""
        held, faults = self.unfinished.held, self.unfinished.faults
        for fault in sorted(set(faults.values())):
            self.talk.fault(fault)
        if held:
            command = following.judging(self.desk, self.wish, "--jsonl", "FILE")
            self.talk.say(
                "judge.not_kept" if faults else "judge.kept", place=self.unfinished.place, command=command
            )
        for name, said in held.items():
            lacking = ", ".join(self.replies[name].lacking)
            self.talk.say("judge.lacks" if lacking else "judge.lacks_nothing", name=name, names=lacking)
            self.talk.show(line(said))
        for shown in following.lines(self.desk, self.wish):
            self.talk.show(shown)
