r"""Terms of a text: what counts as a word in Russian, English and mixed help texts.

The usual ``\b\w\w+\b`` loses "C++", "C#", "R" and "я", and lists of stop words lose whole questions.
Here a term is a run of letters and digits, with "+", "++" or "#" right after it ("C++", "C#", "18+"); runs
joined by one of ``-/._&`` are one term and their parts as well ("24/7", "USB-C", "API-ключ", "node.js"), so
that "ключ для API" meets "API-ключ"; the signs of money, per cent, number and paragraph are terms. Spaces
between thousands go ("3 000" is "3000"), letters are made small, ё becomes е, soft hyphens go. No
compatibility folding: "²" stays apart from "2".
"""

import re
import unicodedata
from functools import cache
from typing import Protocol

_RUN = r"[^\W_]+(?:'[^\W_]+)*(?:\+\+|[+#])?"
_TERM = re.compile(rf"{_RUN}(?:[-/._&]{_RUN})*|[₽$€£¥₸%№§]")
_THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\w)")
_SPACES = str.maketrans("", "", " \u00a0\u202f")
_JOINT = re.compile(r"[-/._&]")
_FOLD = str.maketrans(
    {"ё": "е", "’": "'", "ʼ": "'", "‐": "-", "‑": "-", "\u00ad": "", "\u200b": "", "\u2060": "", "\ufeff": ""}
)
_CYRILLIC = re.compile(r"[а-яѐ-џ]+")
_LATIN = re.compile(r"[a-zà-öø-ɏ']+")


class Stemmer(Protocol):
    """A Snowball stemmer."""

    def stemWord(self, word: str) -> str:  # noqa: N802 (the library's name)
        """Stem of one word in small letters."""


def fold(text: str) -> str:
    """Small letters, ё as е, one kind of hyphen and apostrophe, nothing invisible; composed (NFC)."""
    return unicodedata.normalize("NFC", text).lower().translate(_FOLD)


def terms(text: str, *, stem: bool) -> list[str]:
    """Terms of a text in order, repeats kept; stemmed by the script of each word, if asked for."""
    split = _stemmed if stem else _plain
    joined = _THOUSANDS.sub(lambda number: number[0].translate(_SPACES), fold(text))
    return [term for surface in _TERM.findall(joined) for term in split(surface)]


@cache
def _plain(surface: str) -> tuple[str, ...]:
    parts = _JOINT.split(surface)
    return (surface, *parts) if len(parts) > 1 else (surface,)


@cache
def _stemmed(surface: str) -> tuple[str, ...]:
    parts = [_stem(part) for part in _JOINT.split(surface)]
    joints = _JOINT.findall(surface)
    whole = "".join(part + joint for part, joint in zip(parts, [*joints, ""], strict=True))
    return (whole, *parts) if joints else (whole,)


def _stem(word: str) -> str:
    """Snowball's Russian stem of a Cyrillic word, its English stem of a Latin one, else the word."""
    if _CYRILLIC.fullmatch(word):
        return _stemmer("russian").stemWord(word)
    return _stemmer("english").stemWord(word) if _LATIN.fullmatch(word) else word


@cache
def _stemmer(language: str) -> Stemmer:
    # By class: ``snowballstemmer.stemmer`` takes another implementation where PyStemmer is installed.
    from snowballstemmer.english_stemmer import EnglishStemmer
    from snowballstemmer.russian_stemmer import RussianStemmer

    stemmer: Stemmer = RussianStemmer() if language == "russian" else EnglishStemmer()
    return stemmer
