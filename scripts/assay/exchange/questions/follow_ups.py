"""Questions that only make sense after what was said before: their earlier turns, and those that lack them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.listing import listed
from assay.gold.fields import ROLES

_WORDS = 6  # at most, of a question that is taken to go on from another one
_OPENING = re.compile(
    r"(?:а|и|но|ну|тогда|значит|and|but|then|so|what about|how about|what if|also)\b(?!\s+(?:так|как правило)\b)",
    re.IGNORECASE,
)
_SAID = ("text", "content", "message")
_AS = {"human": "user", "ai": "assistant", "bot": "assistant", "operator": "assistant", "customer": "user"}


def history_of(value: Any, spot: str) -> tuple[list[dict[str, str]] | None, list[Problem]]:
    """Earlier turns as the gold set keeps them: ``role`` (user, assistant) and ``text``.

    Args:
        value: a list of objects with ``role`` and ``text`` (or ``content``); None or empty: none.
        spot: its address.
    """
    if value in (None, [], ""):
        return None, []
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None, [Problem(spot, f"history is {shown(value)}", "write a list of {role, text}")]
    turns, problems = [], []
    for at, item in enumerate(value, 1):
        turn = _turn(item)
        if turn is None:
            rule, fix = (
                f"turn {at} of history is {shown(item)}",
                f"write role ({' or '.join(ROLES)}) and text",
            )
            problems.append(Problem(spot, rule, fix))
        else:
            turns.append(turn)
    return turns, problems


def _turn(item: Any) -> dict[str, str] | None:
    if not isinstance(item, Mapping):
        return None
    role = str(item.get("role") or item.get("type") or "").casefold()
    text = next((item[name] for name in _SAID if isinstance(item.get(name), str)), "")
    role = _AS.get(role, role)
    return {"role": role, "text": text.strip()} if role in ROLES and text.strip() else None


def goes_on(text: str) -> bool:
    """Whether a question seems to go on from another: few words, the first of them a link («а если курьером?»)."""
    return 1 < len(text.split()) <= _WORDS and _OPENING.match(text.strip()) is not None


def lacking(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A line on the questions that seem to go on from another, and have neither history nor the rewritten question."""
    ids = [
        str(row["id"])
        for row in rows
        if not row.get("history") and not row.get("rewritten") and goes_on(row["query"])
    ]
    if ids:
        what = "without history that may go on from another one: add history and rewritten, or leave out"
        yield f"{counted(len(ids), 'question')} {what}: {listed(ids)}"
