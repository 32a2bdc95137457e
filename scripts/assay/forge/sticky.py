"""One comment on a pull request: created once, then updated; where there is no right to, not at all."""

import json
from collections.abc import Iterator

from assay.forge.client import ATTEMPTS, PAUSE, Answer, BusyError, Client, RefusedError
from assay.forge.place import Place

MARK = "<!-- assay: gold change -->"  # by it the comment is found again
PAGE, PAGES = 100, 300  # comments asked for at once; pages looked through


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
        InputError: the forge does not answer, or with something that is no list of comments, or too long a one.
    """
    if not place.token:
        raise RefusedError
    body = f"{MARK}\n{text}"
    client = Client(place, pause)
    done = _update(client, place, body)
    return done if done or only_update else _create(client, place, body)


def _update(client: Client, place: Place, body: str) -> str | None:
    """What was done to the comment that there is; None: there is none."""
    method = "PATCH" if place.forge == "github" else "PUT"
    for number, there in _own(client, place):
        if there.strip() == body.strip():
            return "unchanged"
        try:
            client.ask(method, f"{place.edit}/{number}", json={"body": body})
        except RefusedError:  # somebody else's comment that quotes the mark
            continue
        return "updated"
    return None


def _create(client: Client, place: Place, body: str) -> str:
    for attempt in range(ATTEMPTS):
        try:
            client.once("POST", place.comments, json={"body": body})
        except BusyError as error:
            lost = error
        else:
            return "created"
        client.wait(attempt)
        if _update(client, place, body):  # stored all the same: a second POST would make a second comment
            return "created"
    raise lost


def _own(client: Client, place: Place) -> Iterator[tuple[int, str]]:
    """Id and text of the comments that begin with the mark, in the order of the forge."""
    following = {"page": "1"}
    for page in range(1, PAGES + 1):
        answer = client.ask("GET", place.comments, params={"per_page": str(PAGE), **following})
        found = _comments(client, answer)
        yield from (one for one in found if one[1].lstrip().startswith(MARK))
        following = answer.following or ({"page": str(page + 1)} if len(found) >= PAGE else {})
        if not following:
            return
    raise client.too_many(PAGES)


def _comments(client: Client, answer: Answer) -> list[tuple[int, str]]:
    try:
        listed = json.loads(answer.data)
        found = [(one["id"], str(one["body"])) for one in listed]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise client.no_list() from None
    # A number alone goes into an address, never a text.
    if not isinstance(listed, list) or any(type(number) is not int for number, _ in found):
        raise client.no_list()
    return found
