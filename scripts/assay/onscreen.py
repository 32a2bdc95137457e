"""What people and programs wrote, on a terminal: nothing in it that a terminal would obey, in words or in JSON."""

import json
import unicodedata
from typing import Any

# Controls, marks of direction and others that nobody sees, half characters, ends of lines and of paragraphs.
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def one_line(text: str, *, strip: bool = True) -> str:
    """The text on one line; whatever cannot be printed is a space."""
    shown = "".join(mark if mark.isprintable() else " " for mark in text)
    return " ".join(shown.split()) if strip else shown


def safe(text: object, *, strip: bool = True) -> str:
    """Any text on one line: what nobody sees (soft hyphens, marks of direction) is left out, the rest as :func:`one_line`."""
    words = str(text)
    if not words.isprintable():
        words = "".join(mark for mark in words if unicodedata.category(mark) != "Cf")
    return one_line(words, strip=strip)


def as_json(value: Any) -> str:
    """JSON for a terminal or a file: non-ASCII letters as they are, what a terminal may obey is escaped.

    Keys keep their order; there is no line end behind the last line. Whoever parses it gets the same value.
    """
    return escaped(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2))


def escaped(text: str) -> str:
    """JSON in which what a terminal may obey, or nobody sees, is written as a code; ends of lines stay."""
    unseen = {mark for mark in set(text) if unicodedata.category(mark) in _UNSEEN} - {"\n"}
    return text.translate({ord(mark): json.dumps(mark)[1:-1] for mark in unseen})
