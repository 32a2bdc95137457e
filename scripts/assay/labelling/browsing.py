"""The corpus as a labeller reads it: texts, their sections and sentences, and where words stand, unranked."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from assay.gold.quotations import spans
from assay.gold.review import Corpus
from assay.retrieval.outline import lines
from assay.retrieval.sentences import sentence_starts

Span = tuple[int, int]
_BLANK = re.compile(r"\n[^\S\n]*\n")
_ABOUT = ("doc_version", "title", "subject", "valid_from", "valid_to")


class Text(NamedTuple):
    """A document, or a chunk of a corpus that was cut elsewhere.

    Attributes:
        id: of the document or chunk.
        body: its text, without front matter.
        outline: headings with their offsets; none of a chunk.
        about: version, title, subject, first and last day of validity.
        chunk: row of the chunk; None: it is a document.
    """

    id: str
    body: str
    outline: Sequence[dict[str, Any]]
    about: dict[str, Any]
    chunk: dict[str, Any] | None = None


class Section(NamedTuple):
    """A stretch of a text under one heading; number 0 stands in front of the first one."""

    number: int
    level: int
    heading: str
    anchor: str
    start: int
    end: int


class Place(NamedTuple):
    """Where words stand."""

    text: Text
    start: int
    end: int


def texts(corpus: Corpus) -> list[Text]:
    """Documents by id, then chunks that were cut elsewhere, by document and position."""
    documents = corpus.documents.sort("doc_id").iter_rows(named=True)
    chunks = corpus.chunks.sort("doc_id", "position", "chunk_id").iter_rows(named=True)
    found = [Text(row["doc_id"], row["body"], row["outline"], _about(row)) for row in documents]
    return found + [Text(row["chunk_id"], row["text"], (), _about(row), row) for row in chunks]


def _about(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in _ABOUT}


def sections(text: Text) -> list[Section]:
    """Sections in the order of the text; one of number 0 where something stands in front of the first heading."""
    borders = [mark["start"] for mark in text.outline] + [len(text.body)]
    first = borders[0]
    found = [Section(0, 0, "", "", 0, first)] if text.body[:first].strip() else []
    for number, (mark, end) in enumerate(zip(text.outline, borders[1:], strict=True), 1):
        found.append(Section(number, mark["level"], mark["heading"], mark["anchor"], mark["start"], end))
    return found


def section_at(text: Text, offset: int) -> Section | None:
    """The section that holds an offset."""
    return next((one for one in sections(text) if one.start <= offset < one.end), None)


def section_named(text: Text, name: str) -> Section | None:
    """The section of a number of the outline, or of an anchor."""
    found = sections(text)
    by_number = next((one for one in found if str(one.number) == name), None)
    return by_number or next((one for one in found if one.anchor and one.anchor == name), None)


def sentences(text: Text, section: Section) -> list[Span]:
    """Sentences, list items and table rows of a section, without its heading and what holds no letter or digit."""
    start = section.start
    if section.number:
        end_of_line = text.body.find("\n", start, section.end)
        start = section.end if end_of_line < 0 else end_of_line + 1
    found = (_trimmed(text.body, *span) for span in _sentences(text.body, start, section.end))
    return [(begin, end) for begin, end in found if any(map(str.isalnum, text.body[begin:end]))]


def _sentences(body: str, start: int, end: int) -> Iterator[Span]:
    for begin, stop in _blocks(body, start, end):
        starts = list(sentence_starts(body, begin, stop))
        yield from zip(starts, [*starts[1:], stop], strict=True)


def _blocks(body: str, start: int, end: int) -> Iterator[Span]:
    """Paragraphs; each row of a table by itself."""
    for paragraph in _paragraphs(body, start, end):
        begin = paragraph[0]
        for line in lines(body[slice(*paragraph)]):
            at, stop = paragraph[0] + line.start, paragraph[0] + line.next
            if body[at:stop].lstrip().startswith("|"):
                if begin < at:
                    yield begin, at
                yield at, stop
                begin = stop
        if begin < paragraph[1]:
            yield begin, paragraph[1]


def _paragraphs(body: str, start: int, end: int) -> Iterator[Span]:
    begin = start
    for blank in _BLANK.finditer(body, start, end):
        yield begin, blank.start()
        begin = blank.end()
    yield begin, end


def _trimmed(body: str, start: int, end: int) -> Span:
    inside = body[start:end]
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())


def stretch(text: Text, section: Section, first: int, last: int) -> Span | None:
    """From the beginning of one sentence to the end of another, counted from 1; None: there are not so many."""
    found = sentences(text, section)
    if not 1 <= first <= last <= len(found):
        return None
    return found[first - 1][0], found[last - 1][1]


def find(among: Sequence[Text], words: str) -> list[Place]:
    """Every place where words stand, in the order of the texts, never ranked.

    Letter by letter, and where case, white space, ё/е, quotation marks and the marks of Markdown do not count.
    """
    from assay.folding import occurrences

    wanted = words.strip()
    found = {
        (number, *span)
        for number, text in enumerate(among)
        if wanted and wanted in text.body
        for span in spans(wanted, text.body)
    }
    if any(map(str.isalnum, wanted)):
        exact = {number: [span for at, *span in found if at == number] for number, *_ in found}
        folded = occurrences([text.body for text in among], [wanted]).select("text", "start", "end")
        for number, start, end in folded.unique().iter_rows():
            # What stands there letter by letter is found without the marks around it already.
            if not any(start < stop and begin < end for begin, stop in exact.get(number, [])):
                found.add((number, start, end))
    return [Place(among[number], start, end) for number, start, end in sorted(found)]
