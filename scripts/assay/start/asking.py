"""The talk of `assay init`: three documents and three questions, each answer checked at once."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from assay import disclosure
from assay.errors import InputError, Problem
from assay.start.wording import phrase

ASKED = 3  # documents, and questions
_UNSEEN = dict.fromkeys(
    map(ord, "\u00ad\u200b\ufeff")
)  # what copying from a web page or a PDF leaves in a text


@dataclass(frozen=True)
class Document:
    """A title, and a text without empty lines at its ends."""

    title: str
    text: str


@dataclass(frozen=True)
class Question:
    """A question; number of the document that answers it (from 0) and where in its text, or None: nothing does."""

    query: str
    document: int | None
    span: tuple[int, int] | None


@dataclass(frozen=True)
class Answers:
    """All that was told; ``reviewer`` is empty where nobody has checked the labels."""

    documents: list[Document]
    questions: list[Question]
    reviewer: str


class Talk:
    """Asks in one language on standard output, reads standard input."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def say(self, key: str, **values: object) -> None:
        """Print a phrase."""
        print(phrase(self.lang, key, **values))

    def line(self, key: str = "", **values: object) -> str:
        """The next line as it was typed, in NFC, without soft hyphens and spaces of no width.

        Raises:
            InputError: there is none, or it is no text.
        """
        try:
            line = input(phrase(self.lang, key, **values) if key else "    ")
            line.encode()
        except EOFError:
            print()  # ends the line of the question
            rule, fix = "ended before all was answered; nothing is written", "answer all, or give --no-ask"
            raise InputError(Problem("standard input", rule, fix)) from None
        except UnicodeError:
            rule = "is not UTF-8; nothing is written"
            raise InputError(Problem("standard input", rule, "type it in a UTF-8 terminal")) from None
        return unicodedata.normalize("NFC", line.translate(_UNSEEN))

    def text(self, key: str, *, optional: bool = False) -> str:
        """A line of letters or digits with single spaces, asked for until it is one that may be committed."""
        while True:
            words = " ".join(self.line(key).split())
            fault = self._fault(words)
            if not fault or (optional and not words):
                return words
            self.say(fault)

    def _fault(self, words: str) -> Literal["empty", "printable", "private"] | None:
        if not any(map(str.isalnum, words)):
            return "empty"
        if any(unicodedata.category(letter) == "Cc" and letter not in "\n\t" for letter in words):
            return "printable"
        return "private" if disclosure.kinds(words) else None

    def paragraph(self) -> str:
        """Lines up to an empty one, asked for until they make a text that may be committed."""
        while True:
            self.say("text")
            lines = list(self._lines())
            text = "\n".join(lines)
            fault = self._fault(text)
            if not fault:
                return text
            self.say(fault)

    def _lines(self) -> Iterator[str]:
        begun = False
        while True:
            line = self.line().rstrip()
            if line:
                begun = True
                yield line
            elif begun:
                return


def ask(lang: str) -> Answers:
    """Ask for everything.

    Raises:
        InputError: standard input ends too early, or is no text.
    """
    talk = Talk(lang)
    talk.say("intro")
    documents = [_document(talk, n) for n in range(1, ASKED + 1)]
    talk.say("documents")
    for n, document in enumerate(documents, 1):
        talk.say("listed", n=n, title=document.title)
    questions = [_question(talk, n, documents) for n in range(1, ASKED + 1)]
    return Answers(documents, questions, talk.text("reviewer", optional=True))


def _document(talk: Talk, n: int) -> Document:
    talk.say("document", n=n, all=ASKED)
    title = talk.text("title")
    # A title is one printable line, which marks of writing direction are not.
    return Document("".join(letter for letter in title if letter.isprintable()), talk.paragraph())


def _question(talk: Talk, n: int, documents: list[Document]) -> Question:
    talk.say("question", n=n, all=ASKED)
    query = talk.text("query")
    while True:
        number = _number(talk, len(documents))
        if number is None:
            return Question(query, None, None)
        span = _span(talk, documents[number])
        if span:
            return Question(query, number, span)


def _number(talk: Talk, most: int) -> int | None:
    while True:
        words = talk.line("which").strip()
        if not words:
            return None
        if words in map(str, range(1, most + 1)):
            return int(words) - 1
        talk.say("number", all=most)


def _span(talk: Talk, document: Document) -> tuple[int, int] | None:
    """Where the quoted words stand; None: the person wants another document."""
    while True:
        quote = talk.line("quote").strip()
        if not quote:
            return None
        found = places(quote, document.text)
        if not any(map(str.isalnum, quote)):
            talk.say("empty")
        elif len(found) == 1:
            return found[0]
        elif found:
            talk.say("several", n=len(found))
        else:
            _show_nearest(talk, quote, document)


def places(quote: str, text: str) -> list[tuple[int, int]]:
    """Spans in which a text has the words of a quotation, whatever spaces and line ends are between them."""
    words = r"\s+".join(map(re.escape, quote.split()))
    # A look ahead finds overlapping places too.
    return [match.span(1) for match in re.finditer(f"(?=({words}))", text)]


def _show_nearest(talk: Talk, quote: str, document: Document) -> None:
    from assay.gold.quotes import nearest, shown

    talk.say("absent", title=document.title)
    near = nearest(quote, document.text)
    talk.say("nearest", text=shown(near.text)) if near else talk.say("nothing_near")
