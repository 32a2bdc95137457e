"""How a service may write a value that it was sent: plain, escaped in JSON, URLs or HTML, in Base64."""

import base64
import html
import re
from collections.abc import Iterable
from functools import cache

ALONE = 8  # letters; a shorter value is an everyday word, which is looked for only where it stands alone
_SCHEMES = ("bearer ", "basic ", "apikey ", "token ")
# After these a word is a value of its own; what ends it is no letter, and no colon makes it a key of JSON.
_BEFORE = "|".join(('(?<=")', "(?<==)", *(rf"(?i:(?<={scheme}))" for scheme in _SCHEMES)))
_AFTER = r"(?!\w)(?!\\*\"\s*:)"


def patterns(values: Iterable[str]) -> list[re.Pattern[str]]:
    """One for each way to hold one of the values, the longest first.

    In each, any letter may be escaped, as often as texts were put into one another. A value that is shorter than
    ``ALONE`` is found as a whole text of JSON, after ``=`` or ``Bearer``, or as the whole.
    """
    held = {text for value in values for text in (value, *_within(value))}
    short = {text for text in held if len(text) < ALONE}
    forms = {form for text in held - short for form in _forms(text) if len(form) >= ALONE}
    return [
        _compiled(form, alone=form in short)
        for form in sorted(forms | short, key=lambda form: (-len(form), form))
    ]


def _forms(text: str) -> set[str]:
    """The text, and it as Base64 within whatever other text."""
    found = {text, text.rstrip("=")}
    for start in range(3):  # of the three bytes that Base64 writes as four letters
        data = bytes(start) + text.encode(errors="surrogateescape")
        first, last = -(-start * 8 // 6), len(data) * 8 // 6  # the letters that depend on the text alone
        found |= {
            encode(data).decode()[first:last] for encode in (base64.b64encode, base64.urlsafe_b64encode)
        }
    return found


def _within(value: str) -> list[str]:
    """A name with its password, as Basic authentication packs them, and the password alone."""
    try:
        text = base64.b64decode(value, validate=True).decode()
    except ValueError:
        return []
    name, colon, password = text.partition(":")
    return [text, password] if name and colon and text.isprintable() else []


@cache
def _compiled(form: str, *, alone: bool) -> re.Pattern[str]:
    spelled = "".join(map(_letter, form))
    return re.compile(rf"(?:{_BEFORE}){spelled}{_AFTER}|\A{spelled}\Z" if alone else spelled)


def _letter(letter: str) -> str:
    """The ways to write a letter. Each begins with a letter of its own: so the whole is looked for quickly."""
    code = ord(letter)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no text  # noqa: PLR2004
        return letter
    units = letter.encode("utf-16-be").hex()
    escaped = "".join(rf"\\\\*(?i:u{units[n : n + 4]})" for n in range(0, len(units), 4))
    percent = "".join(f"%(?:25)*(?i:{byte:02x})" for byte in letter.encode())
    entities = rf"&(?:amp;)*(?i:#0*{code};|#x0*{code:x};)"
    ways = [escaped, percent, entities, re.escape(letter)]
    if letter in "\"\\/'":
        ways.insert(0, rf"\\\\*{re.escape(letter)}")
    if letter == " ":
        ways.append(r"\+")
    if (named := html.escape(letter)) != letter:
        ways.insert(0, f"&(?:amp;)*{named[1:]}")  # before the plain one, which begins "&amp;" too
    return f"(?:{'|'.join(ways)})"
