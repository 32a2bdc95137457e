"""Words of an answer as people type them: where they stand, in code points."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from assay.errors import InputError, Problem
from assay.gold.quotes import nearest, positions, shown

Span = tuple[int, int]
AND = " + "  # between two stretches of one quotation
_DROPPED = frozenset("\u00ad\u200b\ufeff")  # a talk leaves them out of what is typed
_JOINER = "\u200d"


class Seen(NamedTuple):
    """A text as a terminal shows it, and where each of its characters comes from."""

    text: str
    origin: list[Span]


def places(words: str, text: str) -> list[Span]:
    """Where words stand: letter by letter, else as a terminal shows both; no character is cut in two.

    On a terminal a line end, a special space and a joiner of emoji are all one space, and a letter with its mark
    looks the same whether it is one code point or two.
    """
    wanted = words.strip()
    found = [(at, at + len(wanted)) for at in positions(wanted, text)] if wanted else []
    exact = [span for span in found if _is_whole(text, span)]
    return exact or [span for span in _as_seen(wanted, text) if _is_whole(text, span)]


def _is_whole(text: str, span: Span) -> bool:
    """Whether no mark, and no part of a joined emoji, is torn off at either end."""
    start, end = span
    borders = (text[start - 1 : start], text[start], text[end - 1], text[end : end + 1])
    return _JOINER not in borders and not any(map(_is_mark, (borders[1], borders[3])))


def _is_mark(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter).startswith("M")


def _as_seen(words: str, text: str) -> Iterator[Span]:
    wanted, there = seen(words).text.strip(), seen(text)
    borders = [None, *there.origin, None]
    for at in positions(wanted, there.text) if wanted else ():
        last = at + len(wanted)
        if borders[at] != borders[at + 1] and borders[last] != borders[last + 1]:
            yield there.origin[at][0], there.origin[last - 1][1]


@lru_cache(maxsize=4)  # the answer is asked for each quotation that is not there letter by letter
def seen(text: str) -> Seen:
    """The text with composed letters, and one space for each stretch of what cannot be seen."""
    letters: list[str] = []
    origin: list[Span] = []
    for start, end in _clusters(text):
        letter = unicodedata.normalize("NFC", text[start:end])
        if not letter[0].isprintable() or letter.isspace():
            letter = " "
            if letters and letters[-1] == letter:
                origin[-1] = origin[-1][0], end
                continue
        letters += letter
        origin += [(start, end)] * len(letter)
    return Seen("".join(letters), origin)


def _clusters(text: str) -> Iterator[Span]:
    """Letters with the marks that combine with them; what a talk leaves out is in none."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _is_mark(text[at]):
            if text[start] not in _DROPPED:
                yield start, at
            start = at


def stretches(typed: str, text: str, within: Sequence[Span] = ()) -> list[list[Span]]:
    """For each stretch that is named, the places where it may stand.

    Args:
        typed: words of the answer; several stretches have `` + `` between them, unless the answer has it itself.
        text: the answer.
        within: places inside of these spans are preferred.

    Raises:
        InputError: a stretch stands nowhere.
    """
    whole = places(typed, text)
    if whole or AND not in typed:
        return [_preferred(typed, text, whole, within)]
    return [_preferred(one, text, places(one, text), within) for one in typed.split(AND)]


def _preferred(words: str, text: str, found: list[Span], within: Sequence[Span]) -> list[Span]:
    if not found:
        near = nearest(words, text)
        fix = f"nearest there: {shown(near.text)}" if near else "copy them from the answer"
        raise InputError(Problem(shown(words), "does not stand in the answer", fix))
    inside = [one for one in found if any(start <= one[0] and one[1] <= end for start, end in within)]
    return inside or found


def quoted(typed: str, text: str, within: Sequence[Span] = ()) -> tuple[Span, ...]:
    """The one quotation that words name; arguments as of :func:`stretches`.

    Raises:
        InputError: a stretch stands nowhere, or at several places.
    """
    found = stretches(typed, text, within)
    often = [one for one in found if len(one) > 1]
    if often:
        start, end = often[0][0]
        rule = f"stands {len(often[0])} times in the answer"
        raise InputError(Problem(shown(text[start:end]), rule, "name more of the words around it"))
    return joined(one for places_ in found for one in places_)


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that overlap as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return tuple(found)
