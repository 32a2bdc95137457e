"""Quotations with an ellipsis: what stands on both sides of it, in its order in one text."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from assay.counting import counted
from assay.exchange.questions.corpus_index import CorpusIndex
from assay.exchange.questions.locating import ELLIPSIS, Located, Place, document_of, misnamed, several
from assay.exchange.questions.quotations import bare
from assay.exchange.questions.references import Reference
from assay.exchange.questions.search import FIRST_LINES, Spots, contained

NEAR = 400  # characters between two parts of one passage at most
_WORDS = 3  # of one part at least; shorter ones stand anywhere
_DOTS = r"(?:…|\.{3,})"
_ELLIPSIS = re.compile(rf"\[\s*{_DOTS}\s*\]|<\s*{_DOTS}\s*>|\(\s*{_DOTS}\s*\)|{_DOTS}")
_EDGE = " \t\n,;:–—-"  # what an omission leaves at the ends of what is quoted


class Chain(NamedTuple):
    """The parts of a quotation in one text: starts and ends, each after the one before."""

    name: str
    spans: tuple[tuple[int, int], ...]


def parts(text: str) -> list[str]:
    """What stands around the ellipses of a quotation; nothing where it has none, or no part that can be sought."""
    pieces = _ELLIPSIS.split(bare(text.strip()))
    found = [piece.strip(_EDGE) for piece in pieces if any(map(str.isalnum, piece))]
    return found if len(pieces) > 1 and any(len(one.split()) >= _WORDS for one in found) else []


def place_parted(
    references: Sequence[Reference], index: CorpusIndex, headings: Mapping[str, Sequence[int]]
) -> list[Located | None]:
    """What becomes of quotations by the parts around their ellipses; None of what has none that says more.

    Lines of a cell are quotations of their own, so a cell of several is not read so.

    Args:
        references: that were not found as they are.
        index: the corpus.
        headings: starts of the headings of each document.
    """
    pieces = [
        parts(one.text) if one.text and not (one.cell and "\n" in one.text.strip()) else []
        for one in references
    ]
    sought = sorted({part for of in pieces for part in of})
    found = [(_whole(sought, texts), texts) for texts in (index.bodies, index.texts)] if sought else []
    return [
        _placed(one, of, found, index, headings) if of else None
        for one, of in zip(references, pieces, strict=True)
    ]


def chains(spots: Sequence[Sequence[tuple[str, int, int]]]) -> list[Chain]:
    """Places of all parts in their order, in each text that has them; the shortest of those with one end."""
    by_name: list[dict[str, list[tuple[int, int]]]] = []
    for of in spots:
        names: dict[str, list[tuple[int, int]]] = {}
        for name, start, end in sorted(of):
            names.setdefault(name, []).append((start, end))
        by_name.append(names)
    found: dict[tuple[str, int], Chain] = {}
    for name, firsts in by_name[0].items():
        for first in firsts:  # of one end the last one counts
            spans = _following(first, [names.get(name, []) for names in by_name[1:]])
            if spans is not None:
                found[name, spans[-1][1]] = Chain(name, spans)
    return list(found.values())


def spread(pairs: Sequence[tuple[Reference, Located]]) -> Iterator[tuple[Reference, Located]]:
    """References with what became of them, where one that stands in several passages is one for each."""
    for one, found in pairs:
        if not found.rest:
            yield one, found
            continue
        places = [place for place in (found.place, *found.rest) if place is not None]
        for number, place in enumerate(places, 1):
            own = replace(one, spot=f"{one.spot} (part {number})")
            yield own, Located(place, found.way, found.note if number == 1 else "", part_of=one.spot)


def apart(members: Sequence[str], ids: Sequence[str | None], located: Sequence[Located]) -> list[list[str]]:
    """Each of the passages as a set of its own, those of one quotation as one; none that holds another."""
    groups: dict[tuple[bool, str], set[str]] = {}
    for name, one in zip(ids, located, strict=True):
        if name is not None and name in members:
            groups.setdefault((bool(one.part_of), one.part_of or name), set()).add(name)
    sets = list(groups.values())
    least = {tuple(sorted(one)) for one in sets if not any(other < one for other in sets)}
    return [list(one) for one in sorted(least)]


def _following(
    first: tuple[int, int], rest: Sequence[list[tuple[int, int]]]
) -> tuple[tuple[int, int], ...] | None:
    """A first part with the next place of each further one; None where one has none."""
    spans = [first]
    for places in rest:
        at = bisect_left(places, (spans[-1][1], 0))
        if at == len(places):
            return None
        spans.append(places[at])
    return tuple(spans)


def _whole(sought: Sequence[str], texts: Mapping[str, str]) -> Spots:
    """Places of parts that stand somewhere with all of their lines."""
    return {part: spots for part, spots in contained(sought, texts).items() if spots[0] != FIRST_LINES}


def _placed(
    one: Reference,
    pieces: Sequence[str],
    found: Sequence[tuple[Spots, Mapping[str, str]]],
    index: CorpusIndex,
    headings: Mapping[str, Sequence[int]],
) -> Located | None:
    short = any(len(part.split()) < _WORDS for part in pieces)
    reason = _reason(pieces, [spots for spots, _ in found])
    doc = index.document(one.doc)
    for spots, texts in found:
        chunks = texts is index.texts
        choices = []
        for chain in chains([spots.get(part, ("", []))[1] for part in pieces]):
            near = _near(chain, headings.get(chain.name, ()))
            spans = ((chain.spans[0][0], chain.spans[-1][1]),) if near else chain.spans
            if short and not near:
                reason = f"its parts around an ellipsis stand far apart, one of fewer than {_WORDS} words: quote more"
            else:
                choices.append([_place(chain.name, span, texts, chunk=chunks) for span in spans])
        own = [places for places in choices if doc is not None and document_of(places[0], index) == doc]
        fitting = own or choices
        # Neighbours of one document that overlap hold the same words.
        if len(fitting) > 1 and not (chunks and len({document_of(of[0], index) for of in fitting}) == 1):
            return Located(None, several([places[0] for places in fitting]))
        if fitting:
            first, *rest = fitting[0]
            note = "" if own else misnamed(one, doc, first, index)
            return Located(first, ELLIPSIS, note, rest=tuple(rest))
    return Located(None, reason) if len(pieces) > 1 else None  # of a single one others know more


def _place(name: str, span: tuple[int, int], texts: Mapping[str, str], *, chunk: bool) -> Place:
    start, end = span
    return Place(chunk_id=name, words=texts[name][start:end]) if chunk else Place(None, name, start, end)


def _near(chain: Chain, headings: Sequence[int]) -> bool:
    """Whether the parts stand close together, with no heading between them."""
    return all(
        start - end <= NEAR and not any(end <= heading < start for heading in headings)
        for (_, end), (start, _) in pairwise(chain.spans)
    )


def _reason(pieces: Sequence[str], found: Sequence[Spots]) -> str:
    """Which parts stand nowhere; by their numbers: their words may be personal data."""
    lost = [str(at) for at, part in enumerate(pieces, 1) if not any(part in spots for spots in found)]
    if not lost:
        return "its parts around an ellipsis stand in no one document in their order"
    words = f"of its {counted(len(pieces), 'part')} around an ellipsis"
    return f"{words}, number {', '.join(lost)} is not in any document"
