"""One big file as many documents: one a heading of a level, and one for what stands before the first."""

from collections.abc import Iterator
from itertools import count

from assay.exchange.documents.naming import part_of
from assay.exchange.documents.pages import plain
from assay.exchange.losses import Losses
from assay.retrieval.outline import Heading, outline


def parts(body: str, level: int, where: str, losses: Losses) -> list[tuple[str, str | None, str]]:
    """Name, title and text of each part; one without a name is what stands before the headings of the level.

    A heading above that level is a part too if it has text of its own, else it is counted as lost. Less than two
    headings of the level make no parts. A name is that of the heading, below those above it; the second of equal
    ones ends in ``.2``, so that a part put in elsewhere does not rename it.
    """
    headings = [heading for heading in outline(body) if heading.level <= level]
    if sum(heading.level == level for heading in headings) < 2:  # noqa: PLR2004  # a single one is the whole
        return [("", None, body)]
    seen: set[str] = set()
    found: list[tuple[str, str | None, str]] = []
    for heading, text in _pieces(body, headings):
        own = text.partition("\n")[2] if heading else text
        if (heading is None or heading.level < level) and not own.strip():
            losses.add("headings without text above the level of a split", where, 1 if heading else 0)
            continue
        first = heading is None or (not heading.anchor and not found)
        name = "" if heading is None or first else part_of(heading)
        unique = next(one for one in _numbered(name) if one not in seen)
        seen.add(unique)
        found.append((unique, plain(heading.heading) if heading else None, text))
    return found


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}.{number}" for number in count(2))


def _pieces(body: str, headings: list[Heading]) -> Iterator[tuple[Heading | None, str]]:
    """What stands before the first heading, then each heading with what follows it."""
    yield None, body[: headings[0].start]
    for heading, end in zip(headings, [*(one.start for one in headings[1:]), len(body)], strict=True):
        yield heading, body[heading.start : end]
