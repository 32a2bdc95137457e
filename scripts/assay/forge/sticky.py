"""One comment on a pull request: created once, then updated; where there is no right to, not at all."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from assay.errors import InputError, Problem
from assay.forge.place import Place

if TYPE_CHECKING:
    import httpx

MARK = "<!-- assay: gold change -->"  # by it the comment is found again
PAGE, PAGES = 100, 30
ATTEMPTS, PAUSE = 4, 2.0  # seconds before the second attempt, twice as long before each further one
TIMEOUT = 30.0
_REFUSED = (401, 403, 404)  # GitHub says 404 where a token may not know of a thing
_BUSY = (429, 500, 502, 503, 504)


class RefusedError(Exception):
    """The token may not do it, or there is none."""


def post(place: Place, text: str, *, only_update: bool = False, pause: float = PAUSE) -> str | None:
    """Put the text into the comment that carries the mark; create it if there is none.

    Args:
        place: comments of the pull request.
        text: Markdown.
        only_update: create nothing where there is no such comment yet.
        pause: seconds before a second attempt.

    Returns:
        ``created``, ``updated``, ``unchanged``; None where only an update was wanted and there is nothing.

    Raises:
        RefusedError: there is no token, or it has no right to comment.
        InputError: the forge does not answer, or with something that is no list of comments.
    """
    if not place.token:
        raise RefusedError
    body = f"{MARK}\n{text}"
    with _client(place) as client:
        for comment in list(_own(client, place, pause)):
            if comment["body"].strip() == body.strip():
                return "unchanged"
            address = place.edit.format(id=comment["id"])
            method = "PATCH" if place.forge == "github" else "PUT"
            try:
                _ask(client, method, address, pause, json={"body": body})
            except RefusedError:  # somebody else's comment that quotes the mark
                continue
            return "updated"
        if only_update:
            return None
        _ask(client, "POST", place.comments, pause, json={"body": body})
    return "created"


def _client(place: Place) -> "httpx.Client":
    import httpx

    token = str(place.token)
    if place.forge == "github":
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/vnd.github+json"}
    else:
        headers = {"PRIVATE-TOKEN": token}
    return httpx.Client(headers=headers, timeout=TIMEOUT, follow_redirects=False)


def _own(client: "httpx.Client", place: Place, pause: float) -> Iterator[dict[str, Any]]:
    """Comments that begin with the mark, oldest first."""
    for page in range(1, PAGES + 1):
        reply = _ask(client, "GET", place.comments, pause, params={"per_page": PAGE, "page": page})
        try:
            found = reply.json()
            marked = [one for one in found if str(one["body"]).lstrip().startswith(MARK) and "id" in one]
        except (ValueError, KeyError, TypeError):
            rule = "answered with something that is no list of comments"
            raise InputError(Problem(str(reply.url.host), rule, "see the address of its API")) from None
        yield from marked
        if len(found) < PAGE:
            return


def _ask(client: "httpx.Client", method: str, address: str, pause: float, **how: Any) -> "httpx.Response":
    """One request, again where that may help."""
    import httpx

    said = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(pause * 2 ** (attempt - 1))
        try:
            reply = client.request(method, address, **how)
        except httpx.HTTPError as error:
            said = f"did not answer ({type(error).__name__})"
            continue
        if reply.status_code in _REFUSED:
            raise RefusedError
        if reply.is_success:
            return reply
        said = f"answered HTTP {reply.status_code}"
        if reply.status_code not in _BUSY:
            break
    host = httpx.URL(address).host
    raise InputError(Problem(host, f"{said} to {method} of a comment", "run the job again"))
