"""What a cell holds, one label or several: by lines, by ';', by commas, whichever the corpus has."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.counting import counted
from assay.exchange.questions.locating import Located
from assay.exchange.questions.references import LINK, Reference
from assay.exchange.questions.search import FIRST_LINES

Locate = Callable[[Sequence[Reference]], list[Located]]
_MARK = re.compile(r"(?:\(?\d{1,3}[.)]|[-*•·–—])\s+(?=\S)")  # in front of a line of a list
_APART = re.compile(r"[\n;|]+")
_MARKS = (("«", "»"), ("“", "”"), ("„", "“"), ('"', '"'))
_PARTLY = 0.1
_WORDS = 3  # of each part between ';' at least: fewer words stand in many texts by chance


@dataclass
class Parted:
    """What each reference became.

    Attributes:
        references: one list a reference that was given.
        facts: how cells of several were read.
    """

    references: list[list[Reference]]
    facts: list[str] = field(default_factory=list)


def parted(references: Sequence[Reference], locate: Locate) -> Parted:
    """Each reference, or those that its cell holds.

    Of the ways to read a cell the first is taken of which everything is found; where there is none, the one of which
    the most is, so that the reasons name what is missing.

    Args:
        references: as read; those that are no cell stay as they are.
        locate: finds references in the corpus.
    """
    ways = [list(readings(one)) for one in references]
    doubtful = [one for of in ways if len(of) > 1 for way in of for one in way]
    found = iter(locate(doubtful) if doubtful else ())
    done = Parted([])
    several = 0
    for of in ways:
        way = of[0]
        if len(of) > 1:
            way = _likeliest(of, [_share([next(found) for _ in way]) for way in of])
            several += len(way) > 1
        done.references.append(way)
    if several:
        done.facts.append(f"{counted(several, 'cell')} of several labels, parted as the corpus has them")
    return done


def readings(one: Reference) -> Iterator[list[Reference]]:
    """The ways to read a reference: as it is; of a cell, also by lines, by ';', one word as an id, an id as several."""
    yield [one]
    if one.text is None and one.chunk_id and "," in one.chunk_id.strip(","):
        names = [name.strip() for name in one.chunk_id.split(",") if name.strip()]
        yield [replace(one, chunk_id=name) for name in names]
    if not one.cell or one.text is None:
        return
    lines = [line for line in map(str.strip, one.text.splitlines()) if line]
    parts = [bare(part) for part in map(str.strip, _APART.split(one.text)) if part]
    ways = [lines, [bare(line) for line in lines]]
    if all(len(part.split()) >= _WORDS or LINK.fullmatch(part) for part in parts):
        ways.append(parts)
    seen = [[one.text.strip()]]
    for texts in ways:
        if texts and texts not in seen:
            seen.append(texts)
            yield _several(one, texts)
    if len(one.text.split()) == 1:
        yield [replace(one, chunk_id=one.text.strip(), text=None, cell=False)]


def bare(line: str) -> str:
    """A line without the number or dot of a list, and without the quotation marks around all of it."""
    text = _MARK.sub("", line, count=1) if _MARK.match(line) else line
    for left, right in _MARKS:
        inner = text[1:-1]
        if len(text) > 1 and text[0] == left and text[-1] == right and not {left, right} & set(inner):
            return inner.strip()
    return text


def _several(one: Reference, texts: Sequence[str]) -> list[Reference]:
    """A reference each, links among them as pages beside; a span of all of them is that of none."""
    links = tuple(text for text in texts if LINK.fullmatch(text))
    texts = [text for text in texts if text not in links] or texts
    span: dict[str, Any] = {} if len(texts) == 1 else {"start": None, "end": None}
    spots = (
        [one.spot] if len(texts) == 1 else [f"{one.spot} ({number})" for number in range(1, len(texts) + 1)]
    )
    one = replace(one, pages=(*one.pages, *links))
    return [replace(one, spot=spot, text=text, **span) for spot, text in zip(spots, texts, strict=True)]


def _share(found: Sequence[Located]) -> float:
    """How much of a way to read is found; what is found without its first lines may have lost a quotation."""
    parts = [0.0 if one.place is None else _PARTLY if one.way == FIRST_LINES else 1.0 for one in found]
    return sum(parts) / len(found)


def _likeliest(ways: Sequence[list[Reference]], shares: Sequence[float]) -> list[Reference]:
    """The first of which all is found, else the most; where nothing is, the first that has several quotations."""
    best = max(shares)
    if best == 0:
        return next((way for way in ways if len(way) > 1 and way[0].text), ways[0])
    return ways[shares.index(best)]
