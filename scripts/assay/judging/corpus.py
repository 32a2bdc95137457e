"""Texts read in the corpus that were not retrieved: looked up in the documents of the repository."""

import difflib
from pathlib import Path

from assay.errors import InputError, Problem
from assay.evidence.corpus import stretch_id
from assay.evidence.record import Answer
from assay.gold.quotations import spans
from assay.gold.quotes import nearest, shown
from assay.gold.repository import read_corpus
from assay.judging.quoting import seen
from assay.labelling.browsing import Text, texts
from assay.ledger import Entry
from assay.manifest import sha256

FORM = "DOC: words"


class Corpus:
    """The documents of a repository, read when somebody first asks."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, Text] | None = None

    @property
    def texts(self) -> dict[str, Text]:
        """Documents, or chunks of a corpus that was cut elsewhere, by id.

        Raises:
            InputError: every fault of the corpus.
        """
        if self._texts is None:
            self._texts = {one.id: one for one in texts(read_corpus(self._root))}
        return self._texts

    def evidence(self, stated: str, answer: Answer) -> Entry:
        """The evidence of a row that words of a document are; ``rank`` is null.

        Args:
            stated: ``DOC: words``; the words as they stand there.
            answer: the record, whose fragments do not have them.

        Raises:
            InputError: no such document; the words stand there nowhere, or several times; they were retrieved.
        """
        text, words = self._named(stated)
        found = spans(words, text.body)
        if len(found) != 1:
            raise InputError(_nowhere(text, words, len(found)))
        start, end = found[0]
        quoted = text.body[start:end]
        if fragment := retrieved(answer, quoted):
            rule = f"the words {shown(quoted)} were retrieved: they stand in fragment {fragment}"
            raise InputError(Problem(text.id, rule, "choose that fragment instead"))
        about = text.chunk or text.about
        return {
            "chunk_id": stretch_id(text.id, start, end),
            "doc_id": about.get("doc_id") or text.id,
            "doc_version": about["doc_version"],
            "rank": None,
            "sha256": sha256(quoted.encode()),
            "text": quoted,
        }

    def _named(self, stated: str) -> tuple[Text, str]:
        """The document and the words that are meant; an id may hold colons."""
        named = [name for name in self.texts if stated.startswith(f"{name}:")]
        name = max(named, key=len, default=None)
        if name is not None and (words := stated[len(name) + 1 :].strip()):
            return self.texts[name], words
        before, colon, words = stated.partition(":")
        if not colon or not words.strip():
            raise InputError(Problem(shown(stated), "names no document and words", f"write {FORM}"))
        close = difflib.get_close_matches(before.strip(), self.texts, 1)
        fix = f"did you mean {close[0]}?" if close else "see `assay gold add --documents`"
        raise InputError(Problem(before.strip(), "is no document of the corpus", fix))


def _nowhere(text: Text, words: str, n: int) -> Problem:
    if n:
        return Problem(
            text.id, f"has the words {shown(words)} {n} times", "name more of the words around them"
        )
    near = nearest(words, text.body)
    return Problem(
        text.id, f"does not have the words {shown(words)}", str(near) if near else "copy them from it"
    )


def retrieved(answer: Answer, words: str) -> str | None:
    """Id of the first retrieved fragment that has some words; None: none has."""
    wanted = seen(words).text.strip()
    found = (one.chunk_id for one in answer.retrieved if one.text and wanted in seen(one.text).text)
    return next(found, None)
