"""Values of fields as texts of cells, and texts of cells as values: lists a line each, sets as ``p1 + p2``."""

import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from assay.exchange.cells import CODED, CONTROL, LONGEST
from assay.exchange.workbook.titles import NO_ANSWERS
from assay.gold.fields import ROLES

_INDENT = "    "
_KEYED = re.compile(r"(.*?):(?:\s+|$)(.*)", re.DOTALL)
_CLAIM = re.compile(r"(.*?)\s*\[([^\[\]]*)\]\s*", re.DOTALL)
_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_MARKS = {
    **dict.fromkeys("«»„“”‟‘’‚‹›'", '"'),
    **dict.fromkeys("–—−‑‐", "-"),
    "…": "...",
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
}
_UNDERSCORE = "_x005F_"  # as XLSX writes one before what looks like a code
_FOLD = str.maketrans(_MARKS)


class FormError(ValueError):
    """A text that is none of its form: the phrase that says so, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


class Form(NamedTuple):
    """How values of a kind are written in a cell and read from it; a text that says nothing is read as None."""

    say: Callable[[Any], str]
    read: Callable[[str, Collection[str]], Any]


def told(form: str, value: Any, lang: int) -> str:
    """A value as the text of a cell, fit for XLSX: cut where it is too long, � for what XML cannot hold.

    Args:
        form: name of a form of :data:`FORMS`.
        value: of the field.
        lang: place of the language among those of the sheets.
    """
    if value is None:
        return ""
    text = NO_ANSWERS[lang] if form == "sets" and value == [] else FORMS[form].say(value)
    text = CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    # A code that stands in the text itself, as _x000D_, is written with a code more: that has to fit, too.
    room = max(LONGEST - len(_UNDERSCORE) * len(CODED.findall(text)), LONGEST // len(_UNDERSCORE))
    return text if len(text) <= room else text[: room - 1] + "…"


def heard(form: str, text: str, old: Any, known: Collection[str]) -> Any:
    """The value that the text of a cell says.

    Args:
        form: name of a form.
        text: of the cell.
        old: the value before; where nothing stands in the cell, an empty list stays one.
        known: ids of passages.

    Raises:
        FormError: the text is none of that form.
    """
    clean = cleaned(text)
    if clean:
        return FORMS[form].read(clean, known)
    return type(old)() if isinstance(old, list | dict) and form != "sets" else None


def is_sayable(form: str, value: Any, lang: int, known: Collection[str]) -> bool:
    """Whether a value comes back from its cell as it is; else it may be read there and not edited."""
    try:
        return bool(heard(form, told(form, value, lang), value, known) == value)
    except FormError:
        return False


def cleaned(text: str) -> str:
    """A text in NFC with plain line ends, without spaces around it."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def is_same(text: str, other: str) -> bool:
    """Whether two texts of cells are the same but for line ends and spaces at the ends of lines."""
    first, second = ([line.rstrip() for line in cleaned(one).split("\n")] for one in (text, other))
    return first == second


def is_retyped(text: str, other: str) -> bool:
    """Whether two texts differ in nothing but quotation marks, dashes, dots and spaces, as programs set them."""
    return folded(text) == folded(other)


def folded(text: str) -> str:
    """A text with plain marks and single spaces."""
    return re.sub(r"-{2,}", "-", " ".join(cleaned(text).translate(_FOLD).split()))


def _entries(text: str) -> list[str]:
    """Entries of a cell: a line each; a line that begins with spaces goes on with the one above."""
    found: list[str] = []
    for line in text.split("\n"):
        if found and (not line.strip() or line[0].isspace()):
            found[-1] += "\n" + line.removeprefix(_INDENT)
        elif line.strip():
            found.append(line.strip())
    return [entry.rstrip() for entry in found]


def _entry(text: str) -> str:
    return text.replace("\n", f"\n{_INDENT}")


def _pairs(text: str, key: str) -> list[tuple[str, str]]:
    """Entries with what stands before their colon; a phrase for those in which nothing does."""
    found: list[tuple[str, str]] = []
    for number, entry in enumerate(_entries(text), 1):
        match = _KEYED.fullmatch(entry)
        if match is None or not match[1].strip():
            raise FormError(key, n=number, line=entry[:40])
        found.append((match[1].strip(), match[2].strip()))
    return found


def _by_passage(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in _pairs(text, "form.passage"):
        if name in found:
            raise FormError("form.twice", name=name)
        found[name] = value
    return found


def _read_sets(text: str, known: Collection[str]) -> list[list[str]]:
    if folded(text).casefold().strip(".") in (*NO_ANSWERS, "-"):
        return []
    return [_set(line, known) for line in text.split("\n") if line.strip()]


def _set(line: str, known: Collection[str]) -> list[str]:
    found: list[str] = []
    for name in re.split(r"\s+\+\s+", line.strip()):
        parts = [part.strip() for part in name.split("+")]
        found += (
            parts if name not in known and len(parts) > 1 and all(part in known for part in parts) else [name]
        )
    for name in found:
        if " " in name:
            raise FormError("form.space", name=name)
    return found


def _read_turns(text: str, known: Collection[str]) -> list[dict[str, str]]:
    del known
    turns = [{"role": role.casefold(), "text": words} for role, words in _pairs(text, "form.role")]
    for turn in turns:
        if turn["role"] not in ROLES:
            raise FormError("form.unknown_role", role=turn["role"], roles=", ".join(ROLES))
    return turns


def _read_grades(text: str, known: Collection[str]) -> dict[str, Any]:
    del known
    found = _by_passage(text)
    for name, grade in found.items():
        if grade not in ("1", "2"):
            raise FormError("form.grade", name=name, grade=grade)
    return {name: int(grade) for name, grade in found.items()}


def _read_claims(text: str, known: Collection[str]) -> list[dict[str, Any]]:
    del known
    claims = []
    for name, rest in _pairs(text, "form.claim"):
        match = _CLAIM.fullmatch(rest)
        words, inside = (match[1], match[2]) if match else (rest, "")
        passages = [one for one in re.split(r"[,;]?\s+", inside.strip()) if one]
        claims.append({"id": name, "text": words.strip(), "passages": passages})
    return claims


def _read_day(text: str, known: Collection[str]) -> str:
    del known
    match = _DAY.fullmatch(text)
    return f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}" if match else text


def _say_claims(claims: Any) -> str:
    return "\n".join(_entry(f"{one['id']}: {one['text']} [{', '.join(one['passages'])}]") for one in claims)


FORMS = {
    "text": Form(str, lambda text, _: text),
    "day": Form(str, _read_day),
    "lines": Form(lambda items: "\n".join(map(_entry, items)), lambda text, _: _entries(text)),
    "sets": Form(lambda sets: "\n".join(" + ".join(one) for one in sets), _read_sets),
    "reasons": Form(
        lambda found: "\n".join(_entry(f"{name}: {text}") for name, text in found.items()),
        lambda text, _: _by_passage(text),
    ),
    "grades": Form(
        lambda found: "\n".join(f"{name}: {grade}" for name, grade in found.items()), _read_grades
    ),
    "turns": Form(
        lambda turns: "\n".join(_entry(f"{turn['role']}: {turn['text']}") for turn in turns), _read_turns
    ),
    "claims": Form(_say_claims, _read_claims),
}
