"""Requests to a forge: bounded in time and size, again where that may help, else one clear error."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from assay.errors import InputError, Problem, shown
from assay.forge.place import Place

if TYPE_CHECKING:
    import httpx

ATTEMPTS, PAUSE = 4, 2.0  # seconds before the second attempt, twice as long before each further one
TIMEOUT = 60.0  # seconds from the first to the last byte of one request
LARGEST = 32 * 2**20  # bytes of an answer: a hundred of GitHub's longest comments are 26 million
_REFUSED = (401, 403, 404)  # GitHub says 404 where a token may not know of a thing
_BUSY = (429, 500, 502, 503, 504)
_AGAIN, _ADDRESS = "run the job again", "see the address of its API in the job's environment"


class RefusedError(Exception):
    """The token may not do it, or there is none."""


class BusyError(InputError):
    """No answer, or that of a busy server: whether it has done what it was asked for is not known."""


class Answer(NamedTuple):
    """What a forge answered.

    Attributes:
        data: its bytes.
        following: parameters of the next page; none where the answer names no next page.
    """

    data: bytes
    following: dict[str, str]


class Client:
    """Asks the forge of one place with its token."""

    def __init__(self, place: Place, pause: float = PAUSE) -> None:
        """Take the token; pause: seconds before a second attempt."""
        self._pause = pause
        self._host = str(urlsplit(place.comments).hostname)
        self._headers = {"PRIVATE-TOKEN": str(place.token)}
        if place.forge == "github":
            self._headers = {
                "Authorization": f"Bearer {place.token}",
                "Accept": "application/vnd.github+json",
            }

    def ask(self, method: str, address: str, **how: Any) -> Answer:
        """One request that may be repeated, again where that may help.

        Raises:
            RefusedError: the token may not.
            BusyError: no answer, or that of a busy server, to every attempt.
            InputError: an answer that another attempt does not better.
        """
        for attempt in range(ATTEMPTS - 1):
            with suppress(BusyError):
                return self.once(method, address, **how)
            self.wait(attempt)
        return self.once(method, address, **how)

    def once(self, method: str, address: str, **how: Any) -> Answer:
        """One request, one attempt; raises as :meth:`ask` does."""
        import httpx

        try:
            reply, data = asyncio.run(self._exchange(method, address, how))
        except TimeoutError:
            raise BusyError(self._problem(f"did not answer within {TIMEOUT:g} s", _AGAIN)) from None
        except (httpx.HTTPError, UnicodeError) as error:
            rule = f"did not answer ({type(error).__name__})"
            raise BusyError(self._problem(rule, _AGAIN)) from None
        except (httpx.InvalidURL, ValueError, ImportError):  # before anything is asked
            rule = "cannot be asked through the proxy that the job's environment names"
            raise InputError(self._problem(rule, "see HTTP_PROXY, HTTPS_PROXY and ALL_PROXY")) from None
        if reply.is_success:
            return Answer(data, _following(reply))
        if reply.status_code in _REFUSED:
            raise RefusedError
        said = f"answered HTTP {reply.status_code} to {method} of a comment"
        if reply.status_code in _BUSY:
            raise BusyError(self._problem(said, _AGAIN))
        if reply.has_redirect_location:
            raise InputError(self._problem(f"{said}, it is elsewhere", _ADDRESS))
        raise InputError(self._problem(f"{said}: {shown(data.decode(errors='replace'))}", "see what it says"))

    def wait(self, attempt: int) -> None:
        """Pause after an attempt, counted from 0, that failed."""
        time.sleep(self._pause * 2**attempt)

    def no_list(self) -> InputError:
        """The error of an answer that holds no comments."""
        return InputError(self._problem("answered with something that is no list of comments", _ADDRESS))

    def too_many(self, pages: int) -> InputError:
        """The error of a list without an end in sight."""
        rule = f"lists more than {pages} pages of comments"
        return InputError(self._problem(rule, "propose the branch anew: these are too many to look through"))

    async def _exchange(
        self, method: str, address: str, how: dict[str, Any]
    ) -> tuple["httpx.Response", bytes]:
        import httpx

        data = bytearray()
        async with (
            asyncio.timeout(TIMEOUT),  # httpx's own bounds are of each read: a drip never reaches them
            httpx.AsyncClient(headers=self._headers, timeout=None, follow_redirects=False) as client,  # noqa: S113
            client.stream(method, address, **how) as reply,
        ):
            async for part in reply.aiter_bytes():
                data += part
                if len(data) > LARGEST:
                    rule = f"answered with more than {LARGEST / 2**20:g} MB"
                    raise InputError(self._problem(rule, _ADDRESS))
        return reply, bytes(data)

    def _problem(self, rule: str, fix: str) -> Problem:
        return Problem(self._host, rule, fix)


def _following(reply: "httpx.Response") -> dict[str, str]:
    """Of its link the parameters alone: the token goes to no address but the job's."""
    link = reply.links.get("next", {}).get("url", "")
    if link:
        return dict(parse_qsl(link.partition("?")[2]))
    page = reply.headers.get("x-next-page")
    return {"page": page} if page else {}
