"""How requests ended that a log tells of: what went wrong, how often, and what lists look odd."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from assay.counting import counted
from assay.exchange.masking import masked
from assay.exchange.runs.apologies import cut, is_apology, says_nothing_found

_WELL = re.compile(
    r"ok|success(ful)?|succeeded|completed?|done|finished|answered|true|(HTTP(/[\d.]+)?\s*)?2\d\d(\.0)?(\s.*)?",
    re.IGNORECASE,
)
_HTTP = re.compile(r"([1-5]\d\d)(\.0)?")
_SHOWN = 5
_PARTS = ("type", "reason", "message", "detail")


def fault_of(value: Mapping[str, Any]) -> str | None:
    """What went wrong, None where the record says that all went well, or nothing of it.

    A message beside an empty list, and no status, is what went wrong: ``{"error": "timeout", "results": []}``; unless it
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
    if word and not _WELL.fullmatch(word):
        code = _HTTP.fullmatch(word)
        said = f"HTTP {code[1]}" if code else word
        return f"{said}: {message}" if message else said
    failed = empty and message is not None and not _WELL.fullmatch(message.strip())
    if failed and (wrong or not word) and not says_nothing_found(message or ""):
        return message
    return apology_of(value) if empty else None


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
