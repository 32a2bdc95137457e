"""Web pages to Markdown: the main content without what surrounds it, its title, language and address."""

import re
import warnings
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from assay.errors import InputError, Problem
from assay.exchange.documents.boilerplate import leave_out_boilerplate
from assay.exchange.documents.furniture import drop_signs, leave_out_votes
from assay.exchange.documents.markup import markdown
from assay.exchange.documents.pages import Page, clean, one_line, sensible
from assay.exchange.documents.surroundings import HEADINGS, content, count_around, leave_out
from assay.exchange.documents.wikis import is_contents, page_title
from assay.exchange.losses import Losses
from assay.exchange.records.decoding import decoded

# Titles that stand outside of the content in wikis and pages of pandoc, and the one of a text document.
_TITLE = "#firstHeading, #title-heading, #title-text, #title-block-header .title, h1.document-title"
_CHARSET = re.compile(rb"<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BLOCKS = [
    "address",
    "aside",
    "center",
    "dialog",
    "fieldset",
    "footer",
    "header",
    "hgroup",
    "legend",
    "menu",
    "search",
]
_HEAD = 4096  # bytes in which a page names its encoding
# Elements whose end tags people leave out: what ends each, and what it stands in.
_CLOSED_BY = {
    "li": (["li"], ["ul", "ol", "menu"]),
    "dt": (["dt", "dd"], ["dl"]),
    "dd": (["dt", "dd"], ["dl"]),
    "tr": (["tr"], ["table"]),
    "td": (["td", "th"], ["tr", "table"]),
    "th": (["td", "th"], ["tr", "table"]),
    "p": (["p"], ["div", "li", "td", "th", "dd", "blockquote", "section", "article"]),
}


def read_html(data: bytes, where: str, losses: Losses, notes: list[str], *, whole_page: bool = False) -> Page:
    """A page as Markdown; ``whole_page``: with its menus and all else that stands around its content.

    Raises:
        InputError: no text, or elements too deep within each other.
    """
    text = _declared(data)
    if text is None:
        text, found = decoded(data, where)
        notes += found
    return page_of(clean(text, where, losses), where, losses, whole_page=whole_page)


def page_of(
    html: str, where: str, losses: Losses, hint: str | None = None, *, whole_page: bool = False
) -> Page:
    """The same of HTML that is decoded and cleaned; ``hint`` is its title, where a file's properties say it."""
    soup = _parsed(html)
    named = hint or page_title(soup, sensible(_text(soup.select_one("head > title")) or _text(soup.title)))
    lang, url = _attribute(soup.html, "lang") or _attribute(soup.html, "xml:lang"), _url(soup)
    _end_tags(soup)
    page = soup.body or soup
    root = page if whole_page else content(soup)
    heading = soup.select_one(_TITLE)
    if is_contents(soup):
        return Page("", why="the list of pages of a Confluence export")
    above = page_title(soup, one_line(_text(heading)))
    if root is not page:
        for tag in soup.select(_TITLE):
            if not any(up is root for up in tag.parents):
                tag.extract()
        count_around(root, page, where, losses)
    drop_signs(root)
    leave_out_votes(root, where, losses)
    alone = root is page and not whole_page
    leave_out(root, where, losses, whole=alone, menus=whole_page)
    _prepare(root, where, losses, alone=alone)
    tops = [words for tag in root.find_all("h1") if (words := one_line(_text(tag)))]
    title = above or (tops[0] if len(tops) == 1 and not hint else named) or (tops[0] if tops else None)
    try:
        body = markdown(root, where, losses)
    except RecursionError:
        raise InputError(Problem(where, "has elements too deep within each other", "save it anew")) from None
    if body and title and tops[:1] != [title]:  # many pages in one: the first must not be the title of all
        body = f"# {title}\n\n{body}"
    return Page(clean(body + "\n", where, losses) if body else "", title, lang, url)


def _declared(data: bytes) -> str | None:
    """The text by the encoding that the page names; None where it names none, or is UTF-8 in truth."""
    match = _CHARSET.search(data[:_HEAD])
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return data.decode(match[1].decode("ascii")) if match else None
        except (LookupError, UnicodeDecodeError):
            return None
    return None


def _parsed(html: str) -> BeautifulSoup:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pages that call themselves XML, or are a single word
        return BeautifulSoup(html, "html.parser")


def _prepare(root: Tag, where: str, losses: Losses, *, alone: bool) -> None:
    """What Markdown cannot nest is put in a row: tables for layout, links around blocks, breaks in headings.

    Where nothing says what is content (``alone``), menus and the like go, while links are links and cells are blocks.
    """
    _clear(root, where, losses)
    for tag in root.find_all(_BLOCKS):
        tag.name = "div"  # the extractor takes them for words of a line
    _unfold(root, where, losses)
    if alone:
        leave_out_boilerplate(root, where, losses)
    for link in root.find_all("a"):
        if link.find([*HEADINGS, "p", "div", "table", "ul", "ol", "pre"]):
            link.unwrap()
    for code in root.find_all("pre"):
        for mark in code.find_all("br"):
            mark.replace_with(NavigableString("\n"))
    for heading in root.find_all(HEADINGS):
        for tag in heading.find_all(["br", "img"]):
            tag.replace_with(NavigableString(str(tag.get("alt") or " ")))
        if heading.find_parent(["li", "blockquote", "dd", "td", "th"]):
            losses.add("headings within lists, quotations or cells, which make no section", where)


def _clear(root: Tag, where: str, losses: Losses) -> None:
    """Take out comments, instructions to programs, and control characters that are written as ``&#2;``."""
    for text in root.find_all(string=lambda text: isinstance(text, PreformattedString)):
        text.extract()
    for text in root.find_all(string=_CONTROL):
        losses.add("control characters", where, len(_CONTROL.findall(text)))
        text.replace_with(NavigableString(_CONTROL.sub("", text)))


def _unfold(root: Tag, where: str, losses: Losses) -> None:
    """Tables that only place things on the page become blocks, the inner ones first; cells of no table too."""
    for part in root.find_all(["tr", "td", "th"]):
        if part.find_parent("table" if part.name == "tr" else "tr") is None or (
            part.name != "tr" and part.parent is not None and part.parent.name != "tr"
        ):
            part.name = "div"
    for table in reversed(root.find_all("table")):
        if _is_layout(table):
            losses.add("tables that only place things on the page", where)
            parts = table.find_all(["thead", "tbody", "tfoot", "tr", "td", "th", "caption"])
            for tag in [*(part for part in parts if part.find_parent("table") is table), table]:
                tag.name = "div"


def _is_layout(table: Tag) -> bool:
    rows = [row.find_all(["td", "th"], recursive=False) for row in table.find_all("tr")]
    alone = len([row for row in rows if row]) < 2 or max(map(len, rows), default=0) < 2  # noqa: PLR2004  # one row, one column
    return alone or table.get("role") in ("presentation", "none") or bool(table.find(["table", *HEADINGS]))


def _end_tags(soup: BeautifulSoup) -> None:
    """Put what stands in an element that nobody closed beside it, as browsers do."""
    for tag in soup.find_all(list(_CLOSED_BY)):
        siblings, holders = _CLOSED_BY[tag.name]
        parent = tag.find_parent([*siblings, *holders])
        if parent is not None and parent.name in siblings:
            parent.insert_after(tag.extract())


def _url(soup: BeautifulSoup) -> str | None:
    for found in _addresses(soup):
        url = found.strip()
        if re.match(r"https?://.|/(?!/)", url) and url.isprintable() and " " not in url:
            return url
    return None


def _addresses(soup: BeautifulSoup) -> Iterator[str]:
    for selector, key in (("link[rel=canonical]", "href"), ("meta[property='og:url']", "content")):
        for tag in soup.select(selector):
            yield _attribute(tag, key) or ""


def _attribute(tag: Tag | None, key: str) -> str | None:
    return str(tag.get(key) or "").strip() or None if tag is not None else None


def _text(tag: Tag | None) -> str | None:
    return tag.get_text() if tag is not None else None
