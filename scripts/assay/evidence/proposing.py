"""Claims proposed from an answer: a sentence each, with the citations that stand at it; people split and merge them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from operator import itemgetter
from typing import Any

from assay.evidence.record import Answer, Citation, Decline, Span
from assay.evidence.sentences import language, sentences

_LETTER = re.compile(r"[^\W_]")
_ITEM = re.compile(r"(?:[-*•–—]|\d{1,3}[.)])\s+")
_BEFORE_POINT = re.compile(r"\s+(?=[,;:.!?…)\]»])")


def marks(answer: Answer) -> list[Span]:
    """Where marks of citations stand, in order and apart; a citation may be tied to words instead."""
    found: list[Span] = []
    for start, end in sorted({one.span for one in answer.citations if one.span and _is_mark(answer, one)}):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _is_mark(answer: Answer, citation: Citation) -> bool:
    span = citation.span
    return span is not None and citation.marker is not None and answer.text[slice(*span)] == citation.marker


def sentences_of(answer: Answer) -> list[Span]:
    """The sentences of an answer, in the language that the record states for it, else by its letters."""
    lang = answer.value.get("lang") or language(answer.text, answer.card.get("locale"))
    return sentences(answer.text, lang, marks(answer))


def proposed(answer: Answer) -> Iterator[dict[str, Any]]:
    """A claim a sentence: ``kind, claim, quote, citations`` as a row of the ledger has them.

    What the record lists as declined is proposed as such: one claim a decline, with all sentences that say it, and last
    those of which the user is not told, which quote nothing.
    """
    standing = Standing(answer)
    spans, every = standing.sentences, marks(answer)
    told = _told(answer, spans)
    for at, span in enumerate(spans):
        of = told.get(at, [])
        if not of:
            pieces = _pieces(answer.text, span, every)
            yield _row(answer, "statement", wording(pieces), pieces, standing.at([span]))
        for decline, inside in of:
            if inside[0] == at:
                whole = [spans[one] for one in inside]
                pieces = [piece for one in whole for piece in _pieces(answer.text, one, every)]
                yield _row(answer, "decline", decline.part, pieces, standing.at(whole))
    for decline in answer.declines:
        if decline.span is None:
            yield _row(answer, "decline", decline.part, [], ())


def _row(
    answer: Answer, kind: str, claim: str, quote: list[dict[str, Any]], places: Iterable[int]
) -> dict[str, Any]:
    citations = [answer.citations[place].record() for place in places]
    return {"kind": kind, "claim": claim, "quote": quote, "citations": citations}


def _told(answer: Answer, spans: list[Span]) -> dict[int, list[tuple[Decline, range]]]:
    """Of each sentence what it declines to say, with all sentences that do."""
    found: dict[int, list[tuple[Decline, range]]] = {}
    for decline in answer.declines:
        inside = _meeting(decline.span, spans) if decline.span else range(0)
        for at in inside:
            found.setdefault(at, []).append((decline, inside))
    return found


def wording(pieces: Iterable[Mapping[str, Any]]) -> str:
    """The words of a quotation as one statement: without a blank before the comma after a mark, or the sign of an item."""
    text = " ".join(" ".join(piece["text"] for piece in pieces).split())
    return _BEFORE_POINT.sub("", text.removeprefix(sign[0]) if (sign := _ITEM.match(text)) else text)


def quoted(answer: Answer, span: Span) -> list[dict[str, Any]]:
    """The words of a span, without the marks of citations in it: ``start, end, text`` of each stretch."""
    return _pieces(answer.text, span, marks(answer))


def _pieces(text: str, span: Span, every: list[Span]) -> list[dict[str, Any]]:
    pieces, start = [], span[0]
    inside = (every[at] for at in _meeting(span, every))
    for first, end in [*inside, (span[1], span[1])]:
        piece = _trimmed(text, start, min(first, span[1]))
        if piece:
            pieces.append({"start": piece[0], "end": piece[1], "text": text[slice(*piece)]})
        start = end
    return pieces


def _trimmed(text: str, start: int, end: int) -> Span | None:
    """A span without white space at its ends; None where it holds no letter or digit."""
    if not _LETTER.search(text, start, end):
        return None
    stretch = text[start:end]
    return start + len(stretch) - len(stretch.lstrip()), start + len(stretch.rstrip())


class Standing:
    """Which citations of an answer stand at which of its words: looked up, however many there are.

    A mark belongs to the sentence in which it stands, or after which it does; before the first sentence, and at the
    beginning of a line, to that which follows. A citation tied to words belongs to each claim with any of them. One
    without a place belongs to none.

    Attributes:
        sentences: of the answer.
    """

    def __init__(self, answer: Answer) -> None:
        self.sentences = sentences_of(answer)
        self._marks: dict[int, list[int]] = {}
        tied: list[tuple[Span, int]] = []
        for place, one in enumerate(answer.citations):
            if one.span is not None and _is_mark(answer, one):
                at = _sentence(answer.text, one.span, self.sentences)
                self._marks.setdefault(at, []).append(place)
            elif one.span is not None:
                tied.append((one.span, place))
        self._tied = sorted(tied)
        self._reached = list(accumulate((span[1] for span, _ in self._tied), max))

    def at(self, quote: Iterable[Span]) -> tuple[int, ...]:
        """Those that stand at a quotation, by their places in the record's list."""
        spans = list(quote)
        own = {at for span in spans for at in _meeting(span, self.sentences)}
        marked = (place for at in own for place in self._marks.get(at, ()))
        return tuple(sorted({*marked, *(place for span in spans for place in self._tied_to(span))}))

    def _tied_to(self, span: Span) -> Iterator[int]:
        """Those tied to some of its words, from the last that begins before it ends back to where none reaches it."""
        for at in reversed(range(bisect_left(self._tied, span[1], key=lambda one: one[0][0]))):
            if self._reached[at] <= span[0]:
                return
            (_, end), place = self._tied[at]
            if end > span[0]:
                yield place


def _sentence(text: str, mark: Span, spans: list[Span]) -> int:
    """Number of the sentence that a mark belongs to; -1: there is none."""
    before = bisect_right(spans, mark[0], key=itemgetter(0)) - 1
    after = before + 1
    if after == len(spans) or (before >= 0 and mark[0] < spans[before][1]):
        return before
    begins_line = before < 0 or "\n" in text[spans[before][1] : mark[0]]
    return after if begins_line and "\n" not in text[mark[1] : spans[after][0]] else max(before, 0)


def _meeting(span: Span, spans: list[Span]) -> range:
    """Those of some spans, in order and apart, that a span meets, by their numbers."""
    first = bisect_right(spans, span[0], key=itemgetter(1))
    return range(first, max(first, bisect_left(spans, span[1], key=itemgetter(0))))
