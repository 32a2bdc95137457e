"""A talk on a plain terminal: phrases in one language, lines as they are typed, nothing done where it ends early."""

import sys
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from typing import TextIO

import click

from assay import wording
from assay.errors import InputError, Problem
from assay.onscreen import safe

_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\ufeff"))  # what copying from a web page leaves in a text
_YES = ("y", "yes", "д", "да", "+")
CLEAR = "-"  # makes a field null


class EndedError(InputError):
    """The input ended, or somebody pressed Ctrl-C: there is nobody to go on with."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits there; a stream that was closed before the start is None."""
    return stream is not None and stream.isatty()


class Words(wording.Words):
    """Phrases of one language for a terminal."""

    def __call__(self, key: str, **values: object) -> str:
        """The phrase of that key, its values made safe for a terminal."""
        return super().__call__(key, **{name: safe(value) for name, value in values.items()})


class Talk:
    """Asks on standard output, reads standard input.

    Attributes:
        words: the phrases.
        ended: key of what is said where the input ends, or somebody presses Ctrl-C.

    Raises:
        UsageError: standard input or output is closed.
    """

    def __init__(self, words: Words, ended: str = "ended.nothing") -> None:
        self.words = words
        self.ended = ended
        if None in (sys.stdin, sys.stdout):
            raise click.UsageError("Nobody can be asked: standard input or output is closed.")
        if is_terminal(sys.stdin):
            with suppress(ImportError):  # lines can be edited where the system has it
                __import__("readline")

    def say(self, key: str, **values: object) -> None:
        """Print a phrase."""
        click.echo(self.words(key, **values))

    def show(self, line: str) -> None:
        """Print a line that is safe already."""
        click.echo(line)

    def fault(self, fault: object) -> None:
        """Print what is wrong with an answer."""
        click.echo(f"  ! {safe(fault)}")

    def line(self, key: str, **values: object) -> str:
        """The next line as it was typed, in NFC, without spaces around it; asked for until it can be printed.

        Raises:
            EndedError: there is none, it is no text, or somebody pressed Ctrl-C.
        """
        while True:
            typed = self._typed(key, **values).replace("\t", " ")
            line = unicodedata.normalize("NFC", typed.translate(_UNSEEN)).strip()
            if not any(unicodedata.category(letter) == "Cc" for letter in line):
                return line
            self.say("printable")

    def _typed(self, key: str, **values: object) -> str:
        *above, prompt = self.words(key, **values).split("\n")
        for part in above:  # where lines can be edited, a prompt is one line
            click.echo(part)
        try:
            line = input(prompt)
            line.encode()
        except (EOFError, KeyboardInterrupt):
            click.echo()  # ends the line of the question
            raise EndedError(Problem(self.words("input"), self.words(self.ended))) from None
        except UnicodeError:
            rule = f"{self.words('not_utf8')}; {self.words(self.ended)}"
            raise EndedError(Problem(self.words("input"), rule)) from None
        return line

    def yes(self, key: str, **values: object) -> bool:
        """Whether the answer is yes; an empty one is no."""
        return self.line(key, **values).casefold() in _YES

    def needed(self, key: str, **values: object) -> str:
        """A line with a letter or digit, asked for until there is one."""
        while True:
            words = self.line(key, **values)
            if any(map(str.isalnum, words)):
                return words
            self.say("empty")

    def several(self, key: str, **values: object) -> list[str] | None:
        """Lines up to an empty one; none: keep what is there; one ``-``: an empty list."""
        first = self.line(key, **values)
        if not first:
            return None
        if first == CLEAR:
            return []
        found = [first]
        while line := self.line("next_line"):
            found.append(line)
        return found

    def choice(self, key: str, options: Collection[str], **values: object) -> str:
        """One of the answers that are allowed, asked for until it is; an empty one is returned as it is."""
        while True:
            answer = self.line(key, **values)
            if not answer or answer in options:
                return answer
            self.say("choices", options=", ".join(options))


def numbers(answer: str, most: int) -> tuple[int, int] | None:
    """``2``, ``2-4`` or ``*`` as a first and a last number from 1; None: it is none of these."""
    if answer == "*":
        return (1, most) if most else None
    parts = [part.strip() for part in answer.replace("–", "-").split("-")]
    if len(parts) > 2 or not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts):  # noqa: PLR2004  # two ends
        return None
    first, last = int(parts[0]), int(parts[-1])
    return (first, last) if 1 <= first <= last <= most else None


def several_numbers(answer: str, most: int) -> list[int] | None:
    """Numbers with spaces or commas between them; None: some is none from 1 to ``most``."""
    parts = answer.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts):  # noqa: PLR2004  # no number of ours
        return None
    found = [int(part) for part in parts]
    return sorted(set(found)) if all(1 <= number <= most for number in found) else None
