"""The text of PDF files: pages in their order, without the lines that stand on most of them."""

import io
import re
from collections import Counter
from itertools import pairwise
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.documents.pages import Page, clean, sensible
from assay.exchange.losses import Losses

_EDGE = 3  # lines at the top and at the bottom of a page among which headers and footers are looked for
_FEWEST = 3  # pages from which a line can be said to stand on most
_LOOKS_LIKE = re.compile(r"^([ \t]*)(#{1,6}(?=[ \t]|$)|`{3,}|~{3,})", re.MULTILINE)
_NUMBER = re.compile(r"^\d+\b|\b\d+(?: ?(?:of|из|/) ?\d+)?[-–— .]*$")
_ENDED = re.compile(r"[.!?…:;»”\")\]|]\s*\Z")


def read_pdf(data: bytes, where: str, losses: Losses) -> Page:
    """The text of a PDF; words broken at the end of a line stay so, and no line becomes a heading.

    Raises:
        InputError: it has a password, or cannot be read.
    """
    texts, title = _texts(data, where, losses)
    pages = [clean(text, where, losses).split("\n") for text in texts]
    pages = _without_repeated([[line.rstrip() for line in page] for page in pages], losses)
    for number, page in enumerate(pages, 1):
        if not any(line.strip() for line in page):
            losses.add("PDF pages without text", f"{where} page {number}")
    kept = ["\n".join(page).strip("\n") for page in pages]
    body = _joined([text for text in kept if text.strip()])
    body = _LOOKS_LIKE.sub(r"\1\\\2", body)
    if not body:
        return Page(
            "", why="its pages are pictures without text: read them with a program for that (OCR) first"
        )
    return Page(clean(body + "\n", where, losses), title)


def _texts(data: bytes, where: str, losses: Losses) -> tuple[list[str], str | None]:
    import logging

    from pypdf import PdfReader

    logger = logging.getLogger("pypdf")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)  # it writes every oddity of a file to the screen
    try:
        reader = PdfReader(io.BytesIO(data))
        _open(reader, where)
        losses.add("embedded files", where, len(reader.attachments))
        texts = [page.extract_text() for page in reader.pages]
        losses.add("notes and marks on PDF pages", where, sum(map(_notes, reader.pages)))
        title = sensible(reader.metadata.title if reader.metadata else None)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  # a broken file fails the reader in any way
        rule = f"is no PDF that can be read ({type(error).__name__})"
        raise InputError(Problem(where, rule, "open it and print it to a new PDF")) from None
    finally:
        logger.setLevel(before)
    return texts, title


def _open(reader: Any, where: str) -> None:
    """Many files are encrypted only against changes: their password is empty."""
    if reader.is_encrypted and not reader.decrypt(""):
        raise InputError(Problem(where, "has a password", "save it without, or leave it out"))


def _notes(page: Any) -> int:
    """Annotations that hold words of their own: not links, nor their windows."""
    found = page.annotations or ()
    return sum(note.get_object().get("/Subtype") not in ("/Link", "/Popup", "/Widget") for note in found)


def _without_repeated(pages: list[list[str]], losses: Losses) -> list[list[str]]:
    """Pages without headers and footers: lines at their edges that stand, but for a page's number, on most pages."""
    filled = [[line for line in page if line.strip()] for page in pages]
    if len(pages) < _FEWEST:
        return pages
    seen = (_pattern(line) for page in filled for line in dict.fromkeys([*page[:_EDGE], *page[-_EDGE:]]))
    repeated = {line for line, count in Counter(seen).items() if count > len(pages) / 2}
    spans = [_inner(page, repeated) for page in pages]
    if all(start >= end for start, end in spans):  # the same page many times
        return pages
    for page, (start, end) in zip(pages, spans, strict=True):
        for line in filter(str.strip, [*page[:start], *page[end:]]):
            losses.add("lines repeated at the top or bottom of PDF pages", line.strip()[:60])
    return [page[start:end] for page, (start, end) in zip(pages, spans, strict=True)]


def _inner(page: list[str], repeated: set[str]) -> tuple[int, int]:
    """What is left between the repeated lines at the top of a page and those at its bottom."""
    filled = [number for number, line in enumerate(page) if line.strip()]
    start, end = 0, len(page)
    for number in filled[:_EDGE]:
        if _pattern(page[number]) not in repeated:
            break
        start = number + 1
    for number in reversed([number for number in filled[-_EDGE:] if number >= start]):
        if _pattern(page[number]) not in repeated:
            break
        end = number
    return start, max(start, end)


def _pattern(line: str) -> str:
    """A line with its spaces made one; a number at its begin or end may be that of the page."""
    return _NUMBER.sub("0", " ".join(line.split()))


def _joined(pages: list[str]) -> str:
    """A sentence that goes on over the page is not cut into two paragraphs."""
    text = pages[0] if pages else ""
    for before, after in pairwise(pages):
        goes_on = not _ENDED.search(before) and after.lstrip()[:1].islower()
        text += ("\n" if goes_on else "\n\n") + after
    return text
