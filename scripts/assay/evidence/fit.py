"""What does not fit together in a line of answers.jsonl: spans and the answer, ranks, fragments that stand twice, hashes."""

from collections.abc import Iterator
from typing import Any

from assay.errors import Problem, shown
from assay.manifest import sha256


def misfits(value: dict[str, Any], spot: str) -> Iterator[Problem]:
    """What does not fit together; what has another form than it must, :func:`assay.evidence.shape.line_faults` names.

    Args:
        value: the line.
        spot: its ``file:line id``.
    """
    answer = value.get("answer") or ""
    for key in ("citations", "declines") if isinstance(answer, str) else ():
        for number, item in _objects(value, key):
            span = item.get("span")
            rule = span_fault(span, answer) if isinstance(span, list) else None
            if rule:
                fix = "count code points of the answer, from 0"
                yield Problem(f"{spot} {key}[{number}]", f"span {rule}", fix)
    retrieved = _objects(value, "retrieved")
    ranks = [item["rank"] for _, item in retrieved if item.get("rank") is not None]
    if all(type(rank) is int for rank in ranks) and sorted(ranks) != list(range(1, len(ranks) + 1)):
        yield Problem(f"{spot} retrieved", f"has ranks {shown(ranks)}", "number them from 1, without gaps")
    yield from _repeated(retrieved, spot)
    for number, item in retrieved:
        text, digest = item.get("text"), item.get("sha256")
        if isinstance(text, str) and isinstance(digest, str) and sha256(text.encode()) != digest:
            rule = f"sha256 of {shown(item.get('chunk_id'))} is not that of its text"
            fix = "leave it out, or record the text that was retrieved"
            yield Problem(f"{spot} retrieved[{number}]", rule, fix)


def _repeated(retrieved: list[tuple[int, dict[str, Any]]], spot: str) -> Iterator[Problem]:
    """Ids of fragments that stand several times: of one fragment, or of several."""
    places: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for number, item in retrieved:
        if isinstance(item.get("chunk_id"), str):
            places.setdefault(item["chunk_id"], []).append((number, item))
    for chunk, items in places.items():
        if len(items) > 1:
            names = ", ".join(f"retrieved[{number}]" for number, _ in items)
            texts = {text for _, item in items if isinstance(text := item.get("text"), str)}
            rule = f"has {shown(chunk)} {len(items)} times ({names})"
            if len(texts) < 2:  # noqa: PLR2004  # nothing tells them apart
                yield Problem(f"{spot} retrieved", rule, "keep it at its best rank")
            else:
                fix = "give each fragment the id that tells it from the others"
                yield Problem(f"{spot} retrieved", f"{rule}, with different texts", fix)


def _objects(value: dict[str, Any], key: str) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a list with their places from 1."""
    items = value.get(key)
    every = enumerate(items if isinstance(items, list) else (), 1)
    return [(number, item) for number, item in every if isinstance(item, dict)]


def span_fault(span: Any, text: str) -> str | None:
    """What is wrong with ``[first, end]`` in code points of a text; None: nothing."""
    whole = isinstance(span, list | tuple) and len(span) == 2 and all(type(end) is int for end in span)  # noqa: PLR2004  # two ends
    if not whole:
        return f"is {shown(span)}, must be [first, end]"
    if not 0 <= span[0] < span[1] <= len(text):
        return f"is {shown(list(span))}, outside of the answer's {len(text)} code points or empty"
    return None
