"""Text documents of offices (DOCX) to Markdown, by way of HTML; what needs the extra group ``office``."""

import html
import importlib
import io
import re
import zipfile

from assay.errors import InputError, Problem
from assay.exchange.documents.pages import Page, clean, sensible
from assay.exchange.losses import Losses

NEEDED = {".docx": "mammoth", ".pdf": "pypdf"}
_OLD = b"\xd0\xcf\x11\xe0"  # files of older offices, and those with a password
_STYLES = "\n".join(
    [
        "p[style-name='Title'] => h1.document-title:fresh",
        "p[style-name='Название'] => h1.document-title:fresh",
        *(f"p[style-name='Заголовок {level}'] => h{level}:fresh" for level in range(1, 7)),
    ]
)
_TITLE = re.compile(r"<dc:title[^>]*>(.*?)</dc:title>", re.DOTALL)
# What the reader leaves out or changes, by the elements that hold it.
_PARTS = (
    ("tracked changes, taken as accepted", r"word/document\.xml", rb"<w:(?:ins|del|moveFrom|moveTo)\b"),
    ("comments", r"word/comments\.xml", rb"<w:comment\b"),
    ("footnotes, moved to the end", r"word/document\.xml", rb"<w:(?:footnote|endnote)Reference\b"),
    ("formulas", r"word/document\.xml", rb"<m:oMath[ >]"),
    ("charts", r"word/charts/chart\d*\.xml", rb"<c:chart\b"),
    ("page headers and footers", r"word/(?:header|footer)\d*\.xml", rb"\A(?s:.*)<w:t[ >]"),
    ("embedded files", r"word/embeddings/.+", rb"\A"),
)


def missing(suffix: str) -> str | None:
    """The package that reads files of a kind, where it is not there."""
    name = NEEDED.get(suffix)
    try:
        if name:
            importlib.import_module(name)
    except ImportError:
        return name
    return None


def read_docx(data: bytes, where: str, losses: Losses) -> Page:
    """A text document as Markdown: headings by their styles, changes taken as accepted.

    Raises:
        InputError: it cannot be read.
    """
    import mammoth  # type: ignore[import-untyped]  # ships no types

    from assay.exchange.documents.html import page_of

    if data.startswith(_OLD):
        rule = "has a password, or is an old .doc under another name"
        raise InputError(Problem(where, rule, "save it as DOCX without password"))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            title = _read_parts(parts, where, losses)
        options = {"style_map": _STYLES, "convert_image": mammoth.images.img_element(lambda _: {})}
        done = mammoth.convert_to_html(io.BytesIO(data), **options)
    except Exception as error:  # noqa: BLE001  # a broken file fails the reader in any way
        rule = f"is no DOCX that can be read ({type(error).__name__})"
        raise InputError(Problem(where, rule, "open it and save it anew")) from None
    for message in dict.fromkeys(message.message for message in done.messages):
        if "ignored" in message and "oMath" not in message:
            losses.add("elements of a text document that are not read", message.rpartition(": ")[2][:80])
    return page_of(clean(done.value, where, losses), where, losses, hint=title, whole_page=True)


def _read_parts(parts: zipfile.ZipFile, where: str, losses: Losses) -> str | None:
    """Count what will be missing; the title of the properties."""
    for name in parts.namelist():
        for what, path, mark in _PARTS:
            if re.fullmatch(path, name):
                losses.add(what, where, len(re.findall(mark, parts.read(name))))
    if "docProps/core.xml" not in parts.namelist():
        return None
    match = _TITLE.search(parts.read("docProps/core.xml").decode("utf-8", "replace"))
    return sensible(html.unescape(match[1])) if match else None
