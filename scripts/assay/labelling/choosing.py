"""A chosen stretch of a text as a row of passages.jsonl: one that is labelled already, or a new one with an id."""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from assay.errors import InputError, Problem
from assay.gold.editing import spared
from assay.gold.fields import PASSAGE
from assay.gold.passages import find_document, make_passage
from assay.gold.quotations import quoted_passage, spans
from assay.gold.quotes import nearest, shown
from assay.gold.repository import place_of
from assay.labelling.browsing import Span, Text, section_at, section_named, sentences, stretch
from assay.labelling.holding import Labels
from assay.manifest import sha256
from assay.retrieval.outline import slug

Record = dict[str, Any]
BY_NUMBER = re.compile(r"@(?P<section>[^:\s]+)(?::(?P<first>\d{1,6})(?:-(?P<last>\d{1,6}))?)?")
_LONGEST = 40  # characters of a section's name in an id
_OF_CHUNK = ("doc_id", "doc_version", "section", "anchor")
_PLACE = ("doc_id", "start", "end", "sha256")


def row_of(labels: Labels, text: Text, span: Span, name: str) -> Record:
    """A row of passages.jsonl of a stretch of a text.

    Raises:
        InputError: it holds no letter or digit; the id has spaces.
    """
    if text.chunk is None:
        return spared(make_passage(labels.corpus.documents, text.id, span=span, id=name))
    # NFC, as the file is written: the hash is that of the text that will stand there.
    words = unicodedata.normalize("NFC", text.body[slice(*span)])
    about = {key: text.chunk[key] for key in _OF_CHUNK}
    row = {**dict.fromkeys(PASSAGE), **about, "id": name, "text": words, "sha256": sha256(words.encode())}
    faults = [
        Problem(name, *fault) for key in ("id", "text") for fault in PASSAGE[key].kind.faults(key, row[key])
    ]
    if faults:
        raise InputError(faults)
    return row


def same(rows: Mapping[str, Record], row: Record, body: str = "") -> str | None:
    """Id of the passage that labels the same stretch already.

    Args:
        rows: passages by id.
        row: the new one.
        body: text of its document; where its words stand there once, offsets of another version do not count.
    """
    keys = ("doc_id", "sha256") if body.count(row["text"]) == 1 else _PLACE
    place = tuple(row[key] for key in keys)
    return next((name for name, other in rows.items() if tuple(map(other.get, keys)) == place), None)


def proposed(text: Text, span: Span, taken: Collection[str]) -> str:
    """An id that is free: document, last heading above or the first words, and a number where that is taken."""
    section = section_at(text, span[0])
    last = (section.anchor if section else "").rpartition("/")[2] or slug(text.body[slice(*span)])
    if len(last) > _LONGEST:
        last = last[:_LONGEST].rpartition("-")[0] or last[:_LONGEST]
    base = f"{'_'.join(text.id.split())}#{last.strip('-')}"
    return next(name for n in count(1) if (name := base if n == 1 else f"{base}-{n}") not in taken)


def chosen(labels: Labels, of: str, words: str, name: str) -> tuple[Record, Text]:
    """A row of what a flag names: a quotation, or ``@SECTION:FIRST-LAST`` by number of section and sentences; its text.

    Args:
        labels: the gold set with its corpus.
        of: id of the document, or of a chunk of a corpus that was cut elsewhere.
        words: the quotation or the numbers.
        name: id of the passage.

    Raises:
        InputError: no such document, section or sentence; the words stand there nowhere, or several times.
    """
    text = text_named(labels.texts, of)
    known = labels.corpus.documents
    if text is None:
        find_document(known, of)  # which says what is near
        raise AssertionError(of)
    numbers = BY_NUMBER.fullmatch(words.strip())
    if numbers is None and text.chunk is None:
        file = partial(place_of, labels.root, known)
        return spared(quoted_passage(known, text.id, quote=words, id=name, file=file)), text
    span = _numbered(text, numbers) if numbers else _quoted(text, words)
    return row_of(labels, text, span, name), text


def span_of(text: Text, row: Record) -> Span:
    """Where a passage stands in its text; one of a chunk has no offsets, its words say it."""
    start = row["start"] if row["start"] is not None else max(text.body.find(row["text"]), 0)
    return start, start + len(row["text"])


def text_named(among: Sequence[Text], name: str) -> Text | None:
    """The document or chunk of an id."""
    return next((text for text in among if text.id == name), None)


def _numbered(text: Text, numbers: re.Match[str]) -> Span:
    section = section_named(text, numbers["section"])
    look = f"see `assay gold add --outline {shown_id(text.id)}`"
    if section is None:
        raise InputError(Problem(f"{text.id} @{numbers['section']}", "is no section of the document", look))
    whole = len(sentences(text, section))
    first = int(numbers["first"] or 1)
    last = int(numbers["last"] or (numbers["first"] or whole))
    span = stretch(text, section, first, last)
    if span is None:
        rule = f"section {section.number} has {whole} sentences, not {first}-{last}"
        fix = f"see `assay gold add --read {shown_id(text.id)} {section.number}`"
        raise InputError(Problem(f"{text.id} {numbers[0]}", rule, fix))
    return span


def shown_id(name: str) -> str:
    """An id as a shell takes it."""
    import shlex

    return shlex.quote(name)


def _quoted(text: Text, words: str) -> Span:
    """Where the words of a quotation stand in a chunk."""
    found = spans(words, text.body)
    if len(found) == 1:
        return found[0]
    if found:
        rule = f"the quotation {shown(words)} stands {len(found)} times"
        raise InputError(Problem(text.id, rule, "quote more of it"))
    near = nearest(words, text.body)
    fix = str(near) if near else "nothing there is like it"
    raise InputError(Problem(text.id, f"the quotation {shown(words)} is not in the chunk", fix))
