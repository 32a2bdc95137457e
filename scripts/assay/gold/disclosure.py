"""Personal data and secrets that must not be committed with the gold set: a light check of its texts."""

import re
from collections.abc import Callable, Iterator

import polars as pl

from assay.errors import Problem

MAY_HOLD = r"@|\d[\d\s().–-]{7,}\d|://|-----BEGIN|[A-Za-z0-9_-]{16,}"  # cheap: sorts out nearly every text
CARD_LENGTHS = range(13, 20)
# As they are printed on cards. Any digits with spaces between would include year, volume and pages of a
# reference («1996 12 543 548 9021275»), of which every tenth has the check digit.
CARD = (
    r"(?<![\d-])(?:\d{13,19}"
    r"|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?"
    r"|\d{4}([ -])\d{6}\2\d{4,5}"
    r"|\d{6}([ -])\d{13})(?![\d-])"
)


def luhn(number: str) -> bool:
    """Whether the digits have the check digit of payment cards (ISO/IEC 7812-1, annex B)."""
    digits = [int(letter) for letter in number if letter.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return len(digits) in CARD_LENGTHS and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _always(text: str) -> bool:
    del text
    return True


PATTERNS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    # The look behind lets a search begin at a word only: at each letter of 1 MB of base64 it took hours.
    ("an e-mail address", re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}"), _always),
    # Before phone numbers, and confirmed by the check digit: order numbers look the same.
    ("a card number", re.compile(CARD), luhn),
    (
        "a phone number",
        re.compile(r"(?<![\w+])(?:\+\d{1,3}|8)[\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)"),
        _always,
    ),
    ("a private key", re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"), _always),
    (
        "a key or token",
        re.compile(
            r"\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}"
            r"|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,}|hf_\w{20,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+)"
        ),
        _always,
    ),
    (
        "a connection string with a password",
        re.compile(r"(?<![a-z0-9+])[a-z][a-z0-9+]*://[^\s:/@]+:[^\s/@]+@"),
        _always,
    ),
)


def disclosures(texts: pl.DataFrame, where: str) -> list[Problem]:
    """Texts that hold personal data or a secret; the finding itself is not printed in full.

    Args:
        texts: ``line, id, field, text``.
        where: name of the file for messages.
    """
    suspect = texts.filter(pl.col("text").str.contains(MAY_HOLD)).unique().sort("line", "field", "text")
    return [
        Problem(
            f"{where}:{row['line']} {row['id']}",
            f"{row['field']} holds {what}",
            "replace it by a placeholder",
        )
        for row in suspect.iter_rows(named=True)
        for what in dict.fromkeys(what for what, _, _ in found(row["text"]))
    ]


def texts_of(frame: pl.DataFrame) -> pl.DataFrame:
    """Every text of queries or passages, nested ones too: ``line, id, field, text``."""
    names = [name for name in frame.columns if name not in ("line", "id", "sha256", "checked_corpus")]
    parts = [_texts(frame.select("line", "id", text=name), name) for name in names]
    return pl.concat([part for part in parts if part is not None])


def _texts(frame: pl.DataFrame, field: str) -> pl.DataFrame | None:
    while isinstance(frame.schema["text"], pl.List):
        frame = frame.filter(pl.col("text").list.len() > 0).explode("text")
    dtype = frame.schema["text"]
    if isinstance(dtype, pl.Struct):
        named = "text" in [entry.name for entry in dtype.fields]
        return _texts(frame.with_columns(pl.col("text").struct.field("text")), field) if named else None
    if dtype != pl.String:
        return None
    return frame.drop_nulls("text").select("line", "id", pl.lit(field).alias("field"), "text")


def found(text: str) -> Iterator[tuple[str, int, int]]:
    """What is found in a text, and where: kind, start, end."""
    for what, pattern, confirmed in PATTERNS:
        for match in pattern.finditer(text):
            if confirmed(match[0]):
                yield what, *match.span()
