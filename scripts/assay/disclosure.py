"""Personal data and secrets that must not be committed: a light check of what people write.

The finding itself is never printed: messages are kept in logs.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from pathlib import Path

from assay import git
from assay.corpora import source_files, sources
from assay.errors import InputError, Problem

PUBLIC = "evidence/public.txt"
CONTACTS = ("an e-mail address", "a phone number")  # which stand in the corpus for people to use
FIX = f"replace it by a placeholder, or list it in {PUBLIC} where anybody may read it"
# Cheap: sorts out nearly every text, hashes and ids too.
MAY_HOLD = r"@|\d[\d\s().–-]{7,}\d|(?i:паспорт|passport|сери[яию])|-----BEGIN|sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|A[KS]IA|AIza|hf_|eyJ"
# Contents are compressed, or of other programs: what looks like an address in them is none.
PICTURES = re.compile(r"(?i)\.(png|jpe?g|gif|webp|ico|pdf|docx?|xlsx?|pptx?|zip|gz|parquet)$")
# Hashes in rows of ledgers; one in 20,000 is a number as it stands on cards, and no row can be written anew.
_ROW_IDS = re.compile(
    r'"(?:row_id|decision|supersedes|adjudicates)": (?:"[0-9a-f]{16}"|\[(?:"[0-9a-f]{16}"(?:, )?)+\])'
)
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
CARD_LENGTHS = range(13, 20)
# As they are printed on cards; no part of a hash or of a fraction. Any digits with spaces between would include year, volume and pages of a
# reference («1996 12 543 548 9021275»), of which every tenth has the check digit.
CARD = (
    r"(?<![\w.-])(?=[2-6])(?:\d{13,19}"
    r"|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?"
    r"|\d{4}([ -])\d{6}\2\d{4,5}"
    r"|\d{6}([ -])\d{13})(?![\w-])"
)
PASSPORT = (
    r"(?i:\b(?:паспорт\w*|passport)\b[^\d\n]{0,30}?|\bсери[яию][\s:]{0,4}(?=\d{2}\s?\d{2}[\s,;]{0,4}(?:номер|№)))"
    r"(?P<find>(?<!\d)\d{2}\s?\d{2}(?:[\s,;:№#-]|номер|number|no\.?|N){0,12}\d{6})(?!\d)"
)
# Twelve digits are a person's, ten a firm's; without the word they may be an order.
TAXPAYER = r"(?i:\b(?:ИНН\w*|INN)\b[^\d\n]{0,12})(?P<find>\d{4} ?\d{4} ?\d{4})(?!\d)"
INSURANCE = r"(?<![\w-])\d{3}-\d{3}-\d{3}[ -]\d{2}(?![\w-])"
SNILS = r"(?i:\b(?:СНИЛС\w*|SNILS)\b[^\d\n]{0,12})(?P<find>\d{3}[\s-]?\d{3}[\s-]?\d{3}[\s-]?\d{2})(?!\d)"


def luhn(number: str) -> bool:
    """Whether the digits have the check digit of payment cards (ISO/IEC 7812-1, annex B)."""
    digits = [int(letter) for letter in number if letter.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return len(digits) in CARD_LENGTHS and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def snils(number: str) -> bool:
    """Whether eleven digits end with the two check digits of Russian insurance numbers."""
    digits = [int(letter) for letter in number if letter.isdigit()]
    return (
        sum(digit * (9 - at) for at, digit in enumerate(digits[:9])) % 101 % 100
        == digits[9] * 10 + digits[10]
    )


def _always(text: str) -> bool:
    del text
    return True


PATTERNS: tuple[tuple[str, str, re.Pattern[str], Callable[[str], bool]], ...] = (
    # The look behind lets a search begin at a word only: at each letter of 1 MB of base64 it took hours.
    (
        "an e-mail address",
        "@",
        re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}"),
        _always,
    ),
    # Before phone numbers, and confirmed by the check digit: order numbers look the same.
    ("a card number", "", re.compile(CARD), luhn),
    ("a taxpayer number", "", re.compile(TAXPAYER), _always),
    ("an insurance number", "", re.compile(SNILS), _always),
    ("an insurance number", "", re.compile(INSURANCE), snils),
    (
        "a phone number",
        "",
        re.compile(r"(?<![\w+.])(?:\+\d{1,3}|8)[\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\w)"),
        _always,
    ),
    # A series and a number of six digits; without a word in front of them they may be an order.
    ("a passport number", "", re.compile(PASSPORT), _always),
    ("a private key", "-----BEGIN", re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"), _always),
    (
        "a key or token",
        "",
        re.compile(
            r"\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}"
            r"|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,}|hf_\w{20,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+)"
        ),
        _always,
    ),
    (
        "a connection string with a password",
        "://",
        re.compile(r"(?<![a-z0-9+])[a-z][a-z0-9+]*://[^\s:/@]+:[^\s/@]+@"),
        _always,
    ),
)


def found(text: str) -> Iterator[tuple[str, int, int]]:
    """What is found in a text, and where: kind, start, end."""
    for what, needs, pattern, confirmed in PATTERNS:
        for match in pattern.finditer(text) if needs in text else ():
            if confirmed(match[0]):
                yield what, *match.span("find" if "find" in pattern.groupindex else 0)


def kinds(text: str, *public: Collection[str]) -> list[str]:
    """What a text holds that is not public, each kind once."""
    held = ((what, text[start:end]) for what, start, end in found(text))
    return list(dict.fromkeys(what for what, words in held if not any(words in some for some in public)))


def legible(line: bytes) -> str:
    """A line of a file as it is searched, JSON's codes read, of UTF-16, too; nothing of pictures and archives."""
    if b"\0" not in line:
        text = line.decode("utf-8", "replace")
        text = _ROW_IDS.sub("", text) if '"row_id": "' in text else text
        return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text) if "\\u" in text else text
    bare = line.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\0", b"")
    try:
        return bare.decode("utf-8")
    except UnicodeDecodeError:
        return ""


class Public(Collection[str]):
    """What anybody may read; the corpus is searched for it when somebody first asks."""

    def __init__(self, root: Path, stated: frozenset[str]) -> None:
        self._root, self._stated = root, stated

    @cached_property
    def _held(self) -> frozenset[str]:
        return self._stated | _contacts(self._root)

    def __contains__(self, text: object) -> bool:
        return text in self._stated or text in self._held

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


def read_public(root: Path) -> Public:
    """What anybody may read: what people have listed, and the addresses and phone numbers that stand in the corpus.

    Whether those may stand there, as the ones of a help desk, is asked once, of the corpus (:func:`check`): where its
    texts are quoted or found again, nothing more is disclosed.

    Raises:
        InputError: the list is no file, or not UTF-8.
    """
    return Public(root, listed(root))


def public_for(root: Path) -> Callable[[str], Collection[str]]:
    """By path of a file, what anybody may read in it: in the corpus only what people have listed.

    Raises:
        InputError: the list is no file, or not UTF-8.
    """
    few, corpus = listed(root), _sources(root)
    public = Public(root, few)
    return lambda name: few if any(name == one or name.startswith(f"{one}/") for one in corpus) else public


def listed(root: Path) -> frozenset[str]:
    """What people have decided to be public, as the addresses of a help desk: one text a line, ``#`` is a comment.

    Raises:
        InputError: it is no file, or not UTF-8.
    """
    path = root / PUBLIC
    if not path.exists():
        return frozenset()
    if not path.is_file():
        raise InputError(Problem(PUBLIC, "is no file", "put a text file in its place, or remove it"))
    data = path.read_bytes()
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(Problem(f"{PUBLIC}:{line}", "is not UTF-8", "save it as UTF-8")) from None
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _contacts(root: Path) -> frozenset[str]:
    """E-mail addresses and phone numbers in documents and chunks of the corpus."""
    held: set[str] = set()
    for source in _sources(root):
        try:
            files = source_files(root, source)
        except (InputError, OSError):
            continue  # which other checks name
        for text in (text for name, data in files.items() for text in _texts(data, name)):
            held |= {text[start:end] for what, start, end in found(text) if what in CONTACTS}
    return frozenset(held)


def _sources(root: Path) -> list[str]:
    """Where the corpus is; the chunk table of a recorded run is what that system had."""
    try:
        return [source for source in sources(root) if not source.startswith("runs/recorded/")]
    except InputError:
        return []


def _texts(data: bytes, name: str) -> Iterator[str]:
    """The text of a file, or each text in a line of JSON that may hold something."""
    if b"\0" in data:
        return  # a picture, an archive
    text = data.decode("utf-8", "replace")
    if not name.endswith(".jsonl"):
        yield text
        return
    for line in text.split("\n"):
        if re.search(MAY_HOLD, line):
            try:
                yield from _strings(json.loads(line))
            except (ValueError, RecursionError):
                yield line


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def check(root: Path, places: list[str], apart: Collection[str] = ()) -> Iterator[Problem]:
    """Findings in the tracked text files of some places, by file and line.

    Args:
        root: top folder of the repository.
        places: folders and files below it.
        apart: files that another check reads.

    Raises:
        InputError: the list of public texts cannot be read.
    """
    public = public_for(root)
    for name in git.tracked(*places, cwd=root):
        if name not in apart and (root / name).is_file():
            yield from _in_file((root / name).read_bytes(), name, public(name))


def _in_file(data: bytes, name: str, public: Collection[str]) -> Iterator[Problem]:
    if PICTURES.search(name):
        return
    for number, line in enumerate(map(legible, data.split(b"\n")), 1):
        if re.search(MAY_HOLD, line):
            yield from (Problem(f"{name}:{number}", f"holds {what}", FIX) for what in kinds(line, public))
