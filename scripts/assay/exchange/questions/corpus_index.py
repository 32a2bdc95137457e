"""The corpus by what foreign labels name: ids and names of documents, chunks by id, by hash and by folded text."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from assay.folding import folded
from assay.gold.review import Corpus


@dataclass(frozen=True)
class CorpusIndex:
    """What is looked up.

    Attributes:
        bodies: text of each document.
        names: document, or document of chunks, by every name of it; None where two go by one.
        chunks: hash of the text and document of each ready-made chunk.
        texts: text of each ready-made chunk.
        by_hash: ids of the chunks of one text, letter by letter; sorted.
        by_fold: ids of the chunks of one folded text; sorted.
    """

    bodies: dict[str, str]
    names: dict[str, str | None]
    chunks: dict[str, tuple[str, str | None]]
    texts: dict[str, str]
    by_hash: dict[str, list[str]]
    by_fold: dict[str, list[str]]

    @classmethod
    def of(cls, corpus: Corpus) -> "CorpusIndex":
        """The index of a corpus."""
        rows = corpus.chunks.select("chunk_id", "text", "doc_id", "sha256").sort("chunk_id").rows()
        forms = folded([row[1] for row in rows], mend=True)
        by_hash: dict[str, list[str]] = {}
        by_fold: dict[str, list[str]] = {}
        for (chunk_id, _, _, digest), form in zip(rows, forms, strict=True):
            by_hash.setdefault(digest, []).append(chunk_id)
            if form:
                by_fold.setdefault(form, []).append(chunk_id)
        bodies = dict(corpus.documents.select("doc_id", "body").iter_rows())
        chunks = {chunk_id: (digest, doc) for chunk_id, _, doc, digest in rows}
        texts = {row[0]: row[1] for row in rows}
        return cls(bodies, _names(corpus), chunks, texts, by_hash, by_fold)

    def document(self, name: str | None) -> str | None:
        """Id of the document that goes by a name: its id, title or page, a path to it, with or without an ending."""
        if name is None:
            return None
        found = (self.names.get(form) for form in _forms(name))
        return next((doc for doc in found if doc is not None), None)

    def document_of(self, chunk_id: str) -> str | None:
        """Document of a ready-made chunk."""
        return self.chunks[chunk_id][1]


def _names(corpus: Corpus) -> dict[str, str | None]:
    """Document by every name of it; None where two go by one; a full id is always that document's."""
    names: dict[str, str | None] = {}
    for doc_id, title, url in _described(corpus):
        whole = [title.strip().casefold()] if title else []
        for form in {*_forms(doc_id), *(_forms(url) if url else ()), *whole}:
            names[form] = doc_id if names.get(form, doc_id) == doc_id else None
    ids = [*corpus.chunks["doc_id"].drop_nulls().unique().sort(), *corpus.documents["doc_id"]]
    return names | {doc_id: doc_id for doc_id in ids}


def _described(corpus: Corpus) -> Iterator[tuple[str, str | None, str | None]]:
    yield from corpus.documents.select("doc_id", "title", "url").iter_rows()
    chunks = corpus.chunks.filter(pl.col("doc_id").is_not_null())
    for doc_id in chunks["doc_id"].unique().sort():
        yield doc_id, None, None


def _forms(name: str) -> list[str]:
    """A name as it is, without its ending, and the last part of its path; small letters."""
    whole = name.strip().strip("/")
    bare = whole.rpartition(".")[0] if "." in whole.rpartition("/")[2] else whole
    last = [form.rpartition("/")[2] for form in (whole, bare)]
    return list(dict.fromkeys([whole, *(form.casefold() for form in (whole, bare, *last))]))
