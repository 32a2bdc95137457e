"""Addresses of pages: which document of the corpus a link leads to, and which section of it."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from assay.exchange.questions.corpus_index import CorpusIndex
from assay.gold.review import Corpus

_WEB = re.compile(r"https?://", re.IGNORECASE)
_INDEX = re.compile(r"/(?:index|default)\.[a-z]{3,5}$")
_BETWEEN = re.compile(r"[\W_]+")
_ASK = "say which words answer, with `assay gold passage add`"
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Address:
    """A link in parts: small letters, percents decoded, no scheme, no slash at the end.

    Attributes:
        host, path: of the page.
        pairs: of the query: names and values.
        anchor: place on the page.
    """

    host: str
    path: str
    pairs: Pairs
    anchor: str

    @classmethod
    def of(cls, link: str) -> "Address":
        """The parts of a link; of one that is broken, all of it is the path."""
        try:
            parts = urlsplit(link.strip())
        except ValueError:
            return cls("", _plain(link), frozenset(), "")
        pairs = frozenset((_plain(name), _plain(value)) for name, value in parse_qsl(parts.query))
        path = _INDEX.sub("", _plain(parts.path)).rstrip("/")
        return cls(parts.netloc.casefold().removeprefix("www."), path, pairs, _plain(parts.fragment))


class Pages:
    """Documents of the corpus by their addresses."""

    def __init__(self, corpus: Corpus, index: CorpusIndex) -> None:
        self._index = index
        self._outlines = {
            doc: (outline, size)
            for doc, outline, size in corpus.documents.select("doc_id", "outline", "n_chars").iter_rows()
        }
        self._at: dict[tuple[str, str], list[tuple[Pairs, str]]] = {}
        frames = (corpus.documents, corpus.chunks)
        urls = {
            pair for frame in frames for pair in frame.select("doc_id", "url").unique().rows() if all(pair)
        }
        for doc, url in sorted(urls):
            page = Address.of(url)
            for host in {page.host, ""}:
                self._at.setdefault((host, page.path), []).append((page.pairs, doc))

    def document(self, link: str) -> str | None:
        """The document at an address.

        What its own address has of a query must be there; more of it, as who sent people there, does not count. A
        host that no document has does not count either. Else the last part of the path names a document.
        """
        page = Address.of(link)
        here = [self._at.get((host, page.path), []) for host in (page.host, "")]
        for known in here:
            fitting = [(len(pairs), doc) for pairs, doc in known if pairs <= page.pairs]
            docs = {doc for size, doc in fitting if size == max(fitting)[0]}
            if len(docs) == 1:
                return docs.pop()
        # Where the query tells pages apart, the path names none of them.
        return self._index.document(page.path) if page.path and not here[-1] else None

    def reason(self, link: str) -> str:
        """Why a link alone is no label: which page and which section it is, where that is known."""
        doc = self.document(link)
        if doc is None:
            return f"is a link to a page that is no document of the corpus: bring it in, then {_ASK}"
        anchor, (outline, size) = Address.of(link).anchor, self._outlines.get(doc, ([], 0))
        wanted = {anchor, _dashed(anchor)} - {""}
        at = next((at for at, one in enumerate(outline) if wanted & _names(one)), None)
        if at is None:
            return f"is a link to a page (document {doc}): {_ASK}"
        heading = outline[at]
        behind = (one["start"] for one in outline[at + 1 :] if one["level"] <= heading["level"])
        span = f"{heading['start']}:{next(behind, size)}"
        return f"is a link to a section ({heading['heading']!r}, {span} of document {doc}): {_ASK}"


def is_link(name: str | None) -> bool:
    """Whether a name of a document is an address."""
    return name is not None and _WEB.match(name.strip()) is not None


def _names(heading: Mapping[str, Any]) -> set[str]:
    """Anchors by which pages call a section: its name, the last part of it, its words."""
    anchor = _plain(heading["anchor"] or "")
    return {anchor, anchor.rpartition("/")[2], _dashed(_plain(heading["heading"]))}


def _dashed(words: str) -> str:
    return _BETWEEN.sub("-", words).strip("-")


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", unquote(text).strip()).casefold()
