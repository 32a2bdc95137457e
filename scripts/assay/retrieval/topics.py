"""Topics: of the gold set only what a retriever may know. No labels, no split.

Written without a table library: a changed label runs this stage, and nothing after it.
"""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from assay.errors import InputError, Problem, refuse, shown
from assay.jsonl import Row, dump_row, read_rows
from assay.manifest import sha256
from assay.retrieval.records import Field, date_faults, faults, place

_FIELDS = {
    "id": Field(str, required=True),
    "query": Field(str, required=True),
    "rewritten": Field(str),
    "history": Field(list),
    "lang": Field(str),
    "as_of": Field(str),
    "subject": Field(str),
}


@dataclass(frozen=True)
class Topic:
    """One question as a retriever gets it.

    Attributes:
        id: the query's id in the gold set.
        query: the text to send: the rewritten question of a follow-up, else the question.
        original: the question as the user asked it.
        history: earlier turns of the talk, each with ``role`` and ``text``, or None.
        lang: language code, or None.
        as_of: day (ISO) on which the question is asked, or None for any.
        subject: product or department it is about, or None for any.
        sha256: SHA-256 of ``query`` in UTF-8.
    """

    id: str
    query: str
    original: str
    history: list[dict[str, str]] | None
    lang: str | None
    as_of: str | None
    subject: str | None
    sha256: str


def from_queries(data: bytes, where: str) -> list[Topic]:
    """Topics of a gold set's queries.jsonl, sorted by id.

    Raises:
        InputError: a line that is no JSON object, or whose id, texts, history or date a retriever could
            not be given; an id twice; no queries at all.
    """
    rows = read_rows(data, where)
    if not rows:
        raise InputError(Problem(where, "holds no queries", "add at least one"))
    refuse([*_faults(rows, where), *_repeats(rows, where)])
    return sorted((_topic(row.value) for row in rows), key=lambda topic: topic.id)


def to_bytes(topics: list[Topic]) -> bytes:
    """topics.jsonl: one line a topic."""
    return "".join(dump_row(asdict(topic)) + "\n" for topic in topics).encode()


def from_bytes(data: bytes, where: str = "topics.jsonl") -> list[Topic]:
    """The reverse of :func:`to_bytes`.

    Raises:
        InputError: the bytes are none of its.
    """
    try:
        return [Topic(**json.loads(line)) for line in data.decode().split("\n") if line]
    except (ValueError, TypeError):
        raise InputError(
            Problem(where, "holds no topics as their stage wrote them", "delete it and run `make repro`")
        ) from None


def _topic(value: dict[str, Any]) -> Topic:
    query = value.get("rewritten") or value["query"]
    return Topic(
        id=value["id"],
        query=query,
        original=value["query"],
        history=value.get("history"),
        lang=value.get("lang"),
        as_of=value.get("as_of"),
        subject=value.get("subject"),
        sha256=sha256(query.encode()),
    )


def _faults(rows: list[Row], where: str) -> Iterator[Problem]:
    for row in rows:
        spot = place(where, row.line, row.value, "id")
        known = {key: value for key, value in row.value.items() if key in _FIELDS}
        yield from faults(known, _FIELDS, spot)
        yield from date_faults(known, ("as_of",), spot)
        for key in ("id", "query", "rewritten", "subject"):
            text = known.get(key)
            if isinstance(text, str) and not text.strip():
                fix = "write it" if _FIELDS[key].required else "write it, or leave it out"
                yield Problem(spot, f"{key} is empty", fix)
            elif isinstance(text, str) and not unicodedata.is_normalized("NFC", text):
                yield Problem(spot, f"{key} is not in Unicode normal form C", "normalise the file to NFC")
            elif isinstance(text, str) and key == "id" and not text.isprintable():
                yield Problem(spot, f"id is {shown(text)}", "use printable characters")
        if isinstance(known.get("history"), list):
            yield from _history_faults(known["history"], spot)


def _history_faults(history: list[Any], spot: str) -> Iterator[Problem]:
    turn = {"role": Field(str, required=True), "text": Field(str, required=True)}
    for n, item in enumerate(history, 1):
        if not isinstance(item, dict):
            yield Problem(
                spot, f"turn {n} of history is {shown(item)}, must be an object", "write role and text"
            )
        else:
            yield from faults(item, turn, f"{spot} history turn {n}")


def _repeats(rows: list[Row], where: str) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for row in rows:
        identifier = row.value.get("id")
        if isinstance(identifier, str) and first.setdefault(identifier, row.line) != row.line:
            spot = place(where, row.line, row.value, "id")
            yield Problem(spot, f"id is also that of line {first[identifier]}", "rename one of them")
