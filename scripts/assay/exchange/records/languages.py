"""Languages as other tools write them: names, codes of countries beside them, capitals."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.counting import counted
from assay.exchange.listing import listed
from assay.exchange.records.paths import reader
from assay.exchange.records.targets import Target
from assay.retrieval.records import LANGUAGE

_NAMES = {  # of the two that texts here are in
    "ru": ("rus", "russian", "рус", "русский", "русский язык", "по-русски", "russisch", "russe"),
    "en": ("eng", "english", "англ", "английский", "английский язык", "по-английски"),
}
_CODES = {name: code for code, names in _NAMES.items() for name in names}
_COUNTRY = re.compile(r"(ru|en)[-_][a-z]{2}(?:\.utf-?8)?")


def code_of(text: str) -> str | None:
    """``ru`` of ``Russian``, ``русский``, ``RU`` and ``ru-RU``; other codes with small letters; None of what is none."""
    plain = " ".join(text.casefold().split())
    if country := _COUNTRY.fullmatch(plain):
        return country[1]
    return language_code(_CODES.get(plain) or text)


def language_code(text: str | None) -> str | None:
    """``ru`` of ``RU``, ``en-GB`` of ``en_GB``; None of what is no code."""
    first, mark, rest = (text or "").strip().replace("_", "-").partition("-")
    code = first.lower() + mark + rest
    return code if LANGUAGE.fullmatch(code) else None


def told(values: Sequence[Any], fields: Mapping[str, str], targets: Mapping[str, Target]) -> Iterator[str]:
    """A line on languages that are read as another code than stands there.

    Args:
        values: the records.
        fields: path by field.
        targets: our fields.
    """
    for name in fields.keys() & targets.keys():
        if targets[name].kind == "lang":
            texts = [text.strip() for text in _texts(values, fields[name])]
            changed = {text: code for text in texts if (code := code_of(text)) and code != text}
            if changed:
                some = listed([f"{text!r} as {code}" for text, code in sorted(changed.items())])
                number = counted(sum(text in changed for text in texts), "language")
                yield f"{number} read as codes: {some}"


def _texts(values: Sequence[Any], path: str) -> Iterator[str]:
    find = reader(path)
    for value in values:
        try:
            text = find(value)
        except ValueError:
            continue  # which is named when it is read
        if isinstance(text, str):
            yield text
