"""On which chunks a recording is scored: found now, with the corpus as it was when the system was asked."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay.exchange.chunks import chunks_bytes
from assay.exchange.runs.run_chunks import returned
from assay.exchange.runs.run_lists import line_of
from assay.exchange.runs.run_source import Source, source_of
from assay.recording.settings import Recording

Rows = list[dict[str, Any]]
RECORDED = "runs/recorded/"


def found_in(
    root: Path, values: dict[str, Any], recording: Recording, folder: str, passes: Sequence[Rows]
) -> Source | None:
    """The snapshot whose chunks all results are, or a table of the run's own; None where texts are not known.

    Args:
        root: the repository.
        values: params.yaml.
        recording: its card may name the snapshot that is searched.
        folder: the run's, for messages.
        passes: lines of results of each time the system was asked.
    """
    stated = recording.card.get("snapshot")
    cut_here = [
        name for name, entry in values["snapshots"].items() if not entry["source"].startswith(RECORDED)
    ]
    name = stated if stated in values["snapshots"] else next(iter(cut_here), None)
    lines = [row for rows in passes for row in rows]
    found, problems = returned(lines, [row["id"] for row in lines])
    if name is None or problems or not found:
        return None
    try:
        return source_of(root, found, None, name, folder, trust="snapshot_id" in recording.card)
    except InputError:
        return None  # ids without texts: the pipeline says what is needed


def own_table(source: Source | None) -> bytes | None:
    """The chunks.jsonl that the run needs beside it."""
    return chunks_bytes(source.rows) if source is not None and source.snapshot is None else None


def lines(source: Source | None, rows: Rows) -> Rows:
    """Lines of results.jsonl: without texts where the run's own table has them."""
    own = source is not None and source.snapshot is None and source.foreign == "error"
    return [line_of(row, bare=True) for row in rows] if own else rows
