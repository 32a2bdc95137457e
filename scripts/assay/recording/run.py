"""What a recorded run holds: results, card, what came, and what was asked."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem, near, refuse
from assay.files import write_file
from assay.jsonl import dump_row, read_rows
from assay.manifest import pretty
from assay.recording.journal import Response
from assay.recording.places import Place, finish
from assay.recording.settings import Recording
from assay.retrieval import foreign
from assay.retrieval.kinds.recorded import CARD, MODES, RESULTS

RESPONSES, REQUEST = "responses.jsonl", "request.json"
WRITTEN = "run"


def card_of(recording: Recording, since: str, notes: Sequence[str]) -> dict[str, Any]:
    """What the owner states, and what the command knows."""
    said = [*filter(None, [recording.card.get("notes")]), *notes]
    stated = {"mode": MODES[0], **recording.card, "top_k": recording.top_k, "recorded_at": since}
    return {**stated, "notes": "; ".join(said)} if said else stated


def request_of(recording: Recording) -> dict[str, Any]:
    """How it was asked and read; headers as templates, without what they were filled with."""
    read = {"rows": recording.rows, "fields": dict(recording.fields)}
    return {**recording.asked(), **read, "sent": recording.sent, "error": recording.error}


def write(
    place: Place,
    files: Mapping[str, Mapping[str, Any]],
    passes: Sequence[tuple[Sequence[dict[str, Any]], Sequence[Response]]],
    *,
    table: Mapping[str, bytes],
    raw: bool,
) -> list[foreign.Foreign]:
    """Write a run; it appears whole, and its journal goes.

    Args:
        place: where it goes.
        files: objects to write beside the results, by name.
        passes: lines of results and last responses of each time the system was asked, by query.
        table: the run's own chunk table by paths in its folder; none where it has none.
        raw: keep the responses, so that the mapping can be applied again.

    Returns:
        each pass as the pipeline will read it.

    Raises:
        InputError: the pipeline would not take the results.
    """
    top = place.part / WRITTEN
    if top.exists():  # of a process that was stopped here
        shutil.rmtree(top)
    found = []
    for turn, (rows, responses) in enumerate(passes, 1):
        data = "".join(dump_row(row) + "\n" for row in rows).encode()
        found.append(foreign.read(data, near(file_of(place.final, turn, RESULTS))))
        write_file(file_of(top, turn, RESULTS), data)
        if raw:
            lines = "".join(response.line(turn=False) for response in responses)
            write_file(file_of(top, turn, RESPONSES), lines.encode())
    refuse([problem for one in found for problem in one.problems])
    for name, value in files.items():
        write_file(top / name, pretty(value))
    for name, data in table.items():
        write_file(top / name, data)
    finish(place, top)
    return found


def files_of(card: dict[str, Any], request: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The objects of a run by file name."""
    return {CARD: card, REQUEST: request}


def file_of(run: Path, turn: int, name: str) -> Path:
    """A file of one pass: the first lies in the folder itself."""
    return run / name if turn == 1 else run / "repeats" / str(turn) / name


def read_responses(run: Path, turn: int) -> dict[str, Response]:
    """What came, by query; nothing where it was not kept."""
    path = file_of(run, turn, RESPONSES)
    if not path.is_file():
        return {}
    rows = read_rows(path.read_bytes(), near(path))
    try:
        found = [Response(turn=turn, **row.value) for row in rows]
    except TypeError:
        fix = "take it from the last commit, or leave it out"
        raise InputError(Problem(near(path), "holds a line that is no response", fix)) from None
    return {response.id: response for response in found}
