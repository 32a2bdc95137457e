"""What surrounds the text of a web page: which part is its content, and what in it is none."""

import re
from collections import defaultdict

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from assay.exchange.losses import Losses

HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
# The content of Confluence and MediaWiki, then what HTML has for it.
_MAIN = ("#main-content", "#mw-content-text", "main", "role=main", "article")
_NAVIGATION = "navigation and edit links"
_UNSEEN = "hidden parts"
_ELEMENTS = {
    **dict.fromkeys(("script", "style", "template"), "scripts and styles"),
    "noscript": "parts for browsers without scripts",
    **dict.fromkeys(
        ("iframe", "video", "audio", "object", "embed", "canvas", "svg", "map"), "embedded media"
    ),
    **dict.fromkeys(("button", "input", "select", "textarea", "datalist"), "controls of forms"),
    "nav": _NAVIGATION,
}
_SPEECHLESS = ("script", "style", "template", "svg", "map", "object", "canvas", "select", "datalist")
_SHOWN = 40  # characters of what is left out
_SILENT = ("link", "meta", "title")  # say nothing to a reader of the page
_CLASSES = {"toc", "toc-macro", "mw-editsection", "headerlink", "navbox", "breadcrumbs"}
_ARROWS = {"mw-cite-backlink", "footnote-backref", "footnote-back"}  # from a note back to where it is set
_PLACES = ("toc", "breadcrumbs", "breadcrumb-section")
_ROLES = ("banner", "contentinfo", "complementary")
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


def leave_out(root: Tag, where: str, losses: Losses, *, whole: bool, menus: bool = False) -> None:
    """Take out of a page's content what is no text of it, and count that, with the first words of what had some.

    Args:
        root: the content.
        where: the page's name for messages.
        losses: counts what is left out.
        whole: whether it is the whole page, with what stands around its content.
        menus: whether navigation stays.
    """
    for tag in root.find_all(name=True):
        reason = None if tag.decomposed else _reason(tag, whole=whole)
        if reason is not None and not (menus and reason == _NAVIGATION):
            place = _words(tag, where)
            mute = not reason or (reason == _UNSEEN and place == where)  # icons, marks for lines of code
            losses.add(reason, place, 0 if mute else 1)
            tag.decompose()
    for form in root.find_all("form"):
        # Some servers put the whole page into one form.
        if form.find([*HEADINGS, "table", "p"]):
            form.unwrap()
        else:
            losses.add("forms", _words(form, where))
            form.decompose()


def count_around(root: Tag, page: Tag, where: str, losses: Losses) -> None:
    """Count what stands around the content of a page: parts of known kinds, and of the rest the words.

    Only words are counted there: nobody misses a script or an icon of a page's frame.

    Args:
        root: the content.
        page: the whole.
        where: the page's name for messages.
        losses: counts what is left out.
    """
    above, rest = {id(tag) for tag in root.parents}, []
    waiting = [child for child in reversed(page.contents) if child is not root]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Tag):
            if type(node) is NavigableString and node.strip():
                rest.append(node.strip())
            continue
        reason = None if id(node) in above else _reason(node, whole=True)
        if reason is None:
            waiting += [child for child in reversed(node.contents) if child is not root]
        elif reason and node.name not in _SPEECHLESS and node.get_text(strip=True):
            losses.add(reason, _words(node, where))
    words = sum(len(text.split()) for text in rest)
    longest = " ".join(max(rest, key=len, default="").split())  # boilerplate is in short pieces
    losses.add("words around the content of pages", f"{where} «{begin(longest)}»", words)


def _words(tag: Tag, where: str) -> str:
    """A place with the first words of what is left out there, where it has any for people."""
    text = "" if tag.name in _SPEECHLESS else " ".join(tag.get_text(" ").split())
    return f"{where} «{begin(text)}»" if text else where


def begin(text: str) -> str:
    """The first words of what is left out, for a message."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"


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
        return _UNSEEN
    if tag.get("id") in _PLACES or classes & _CLASSES or tag.get("role") == "navigation":
        return _NAVIGATION
    around = tag.name in _AROUND or tag.get("role") in _ROLES
    return "page headers, footers and asides" if whole and around else None
