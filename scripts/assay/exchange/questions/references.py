"""What a foreign label points at: a chunk by its id, a stretch of a document, a quotation; in whatever form it stands."""

import ast
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from assay.errors import Problem, shown
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Shape, apply
from assay.exchange.records.targets import REFERENCE

_APART = re.compile(r"[\n;|]+|\s+(?:и|или|and|or|&|\+)\s+(?=https?://)|,\s+|[,\s]+(?=https?://)")
LINK = re.compile(r"https?://\S+")
_AFTER = ",."  # what ends a clause behind an address
_PAIR = re.compile(r"\s*[\[(]?\s*(\d+(?:\.0+)?)\s*[-:,;–]\s*(\d+(?:\.0+)?)\s*[\])]?\s*")
_LINKS = re.compile(r"https?://")
_ID_LETTERS = 200  # longer than any id
_ID_WORDS = 2  # in an id at most
_SPAN = 2  # a start and an end


@dataclass(frozen=True)
class Cell:
    """The text of a cell of quotations, one or several: the corpus tells."""

    text: str


@dataclass(frozen=True)
class Reference:
    """One thing that a label points at; what is not stated is None.

    Attributes:
        spot: address of it, for messages.
        chunk_id: id of a chunk, as its system called it.
        doc: document, as the file calls it.
        start, end: code points in the document.
        text: words of it.
        grade: how relevant it is, as the file says.
        link: address of a page.
        cell: whether ``text`` is that of a cell, which may hold several quotations.
        pages: what stands beside the words: documents and links among it only say where to look.
    """

    spot: str
    chunk_id: str | None = None
    doc: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None
    grade: int | None = None
    link: str | None = None
    cell: bool = False
    pages: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """It in a few words."""
        span = f"{self.start}:{self.end}" if self.start is not None else None
        parts = [self.link, self.chunk_id, self.doc, span, self.text and shown(self.text)]
        return " ".join(part for part in parts if part)


def references_of(
    value: Any, spot: str, doc: str | None, *, quoted: bool = False
) -> tuple[list[Reference], list[Problem]]:
    """References of a list, an object of grades by id, one object, or a cell of several.

    Objects of one list are read alike. What consists of more than two words is a quotation, no id; beside one, two
    words are one too.

    Args:
        value: what stands where labels are; None: nothing is said.
        spot: its address.
        doc: the document of those that name none.
        quoted: every text is a quotation.
    """
    items = [item for item in _items(value, quoted=quoted) if item is not None and item != ""]
    quotes = quoted or any(isinstance(item, str) and _is_quotation(item) for item in items)
    objects = [_with_span(item) for item in items if isinstance(item, Mapping)]
    fields = guess_fields(objects, REFERENCE, {}) if objects else {}
    found: list[Reference] = []
    problems: list[Problem] = []
    for at, item in enumerate(items, 1):
        place = f"{spot} [{at}]"
        if isinstance(item, Mapping):
            one, faults = _of_object(_with_span(item), fields, place)
            found += one
            problems += faults
        elif isinstance(item, Cell):
            found.append(Reference(place, text=item.text, cell=True))
        elif isinstance(item, str) or type(item) is int:
            found.append(_of_text(str(item), place, 0 if quoted else 1 if quotes else _ID_WORDS))
        elif isinstance(item, tuple) and item[1] == int(item[1]):
            found.append(Reference(place, chunk_id=item[0], grade=int(item[1])))
        elif isinstance(item, tuple):
            rule = f"grade of {shown(item[0])} is {item[1]}, must be a whole number"
            problems.append(Problem(place, rule, "say which grades count, and write them as 0, 1, 2"))
        else:
            problems.append(Problem(place, f"is {shown(item)}, no reference", "write the id of a chunk"))
    return [replace(one, doc=one.doc or doc) if one.link is None else one for one in found], problems


def _items(value: Any, *, quoted: bool) -> Iterator[Any]:
    if value is None:
        return
    if isinstance(value, str):
        yield from _cell(value, quoted=quoted)
    elif isinstance(value, Mapping) and value and all(map(_is_grade, value.values())):
        yield from ((str(name), grade) for name, grade in value.items())
    elif isinstance(value, list):
        for item in value:  # of several columns: each a cell
            linked = isinstance(item, str) and _LINKS.search(item)
            one_word = quoted and isinstance(item, str) and len(item.split()) == 1
            yield from _cell(item, quoted=quoted) if linked or one_word else [item]
    else:
        yield value


def _is_grade(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _cell(text: str, *, quoted: bool) -> Iterator[Any]:
    """Ids, links or quotations of one cell: a list as JSON or Python writes it; else parted by line ends, and within a
    line by ';', '|' or ', ', unless that would part a quotation. Beside links, words are what the links are called.
    """
    listed = _listed(text)
    if listed is not None:
        yield from _items(listed, quoted=quoted)
        return
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    parts = [part for line in lines for part in _parts(line)]
    links = sum(map(bool, map(LINK.fullmatch, parts)))
    linked = links == len(parts) if quoted else links > 0
    whole = [line for line in lines if _is_quotation(line) and _parts(line) == [line]]
    if lines and not linked and (quoted or whole == lines):
        yield Cell(text)
        return
    yield from (part for part in parts if not linked or LINK.fullmatch(part) or _is_id(part))


def _listed(text: str) -> Any:
    """The list or object that a cell writes out: JSON, or Python as pandas leaves it in a CSV."""
    if not text.lstrip().startswith(("[", "{")):
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(text.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return found if isinstance(found, list | dict) else None
    return None


def _parts(line: str) -> list[str]:
    parts = [_bare(part.strip()) for part in _APART.split(line) if part.strip()]
    linked = any(map(LINK.fullmatch, parts))
    return [line] if line and not linked and any(map(_is_quotation, parts)) else parts


def _bare(part: str) -> str:
    """A link without the comma or the full stop behind it; anything else as it is."""
    return part.rstrip(_AFTER) if LINK.fullmatch(part) else part


def _is_quotation(text: str, words: int = _ID_WORDS) -> bool:
    return len(text) > _ID_LETTERS or len(text.split()) > words


def _is_id(text: str) -> bool:
    """Whether what stands beside a link is an id of its own: one word with a figure in it."""
    return len(text.split()) == 1 and not text.endswith(":") and any(map(str.isdigit, text))


def _of_text(text: str, spot: str, words: int) -> Reference:
    """A link, a quotation, or an id of at most so many words."""
    if LINK.fullmatch(text):
        return Reference(spot, link=text)
    if _is_quotation(text, words):
        return Reference(spot, text=text)
    return Reference(spot, chunk_id=text.strip())


def _with_span(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """An object whose span is a pair, also as text (``5:9``, ``[5, 9]``), with a start and an end."""
    span = item.get("span")
    written = _PAIR.fullmatch(span) if isinstance(span, str) else None
    span = list(written.groups()) if written else span
    if not isinstance(span, list) or len(span) != _SPAN:
        return item
    return {**{key: value for key, value in item.items() if key != "span"}, "start": span[0], "end": span[1]}


def _of_object(
    item: Mapping[str, Any], fields: Mapping[str, str], spot: str
) -> tuple[list[Reference], list[Problem]]:
    mapped = apply([item], [spot], Shape(fields=fields), REFERENCE)
    if mapped.problems:
        return [], mapped.problems
    if not mapped.values[0].keys() - {"grade", "doc"}:
        return [], [Problem(spot, "names no chunk, no text and no span", "write the id of a chunk")]
    return [Reference(spot, **mapped.values[0])], []
