"""What programs set into the content of web pages: signs that link to a heading, and questions whether a page helped."""

import re

from bs4 import Tag
from bs4.element import NavigableString

from assay.exchange.losses import Losses

_SIGNS = {"#", "¶", "§", "🔗", "⚓", "∞", "☍"}
_LINKS = {"anchor", "anchor-link", "anchorlink", "header-anchor", "header-link", "heading-anchor", "headerlink", "permalink", "hash-link"}  # fmt: skip
_VOTES = re.compile(
    r"(?:^|[-_])(?:feedback|helpful|helpfulness|vote|votes|voting|rating|rate)(?:$|[-_])", re.IGNORECASE
)
_UNSEEN = dict.fromkeys((0x200B, 0xFE0F))  # a space without width, and what makes a sign an emoji
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CONTROLS = ["button", "a", "input", "label"]
# Where a link leads that is a button in truth.
_NOWHERE = re.compile(r"\Z|#|javascript:|.*(?:vote|helpful|feedback|rating)", re.IGNORECASE)
_QUESTION = 100  # characters of a question whether a page helped
_ANSWER = 30  # of each answer to it
_ANSWERS = 2  # yes and no
VOTES = "questions whether the page helped"


def drop_signs(root: Tag) -> None:
    """Take out links from a heading to itself, which are a sign alone: nobody misses them."""
    for link in root.find_all("a"):
        words = "".join(link.get_text().translate(_UNSEEN).split())
        named = bool(set(link.get_attribute_list("class")) & _LINKS)
        own = named or str(link.get("href") or "").startswith("#")
        if (words in _SIGNS and own) or (not words and named and link.find("img") is None):
            before = link.previous_sibling
            link.decompose()
            if isinstance(before, NavigableString) and before.strip():
                before.replace_with(NavigableString(before.rstrip()))


def leave_out_votes(root: Tag, where: str, losses: Losses) -> None:
    """Take out blocks named after votes that hold a short question, if any, and answers to click alone; count them."""
    for tag in root.find_all(["div", "section", "form", "p", "fieldset", "footer", "aside"]):
        if not tag.decomposed and _is_vote(tag):
            losses.add(VOTES, f"{where} «{' '.join(tag.get_text(' ').split())}»")
            tag.decompose()


def _is_vote(tag: Tag) -> bool:
    names = [_HUMPS.sub("-", str(name)) for name in (*tag.get_attribute_list("class"), tag.get("id")) if name]
    if not any(map(_VOTES.search, names)):
        return False
    answers = tag.find_all(_CONTROLS)
    links = [str(answer.get("href") or "") for answer in answers if answer.name == "a"]
    if len(answers) < _ANSWERS or not all(map(_NOWHERE.match, links)):
        return False
    words = [" ".join(answer.get_text().split()) for answer in answers]
    inside = {id(text) for answer in answers for text in answer.find_all(string=True)}
    rest = " ".join("".join(text for text in tag.find_all(string=True) if id(text) not in inside).split())
    asked = "?" in rest or not any(links) or not rest
    return asked and len(rest) <= _QUESTION and all(len(word) <= _ANSWER for word in words)
