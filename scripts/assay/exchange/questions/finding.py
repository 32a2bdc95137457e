"""Where labels of any form stand: links, ids of snapshots, ids of chunks, spans and words."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from assay.exchange.questions import locating
from assay.exchange.questions.corpus_index import CorpusIndex
from assay.exchange.questions.ellipses import place_parted
from assay.exchange.questions.locating import Located
from assay.exchange.questions.pages import Pages, is_link
from assay.exchange.questions.references import Reference
from assay.exchange.questions.snapshot_ids import SnapshotIds
from assay.gold.review import Corpus

_APART = re.compile(r"[\n;|,]+")  # between names of documents


class Finder:
    """Finds references in a corpus.

    Attributes:
        facts: how ids were understood, of the last references that were sought.
    """

    def __init__(self, corpus: Corpus, table: pl.DataFrame | None, snapshots: SnapshotIds) -> None:
        self.facts: list[str] = []
        self._corpus = corpus
        self._table = table
        self._snapshots = snapshots
        self._index = CorpusIndex.of(corpus)
        self._pages = Pages(corpus, self._index)
        self._headings = {
            doc: [heading["start"] for heading in outline]
            for doc, outline in corpus.documents.select("doc_id", "outline").iter_rows()
        }
        self._known = {*corpus.chunks["chunk_id"], *(() if table is None else table["chunk_id"])}

    def __call__(self, references: Sequence[Reference]) -> list[Located]:
        """What became of each.

        Raises:
            InputError: ids of chunks that several snapshots have for other words.
        """
        named = [self._named(one) for one in references]
        loose = [at for at, one in enumerate(named) if one.chunk_id not in self._known]
        placed, self.facts = self._snapshots.placed([named[at] for at in loose])
        for at, reference in zip(loose, placed, strict=True):
            named[at] = reference
        found = self._located(named)
        # Words copied on a Mac may have their marks apart, as no document has them.
        apart = [at for at, one in enumerate(named) if found[at].place is None and _composed(one) != one]
        for at, again in zip(apart, self._located([_composed(named[at]) for at in apart]), strict=True):
            found[at] = again
        lost = [at for at, one in enumerate(named) if found[at].place is None and one.link is None]
        whole = [_composed(named[at]) for at in lost]
        for at, by_parts in zip(lost, place_parted(whole, self._index, self._headings), strict=True):
            found[at] = by_parts or found[at]
        return self._narrowed(named, found)

    def _narrowed(self, named: Sequence[Reference], found: list[Located]) -> list[Located]:
        """With words that stand in several documents, where just one of those named beside them has them."""
        asked = [
            (at, doc)
            for at, one in enumerate(named)
            if found[at].place is None
            for doc in dict.fromkeys(map(self.document, self.pages(one)))
            if doc is not None
        ]
        fitting: dict[int, list[Located]] = {}
        again = self._located([replace(named[at], doc=doc) for at, doc in asked])
        for (at, _), one in zip(asked, again, strict=True):
            if one.place is not None and not one.note:
                fitting.setdefault(at, []).append(one)
        return [fitting[at][0] if len(fitting.get(at, ())) == 1 else one for at, one in enumerate(found)]

    def document(self, page: str) -> str | None:
        """The document of a name or an address."""
        return self._pages.document(page) if is_link(page) else self._index.document(page)

    def standing(self, one: Located) -> str | None:
        """The document in which a reference was found, where that is known."""
        return None if one.place is None else locating.document_of(one.place, self._index)

    def pages(self, one: Reference) -> tuple[str, ...]:
        """Links and names of documents beside the words of a reference, which are no ids of chunks."""
        if one.text is None:
            return ()
        beside = tuple(
            name
            for name in one.pages
            if is_link(name) or (name not in self._known and self.document(name) is not None)
        )
        return (*beside, *self._several(one.doc))

    def _several(self, doc: str | None) -> tuple[str, ...]:
        """Names of documents that stand where one is expected; nothing where it is one, or none is known."""
        names = tuple(name for name in map(str.strip, _APART.split(doc or "")) if name)
        if len(names) == 1 or self._index.names.get((doc or "").strip().casefold()):
            return ()
        known = [self.document(name) is not None for name in names]
        alike = all(one or "/" in name or "." in name for one, name in zip(known, names, strict=True))
        return names if any(known) and alike else ()

    def _located(self, references: Sequence[Reference]) -> list[Located]:
        words = [one for one in references if one.link is None]
        rest = iter(locating.locate(words, self._corpus, self._table) if words else ())
        return [
            self._measured(one, next(rest))
            if one.link is None
            else Located(None, self._pages.reason(one.link))
            for one in references
        ]

    def _measured(self, one: Reference, found: Located) -> Located:
        """What became of it, and of offsets behind the end of their document, what they may count instead."""
        body = self._index.bodies.get(self._index.document(one.doc) or "")
        if found.place is not None or one.text is not None or body is None or (one.end or 0) <= len(body):
            return found
        sizes = {"UTF-16 units": len(body.encode("utf-16-le")) // 2, "bytes of UTF-8": len(body.encode())}
        fitting = next((f", not {unit}" for unit, size in sizes.items() if (one.end or 0) <= size), "")
        return replace(
            found, way=f"{found.way}; offsets count code points{fitting}, from 0, the end excluded"
        )

    def _named(self, one: Reference) -> Reference:
        """With the document that an address leads to, and the one whose words are quoted beside its name."""
        if self._several(one.doc):
            return replace(one, doc=None, pages=self.pages(one))
        if one.doc is not None and is_link(one.doc):
            return replace(one, doc=self._pages.document(one.doc) or one.doc)
        if one.text is not None and one.doc is None and one.chunk_id not in self._known:
            return replace(one, doc=self._index.document(one.chunk_id))
        return one


def _composed(one: Reference) -> Reference:
    return one if one.text is None else replace(one, text=unicodedata.normalize("NFC", one.text))
