"""On which chunks a recording is scored: found now, with the corpus as it was when the system was asked."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.corpora import RECORDED
from assay.disclosure import read_public
from assay.errors import InputError, near
from assay.exchange.runs.run_chunks import returned
from assay.exchange.runs.run_lists import line_of
from assay.exchange.runs.run_source import source_of
from assay.exchange.runs.run_table import Source
from assay.exchange.runs.unmatched import UNMATCHED, unmatched_bytes
from assay.recording.settings import Recording
from assay.retrieval.kinds.recorded import CARD, TABLE
from assay.retrieval.ready import declared

Rows = list[dict[str, Any]]


def found_in(
    root: Path,
    values: dict[str, Any],
    recording: Recording,
    folder: str,
    passes: Sequence[Rows],
    old: Path | None = None,
    *,
    same: bool = False,
) -> Source | None:
    """The snapshot whose chunks all results are, or a table of the run's own; None where texts are not known.

    Args:
        root: the repository.
        values: params.yaml.
        recording: its card may name the snapshot that is searched.
        folder: the run's, for messages.
        passes: lines of results of each time the system was asked.
        old: run of which answers were taken over.
        same: a person says that it searched the documents as they are here.
    """
    stated = recording.card.get("snapshot")
    cut_here = any(not entry["source"].startswith(RECORDED) for entry in values["snapshots"].values())
    name = stated if stated in values["snapshots"] else None
    lines = [row for rows in passes for row in rows]
    found, problems = returned(lines, [row["id"] for row in lines])
    if not (name or cut_here) or problems or not found:
        return None
    try:
        trust = "snapshot_id" in recording.card
        before = _corpus_of(old)
        return source_of(root, found, None, name, folder, trust=trust, before=before, same=same)
    except InputError:
        return None  # ids without texts: the pipeline says what is needed


def _corpus_of(run: Path | None) -> str | None:
    """Id of the documents in which a run was placed, where it says so."""
    path = run / TABLE / CARD if run else None
    return declared(path.read_bytes(), near(path))["corpus_id"] if path and path.is_file() else None


def own_table(root: Path, source: Source | None) -> dict[str, bytes]:
    """What the run needs beside its results, by path in its folder: its chunk table, and what was not placed."""
    if source is None:
        return {}
    lost = unmatched_bytes(source.unmatched, read_public(root))
    return {**source.files(), **({UNMATCHED: lost} if lost else {})}


def lines(source: Source | None, rows: Rows) -> Rows:
    """Lines of results.jsonl: without texts where the run's own table has them."""
    own = source is not None and source.snapshot is None and source.foreign == "error"
    return [line_of(row, bare=True) for row in rows] if own else rows
