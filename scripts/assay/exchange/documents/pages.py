"""What a reader makes of a file before it is a document of the corpus, and texts in the form the corpus has them."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.errors import InputError, Problem
from assay.exchange.losses import Losses

_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x85]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BINARY = 0.1  # share of control characters from which a file is taken to be no text
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[*`]+|\s*\{#[^}]*\}\s*$")
# Titles that programs write by themselves.
_NO_TITLE = re.compile(
    r"microsoft word\b.*|.*\.(?:docx?|pdf|rtf|odt|indd|tmp|html?|pages|pptx?)|"
    r"(?:untitled|без (?:имени|названия)|документ|document|новый документ|заголовок|title)[\s\d._-]*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Page:
    """One text in Markdown, and what its file says of it.

    Attributes:
        body: the text, in the form that :func:`clean` gives.
        title: its title, None where the file has none.
        lang: the language that it declares, as it stands there.
        url: where people read it.
        values: front matter, texts by key.
        ready: whether the file is a document of the corpus already, with front matter that may stay as it is.
        front: the lines of that front matter.
        why: why there is no text, where that is known.
    """

    body: str
    title: str | None = None
    lang: str | None = None
    url: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    ready: bool = False
    front: str = ""
    why: str = "holds no text"


def clean(text: str, where: str, losses: Losses) -> str:
    """A text in Unicode form NFC with LF line ends, without control characters, which are counted.

    No-break spaces and soft hyphens stay: labels are found whether they are there or not.

    Raises:
        InputError: so many control characters that it is no text.
    """
    text = unicodedata.normalize("NFC", _LINE_ENDS.sub("\n", text.removeprefix("\ufeff")))
    found = len(_CONTROL.findall(text))
    if found > max(2, _BINARY * len(text)):
        rule = f"is no text: {found} of its {len(text)} characters are control characters"
        raise InputError(Problem(where, rule, "save it as UTF-8, or leave it out"))
    losses.add("control characters", where, found)
    # What a removed character kept apart may combine.
    return unicodedata.normalize("NFC", _CONTROL.sub("", text)) if found else text


def one_line(text: str | None) -> str | None:
    """A text for a title: one line of printable characters, None where nothing is left."""
    words = " ".join((text or "").split())
    return "".join(character for character in words if character.isprintable()).strip() or None


def plain(heading: str) -> str | None:
    """A Markdown heading without its marks, for a title."""
    return one_line(_MARKS.sub("", _LINK.sub(r"\1", heading)))


def sensible(title: str | None) -> str | None:
    """A title from a file's properties, None where it is only what a program or template left there."""
    found = one_line(title)
    return None if not found or _NO_TITLE.fullmatch(found) or not re.search(r"[^\W\d_]", found) else found
