"""The corpus in lines: documents, sections, sentences, places of words; each with what names it in a flag."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem
from assay.gold.passages import find_document
from assay.gold.review import Corpus
from assay.labelling.browsing import (
    Place,
    Section,
    Text,
    find,
    section_at,
    section_named,
    sections,
    sentences,
    texts,
)
from assay.labelling.choosing import text_named
from assay.labelling.display import around
from assay.onscreen import safe


def looked(given: Mapping[str, Any], corpus: Corpus) -> Iterator[str]:
    """What the flags ``--documents``, ``--outline``, ``--read`` and ``--find`` show.

    Raises:
        InputError: no such document or section.
    """
    among = texts(corpus)
    if given["documents"]:
        yield from map(document_line, among)
    if given["outline"]:
        text = _named(among, given["outline"], corpus)
        yield document_line(text)
        yield from (section_line(text, one) for one in sections(text))
    if given["read"]:
        of, name = given["read"]
        yield from _section(_named(among, of, corpus), name)
    if given["find"]:
        places = find(among, given["find"])
        yield counted(len(places), "place")
        yield from map(place_line, places)


def _named(among: Sequence[Text], name: str, corpus: Corpus) -> Text:
    text = text_named(among, name)
    if text is None:
        find_document(corpus.documents, name)  # which says what is near
        raise AssertionError(name)
    return text


def _section(text: Text, name: str) -> Iterator[str]:
    section = section_named(text, name)
    if section is None:
        fix = f"it has {', '.join(str(one.number) for one in sections(text))}"
        raise InputError(Problem(f"{text.id} {name}", "is no section of the document", fix))
    if section.heading:
        yield f"— {safe(section.heading)}"
    for number, (start, end) in enumerate(sentences(text, section), 1):
        yield f"  [{number}] {safe(text.body[start:end])}"


def document_line(text: Text) -> str:
    """A document on one line: id, title, version, subject and validity."""
    about = text.about
    period = f"{about['valid_from'] or ''}…{about['valid_to'] or ''}".strip("…") and (
        f"{about['valid_from'] or ''}…{about['valid_to'] or ''}"
    )
    more = ", ".join(safe(item) for item in (about["doc_version"], about["subject"], period) if item)
    title = f" — {safe(about['title'])}" if about["title"] else ""
    return f"{safe(text.id)}{title}{f' [{more}]' if more else ''}"


def section_line(text: Text, section: Section) -> str:
    """A section on one line: number, heading, how many sentences it has."""
    heading = safe(section.heading) or "…"
    return f"  {section.number:>3}. {'  ' * max(section.level - 1, 0)}{heading} ({len(sentences(text, section))})"


def place_line(place: Place) -> str:
    """A place on one line: document, number and heading of the section, the words with what stands around them."""
    section = section_at(place.text, place.start)
    where = f"{place.text.id} @{section.number}" if section else place.text.id
    where += f" › {section.heading}" if section and section.heading else ""
    return f"{safe(where)}: {around(place.text.body, place.start, place.end)}"
