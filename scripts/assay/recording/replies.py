"""What a response says beside an empty list of results: an apology for a failure is no "nothing found"."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from assay.exchange.records.targets import ASKED
from assay.exchange.runs.apologies import ANSWER, cut, is_apology

DEEP = 5  # levels that are searched
_SAID = frozenset(
    {*ANSWER.names, *ASKED["message"].names, "text", "content", "msg", "details", "errors", "сообщение"}
)
_AROUND = frozenset({"data", "result", "results", "body", "payload", "choices", "outputs"})  # what wraps them


def apology(value: Any, known: Collection[str | None] = ()) -> str | None:
    """The first text under a name that answers and messages have, where it apologises for a failure.

    Looked at are names at the top of the response, and below them and what usually wraps them, such as ``data``.

    Args:
        value: the response.
        known: texts that we sent: a service may say the question again.
    """
    found = (text for text in _texts(value, 0) if text not in known and is_apology(text))
    return next(map(cut, found), None)


def _texts(value: Any, depth: int) -> Iterator[str]:
    """Texts below those names, those at the top first."""
    if depth > DEEP:
        return
    if isinstance(value, list):
        for item in value:
            yield from _texts(item, depth + 1)
    elif isinstance(value, Mapping):
        named = [(str(key).lower(), item) for key, item in value.items()]
        yield from (item for key, item in named if key in _SAID and isinstance(item, str))
        for key, item in named:
            if key in _SAID | _AROUND:
                yield from _texts(item, depth + 1)
