"""The request that is sent for each question."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from assay.errors import Problem, refuse
from assay.manifest import canonical, sha256
from assay.recording import secrets, templates
from assay.recording.settings import Recording
from assay.retrieval.topics import Topic


class _UnfilledError(ValueError):
    def __init__(self, key: str, rule: str) -> None:
        super().__init__(rule)
        self.key = key


@dataclass(frozen=True)
class Prepared:
    """One request, without its headers.

    Attributes:
        id: the query's id in the gold set.
        text: the question that is asked.
        method: POST or GET.
        url: with the query string.
        content: body in UTF-8, or None.
    """

    id: str
    text: str
    method: str
    url: str
    content: bytes | None

    @property
    def sha256(self) -> str:
        """Of what is sent for the question: an answer to another request is none to this one."""
        body = None if self.content is None else self.content.decode()
        return sha256(canonical([self.method, self.url, body]))


def prepare(recording: Recording, topics: Iterable[Topic], where: str) -> list[Prepared]:
    """A request for each question, in their order.

    Raises:
        InputError: every template that a question does not fill, or whose outcome is no JSON.
    """
    found: list[Prepared] = []
    problems: list[Problem] = []
    for topic in topics:
        values = _values(topic, recording.top_k)
        try:
            content, url = _content(recording, values), _url(recording, values)
        except _UnfilledError as error:
            spot = f"{where} record.{recording.system}.{error.key}"
            problems.append(Problem(spot, f"{error} for question {topic.id}", "mend the template"))
            continue
        found.append(Prepared(topic.id, topic.query, recording.method, url, content))
    refuse(problems)
    return found


def headers(
    recording: Recording, environment: Mapping[str, str], where: str
) -> tuple[dict[str, str], secrets.Secrets]:
    """The headers of every request, filled from the environment, and what of them is secret.

    Raises:
        InputError: one a variable that is not set; a value that no header can carry.
    """
    known = secrets.read(recording.variables(), environment, f"{where} record.{recording.system}.headers")
    filled = {"Accept": "application/json"}
    if recording.body is not None:
        filled["Content-Type"] = "application/json"
    problems, made = [], set()
    for name, text in recording.headers.items():
        spot = f"{where} record.{recording.system}.headers.{name}"
        value = templates.rendered(text, {"env": known.values})
        if not (value.isascii() and value.isprintable() and name.isascii() and name.isprintable() and name):
            problems.append(Problem(spot, "holds letters that no header can carry", "use ASCII, on one line"))
        filled = {key: old for key, old in filled.items() if key.lower() != name.lower()} | {name: value}
        made |= set(value.split()) - set(text.split()) if templates.variables(text) else set()
    refuse(problems)
    return filled, replace(known, made=made - {*known.values.values()})


def _values(topic: Topic, top_k: int) -> dict[str, Any]:
    named = ("query", "original", "id", "lang", "history", "as_of", "subject")
    return {**{name: getattr(topic, name) for name in named}, "top_k": top_k}


def _content(recording: Recording, values: dict[str, Any]) -> bytes | None:
    if recording.body is None:
        return None
    text = _filled("body", recording.body, values)
    try:
        json.loads(text)
    except ValueError as error:
        raise _UnfilledError("body", f"does not give JSON ({error})") from None
    return text.encode()


def _url(recording: Recording, values: dict[str, Any]) -> str:
    pairs = [(key, _filled(f"params.{key}", text, values)) for key, text in recording.params.items()]
    joint = "&" if "?" in recording.url else "?"
    return recording.url + (joint + urlencode(pairs) if pairs else "")


def _filled(key: str, text: str, values: dict[str, Any]) -> str:
    try:
        return templates.rendered(text, values)
    except ValueError as error:
        raise _UnfilledError(key, f"cannot be filled ({error})") from None
