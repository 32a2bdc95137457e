"""Questions sent to a service over HTTP: so many at once, so many a second, again where it may help."""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assay.recording import bodies, pace
from assay.recording.journal import Response
from assay.recording.request import Prepared
from assay.recording.secrets import Secrets
from assay.recording.settings import Recording

if TYPE_CHECKING:
    import httpx

HEADERS = ("content-type", "retry-after", "location", "x-request-id")
LARGEST = 64 * 2**20  # bytes of one body
BUSY = 429
BROKEN = 500
CUT = "no connection"
NOBODY = ": the host is not known"


@dataclass
class Client:
    """One service.

    Attributes:
        recording: where and how often it is asked.
        headers: of each request.
        secrets: what must not be kept of what comes back.
        keep: is given every response as it comes.
    """

    recording: Recording
    headers: Mapping[str, str]
    secrets: Secrets
    keep: Callable[[Response], None]
    _stopped: bool = field(default=False, init=False)
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def ask(self, turn: int, questions: Sequence[Prepared], done: Callable[[Response], bool]) -> None:
        """Ask them all.

        Args:
            turn: which time they are asked.
            questions: the requests.
            done: is given the last response to each; true: go no further.
        """
        try:
            asyncio.run(self._all(turn, iter(questions), done))
        except BaseExceptionGroup as group:  # of tasks that all failed for one reason: a full disk
            raise group.exceptions[0] from None

    async def _all(self, turn: int, waiting: Iterator[Prepared], done: Callable[[Response], bool]) -> None:
        import httpx

        self._writing = asyncio.Lock()  # of this loop
        turns = pace.Pace(self.recording.rate)
        bounds = httpx.Limits(max_connections=self.recording.concurrency)
        # Redirects are not followed: they would carry the headers, secrets among them, to another place.
        async with (
            httpx.AsyncClient(timeout=None, limits=bounds, follow_redirects=False) as service,  # noqa: S113 - see _once
            asyncio.TaskGroup() as group,
        ):
            for _ in range(self.recording.concurrency):
                group.create_task(self._some(turn, waiting, done, service, turns))

    async def _some(
        self,
        turn: int,
        waiting: Iterator[Prepared],
        done: Callable[[Response], bool],
        service: "httpx.AsyncClient",
        turns: pace.Pace,
    ) -> None:
        for question in waiting:
            response = await self._answer(turn, question, service, turns)
            self._stopped = done(response) or self._stopped
            if self._stopped:
                return

    async def _answer(
        self, turn: int, question: Prepared, service: "httpx.AsyncClient", turns: pace.Pace
    ) -> Response:
        """The last of as many attempts as it takes."""
        attempt = 1
        while True:
            await turns.turn()
            response = await self._once(turn, question, attempt, service)
            async with self._writing:  # in a thread: a slow disk must not pass for a slow service
                await asyncio.to_thread(self.keep, response)
            wait = pace.wait_of(response.headers.get("retry-after"))
            if not _may_help(response) or attempt > self.recording.retries or (wait or 0) > pace.LONGEST:
                return response
            if wait is None:
                await asyncio.sleep(pace.backoff(attempt))
            else:
                turns.hold(wait)
            attempt += 1

    async def _once(
        self, turn: int, question: Prepared, attempt: int, service: "httpx.AsyncClient"
    ) -> Response:
        import httpx

        started = time.perf_counter()
        outcome: dict[str, Any]
        try:
            async with asyncio.timeout(self.recording.timeout):  # from first to last byte, however they drip
                outcome = await self._exchange(question, service)
        except TimeoutError:
            outcome = {"failure": f"timed out after {self.recording.timeout:g} s"}
        except httpx.DecodingError:
            outcome = {"failure": "body is not in its stated encoding"}
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            outcome = {"failure": CUT + _why(error)}
        except UnicodeError:  # of a host's name: two dots in a row
            outcome = {"failure": CUT + NOBODY}
        except httpx.HTTPError:
            outcome = {"failure": "connection broken off"}
        latency = round((time.perf_counter() - started) * 1000, 1)  # masking is not the service's time
        if "data" in outcome:
            outcome = self._kept(**outcome)
        return Response(turn, question.id, question.sha256, attempt, latency_ms=latency, **outcome)

    async def _exchange(self, question: Prepared, service: "httpx.AsyncClient") -> dict[str, Any]:
        data = bytearray()
        async with service.stream(
            question.method, question.url, headers=dict(self.headers), content=question.content
        ) as came:
            async for part in came.aiter_bytes():
                data += part
                if len(data) > LARGEST:
                    return {"failure": f"body is larger than {LARGEST // 2**20} MB"}
            headers = {name: came.headers[name] for name in HEADERS if name in came.headers}
        return {"status": came.status_code, "headers": headers, "data": bytes(data)}

    def _kept(self, status: int, headers: Mapping[str, str], data: bytes) -> dict[str, Any]:
        """What may be kept of a response."""
        masked = {name: self.secrets.masked_reply(value) for name, value in headers.items()}
        body, packed = bodies.packed(self.secrets.masked_bytes(data))
        return {"status": status, "headers": masked, "body": body, "base64": packed}


def _why(error: BaseException | None) -> str:
    """What a person can mend, where it is known."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return f": its certificate is not trusted ({error.verify_message})"
        if isinstance(error, socket.gaierror):
            return NOBODY
        error = error.__cause__ or error.__context__
    return ""


def _may_help(response: Response) -> bool:
    """Whether another attempt may: the service is busy, broken, slow or gone; not where it has refused."""
    if response.status is not None:
        return response.status == BUSY or response.status >= BROKEN
    return response.failure is not None and not response.failure.startswith("body ")
