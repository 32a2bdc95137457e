"""Where labels of any form stand: links, ids of snapshots, ids of chunks, spans and words."""

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
        return found

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
        if one.doc is not None and is_link(one.doc):
            return replace(one, doc=self._pages.document(one.doc) or one.doc)
        if one.text is not None and one.doc is None and one.chunk_id not in self._known:
            return replace(one, doc=self._index.document(one.chunk_id))
        return one


def _composed(one: Reference) -> Reference:
    return one if one.text is None else replace(one, text=unicodedata.normalize("NFC", one.text))
