"""What surrounds the text of a web page: which part is its content, and what in it is none."""

import re
from collections import defaultdict

from bs4 import BeautifulSoup, Tag

from assay.exchange.losses import Losses

HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
# The content of Confluence and MediaWiki, then what HTML has for it.
_MAIN = ("#main-content", "#mw-content-text", "main", "role=main", "article")
_NAVIGATION = "navigation and edit links"
_ELEMENTS = {
    **dict.fromkeys(("script", "style", "template", "noscript"), "scripts and styles"),
    **dict.fromkeys(
        ("iframe", "video", "audio", "object", "embed", "canvas", "svg", "map"), "embedded media"
    ),
    **dict.fromkeys(("button", "input", "select", "textarea", "datalist"), "controls of forms"),
    "nav": _NAVIGATION,
}
_SILENT = ("link", "meta", "title")  # say nothing to a reader of the page
_CLASSES = {"toc", "toc-macro", "mw-editsection", "headerlink", "navbox", "breadcrumbs"}
_ARROWS = {"mw-cite-backlink", "footnote-backref"}  # from a note back to where it is set
_AROUND = ("header", "footer", "aside")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def content(soup: BeautifulSoup) -> Tag:
    """The content: the first of the known places that stands there once and holds words, else the whole page."""
    found: dict[str, list[Tag]] = defaultdict(list)
    for tag in soup.find_all(name=True):
        for place in {tag.name, f"#{tag.get('id')}", f"role={tag.get('role')}"}.intersection(_MAIN):
            found[place].append(tag)
    for place in _MAIN:
        outer = [
            tag for tag in found[place] if not any(up is one for up in tag.parents for one in found[place])
        ]
        if len(outer) == 1 and outer[0].get_text(strip=True):
            return outer[0]
    return soup.body or soup


def leave_out(root: Tag, where: str, losses: Losses, *, whole: bool) -> None:
    """Take out of a page's content what is no text of it, and count that.

    Args:
        root: the content.
        where: the page's name for messages.
        losses: counts what is left out.
        whole: whether it is the whole page, with what stands around its content.
    """
    for tag in root.find_all(name=True):
        reason = None if tag.decomposed else _reason(tag, whole=whole)
        if reason is not None:
            losses.add(reason, where, 1 if reason else 0)
            tag.decompose()
    for form in root.find_all("form"):
        # Some servers put the whole page into one form.
        if form.find([*HEADINGS, "table", "p"]):
            form.unwrap()
        else:
            losses.add("forms", where)
            form.decompose()


def _reason(tag: Tag, *, whole: bool) -> str | None:
    """What an element is that is left out; "" where nobody misses it, None where it stays."""
    classes = set(tag.get_attribute_list("class"))
    if (
        tag.name in _SILENT
        or classes & _ARROWS
        or re.match("#(?:foot|end)note-ref", str(tag.get("href") or ""))
    ):
        return ""
    if tag.name in _ELEMENTS:
        return _ELEMENTS[tag.name]
    if (
        tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or _HIDDEN.search(str(tag.get("style") or ""))
    ):
        return "hidden parts"
    if tag.get("id") == "toc" or classes & _CLASSES:
        return _NAVIGATION
    return "page headers, footers and asides" if whole and tag.name in _AROUND else None
