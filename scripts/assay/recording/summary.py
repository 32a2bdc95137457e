"""What a recording came to, in words, and the entry of params.yaml that makes it a system."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from assay.corpora import RECORDED
from assay.counting import counted
from assay.errors import InputError, Problem
from assay.exchange.runs.run_table import Source
from assay.recording.journal import Response
from assay.recording.settings import Recording
from assay.retrieval.kinds.recorded import TABLE

SHOWN = 10  # messages of errors
NAMED = 5  # questions of one message
LINE = 100  # characters of all errors in one line
ATTEMPTS = {2: "a second attempt", 3: "a third"}


def failed(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Queries without an answer."""
    return [row for row in rows if row.get("status") == "error"]


def counts(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """How many were answered, which failed and why, how many lists are empty, how long it took."""
    wrong = failed(rows)
    answered = [row["retrieved"] for row in rows if row.get("status") != "error"]
    said = f"{len(answered)} of {counted(len(rows), 'question')} answered"
    each = ", ".join(f"{row['id']} {row['message']}" for row in wrong)
    short = len(each) <= LINE
    yield said + (f", {len(wrong)} failed: {each if short else 'by error'}" if wrong else "")
    if not short:
        yield from _by_message(wrong)
    if empty := answered.count([]):
        yield f"with an empty list: {counted(empty, 'question')}"
    twice = sum(len({one["chunk_id"] for one in found}) < len(found) for found in answered)
    if twice:
        yield f"with a chunk twice: {counted(twice, 'question')}"
    times = sorted(row["latency_ms"] for row in rows if row.get("latency_ms") is not None)
    if times:
        yield f"latency: median {_quantile(times, 0.5):.0f} ms, 95 % within {_quantile(times, 0.95):.0f} ms"


def retried(rows: Sequence[dict[str, Any]], responses: Sequence[Response]) -> Iterator[str]:
    """How many answers the first attempt did not bring: people would meet that failure.

    Args:
        rows: lines of results.
        responses: the last response to each of them.
    """
    pairs = zip(rows, responses, strict=True)
    late = Counter(one.attempt for row, one in pairs if row.get("status") != "error" and one.attempt > 1)
    if late:
        (first, number), *others = sorted(late.items())
        more = "".join(f", {n} on {_attempt(attempt)}" for attempt, n in others)
        yield f"{counted(number, 'answer')} came only on {_attempt(first)}{more}"


def _attempt(number: int) -> str:
    return ATTEMPTS.get(number, f"attempt {number}")


def _by_message(wrong: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Errors that are alike in one line, the most frequent first, with the first of their questions."""
    alike: dict[str, list[str]] = {}
    for row in wrong:
        alike.setdefault(row["message"], []).append(row["id"])
    most = sorted(alike.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    for message, names in most[:SHOWN]:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        yield f"  {len(names)} x {message}: {', '.join(names[:NAMED])}{more}"
    if len(most) > SHOWN:
        yield f"  … and {counted(len(most) - SHOWN, 'other message')}"


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values do not exceed."""
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def entries(
    values: dict[str, Any], recording: Recording, path: str, source: Source | None
) -> dict[tuple[str, str], dict[str, Any]]:
    """The entries of params.yaml by section and name: the system, and the snapshot of the run's own chunks.

    An earlier entry of the system keeps its depth and its rule for repeats.

    Raises:
        InputError: another kind of system has the name, or another snapshot.
    """
    name, before = recording.system, values["systems"].get(recording.system, {})
    refuse_another_kind(values, name)
    own = source is not None and source.snapshot is None
    made: dict[tuple[str, str], dict[str, Any]] = {}
    if own:
        made["snapshots", name] = {"source": f"{path}/{TABLE}", "chunking": "ready"}
        taken = values["snapshots"].get(name)
        if taken is not None and not taken["source"].startswith(f"{RECORDED}{name}/"):
            rule = "is there already, and no chunks of a recorded run of that name"
            raise InputError(Problem(f"params.yaml snapshots.{name}", rule, "rename the entry below record"))
    stated = recording.card.get("snapshot")
    first = stated if stated in values["snapshots"] else next(iter(values["snapshots"]))
    made["systems", name] = {
        "kind": "recorded",
        "snapshot": name if own else source.snapshot if source else before.get("snapshot", first),
        "input": path,
        "depth": before.get("depth", recording.top_k),
        "foreign": source.foreign
        if own and source
        else before.get("foreign", source.foreign if source else "error"),
        "repeats": before.get("repeats", "keep"),
    }
    return made


def refuse_another_kind(values: dict[str, Any], system: str) -> None:
    """Raise :class:`InputError` where ``systems`` has the name for something that is not recorded."""
    before = values["systems"].get(system)
    if before is not None and before["kind"] != "recorded":
        rule = f"is of kind {before['kind']}, so a recorded run cannot have its name"
        raise InputError(Problem(f"params.yaml systems.{system}", rule, "rename the entry below record"))


def replaced(values: dict[str, Any], system: str, path: str) -> str | None:
    """What the report no longer shows, the system having read another run before; None where it has not."""
    before = values["systems"].get(system)
    if before is None or before["input"] == path:
        return None
    said = (
        f"the earlier run {before['input']} is no longer in the report: systems.{system} reads this one now"
    )
    return f"{said}; to keep both, copy its entries of before (git diff params.yaml) under another name"


def entry_lines(made: dict[tuple[str, str], dict[str, Any]]) -> Iterator[str]:
    """As they are written in params.yaml."""
    for (section, name), values in made.items():
        yield f"{section}:"
        yield f"  {name}:"
        yield from (f"    {key}: {'null' if value is None else value}" for key, value in values.items())


def doubts(recording: Recording, source: Source | None, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What the pipeline will ask for."""
    if source is not None:
        return
    found = [one for row in rows for one in row.get("retrieved", ())]
    textless = any("text" not in one and "sha256" not in one for one in found)
    if textless and "snapshot_id" not in recording.card:
        yield (
            "note: results have ids without texts; add `text` to fields, or state snapshot_id in card where the "
            "service searches a snapshot of this repository, or put chunks.jsonl beside the results"
        )
