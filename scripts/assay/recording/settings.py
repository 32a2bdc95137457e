"""Section ``record`` of params.yaml: how a system that lives elsewhere is asked."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import InputError, Problem, refuse, shown
from assay.recording import secrets, templates
from assay.settings import RECORDERS

ODD = 'a"b\\c\nд'  # each letter of it would break JSON that is put together without tojson
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
_PROBE = {
    **dict.fromkeys(templates.NAMES, ODD),
    "history": [{"role": "user", "text": ODD}],
    "as_of": "2026-03-01",
    "top_k": 1,
}
_OWN = {"top_k": "comes from top_k of the entry", "recorded_at": "is written by the command"}


@dataclass(frozen=True)
class Recording:
    """One entry; what is left out there has its default. The keys are those of ``assay.settings.RECORDERS``."""

    system: str
    url: str
    method: str
    headers: Mapping[str, str]
    body: str | None
    params: Mapping[str, str]
    rows: str
    fields: Mapping[str, str]
    sent: str | None
    error: str | None
    top_k: int
    concurrency: int
    rate: float | None
    timeout: float
    retries: int
    card: Mapping[str, Any]

    def asked(self) -> dict[str, Any]:
        """What decides which requests are sent: a run is of one such setting."""
        return {
            "url": self.url,
            "method": self.method,
            "headers": dict(self.headers),
            "body": self.body,
            "params": dict(self.params),
            "top_k": self.top_k,
        }

    def variables(self) -> set[str]:
        """Names of the environment variables that its headers need."""
        return set().union(*(templates.variables(text) for text in self.headers.values()))


def read(values: dict[str, Any], system: str, where: str) -> Recording:
    """The entry of a system.

    Raises:
        InputError: there is none; its faults.
    """
    entries = values.get("record") or {}
    if system not in entries:
        fix = (
            f"one of: {', '.join(entries)}"
            if entries
            else "write it; runs/README.md has examples to start from"
        )
        raise InputError(Problem(f"{where} record.{system}", "is not there", fix))
    refuse(list(_entry_faults(system, entries[system], where)))
    known = RECORDERS[entries[system]["kind"]]
    given = {key: entries[system].get(key, setting.default) for key, setting in known.items()}
    tables = {key: given[key] or {} for key in ("headers", "params", "card")}
    return Recording(system=system, **{**given, **tables})


def faults(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """What is wrong with the entries beyond keys and types: templates, paths, secrets, the card."""
    for system, entry in (values.get("record") or {}).items():
        yield from _entry_faults(system, entry, where)


def _entry_faults(system: str, entry: dict[str, Any], where: str) -> Iterator[Problem]:
    spot = f"{where} record.{system}"
    yield from _url_faults(entry["url"], f"{spot}.url")
    yield from _header_faults(entry.get("headers", {}), f"{spot}.headers")
    yield from _question_faults(entry, spot)
    paths = {f"fields.{key}": path for key, path in entry["fields"].items()}
    paths |= {key: entry[key] for key in ("rows", "sent", "error") if key in entry}
    for key, path in paths.items():
        yield from _path_faults(path, f"{spot}.{key}")
    yield from _card_faults(entry.get("card", {}), f"{spot}.card")


def _url_faults(url: str, spot: str) -> Iterator[Problem]:
    import httpx

    try:
        parts = httpx.URL(url)
    except httpx.InvalidURL:
        parts = httpx.URL("")
    if parts.scheme not in ("http", "https") or not parts.host or " " in url:
        yield Problem(spot, f"is {shown(url)}, no address", "write it as https://host/path")
    elif parts.userinfo:
        yield Problem(spot, "holds a user or a password", secrets.FIX)
    else:
        yield from secrets.literals("", url, spot, from_environment=False)


def _header_faults(headers: dict[str, str], spot: str) -> Iterator[Problem]:
    for name, text in headers.items():
        if not _TOKEN.fullmatch(name):
            yield Problem(f"{spot}.{name}", "is no name of a header", "use letters, digits and '-'")
        found = list(templates.faults(text, f"{spot}.{name}", (templates.ENV,)))
        yield from found
        taken = not found and bool(templates.variables(text))
        yield from secrets.literals(name, text, f"{spot}.{name}", from_environment=taken)


def _question_faults(entry: dict[str, Any], spot: str) -> Iterator[Problem]:
    """Body and parameters."""
    texts = {f"params.{key}": text for key, text in entry.get("params", {}).items()}
    body = entry.get("body")
    if body is not None and entry.get("method") == "GET":
        yield Problem(f"{spot}.body", "is sent by POST only", "use params, or method POST")
    found: list[Problem] = []
    for key, text in {**texts, **({} if body is None else {"body": body})}.items():
        found += templates.faults(text, f"{spot}.{key}", templates.NAMES)
        name = key.removeprefix("params.") if key != "body" else ""
        found += secrets.literals(name, text, f"{spot}.{key}", from_environment=False)
    yield from found
    asked = set().union(*(templates.used(text) for text in [*texts.values(), body or ""]))
    if not found and not asked & templates.ASKS:
        yield Problem(
            spot, "asks every question alike", "use {{ query | tojson }} in body, or {{ query }} in params"
        )
    elif not found and body is not None:
        yield from _json_faults(body, f"{spot}.body")


def _json_faults(body: str, spot: str) -> Iterator[Problem]:
    """Filled with odd letters it is still JSON; a template that needs more than a probe has is left to the questions."""
    try:
        text = templates.rendered(body, _PROBE)
    except ValueError:
        return
    try:
        json.loads(text)
    except ValueError as error:
        yield Problem(
            spot, f"does not give JSON ({error})", "write texts as {{ query | tojson }}, without quotes"
        )


def _path_faults(path: str, spot: str) -> Iterator[Problem]:
    import jmespath

    try:
        jmespath.compile(path)
    except jmespath.exceptions.JMESPathError as error:
        reason = str(error).splitlines()[0]
        yield Problem(spot, f"is no JMESPath ({reason})", 'quote odd names, as "two words".id')


def _card_faults(card: dict[str, Any], spot: str) -> Iterator[Problem]:
    from assay.retrieval.kinds.recorded import MODES, STATED
    from assay.retrieval.records import faults as field_faults

    given = {"mode": MODES[0], **card}
    yield from field_faults(given, STATED, spot)
    if isinstance(given["mode"], str) and given["mode"] not in MODES:
        yield Problem(
            f"{spot}.mode", f"is {shown(given['mode'])}, must be one of {', '.join(MODES)}", "change it"
        )
    for key, rule in _OWN.items():
        if key in card:
            yield Problem(f"{spot}.{key}", rule, "remove it")
