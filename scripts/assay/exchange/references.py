"""What a foreign label points at: a chunk by its id, a stretch of a document, a quotation; in whatever form it stands."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from assay.errors import Problem, shown
from assay.exchange.guessing import guess_fields
from assay.exchange.mapping import Shape, apply
from assay.exchange.targets import REFERENCE

_APART = re.compile(r"[\n;|]+|,\s+|\s+(?=https?://)")
_LINK = re.compile(r"https?://\S+")
_SPAN = 2  # a start and an end


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
    """

    spot: str
    chunk_id: str | None = None
    doc: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None
    grade: int | None = None
    link: str | None = None

    @property
    def shown(self) -> str:
        """It in a few words."""
        span = f"{self.start}:{self.end}" if self.start is not None else None
        parts = [self.link, self.chunk_id, self.doc, span, self.text and shown(self.text)]
        return " ".join(part for part in parts if part)


def references_of(value: Any, spot: str, doc: str | None) -> tuple[list[Reference], list[Problem]]:
    """References of a list, an object of grades by id, one object, or a cell of several.

    Args:
        value: what stands where labels are; None: nothing is said.
        spot: its address.
        doc: the document of those that name none.
    """
    found: list[Reference] = []
    problems: list[Problem] = []
    for at, item in enumerate(_items(value), 1):
        place = f"{spot} [{at}]"
        if isinstance(item, Mapping):
            one, faults = _of_object(item, place)
            found += one
            problems += faults
        elif isinstance(item, str) or type(item) is int:
            found.append(_of_text(str(item), place))
        elif isinstance(item, tuple):
            found.append(Reference(place, chunk_id=item[0], grade=item[1]))
        else:
            problems.append(Problem(place, f"is {shown(item)}, no reference", "write the id of a chunk"))
    return [replace(one, doc=one.doc or doc) if one.link is None else one for one in found], problems


def _items(value: Any) -> Iterator[Any]:
    if value is None:
        return
    if isinstance(value, str):
        yield from _cell(value)
    elif (
        isinstance(value, Mapping) and value and all(type(grade) in (int, float) for grade in value.values())
    ):
        yield from ((str(name), int(grade)) for name, grade in value.items() if grade == int(grade))
        yield from ({"grade": grade} for grade in value.values() if grade != int(grade))
    elif isinstance(value, list):
        yield from value
    else:
        yield value


def _cell(text: str) -> Iterator[Any]:
    """Ids or links of one cell: a JSON list, or parted by line ends, ';', '|' or ', '."""
    if text.lstrip().startswith(("[", "{")):
        try:
            yield from _items(json.loads(text))
        except json.JSONDecodeError:
            pass
        else:
            return
    yield from (part.strip() for part in _APART.split(text) if part.strip())


def _of_text(text: str, spot: str) -> Reference:
    return Reference(spot, link=text) if _LINK.fullmatch(text) else Reference(spot, chunk_id=text)


def _of_object(item: Mapping[str, Any], spot: str) -> tuple[list[Reference], list[Problem]]:
    span = item.get("span")
    if isinstance(span, list) and len(span) == _SPAN:
        item = {
            **{key: value for key, value in item.items() if key != "span"},
            "start": span[0],
            "end": span[1],
        }
    mapped = apply([item], [spot], Shape(fields=guess_fields([item], REFERENCE, {})), REFERENCE)
    if mapped.problems:
        return [], mapped.problems
    if not mapped.values[0].keys() - {"grade", "doc"}:
        return [], [Problem(spot, "names no chunk, no text and no span", "write the id of a chunk")]
    return [Reference(spot, **mapped.values[0])], []
