"""What the name of a foreign column or key says of it, and whether its contents bear that out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from assay.exchange.records.owners import GROUPED, KINDS, words
from assay.exchange.records.targets import CHUNK, QUESTION, REFERENCE, Target

_TEXTS = ("текст", "text", "формулировка", "содержание", "content", "value")
_IDS = ("id", "№", "номер", "ид", "код", "no", "number", "идентификатор", "название", "имя", "name")
_OF_LABEL = ("chunk_id", "doc", "start", "end", "quote", "grade")
_OF_QUESTION = ("query", "relevant", "expected_answer")
_TOWARDS = re.compile(
    r"(?P<what>ссылк[аи]|цитат[аы]|фрагмент|links?|urls?|quotes?)\s+(на|из|со|с|к|to|from)\s+(?P<of>.+)",
    re.IGNORECASE,
)
_PRODUCED = ("response", "actual_output", "retrieved_contexts", "retrieval_context", "retrieved_context_ids")
_MARKED = re.compile(r"(?=.*\w)(?=.*[\d_#/.:-])(?!\d+\Z)\S+")  # an id, no word and no number: kb-7, a.md#2
_LINK = re.compile(r"https?://")
_ID_LETTERS = 200  # longer than any id


@lru_cache(1 << 14)
def plain(name: str) -> str:
    """A name by its letters and digits; ё is е."""
    return "".join(filter(str.isalnum, name.casefold().replace("ё", "е"))) or name


def is_called(name: str, keys: Sequence[str]) -> bool:
    """Whether a path is what a name means: its last key, or the whole end of it where the name has dots.

    What stands below ``relationships`` are ids of other records.
    """
    if "." in name:
        wanted = tuple(name.split("."))
        return tuple(keys[-len(wanted) :]) == wanted
    if "relationships" in keys:
        return False
    last = _plainly(_meaning(keys[-1]))
    if name.strip("_") != name or last.startswith("_"):
        return last == name
    return plain(last) == plain(name)


@cache
def _meaning(heading: str) -> str:
    """The part of a heading of several rows that says what is there: the last, or of ``Ответ / Текст`` the first."""
    *above, last = heading.split(GROUPED)
    if not above or plain(above[-1]) not in _known():
        return last
    if plain(last) in map(plain, _TEXTS):
        return above[-1]
    of_question = plain(above[-1]) in {plain(name) for name in QUESTION["query"].names}
    return above[-1] if plain(last) in map(plain, _IDS) and not of_question else last


@cache
def _plainly(heading: str) -> str:
    """``Цитата со страницы`` is a quotation; a link to somebody, or to what they wrote, is no source."""
    found = _TOWARDS.fullmatch(" ".join(re.split(r"[\s_]+", heading.strip())))
    if not found or any(
        KINDS[kind].fullmatch(word) for kind in ("person", "call", "service") for word in words(found["of"])
    ):
        return heading
    return found["what"]


@cache
def _known() -> frozenset[str]:
    tables: tuple[Mapping[str, Target], ...] = (QUESTION, CHUNK, REFERENCE)
    return frozenset(plain(name) for table in tables for target in table.values() for name in target.names)


def is_known(heading: str) -> bool:
    """Whether it is a name of some field of ours, or of a part of one."""
    return plain(_plainly(heading)) in _known() or plain(heading) in map(plain, (*_TEXTS, *_IDS))


def is_of_label(heading: str) -> bool:
    """Whether it names a part of a label (a document, a quotation, a start)."""
    return plain(_plainly(heading)) in _names_of(_OF_LABEL)


def says_itself(heading: str) -> bool:
    """Whether it names a field that stands alone, whatever stands above it: a part of a label, an answer, a link."""
    return plain(_plainly(heading)) in _names_of((*_OF_LABEL, *_OF_QUESTION))


@cache
def _names_of(fields: Sequence[str]) -> frozenset[str]:
    return frozenset(plain(name) for field in fields for name in QUESTION[field].names)


def looks(kind: str, name: str, values: Iterable[Any], keys: Iterable[Sequence[str]]) -> bool:
    """Whether contents are what an unsure name would make of them.

    Ids have no blanks, texts some. What answers a question is a list, a link, or an id that is no mere word or number;
    ``contexts`` are no labels where the records hold what a system produced.

    Args:
        kind: of the field.
        name: of the field, as others call it.
        values: what stands there.
        keys: of every path of the records.
    """
    found = [value for value in values if value not in (None, "")]
    texts = [value.strip() for value in found if isinstance(value, str)]
    if kind == "id":
        return all(len(text) <= _ID_LETTERS and not re.search(r"\s", text) for text in texts)
    if kind == "text":
        return any(re.search(r"\s", text) for text in texts)
    if name == "contexts":
        made = {plain(path[-1]) for path in keys}
        graded = {"answer", "groundtruth"} <= made or {"answer", "groundtruths"} <= made
        return not graded and not made & set(map(plain, _PRODUCED))
    if name in ("chunk", "чанк"):
        return any(re.search(r"\s", text) for text in texts)
    return all(not isinstance(value, str) or _is_reference(value) for value in found)


def _is_reference(text: str) -> bool:
    if text.lstrip().startswith(("[", "{")):
        return True
    parts = re.split(r"[\n;,|]+", text)
    return bool(_LINK.search(text)) or all(_MARKED.fullmatch(part.strip()) for part in parts if part.strip())
