"""One question before all the others: what is sent, what comes, how it is read, and what to change."""

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from assay.jsonl import dump_row
from assay.recording import bodies
from assay.recording.journal import Response
from assay.recording.mapping import Unusable, row_of, rows_of, value_of
from assay.recording.replies import apology
from assay.recording.request import Prepared
from assay.recording.secrets import Secrets
from assay.recording.settings import Recording
from assay.recording.suggestions import field_lines, list_lines

LETTERS = 3_000  # of a body that are shown
RESULTS = 5


def request_lines(asked: Prepared, headers: Mapping[str, str], hidden: Secrets) -> Iterator[str]:
    """The request as it is sent, secrets masked."""
    yield f"question {asked.id}: {asked.text}"
    yield f"{asked.method} {asked.url}"
    yield from (f"{name}: {hidden.masked(value)}" for name, value in headers.items())
    if asked.content is not None:
        yield ""
        yield json.dumps(json.loads(asked.content), ensure_ascii=False, indent=2)


def response_lines(response: Response) -> Iterator[str]:
    """What came."""
    yield ""
    if response.status is None:
        yield f"no response: {response.failure}"
        return
    yield f"HTTP {response.status}, {response.latency_ms} ms"
    yield from (f"{name}: {value}" for name, value in response.headers.items())
    yield ""
    try:
        text = bodies.text_of(response.body, response.headers.get("content-type", ""), packed=response.base64)
    except ValueError as error:
        text = f"({error})"
    with contextlib.suppress(ValueError, RecursionError):  # shown as it came
        text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    more = len(text) - LETTERS
    yield text[:LETTERS] + (f"\n… and {more} more characters" if more > 0 else "")


def outcome_lines(response: Response, asked: Prepared, recording: Recording) -> Iterator[str]:
    """How it is read, and what to change."""
    row = row_of(response, asked, recording)
    yield ""
    if row.get("status") == "error":
        yield f"error: {row['message']}"
        yield from _advice(response, recording, row["message"])
        return
    found = row["retrieved"]
    yield f"results: {len(found)}" + (f", sent: {row['sent']}" if "sent" in row else "")
    for one in found[:RESULTS]:
        yield "  " + dump_row({key: _cut(value) for key, value in one.items()})
    if not found:
        yield "An empty list counts as an answer; see whether the question should find something."
        yield from list_lines(value_of(response), none=False)
        return
    absent = [key for key in recording.fields if not any(key in one for one in found)]
    if absent:
        yield f"no result has: {', '.join(absent)}; correct fields, or leave them out"
    textless = not any("text" in one or "sha256" in one for one in found)
    textless &= "snapshot_id" not in recording.card
    if textless:
        yield "no result has a text: add it to fields, else nobody can tell which text was found"
    if absent or textless:
        yield "the results have:"
        yield from field_lines(rows_of(value_of(response), recording))


def _cut(value: Any) -> Any:
    return value[:80] + "…" if isinstance(value, str) and len(value) > 80 else value  # noqa: PLR2004 - a line


def _advice(response: Response, recording: Recording, message: str) -> Iterator[str]:
    status = response.status
    if status in (401, 403):
        yield _who_asks(recording)
    elif status is None or not 200 <= status < 300:  # noqa: PLR2004 - HTTP's own classes
        yield f"Correct url ({recording.url}), method and body; the response above may say why."
    else:
        try:
            value = value_of(response)
        except Unusable:
            yield "The service did not answer with JSON: correct url or the Accept header."
            return
        if apology(value) == message:
            yield "It apologises beside an empty list, which is a failure, and not nothing found: ask again."
            return
        yield from list_lines(value)


def _who_asks(recording: Recording) -> str:
    """What to do where the service does not let us in: a key that is sent was refused."""
    names = sorted(recording.variables())
    if names:
        subject = f"the value of {names[0]}" if len(names) == 1 else f"a value of {', '.join(names)}"
        return f"The key was refused: {subject} is wrong, has expired, or may not do this."
    return "The service wants to know who asks: put the key into headers, as {{ env.NAME }}."
