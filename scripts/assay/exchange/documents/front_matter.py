"""YAML or TOML front matter of any Markdown file: read as texts, and written in the corpus' own form."""

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from assay.errors import InputError, Problem, shown
from assay.exchange.losses import Losses
from assay.exchange.records.languages import language_code
from assay.params import reason
from assay.retrieval.documents import ID, OPTIONAL, REQUIRED
from assay.retrieval.records import as_date

KEYS = (*REQUIRED, *OPTIONAL)
_FRONT = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)  # as Hugo has it
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
# What every reader of YAML takes for a text without quotes.
_PLAIN = re.compile(
    r"(?!(?:y|n|yes|no|on|off|true|false|null|inf|nan)\Z)[^\W\d_](?:[\w./()-]|,? (?=[\w(]))*", re.IGNORECASE
)
_NOTHING = ("", "~", "null", "Null", "NULL")


def split(text: str, where: str) -> tuple[dict[str, Any], int]:
    """Keys of the front matter, every scalar a text, and the code points before the body.

    A file that only begins with a rule (``---``) has none.

    Raises:
        InputError: it is not YAML, or between ``+++`` not TOML, with the line.
    """
    toml = _TOML.match(text)
    if toml:
        return _toml(toml[1], where), toml.end()
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    match = _FRONT.match(text)
    if not match:
        return {}, 0
    try:
        values = YAML(typ="base").load(match[1])
    except (YAMLError, RecursionError) as error:
        mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
        what = error.problem if isinstance(error, MarkedYAMLError) else error
        place = f"{where}:{mark.line + 2 if mark else 1}"
        raise InputError(Problem(place, f"front matter is not YAML ({reason(what)})", "mend it")) from None
    if values is None:
        return {}, match.end()
    return (values, match.end()) if isinstance(values, dict) else ({}, 0)


def _toml(text: str, where: str) -> dict[str, Any]:
    import tomllib

    try:
        values = tomllib.loads(text, parse_float=str)  # version 1.10 is not 1.1
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        found = _TOML_PLACE.search(str(error))
        line = (int(found[1]) if found[1] else text.count("\n")) + 1 if found else 1
        parsed = isinstance(error, tomllib.TOMLDecodeError)
        what = _TOML_PLACE.sub("", str(error)) if parsed else "lists too deep, or a number too long"
        raise InputError(
            Problem(f"{where}:{line}", f"front matter is not TOML ({reason(what)})", "mend it")
        ) from None
    return {key: _as_written(value) for key, value in values.items()}


def _as_written(value: object) -> object:
    """A scalar of TOML as a text; lists and tables as they are, which no key of a document takes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value if isinstance(value, list | dict) else str(value)


def usable(values: Mapping[str, Any], where: str, losses: Losses) -> dict[str, str]:
    """The keys that a document may have, with values that are valid there; all others are counted as lost."""
    found: dict[str, str] = {}
    for key, value in values.items():
        if key not in KEYS:
            losses.add(f"front matter key {shown(key)}, which documents do not have", where)
        elif value not in _NOTHING:
            text = _valid(str(key), value)
            if text is None:
                losses.add(f"front matter {key} that is not valid", f"{where} {shown(value)}")
            else:
                found[str(key)] = text
    first, last = found.get("valid_from"), found.get("valid_to")
    if first and last and last < first:
        losses.add("front matter valid_to that is before valid_from", where)
        del found["valid_from"], found["valid_to"]
    return found


def _valid(key: str, value: object) -> str | None:
    if not isinstance(value, str):
        return None
    text = " ".join(value.split())
    if not text.isprintable():
        return None
    if key == "lang":
        return language_code(text)
    if key == "id":
        return text if ID.fullmatch(text) and ".." not in text else None
    if key in ("valid_from", "valid_to"):
        return text if as_date(text) else None
    return text


def front_bytes(values: Mapping[str, str | None], body: str) -> bytes:
    """A document: its keys in their fixed order, absent ones left out, then the body word for word."""
    return "".join([*_lines(values), body]).encode()


def _lines(values: Mapping[str, str | None]) -> Iterator[str]:
    yield "---\n"
    for key in KEYS:
        value = values.get(key)
        if value:
            quoted = value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
            yield f"{key}: {quoted}\n"
    yield "---\n"
