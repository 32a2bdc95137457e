"""Where what a foreign label points at stands in today's corpus, and by which way it was found.

The ways, in order: the chunk's id (with the same text, where the text is known); the span of a document that
holds the quoted words; a chunk of the same text, letter by letter, then folded; the one place that contains the
text; the span alone. The text decides: a span that says otherwise is reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import polars as pl

from assay.counting import counted
from assay.exchange.questions.corpus_index import CorpusIndex
from assay.exchange.questions.references import Reference
from assay.exchange.questions.search import CONTAINED, Spots, contained, likeness
from assay.folding import folded
from assay.gold.review import Corpus
from assay.tables import text_sha256

ELLIPSIS = "parts around an ellipsis"
WAYS = ("id", "span and text", "text hash", "normalised text", *CONTAINED, ELLIPSIS, "span")
THAT_DATE = "needs the chunk table of that date: --chunks FILE"
_SHOWN = 3


class Place(NamedTuple):
    """A stretch of a document; or a whole chunk; or, where ``words`` are given, these words of a chunk."""

    chunk_id: str | None = None
    doc_id: str | None = None
    start: int | None = None
    end: int | None = None
    words: str | None = None


@dataclass(frozen=True)
class Located:
    """What became of one reference: the place and the way, or the reason why there is none.

    Attributes:
        place: None where it was not found.
        way: one of ``WAYS``; or the reason.
        note: what its span, or the document that it names, says otherwise.
        rest: further places, of a quotation whose parts stand far from each other.
        part_of: address of the quotation of which this is such a part.
    """

    place: Place | None
    way: str
    note: str = ""
    rest: tuple[Place, ...] = ()
    part_of: str = ""


def locate(references: Sequence[Reference], corpus: Corpus, table: pl.DataFrame | None) -> list[Located]:
    """Places of all references.

    Args:
        references: what labels point at.
        corpus: documents and ready-made chunks of today.
        table: the chunks of the date of the labels (``chunk_id, text, doc_id``): gives ids their texts.
    """
    texts = _texts(table)
    known = [_with_text(one, texts) for one in references]
    index = CorpusIndex.of(corpus)
    forms = _folded(known) if index.by_fold else {}
    first = [_exactly(one, index, forms) for one in known]
    pairs = zip(known, first, strict=True)
    sought = sorted({one.text for one, done in pairs if done is None and one.text})
    in_documents = contained(sought, index.bodies)
    rest = [text for text in sought if text not in in_documents]
    in_chunks = contained(rest, index.texts)
    near = likeness([text for text in rest if text not in in_chunks], {**index.texts, **index.bodies})
    return [
        done or _by_words(one, index, in_documents, in_chunks, near)
        for one, done in zip(known, first, strict=True)
    ]


def _texts(table: pl.DataFrame | None) -> dict[str, tuple[str, str | None]]:
    if table is None:
        return {}
    return {chunk: (text, doc) for chunk, text, doc in table.select("chunk_id", "text", "doc_id").iter_rows()}


def _with_text(one: Reference, texts: dict[str, tuple[str, str | None]]) -> Reference:
    if one.text is not None or one.chunk_id not in texts:
        return one
    text, doc = texts[one.chunk_id]
    return replace(one, text=text, doc=one.doc or doc)


def _folded(references: Sequence[Reference]) -> dict[str, str]:
    """Each text of them, folded: all at once, because one alone costs as much as a thousand."""
    texts = sorted({one.text for one in references if one.text is not None})
    return dict(zip(texts, folded(texts, mend=True), strict=True))


def _exactly(one: Reference, index: CorpusIndex, forms: dict[str, str]) -> Located | None:
    """By id, by the span that holds the words, by equal text; or why it can be nothing."""
    if one.chunk_id in index.chunks:
        digest, _ = index.chunks[one.chunk_id]
        if one.text is None or digest == text_sha256(one.text):
            return Located(Place(chunk_id=one.chunk_id), "id")
    if one.text is None:
        return _without_words(one, index)
    if not any(map(str.isalnum, one.text)):
        return Located(None, "its text holds no letter and no digit")
    return _by_equal_text(one, one.text, index, forms)


def _by_equal_text(one: Reference, text: str, index: CorpusIndex, forms: dict[str, str]) -> Located | None:
    doc = index.document(one.doc)
    if doc in index.bodies and _says(one, index.bodies[doc]):
        return Located(Place(None, doc, one.start, one.end), "span and text")
    if chunks := index.by_hash.get(text_sha256(text)):
        return _equal(one, doc, chunks, "text hash", index)
    if chunks := index.by_fold.get(forms.get(text, "")):
        return _equal(one, doc, chunks, "normalised text", index)
    return None


def _equal(one: Reference, doc: str | None, chunks: list[str], way: str, index: CorpusIndex) -> Located:
    """The chunk of equal text: the one of that id, of that document, else the only one; twins are one evidence.

    Chunks of several documents are not: their subjects and dates may differ.
    """
    own = [chunk for chunk in chunks if one.doc is not None and index.document_of(chunk) in (one.doc, doc)]
    fitting = [chunk for chunk in own or chunks if chunk == one.chunk_id] or own or chunks
    if not own and len({index.document_of(chunk) for chunk in fitting}) > 1:
        return Located(None, several([Place(chunk_id=chunk) for chunk in fitting]))
    place = Place(chunk_id=fitting[0])
    return Located(place, way, "" if own else misnamed(one, doc, place, index))


def _says(one: Reference, body: str) -> bool:
    return (
        one.start is not None
        and one.end is not None
        and one.start >= 0
        and body[one.start : one.end] == one.text
    )


def _without_words(one: Reference, index: CorpusIndex) -> Located:
    if one.start is not None and one.end is not None:
        return _span_alone(one, one.start, one.end, index)
    page = one.doc if one.chunk_id is None else one.chunk_id
    if one.chunk_id is None or index.document(page) is not None:
        return Located(None, f"names document {page!r} and no words: say which ones answer")
    return Located(None, f"no chunk of the corpus has this id, and its text is not known: {THAT_DATE}")


def _span_alone(one: Reference, start: int, end: int, index: CorpusIndex) -> Located:
    doc = index.document(one.doc)
    if doc is None:
        return Located(None, f"{one.doc!r} is no document of the corpus")
    said = f"span {start}:{end} of document {doc}"
    if doc not in index.bodies:
        return Located(None, f"{said}, of which only chunks are known: give the words")
    body = index.bodies[doc]
    if not 0 <= start < end <= len(body):
        return Located(None, f"{said} is not inside it: it has {counted(len(body), 'character')}")
    if not any(map(str.isalnum, body[start:end])):
        return Located(None, f"{said} holds no letter and no digit")
    return Located(Place(None, doc, start, end), "span")


def _by_words(
    one: Reference, index: CorpusIndex, in_documents: Spots, in_chunks: Spots, near: Mapping[str, str]
) -> Located:
    """The one place that contains the words: of the stated document, the nearest to the stated start."""
    text, doc = one.text or "", index.document(one.doc)
    way, spots = in_documents.get(text, ("", []))
    places = [Place(None, name, start, end) for name, start, end in spots]
    if not places:
        way, spots = in_chunks.get(text, ("", []))
        places = [Place(chunk_id=name) for name in dict.fromkeys(name for name, _, _ in spots)]
    own = [place for place in places if doc is not None and document_of(place, index) == doc]
    fitting = own or places
    if not fitting:
        resembled = f"; {near[text]}" if text in near else ""
        return Located(None, f"its text is not in {f'document {doc}' if doc else 'any document'}{resembled}")
    if own and one.start is not None:
        fitting = [min(own, key=lambda place: abs((place.start or 0) - (one.start or 0)))]
    fitting = [place for place in fitting if place.chunk_id and place.chunk_id == one.chunk_id] or fitting
    if len(fitting) > 1 and not _in_one_document(fitting, index):
        return Located(None, several(fitting))
    whole = fitting[0].chunk_id is None or way != CONTAINED[0]
    place = fitting[0] if whole else fitting[0]._replace(words=text)
    note = _disagreement(one, place) if own else misnamed(one, doc, place, index)
    return Located(place, way, note)


def document_of(place: Place, index: CorpusIndex) -> str | None:
    """The document of a place, where that is known."""
    return place.doc_id if place.chunk_id is None else index.document_of(place.chunk_id)


def _in_one_document(places: list[Place], index: CorpusIndex) -> bool:
    """Whether they are chunks of one document: neighbours that overlap hold the same words."""
    docs = {document_of(place, index) if place.chunk_id else None for place in places}
    return len(docs) == 1 and docs != {None}


def several(places: list[Place]) -> str:
    """That a text stands at several places, as a reason."""
    spots = [place.chunk_id or f"{place.doc_id} {place.start}:{place.end}" for place in places]
    shown = ", ".join(spots[:_SHOWN]) + (", …" if len(spots) > _SHOWN else "")
    return f"its text stands at {counted(len(places), 'place')} ({shown}): say which one"


def _disagreement(one: Reference, place: Place) -> str:
    """What a span says otherwise."""
    if one.start is None or place.start is None or (one.start, one.end) == (place.start, place.end):
        return ""
    return f"{one.spot} says {one.doc} {one.start}:{one.end}, the words stand at {place.doc_id} {place.start}:{place.end}"


def misnamed(one: Reference, doc: str | None, place: Place, index: CorpusIndex) -> str:
    """That the stated document is another than the one that has the words, or none."""
    found = document_of(place, index)
    if one.doc is None or found is None:
        return ""
    said = f"document {doc}" if doc else f"{one.doc!r}, which is no document"
    return f"{one.spot} names {said}, the words stand in {found}"


def counts(located: Sequence[Located]) -> list[str]:
    """A line of how many references were found by each way, and how many not."""
    found = [one.way for one in located if one.place is not None]
    ways: list[Any] = [f"{found.count(way)} by {way}" for way in WAYS if way in found]
    lost = len(located) - len(found)
    return [f"{counted(len(located), 'reference')}: " + ", ".join([*ways, f"{lost} not found"])]
