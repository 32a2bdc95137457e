"""How requests ended that a log tells of: what went wrong, how often, and what lists look odd."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from assay.counting import counted
from assay.exchange.listing import listed
from assay.exchange.masking import masked
from assay.exchange.runs.apologies import cut, is_apology, says_nothing_found

_WELL = re.compile(
    r"ok|ок|oк|okay|success(ful(ly)?)?|succeeded|completed?|done|finished|answered|processed|true|(cache[ _-]?)?hit"
    r"|cached|(from|served from)[ _-]cache|успе(х|шн\w*)|готово?|выполнен[оа]?|заверш[её]н[оа]?|обработан[оа]?"
    r"|из кэша|из кеша",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"\b(err|errors?|errored|error_\w+|\w+error|\w+exception|fail(ed|ure|ing)?|failures|time(d)?[ _-]?out|exceptions?"
    r"|crash(ed)?|unavailable|unreachable|refused|rejected|denied|forbidden|unauthori[sz]ed|cancel(l)?ed|abort(ed)?"
    r"|invalid|overloaded|throttled|interrupted|terminated|killed|broken|ko|false|unsuccessful(ly)?|incomplete|partial"
    r"|down|(not|no)[ _-](ok|success\w*|completed?|done|available|responding|answered)|bad[ _-](gateway|request)"
    r"|rate[ _-]limit(ed)?|too many requests)\b"
    r"|ошибк|ошибоч|сбой|сбоя|неудач|неуспе|не успе|не ?удал|не ?выполн|не ?заверш|не ?обработ|не ?готов|не ок\b|отказ"
    r"|отклон[её]н|прерван|отмен[её]н|тайм-?аут|врем\w+ (ожидани\w+|вышло|истекло)|превышен|не ?доступ|исключени"
    r"|авари|запрещ[её]н|провал|перегруж|не отвеч|нет ответа|\bупал",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(HTTP(/[\d.]+)?\s*)?(?P<code>\d{1,9})(\.0)?(?P<words>[:;,]?\s.*)?", re.IGNORECASE | re.DOTALL
)
_MOVED = 300  # from here on a number of HTTP does not say that all went well
_LEAST = 400  # of the numbers that say what went wrong, as HTTP has them
_MOST = 599  # of those of HTTP
_SHOWN = 5
_PARTS = ("type", "reason", "message", "detail")


def fault_of(value: Mapping[str, Any]) -> str | None:
    """What went wrong, None where the record says that all went well, or nothing of it.

    A status is an error by its number, or by words that mean failure; other words are none (:func:`odd_status`).
    A message beside an empty list, and no status that says that all went well, is what went wrong: ``{"error": "timeout", "results": []}``; unless it
    says that nothing was found. A field for errors is believed whatever the status: services crash and answer with
    200. So is an apology beside an empty list, whatever the status: ``"Sorry, try again later"``
    comes with 200. So is a search that was given up, or that parts of the index did not answer: what it found is not all
    there is.
    """
    status, wrong = value.get("status"), words_of(value.get("error"))
    message = wrong or words_of(value.get("message"))
    incomplete = _incomplete(value)
    if incomplete:
        return incomplete
    word = "" if status is None else str(status).strip()
    empty = value.get("retrieved") == []
    if word and _is_failure(word):
        said = _in_short(word)
        return f"{said}: {message}" if message else said
    failed = empty and message is not None and not _WELL.fullmatch(message.strip())
    if failed and (wrong or not _is_well(word)) and not says_nothing_found(message or ""):
        return message
    return apology_of(value) if empty else None


def _is_failure(word: str) -> bool:
    """Whether a status says that something failed: a number from 400 on, or words of failure."""
    if number := _NUMBER.fullmatch(word):
        return int(number["code"]) >= _LEAST
    return not _WELL.fullmatch(word) and bool(_FAILED.search(word))


def _is_well(word: str) -> bool:
    """Whether a status says that all went well."""
    number = _NUMBER.fullmatch(word)
    return int(number["code"]) < _MOVED if number else bool(_WELL.fullmatch(word))


def _in_short(word: str) -> str:
    number = _NUMBER.fullmatch(word)
    pure = number is not None and number["words"] is None and int(number["code"]) <= _MOST
    return f"HTTP {number['code']}" if number and pure else word


def odd_status(value: Mapping[str, Any]) -> str | None:
    """The status of a record, where it says neither that all went well nor that something failed."""
    word = "" if value.get("status") is None else " ".join(str(value["status"]).split())
    return _in_short(word) if word and not _is_well(word) and not _is_failure(word) else None


def odd_words(found: Counter[str]) -> Iterator[str]:
    """What was taken for no error, because nobody knows what it means: one line, the most frequent first."""
    if found:
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        some = listed([f"{count} × {masked(cut(word), ())}" for word, count in ranked], _SHOWN)
        yield f"status words that say neither success nor failure are not taken for errors: {some}"


def apology_of(value: Mapping[str, Any]) -> str | None:
    """The answer or message of a record, where it apologises for a failure."""
    said = (value.get("answer"), words_of(value.get("error")), words_of(value.get("message")))
    return next((cut(text) for text in said if isinstance(text, str) and is_apology(text)), None)


def words_of(message: Any) -> str | None:
    """What a message says: a text, or the type and reason of an object as search engines write it."""
    if isinstance(message, Mapping):
        parts = [message.get(name) for name in _PARTS]
        return ": ".join(str(part) for part in parts if part) or None
    if isinstance(message, list):
        return next(filter(None, map(words_of, message)), None)
    if isinstance(message, bool) or message is None:
        return "failed" if message else None
    return str(message).strip() or None


def _incomplete(value: Mapping[str, Any]) -> str | None:
    if value.get("timed_out") is True:
        return "timed out: not all of the index was searched"
    shards = value.get("failed_shards") or 0
    return f"{counted(shards, 'shard')} of the index failed" if shards else None


def ends(lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How the requests ended: counts by what went wrong, the most frequent first."""
    faults = Counter(line["message"] for line in lines if line["status"] == "error")
    empty = sum(line["status"] == "ok" and not line.get("retrieved") for line in lines)
    errors = f"{faults.total()} with an error, {empty} with nothing found"
    yield f"{counted(len(lines), 'question')} asked: {errors}"
    for message, count in sorted(faults.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN]:
        yield f"  {count} × {masked(message)}"


def orders(lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Lists whose scores rise with the rank: the rank is believed, and people should know."""
    rising = 0
    for line in lines:
        scores = [item["score"] for item in line.get("retrieved") or [] if item.get("score") is not None]
        rising += any(after > before for before, after in pairwise(scores))
    if rising:
        yield f"scores do not fall with the rank in {counted(rising, 'question')}: the rank is the order"
