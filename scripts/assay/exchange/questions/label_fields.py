"""What the fields of one record of questions point at: a list of labels, quotations, or the fields of one label."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.errors import Problem
from assay.exchange.questions.references import Reference, references_of

_WORDLESS = ("chunk_id", "doc", "start", "end")
Found = tuple[list[Reference] | None, list[Problem]]


def references_in(value: Mapping[str, Any], spot: str) -> Found:
    """References of a record under the names of ``targets.QUESTION``; None: it says nothing of labels.

    Quotations beside ids, links or documents are words of these: of the only one, or of each in its order. Where their
    numbers differ, the quotations are the labels, and links only say where to look.

    Args:
        value: the record.
        spot: its address.
    """
    doc, labels = value.get("doc"), value.get("relevant")
    if labels is None and _is_several_links(doc, spot):
        labels, doc, value = doc, None, {name: item for name, item in value.items() if name != "doc"}
    found, problems = (None, []) if labels is None else references_of(labels, spot, doc)
    if any(name in value for name in (*_WORDLESS, "quote")):
        quotes, more = references_of(value.get("quote"), spot, doc, quoted=True)
        found = _of_fields(value, quotes, spot) if found is None else _beside(found, quotes)
        problems = [*problems, *more]
    return found and _hinted(found, doc), problems


def _is_several_links(doc: Any, spot: str) -> bool:
    """Whether what is read as one document names several pages."""
    links = [one.link for one in references_of(doc, spot, None)[0]]
    return len(links) > 1 and all(links)


def _of_fields(value: Mapping[str, Any], quotes: Sequence[Reference], spot: str) -> list[Reference]:
    """Quotations with the id, span and grade of their record; or the one label that it names without words.

    An empty list of quotations alone is an empty list of labels.
    """
    own: dict[str, Any] = {name: value.get(name) for name in (*_WORDLESS, "grade")}
    if not quotes:
        return [Reference(spot, **own)] if any(name in value for name in _WORDLESS) else []
    if len(quotes) > 1:
        own |= {"start": None, "end": None}
    spots = [spot] if len(quotes) == 1 else [one.spot for one in quotes]
    return [_filled(one, own, place) for one, place in zip(quotes, spots, strict=True)]


def _filled(one: Reference, own: Mapping[str, Any], spot: str) -> Reference:
    known = {name: item for name, item in own.items() if getattr(one, name) is None}
    return replace(one, spot=spot, **known)


def _beside(listed: list[Reference], quotes: Sequence[Reference]) -> list[Reference]:
    """Quotations and what stands beside them without words."""
    lines = [one for one in quotes if one.text is not None]
    wordless = all(one.text is None and one.start is None for one in listed)
    if not listed or not lines or not wordless:
        return [*listed, *quotes]
    if len(listed) == 1:
        return [_of(one, listed[0]) for one in quotes]
    apart = _by_lines(quotes)
    if len(apart) == len(listed):
        return [_of(one, page) for one, page in zip(apart, listed, strict=True)]
    return [*listed, *quotes]


def _hinted(found: list[Reference], doc: str | None) -> list[Reference]:
    """Quotations that name no page of their own, with what stands beside them; without the links of it."""
    pages = tuple(one.link or one.chunk_id or "" for one in found if one.text is None and one.start is None)
    loose = [one.text is not None and one.chunk_id is None and one.doc == doc for one in found]
    if not any(loose) or not pages:
        return found
    pairs = zip(found, loose, strict=True)
    return [replace(one, pages=pages) if alone else one for one, alone in pairs if one.link is None]


def _by_lines(quotes: Sequence[Reference]) -> Sequence[Reference]:
    """The lines of the only cell, where it has several."""
    if len(quotes) > 1 or quotes[0].text is None:
        return quotes
    lines = [line.strip() for line in quotes[0].text.splitlines() if line.strip()]
    return [replace(quotes[0], text=line) for line in lines]


def _of(one: Reference, page: Reference) -> Reference:
    """A quotation of a chunk or a page."""
    return replace(
        one,
        spot=page.spot,
        chunk_id=one.chunk_id or page.chunk_id,
        doc=one.doc or page.doc or page.link,
        grade=one.grade if one.grade is not None else page.grade,
    )
