"""Every response on disk as it comes, so that an interrupted run goes on where it was."""

import fcntl
import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from assay.errors import InputError, Problem, near
from assay.files import write_file
from assay.jsonl import dump_row, read_object
from assay.manifest import pretty

BEGUN, RESPONSES = "begun.json", "journal.jsonl"


@dataclass(frozen=True)
class Response:
    """What came of one attempt; nothing of the request's headers.

    Attributes:
        turn: which time the system was asked, from 1.
        id: the query's id.
        request: SHA-256 of what was asked.
        attempt: from 1.
        status: HTTP status; None where none came.
        headers: those that say what the body is and what to do.
        latency_ms: from sending until the body was there.
        body: text, or Base64 where it is no UTF-8.
        base64: whether it is.
        failure: what happened instead of a response.
        taken: a line of results.jsonl taken over from an earlier run that kept no responses.
    """

    turn: int
    id: str
    request: str
    attempt: int
    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    latency_ms: float | None = None
    body: str = ""
    base64: bool = False
    failure: str | None = None
    taken: dict[str, Any] | None = None

    def line(self, *, turn: bool = True) -> str:
        """As JSON, with a line end."""
        values = {key: value for key, value in asdict(self).items() if turn or key != "turn"}
        return dump_row(values) + "\n"


class Journal:
    """The folder of a run under way.

    ``begun.json`` says what is asked and since when, ``journal.jsonl`` has a line a response. Both belong to the
    one process that has the folder open.

    Args:
        folder: made where it is not there.
        asked: what decides which requests are sent.
        now: the time, in UTC.

    Raises:
        InputError: another process has it; it was begun with other requests.
    """

    def __init__(self, folder: Path, asked: dict[str, Any], now: str) -> None:
        self._folder = folder
        self.since = now
        self.last: dict[tuple[int, str], Response] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / RESPONSES).open("a+b")
        try:
            _own(self._file, folder)
            self._begin(asked)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def keep(self, response: Response) -> None:
        """Append a response; it is on the disk when this returns."""
        self._file.write(response.line().encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.last[response.turn, response.id] = response

    def _begin(self, asked: dict[str, Any]) -> None:
        path = self._folder / BEGUN
        if not path.exists():
            write_file(path, pretty({"since": self.since, "request": asked}))
            return
        before = read_object(path.read_bytes(), near(path), "since and request")
        if not {"since", "request"} <= before.keys():
            raise InputError(Problem(near(path), "is not as the command wrote it", "begin anew with --fresh"))
        self.since = before["since"]
        changed = sorted(key for key in asked if asked[key] != before["request"].get(key))
        if changed:
            rule = f"was begun with another {', '.join(changed)}"
            fix = "take the change back, or begin anew with --fresh, or name another run with --run"
            raise InputError(Problem(near(self._folder), rule, fix))

    def _read(self) -> None:
        """What is there; a last line that was cut off is dropped, and written over."""
        self._file.seek(0)
        whole = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            try:
                response = Response(**json.loads(line))
            except (ValueError, TypeError):
                rule = "holds a line that is no response"
                fix = "begin anew with --fresh"
                raise InputError(Problem(near(self._folder / RESPONSES), rule, fix)) from None
            whole += len(line)
            self.last[response.turn, response.id] = response
        self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)


def discard(folder: Path) -> int:
    """Remove a run under way; how many responses it held.

    Raises:
        InputError: a process is writing it.
    """
    with (folder / RESPONSES).open("a+b") as file:
        _own(file, folder)
        file.seek(0)
        held = sum(1 for _ in file)
        shutil.rmtree(folder)
    return held


def _own(file: BinaryIO, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        rule = "another `assay record` is writing it"
        raise InputError(Problem(near(folder), rule, "wait for it, or name another with --run")) from None
