"""Blocks of a web page that no element marks as menu, sidebar or footer, and are that by their links or their names."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bs4 import Tag
from bs4.element import NavigableString

from assay.exchange.documents.surroundings import HEADINGS, begin
from assay.exchange.losses import Losses

_BLOCKS = ["div", "section", "ul", "ol", "p", "span", "form"]
_FLOW = [*HEADINGS, "p", "pre", "table", "dl", "blockquote"]
_WITHIN = ["li", "td", "th", "dd", "dt", "blockquote", "figure"]
_WHERE = r"(?:(?:site|page|main|global|app|top|bottom|left|right|layout|article|post|l|b|c|js)-)*"
# Names that say enough, and those that content has too: a menu of dishes, headers of cards.
_SURE = re.compile(
    rf"{_WHERE}(?:breadcrumbs?|cookies?(?:-.*)?|gdpr|consent|sidebar|footer|copyright|newsletter)(?:-.*)?"
)
_LIKELY = re.compile(
    rf"{_WHERE}(?:nav|navbar|navigation|menu|topbar|header|related|recommended|share|sharing|social|pagination|pager)(?:-.*)?"
)
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LINKED = 0.5  # share of words in links from which a block without sentences is a list of links
_SENTENCE = 12  # words in one piece outside of links: somebody wrote a text there
_SHORT = 25  # words outside of links in a block of a likely name
_LINKS = 2  # of a list of links
_LEAST = 4  # words that are neither link nor heading: a page with less of them lives by its links
_MOST = 0.5  # of the words outside of links: a block with more is the page itself
_SURELY = 0.8  # the same for a sure name: the footer of a short page is longer than its text


@dataclass
class _Words:
    """What is written in an element: words, those in links, the longest piece outside of links, and links."""

    all: int = 0
    linked: int = 0
    longest: int = 0
    links: int = 0

    @property
    def own(self) -> int:
        return self.all - self.linked


def leave_out_boilerplate(root: Tag, where: str, losses: Losses) -> None:
    """Take menus, sidebars, footers and the like out of a page without marked content; count their words.

    A page of which next to nothing would be left stays whole.

    Args:
        root: the page.
        where: its name for messages.
        losses: counts the words, by page.
    """
    counts = _counted(root)
    chosen = list(_chosen(root, counts))
    gone = {id(tag) for tag in chosen}
    left = sum(
        len(text.split()) for text, above in _texts(root) if _is_own(above) and not gone & {*map(id, above)}
    )
    if left < _LEAST:
        return
    texts = [" ".join(tag.get_text(" ").split()) for tag in chosen]
    shown = f"«{begin(max(texts, key=len, default=''))}»"
    what = f"words of menus and other blocks around the text of {where}, which --whole-page keeps"
    losses.add(what, shown, sum(len(text.split()) for text in texts))
    for tag in chosen:
        tag.decompose()


def _texts(root: Tag) -> Iterator[tuple[str, list[Tag]]]:
    """Each piece of text with the elements that it stands in, up to the page."""
    for text in root.find_all(string=True):
        if type(text) is NavigableString and text.strip():
            above = []
            for tag in text.parents:
                above.append(tag)
                if tag is root:
                    break
            yield text, above


def _is_own(above: list[Tag]) -> bool:
    return not any(tag.name in ("a", *HEADINGS) for tag in above)


def _counted(root: Tag) -> dict[int, _Words]:
    counts: dict[int, _Words] = {id(root): _Words()}
    for text, above in _texts(root):
        kinds = {tag.name for tag in above}
        words, linked = (
            len(text.split()),
            "a" in kinds and kinds.isdisjoint(HEADINGS),
        )  # these link to themselves
        for tag in above:
            found = counts.setdefault(id(tag), _Words())
            found.all += words
            found.linked += words if linked else 0
            found.longest = max(found.longest, 0 if linked else words)
    for link in root.find_all("a"):
        if link.find_parent(HEADINGS) is not None:
            continue
        for tag in link.parents:
            if id(tag) in counts:
                counts[id(tag)].links += 1
    return counts


def _chosen(root: Tag, counts: dict[int, _Words]) -> Iterator[Tag]:
    """The outermost blocks that are to be left out."""
    names = Counter(name for tag in root.find_all(_BLOCKS) for name in _names(tag))
    titles = root.find_all("h1")
    taken: set[int] = set()
    for tag in root.find_all(_BLOCKS):
        words = counts.get(id(tag))
        if words is None or tag is root or any(id(up) in taken for up in tag.parents):
            continue
        share = words.own / max(1, counts[id(root)].own)
        if share > _SURELY or tag.find("pre") is not None:
            continue
        if titles and all(any(up is tag for up in title.parents) for title in titles):
            continue
        named = _is_surely(tag, names) or (share <= _MOST and _is_likely(tag, words, names))
        if named or (share <= _MOST and _is_list_of_links(tag, words)):
            taken.add(id(tag))
            yield tag


def _names(tag: Tag) -> list[str]:
    """Class names and the id in one form: ``Header_root__x1`` is ``header-root-x1``."""
    found = [*tag.get_attribute_list("class"), tag.get("id")]
    return [re.sub(r"[-_]+", "-", _HUMPS.sub("-", str(name))).lower() for name in found if name]


def _is_surely(tag: Tag, names: Counter[str]) -> bool:
    # What stands there often is part of a list: footers of cards.
    return any(_SURE.fullmatch(name) and (names[name] == 1 or "footer" not in name) for name in _names(tag))


def _is_likely(tag: Tag, words: _Words, names: Counter[str]) -> bool:
    likely = any(
        _LIKELY.fullmatch(name) and (names[name] == 1 or "header" not in name) for name in _names(tag)
    )
    return likely and words.links > 0 and words.longest < _SENTENCE and words.own <= _SHORT


def _is_list_of_links(tag: Tag, words: _Words) -> bool:
    """Whether it is nearly nothing but links, and stands in no flow of text: there it belongs to what is said."""
    parent = tag.parent
    if words.links < _LINKS or words.longest >= _SENTENCE or words.linked < _LINKED * words.all:
        return False
    if parent is None or tag.name in ("p", "span") or tag.find("h1") or tag.find_parent(_WITHIN):
        return False
    own = [child for child in parent.children if isinstance(child, NavigableString) and child.strip()]
    return not own and parent.find(_FLOW, recursive=False) is None
