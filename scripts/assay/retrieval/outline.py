"""The outline of a Markdown document: its headings, the path of each, and a name for each section."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

_HEADING = re.compile(r"^ {0,3}(#{1,6})(?=[ \t]|$)(.*)$", re.MULTILINE)
_CLOSING_HASHES = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?!.*`)|~{3,})(.*)")
_NO_LETTERS = re.compile(r"[\W_]+")


class Line(NamedTuple):
    """One line of a text: offsets in code points without and with the line end, and whether it is code."""

    start: int
    end: int
    next: int
    fenced: bool


class Heading(NamedTuple):
    """One heading: offset of its line in code points, level 1 to 6, path in words and path as a name."""

    start: int
    level: int
    heading: str
    section: str
    anchor: str


def lines(text: str) -> Iterator[Line]:
    """Lines of a Markdown text; those of a fenced block, its fences included, are marked."""
    fence, start = "", 0
    for line in text.split("\n"):
        end = start + len(line)
        mark = _FENCE.fullmatch(line)
        fenced = bool(fence or mark)
        if not fence:
            fence = mark[1] if mark else ""
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
        yield Line(start, end, min(end + 1, len(text)), fenced)
        start = end + 1


def slug(heading: str) -> str:
    """Name of a heading: small letters and digits, each run of other characters one hyphen."""
    return _NO_LETTERS.sub("-", heading.lower()).strip("-") or "-"


def outline(body: str) -> list[Heading]:
    """Headings (``#`` to ``######``) of a document, in order; ``#`` in fenced code is none.

    A first heading of level 1 is the document's title: no part of any path. ``section`` joins headings
    by " / "; ``anchor`` joins their slugs by "/", and the second equal slug under one parent gets ``~2``,
    so that an anchor names one place, and a heading inserted elsewhere does not rename it.
    """
    found: list[Heading] = []
    above: list[Heading] = []  # the headings that the next one may stand under, outermost first
    seen: Counter[str] = Counter()
    fenced = {line.start for line in lines(body) if line.fenced} if "```" in body or "~~~" in body else set()
    for match in _HEADING.finditer(body):
        if match.start() in fenced:
            continue
        level, words = len(match[1]), _CLOSING_HASHES.sub("", match[2]).strip()
        if not found and level == 1:
            found.append(Heading(match.start(), level, words, "", ""))
            continue
        above = [heading for heading in above if heading.level < level]
        parent = above[-1] if above else None
        anchor = f"{parent.anchor}/{slug(words)}" if parent else slug(words)
        seen[anchor] += 1
        if seen[anchor] > 1:
            anchor += f"~{seen[anchor]}"
        section = f"{parent.section} / {words}" if parent else words
        found.append(Heading(match.start(), level, words, section, anchor))
        above.append(found[-1])
    return found
