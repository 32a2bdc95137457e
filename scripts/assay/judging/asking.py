"""Questions whose answers go into a ledger: asked again until they may be committed and say something."""

from collections.abc import Callable

from assay.errors import InputError, of_system
from assay.evidence.reading import LEDGER
from assay.evidence.reasons import says_nothing
from assay.evidence.row import unseen
from assay.judging import account
from assay.judging.desk import Desk, private
from assay.labelling.prompting import CLEAR, Talk, several_numbers

STOP, LATER, BACK = "0", "=", "."  # keys that an English and a Russian keyboard have at hand


class StopError(Exception):
    """The reviewer stops; what was decided before is written."""


class LaterError(Exception):
    """The reviewer leaves this claim for later."""


class BackError(Exception):
    """The reviewer wants the question before this one."""


class Stoppable(Talk):
    """A talk in which, at any question, ``0`` stops, ``=`` leaves the claim for later, ``.`` goes one question back."""

    def line(self, key: str, **values: object) -> str:
        """The next line, as of :class:`Talk`.

        Raises:
            StopError: it is ``0``.
            LaterError: it is ``=``.
            BackError: it is ``.``.
        """
        typed = super().line(key, **values)
        if typed == STOP:
            raise StopError
        if typed == LATER:
            raise LaterError
        if typed == BACK:
            raise BackError
        return typed


class Asking:
    """Asks for texts and numbers about one answer.

    Attributes:
        talk: asks and shows.
        desk: the answer and the reviewer.
    """

    def __init__(self, talk: Talk, desk: Desk) -> None:
        self.talk = talk
        self.desk = desk

    def faults(self, error: InputError | OSError) -> None:
        """Say what is wrong with an answer, or why the ledger cannot be written."""
        for problem in error.problems if isinstance(error, InputError) else [of_system(error, LEDGER)]:
            self.talk.fault(problem)

    def needed(self, key: str, **values: object) -> str:
        """Words, asked for until there are some."""
        return self._public(lambda: self.talk.needed(key, **values))

    def text(self, key: str, old: str = "", **values: object) -> str:
        """Words; an empty answer keeps the old ones."""
        return self._public(lambda: self.talk.line(key, text=old, **values)) or old

    def reason(self, key: str, fault: str = "judge.says_nothing", **values: object) -> str:
        """A reason that is more than a label, asked for until it is; ``fault`` is said where it is not."""
        while says_nothing(typed := self.needed(key, **values)):
            self.talk.say(fault)
        return typed

    def _public(self, ask: Callable[[], str]) -> str:
        """An answer without personal data and secrets, and without signs that nobody sees."""
        while True:
            typed = ask()
            faults = private(self.desk, typed, self.talk.words("input"))
            codes = unseen(typed, self.desk.answer)
            if not faults and not codes:
                return typed
            for fault in faults:
                self.talk.fault(fault)
            if codes:
                self.talk.say("judge.unseen", codes=codes)

    def numbers(self, key: str, most: int) -> list[int]:
        """Numbers from 1 to ``most``, asked for until they are; an empty answer is none."""
        while (chosen := several_numbers(self.talk.line(key), most)) is None:
            self.talk.say("number", n=most)
        return chosen

    def citations(self, key: str, old: tuple[int, ...]) -> tuple[int, ...]:
        """Places of citations of the record; an empty answer keeps the old ones, ``-`` is none."""
        answer = self.desk.answer
        for line in account.citations(answer, self.talk.words):
            self.talk.show(line)
        while (typed := self.talk.line(key)) != CLEAR:
            chosen = several_numbers(typed, len(answer.citations))
            if chosen is not None:
                return tuple(number - 1 for number in chosen) or old
            self.talk.say("number", n=len(answer.citations))
        return ()
