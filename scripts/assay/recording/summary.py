"""What a recording came to, in words, and the entry of params.yaml that makes it a system."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem
from assay.recording.settings import Recording

SHOWN = 10  # messages of errors


def failed(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Queries without an answer."""
    return [row for row in rows if row.get("status") == "error"]


def counts(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """How many were answered, how many failed and why, how many lists are empty, how long it took."""
    errors = Counter(row["message"] for row in failed(rows))
    answered = [row["retrieved"] for row in rows if row.get("status") != "error"]
    yield f"asked: {len(rows)}, ok: {len(answered)}, error: {errors.total()}, empty: {answered.count([])}"
    most = sorted(errors.items(), key=lambda pair: (-pair[1], pair[0]))
    yield from (f"  {number} x {message}" for message, number in most[:SHOWN])
    if len(most) > SHOWN:
        yield f"  … and {counted(len(most) - SHOWN, 'other message')}"
    twice = sum(len({one["chunk_id"] for one in found}) < len(found) for found in answered)
    if twice:
        yield f"with a chunk twice: {counted(twice, 'question')}"
    times = sorted(row["latency_ms"] for row in rows if row.get("latency_ms") is not None)
    if times:
        yield f"latency: median {_quantile(times, 0.5):.0f} ms, 95 % within {_quantile(times, 0.95):.0f} ms"


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values do not exceed."""
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def entry(
    values: dict[str, Any], recording: Recording, path: str, rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The system's entry: an earlier one keeps its settings, and reads the new run.

    Without one, chunks are held to be the snapshot's where the card states which it was; else their texts decide.

    Raises:
        InputError: another kind of system has the name.
    """
    before = values["systems"].get(recording.system)
    refuse_another_kind(values, recording.system)
    if before is not None:
        return {**before, "input": path}
    stated = recording.card.get("snapshot")
    texts = any("text" in one or "sha256" in one for row in rows for one in row.get("retrieved", ()))
    return {
        "kind": "recorded",
        "snapshot": stated if stated in values["snapshots"] else next(iter(values["snapshots"])),
        "input": path,
        "depth": recording.top_k,
        "foreign": "match" if texts and "snapshot_id" not in recording.card else "error",
        "repeats": "keep",
    }


def refuse_another_kind(values: dict[str, Any], system: str) -> None:
    """Raise :class:`InputError` where ``systems`` has the name for something that is not recorded."""
    before = values["systems"].get(system)
    if before is not None and before["kind"] != "recorded":
        rule = f"is of kind {before['kind']}, so a recorded run cannot have its name"
        raise InputError(Problem(f"params.yaml systems.{system}", rule, "rename the entry below record"))


def entry_lines(system: str, made: dict[str, Any]) -> Iterator[str]:
    """As it is written below ``systems`` in params.yaml."""
    yield f"  {system}:"
    yield from (f"    {key}: {'null' if value is None else value}" for key, value in made.items())


def doubts(recording: Recording, made: dict[str, Any], rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What the pipeline will ask for."""
    found = [one for row in rows for one in row.get("retrieved", ())]
    textless = any("text" not in one and "sha256" not in one for one in found)
    if textless and "snapshot_id" not in recording.card:
        yield (
            "note: results have ids without texts; add `text` to fields, or state snapshot_id in card where the "
            f"service searches snapshot {made['snapshot']} of this repository, or put chunks.jsonl beside the results"
        )
