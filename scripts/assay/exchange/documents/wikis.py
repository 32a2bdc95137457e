"""What exports of wikis hold beside their pages, and what they put into names and titles."""

import re
from pathlib import PurePosixPath

from bs4 import BeautifulSoup

from assay.errors import Problem
from assay.exchange.losses import Losses

_HEAD = 4096  # bytes in which a file says what it is
_DUMPS = (
    (
        b"<mediawiki",
        "is a dump of MediaWiki, whose texts are in a markup of its own, which is not read",
        "save the pages as HTML, or make Markdown of each with `pandoc -f mediawiki -t gfm`",
    ),
    (
        b"<hibernate-generic",
        "is an XML export of Confluence, which is not read",
        "export the space as HTML, and unpack that",
    ),
)
# Notion puts the number of a page behind its title, and links pages to each other by such names.
_NUMBERED = re.compile(r"(.*\S) ([0-9a-f]{32})")
_LINK = re.compile(
    r"(?<!!)\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]\((?!\w+:)([^()\s]*(?:\([^()\s]*\)[^()\s]*)*[0-9a-f]{32}(?:_all)?\.(?:md|csv|html))\)"
)


def dump_fault(path: str, data: bytes, where: str) -> Problem | None:
    """Why a dump of a whole wiki cannot be imported; None of any other file."""
    if PurePosixPath(path).suffix.lower() == ".xml":
        for mark, rule, fix in _DUMPS:
            if mark in data[:_HEAD]:
                return Problem(where, rule, fix)
    return None


def named(path: str) -> str:
    """A path of a Notion export without the numbers of folders, and eight digits of that of a file; else as it is.

    Pages of one title in one folder stay apart.
    """
    *folders, name = PurePosixPath(path).parts
    file = PurePosixPath(name)
    match = _NUMBERED.fullmatch(file.stem)
    short = f"{match[1]} {match[2][:8]}{file.suffix}" if match else name
    return PurePosixPath(*map(titled, folders), short).as_posix()


def titled(name: str) -> str:
    """A name of a Notion export without its number."""
    match = _NUMBERED.fullmatch(name)
    return match[1] if match else name


def without_links(body: str, where: str, losses: Losses) -> str:
    """A Markdown page of a Notion export whose links to other pages are their words: the files are not in the corpus."""
    done, count = _LINK.subn(lambda found: found[1], body)
    losses.add("links between pages of a Notion export, of which the words stay", where, count)
    return done


def is_contents(soup: BeautifulSoup) -> bool:
    """Whether a page of a Confluence export is the list of its pages, and no page."""
    return soup.select_one("#main-content.pageSection") is not None


def page_title(soup: BeautifulSoup, title: str | None) -> str | None:
    """A title of a Confluence export without the name of the space in front."""
    space = soup.select_one("#breadcrumbs a")
    name = " ".join(space.get_text().split()) if space else ""
    return title.removeprefix(f"{name} : ") if title and name else title
