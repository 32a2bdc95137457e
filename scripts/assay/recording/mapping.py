"""From one response to one line of results.jsonl: what is no list of results is an error, never an empty one."""

import re
from functools import cache
from typing import Any

from assay.errors import shown
from assay.manifest import sha256
from assay.recording import bodies, replies
from assay.recording.journal import Response
from assay.recording.request import Prepared
from assay.recording.settings import Recording

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_LARGEST = 1e300  # of a score, as the pipeline takes it
_SAID = 200  # characters of a service's own message that are kept


class Unusable(Exception):  # noqa: N818 - a state of a response, which becomes a row
    """A response without results; the message says what came instead."""


def row_of(response: Response, asked: Prepared, recording: Recording) -> dict[str, Any]:
    """The line of a query, as ``assay.retrieval.foreign`` reads it; an apology beside an empty list is an error."""
    base = {"id": asked.id, "query": asked.text}
    if response.taken is not None:
        return dict(response.taken)
    try:
        value = value_of(response)
        retrieved, sent = results_of(value, recording), _sent(value, recording)
        if not retrieved and (sorry := replies.apology(value, (asked.text, sent))):
            raise Unusable(_CONTROL.sub(" ", sorry))  # noqa: TRY301 - as what else is no answer
    except Unusable as error:
        message = (
            str(error).encode(errors="replace").decode()
        )  # a service's own words may be cut within a letter
        return {**base, "status": "error", "message": message}
    rewritten = {} if sent is None else {"sent": sent}
    return {**base, **rewritten, "retrieved": retrieved, "latency_ms": response.latency_ms}


def is_answer(response: Response, asked: Prepared, recording: Recording) -> bool:
    """Whether results came; an empty list is one."""
    return row_of(response, asked, recording).get("status") != "error"


def value_of(response: Response) -> Any:
    """The JSON that came.

    Raises:
        Unusable: none did.
    """
    status = response.status
    if response.failure is not None or status is None:
        raise Unusable(response.failure or "no response")
    if not 200 <= status < 300:  # noqa: PLR2004 - HTTP's own classes
        place = response.headers.get("location")
        raise Unusable(f"HTTP {status}" + (f": redirects to {shown(place)}" if place else ""))
    try:
        text = bodies.text_of(response.body, response.headers.get("content-type", ""), packed=response.base64)
        return bodies.parsed(text)
    except ValueError as error:
        raise Unusable(str(error)) from None


def results_of(value: Any, recording: Recording) -> list[dict[str, Any]]:
    """Results by rank.

    Raises:
        Unusable: the service reports an error, the list is not there, a result breaks a rule.
    """
    reported = None if recording.error is None else _search(recording.error, value)
    if reported not in (None, False, "", [], {}):
        said = reported if isinstance(reported, str) else bodies.written(reported) or repr(reported)
        raise Unusable(f"the service reported: {_CONTROL.sub(' ', said)[:_SAID]}")
    rows = rows_of(value, recording)
    return [_result(row, rank, recording) for rank, row in enumerate(rows, 1)]


def rows_of(value: Any, recording: Recording) -> list[Any]:
    """The list of results as it came.

    Raises:
        Unusable: it is not there.
    """
    rows = _search(recording.rows, value)
    if rows is None:
        raise Unusable(f"no results at `{recording.rows}`")
    if not isinstance(rows, list):
        raise Unusable(f"`{recording.rows}` is no list")
    return rows


def _result(row: Any, rank: int, recording: Recording) -> dict[str, Any]:
    found: dict[str, Any] = {"rank": rank}
    for key, path in recording.fields.items():
        value = _search(path, row)
        if value is not None:
            found[key] = _number(value, path, rank) if key == "score" else _text(value, path, rank, key)
        elif key == "chunk_id":
            raise Unusable(f"result {rank} has no `{path}`")
    text, stated = found.get("text"), found.get("sha256")
    if stated is not None and not _SHA256.fullmatch(stated):
        raise Unusable(f"result {rank}: `{recording.fields['sha256']}` is no SHA-256")
    if stated is not None and text is not None and stated != sha256(text.encode()):
        raise Unusable(f"result {rank}: its SHA-256 is not that of its text")
    return {"chunk_id": found.pop("chunk_id"), **found}


def _number(value: Any, path: str, rank: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST:
        raise Unusable(f"result {rank}: `{path}` is {shown(value)}, no number")
    return float(value)


def _text(value: Any, path: str, rank: int, key: str) -> str:
    text = bodies.written(value)
    if text is None:
        raise Unusable(f"result {rank}: `{path}` is {shown(value)}, no text")
    if not _is_unicode(text):
        raise Unusable(f"result {rank}: `{path}` holds half a character")
    if key == "chunk_id" and (not text or _CONTROL.search(text)):
        raise Unusable(f"result {rank}: `{path}` is {shown(text)}, no id")
    return text


def _sent(value: Any, recording: Recording) -> str | None:
    """The rewritten question; a service that rewrites only some leaves it out of the others."""
    found = None if recording.sent is None else _search(recording.sent, value)
    if found in (None, ""):
        return None
    if not isinstance(found, str) or not _is_unicode(found):
        raise Unusable(f"`{recording.sent}` is {shown(found)}, no text")
    return found


def _is_unicode(text: str) -> bool:
    """Whether a file can hold it: JSON may escape half a character, where a text was cut."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _search(path: str, value: Any) -> Any:
    import jmespath

    try:
        return _compiled(path).search(value)
    except jmespath.exceptions.JMESPathError as error:
        raise Unusable(f"`{path}` cannot be applied ({str(error).splitlines()[0]})") from None


@cache
def _compiled(path: str) -> Any:
    import jmespath

    return jmespath.compile(path)
