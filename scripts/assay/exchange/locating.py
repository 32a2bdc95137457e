"""Where what a foreign label points at stands in today's corpus, and by which way it was found.

The ways, in order: the chunk's id (with the same text, where the text is known); the span of a document that
holds the quoted words; a chunk of the same text, letter by letter, then folded; the one place that contains the
text; the span alone. The text decides: a span that says otherwise is reported.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import polars as pl

from assay.counting import counted
from assay.exchange.references import Reference
from assay.folding import folded, occurrences
from assay.gold.review import Corpus
from assay.tables import text_sha256

WAYS = ("id", "span and text", "text hash", "normalised text", "containment", "span")
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
        note: what its span says otherwise.
    """

    place: Place | None
    way: str
    note: str = ""


def locate(references: Sequence[Reference], corpus: Corpus, table: pl.DataFrame | None) -> list[Located]:
    """Places of all references.

    Args:
        references: what labels point at.
        corpus: documents and ready-made chunks of today.
        table: the chunks of the date of the labels (``chunk_id, text, doc_id``): gives ids their texts.
    """
    known = [_with_text(one, _texts(table)) for one in references]
    index = _Index.of(corpus)
    first = [_exactly(one, index) for one in known]
    open_texts = sorted(
        {one.text for one, done in zip(known, first, strict=True) if done is None and one.text}
    )
    found = _containing(open_texts, index)
    return [
        done or _by_words(one, index, found.get(one.text or "", []))
        for one, done in zip(known, first, strict=True)
    ]


@dataclass(frozen=True)
class _Index:
    """The corpus by what is looked up: ids, hashes, folded texts, names of documents."""

    bodies: dict[str, str]
    names: dict[str, str | None]
    chunks: dict[str, tuple[str, str | None]]
    by_hash: dict[str, list[str]]
    by_fold: dict[str, list[str]]

    @classmethod
    def of(cls, corpus: Corpus) -> "_Index":
        rows = corpus.chunks.select("chunk_id", "text", "doc_id", "sha256").sort("chunk_id").rows()
        by_hash: dict[str, list[str]] = {}
        by_fold: dict[str, list[str]] = {}
        for (chunk_id, _, _, digest), form in zip(
            rows, folded([row[1] for row in rows], mend=True), strict=True
        ):
            by_hash.setdefault(digest, []).append(chunk_id)
            by_fold.setdefault(form, []).append(chunk_id)
        bodies = dict(corpus.documents.select("doc_id", "body").iter_rows())
        chunks = {chunk_id: (digest, doc) for chunk_id, _, doc, digest in rows}
        return cls(bodies, _names(corpus.documents), chunks, by_hash, by_fold)

    def document(self, name: str | None) -> str | None:
        """Id of the document that goes by a name: its id, a path to it, with or without the file's ending."""
        if name is None:
            return None
        for form in _forms(name):
            found = self.names.get(form)
            if found is not None:
                return found
        return None


def _names(documents: pl.DataFrame) -> dict[str, str | None]:
    """Document by every name of it; None where two go by one."""
    names: dict[str, str | None] = {}
    for doc_id, url in documents.select("doc_id", "url").iter_rows():
        for form in {*_forms(doc_id), *(_forms(url) if url else ())}:
            names[form] = doc_id if names.get(form, doc_id) == doc_id else None
    return names | {doc_id: doc_id for doc_id in documents["doc_id"]}


def _forms(name: str) -> list[str]:
    """A name as it is, without its ending, and the last part of its path; small letters."""
    whole = name.strip().strip("/")
    bare = whole.rpartition(".")[0] if "." in whole.rpartition("/")[2] else whole
    last = [form.rpartition("/")[2] for form in (whole, bare)]
    return list(dict.fromkeys([whole, *(form.casefold() for form in (whole, bare, *last))]))


def _texts(table: pl.DataFrame | None) -> dict[str, tuple[str, str | None]]:
    if table is None:
        return {}
    return {chunk: (text, doc) for chunk, text, doc in table.select("chunk_id", "text", "doc_id").iter_rows()}


def _with_text(one: Reference, texts: dict[str, tuple[str, str | None]]) -> Reference:
    if one.text is not None or one.chunk_id not in texts:
        return one
    text, doc = texts[one.chunk_id]
    return replace(one, text=text, doc=one.doc or doc)


def _exactly(one: Reference, index: _Index) -> Located | None:
    """By id, by the span that holds the words, by equal text; or why it can be nothing."""
    if one.link is not None:
        return _page(one.link, index)
    if one.chunk_id in index.chunks:
        digest, _ = index.chunks[one.chunk_id]
        if one.text is None or digest == text_sha256(one.text):
            return Located(Place(chunk_id=one.chunk_id), "id")
    doc = index.document(one.doc)
    if one.text is None:
        return _span_alone(one, doc, index)
    if doc is not None and _says(one, index.bodies[doc]):
        return Located(Place(None, doc, one.start, one.end), "span and text")
    for way, chunks in (
        ("text hash", index.by_hash.get(text_sha256(one.text), [])),
        ("normalised text", _alike(one, index)),
    ):
        if chunks:
            same = [
                chunk for chunk in chunks if one.doc is not None and index.chunks[chunk][1] in (one.doc, doc)
            ]
            return Located(Place(chunk_id=(same or chunks)[0]), way)
    return None


def _alike(one: Reference, index: _Index) -> list[str]:
    if not index.by_fold:
        return []
    return index.by_fold.get(folded([one.text or ""], mend=True)[0], [])


def _says(one: Reference, body: str) -> bool:
    return one.start is not None and one.end is not None and body[one.start : one.end] == one.text


def _page(link: str, index: _Index) -> Located:
    doc = index.document(link.partition("#")[0].partition("?")[0])
    about = f" (document {doc})" if doc else ""
    return Located(None, f"is a link to a page{about}: say which words answer, with `assay gold passage add`")


def _span_alone(one: Reference, doc: str | None, index: _Index) -> Located:
    if one.start is None or one.end is None:
        if one.chunk_id is None:
            return Located(None, f"names document {one.doc!r} and no words: say which ones answer")
        return Located(None, f"no chunk of the corpus has this id, and its text is not known: {THAT_DATE}")
    if doc is None:
        return Located(None, f"{one.doc!r} is no document of the corpus")
    if not 0 <= one.start < one.end <= len(index.bodies[doc]):
        return Located(None, f"span {one.start}:{one.end} is not inside document {doc}")
    return Located(Place(None, doc, one.start, one.end), "span")


def _containing(texts: list[str], index: _Index) -> dict[str, list[Place]]:
    """Every place that contains each text: stretches of documents; of chunks where no document does."""
    if not texts:
        return {}
    docs, chunks = list(index.bodies), list(index.chunks) if not index.bodies else []
    bodies = [index.bodies[doc] for doc in docs]
    found: dict[str, list[Place]] = {}
    for pattern, at, start, end in occurrences(bodies, texts).iter_rows():
        found.setdefault(texts[pattern], []).append(Place(None, docs[at], start, end))
    if chunks:
        forms = list(index.by_fold)
        for pattern, at, _, _ in occurrences(forms, texts).iter_rows():
            found.setdefault(texts[pattern], []).extend(
                Place(chunk_id=name) for name in index.by_fold[forms[at]]
            )
    return found


def _by_words(one: Reference, index: _Index, places: list[Place]) -> Located:
    """The one place that contains the words: of the stated document, the nearest to the stated start."""
    doc = index.document(one.doc)
    own = [place for place in places if doc is not None and place.doc_id == doc]
    fitting = own or places
    if not fitting:
        where = f"document {doc}" if doc else "any document"
        return Located(None, f"its text is not in {where}")
    if own and one.start is not None:
        fitting = [min(own, key=lambda place: abs((place.start or 0) - (one.start or 0)))]
    if len(fitting) > 1 and not _in_one_document(fitting, index):
        spots = ", ".join(
            place.chunk_id or f"{place.doc_id} {place.start}:{place.end}" for place in fitting[:_SHOWN]
        )
        return Located(None, f"its text stands at {counted(len(fitting), 'place')} ({spots}): say which one")
    place = fitting[0] if fitting[0].chunk_id is None else fitting[0]._replace(words=one.text)
    return Located(place, "containment", _disagreement(one, place))


def _in_one_document(places: list[Place], index: _Index) -> bool:
    """Whether they are chunks of one document: neighbours that overlap hold the same words."""
    docs = {index.chunks[place.chunk_id][1] if place.chunk_id else None for place in places}
    return len(docs) == 1 and docs != {None}


def _disagreement(one: Reference, place: Place) -> str:
    if one.start is None or place.start is None:
        return ""
    return (
        f"says {one.doc} {one.start}:{one.end}, the words stand at {place.doc_id} {place.start}:{place.end}"
    )


def counts(located: Sequence[Located]) -> list[str]:
    """A line of how many references were found by each way, and how many not."""
    found = [one.way for one in located if one.place is not None]
    ways: list[Any] = [f"{found.count(way)} by {way}" for way in WAYS if way in found]
    lost = len(located) - len(found)
    return [f"{counted(len(located), 'reference')}: " + ", ".join([*ways, f"{lost} not found"])]
