"""A passage made of a quotation, as people copy one: from a rendered page, a letter, another font's spaces."""

from collections.abc import Callable
from typing import Any

import polars as pl

from assay.errors import InputError, Problem
from assay.folding import occurrences
from assay.gold.passages import find_document, make_passage
from assay.gold.quotes import Near, heading_at, nearest, positions, shown


def quoted_passage(
    documents: pl.DataFrame,
    doc_id: str,
    *,
    quote: str,
    id: str,  # noqa: A002  # the field's name
    file: Callable[[str], tuple[str, int] | None] | None = None,
) -> dict[str, Any]:
    """A row of passages.jsonl of the one stretch of a document that has the words of a quotation.

    Where they do not stand letter by letter, case, white space, soft hyphens, ё/е, quotation marks and the marks of
    Markdown do not count (:mod:`assay.folding`). The text of the passage is the document's own.

    Args:
        documents: as of :func:`assay.gold.passages.make_passage`.
        doc_id: document that holds the words.
        quote: the words.
        id: id of the passage.
        file: gives the file of a document, and how many lines stand there in front of its body.

    Raises:
        InputError: as ``make_passage``; the words stand nowhere in the document, or several times.
    """
    document = find_document(documents, doc_id)
    found = spans(quote, document["body"])
    if not found:
        rule = f"the quotation {shown(quote)} is not in the document"
        near, place = nearest(quote, document["body"]), file(doc_id) if file else None
        raise InputError(Problem(doc_id, rule, _said(near, place)))
    if len(found) > 1:
        spots = ", ".join(f"{start}:{end} ({_section(document, start)})" for start, end in found)
        rule = f"the quotation {shown(quote)} stands {len(found)} times: {spots}"
        raise InputError(Problem(doc_id, rule, "quote more of it, or give its span"))
    return make_passage(documents, doc_id, span=found[0], id=id)


def spans(quote: str, body: str) -> list[tuple[int, int]]:
    """Where the words of a quotation stand: letter by letter, or else folded; in the order of the text."""
    words = quote.strip()
    exact = [(at, at + len(words)) for at in positions(words, body)] if words else []
    if exact or not any(map(str.isalnum, words)):
        return exact
    return sorted(occurrences([body], [words]).select("start", "end").unique().rows())


def _said(near: Near | None, place: tuple[str, int] | None) -> str:
    if near is None:
        return "nothing there is like it"
    return near.said(f"{place[0]}:{place[1] + near.line} ({near.start}:{near.end})") if place else str(near)


def _section(document: dict[str, Any], at: int) -> str:
    heading = heading_at(document["outline"], at)
    return heading["anchor"] or heading["heading"] if heading else "before the first heading"
