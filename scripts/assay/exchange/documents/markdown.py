"""Markdown and text files as they are: their front matter, and a body that is kept word for word."""

import re
from typing import Any

from assay.errors import InputError
from assay.exchange.documents import front_matter
from assay.exchange.documents.pages import Page, clean, plain
from assay.exchange.documents.wikis import without_links
from assay.exchange.losses import Losses
from assay.exchange.records.decoding import decoded
from assay.retrieval.documents import Document, read_documents
from assay.retrieval.outline import lines, outline

_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*")
_NO_HEADING = re.compile(r"[ \t]*(?:[#>|*+-]|\d+[.)]|$)")


def read_markdown(data: bytes, where: str, losses: Losses, notes: list[str]) -> Page:
    """A Markdown file.

    Raises:
        InputError: no text, or front matter that is neither YAML nor TOML.
    """
    text = _text(data, where, losses, notes)
    document = _ready(text)
    if document:
        body = document.body
        return Page(body, values=_values(document), ready=True, front=text[: len(text) - len(body)])
    values, start = front_matter.split(text, where)
    body = without_links(text[start:], where, losses)
    missed = sum(1 for _ in _underlined(body))
    losses.add("headings underlined with = or -, which make no section", where, missed)
    return Page(body, _heading(body), values=front_matter.usable(values, where, losses))


def read_text(data: bytes, where: str, losses: Losses, notes: list[str]) -> Page:
    """A text file; a line such as ``# Title`` is a heading in it too."""
    text = _text(data, where, losses, notes)
    return Page(text, _heading(text))


def _text(data: bytes, where: str, losses: Losses, notes: list[str]) -> str:
    text, found = decoded(data, where)
    notes += found
    return clean(text, where, losses)


def _ready(text: str) -> Document | None:
    """The document that the text is already; None where something is to be mended first."""
    try:
        return read_documents({"a.md": text.encode()}, "")[0]
    except InputError:
        return None


def _values(document: Document) -> dict[str, str]:
    values: dict[str, Any] = {
        "id": document.doc_id,
        "title": document.title,
        "version": document.doc_version,
        "lang": document.lang,
        "subject": document.subject,
        "valid_from": document.valid_from,
        "valid_to": document.valid_to,
        "url": document.url,
    }
    return {key: str(value) for key, value in values.items() if value is not None}


def _heading(body: str) -> str | None:
    """The first heading of level 1, in words."""
    first = next((heading for heading in outline(body) if heading.level == 1), None)
    return plain(first.heading) if first else None


def _underlined(body: str) -> Any:
    before = ""
    for line in lines(body):
        text = "" if line.fenced else body[line.start : line.end]
        if _UNDERLINE.fullmatch(text) and not _NO_HEADING.match(before) and "|" not in before:
            yield before
        before = text
