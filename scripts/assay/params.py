"""params.yaml: every key, its rule and its meaning; read as DVC reads it (YAML 1.2).

A key that is unknown or missing is an error that names it.
"""

import datetime as dt
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from assay.errors import InputError, Problem

NAME = re.compile(r"^[a-z0-9][a-z0-9_-]*$")
NAME_RULE = "is no name: small Latin letters, digits, '-' and '_', not first"


@dataclass(frozen=True)
class Setting:
    """One key: its type, bounds or choices, and what it does."""

    kind: type
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    of: type | None = None
    nullable: bool = False

    def fault(self, value: Any) -> str | None:
        """What is wrong with a value, or None."""
        if value is None:
            return None if self.nullable else "is empty"
        if isinstance(value, dt.date | dt.time):
            return f"is an unquoted date ({value})"
        if self.kind is float and type(value) is int:
            value = float(value)
        if type(value) is not self.kind:
            return f"is {value!r}, must be {_article(self.kind)}"
        return self._list_fault(value) if isinstance(value, list) else self._bound_fault(value)

    def _list_fault(self, values: list[Any]) -> str | None:
        wrong = [item for item in values if type(item) is not self.of]
        if wrong:
            return f"holds {wrong[0]!r}, each item must be {_article(self.of or str)}"
        if len(set(values)) < len(values):
            return "holds a value twice"
        return next((fault for item in values if (fault := self._bound_fault(item))), None)

    def _bound_fault(self, value: Any) -> str | None:
        if self.choices and value not in self.choices:
            return f"is {value!r}, must be one of {', '.join(self.choices)}"
        if self.low is not None and not value >= self.low:
            return f"is {value!r}, must be at least {self.low:g}"
        if self.high is not None and not value <= self.high:
            return f"is {value!r}, must be at most {self.high:g}"
        return None

    def rule(self) -> str:
        """The rule in words, for the reference."""
        words = (
            f"list of {_article(self.of).split()[-1]}s"
            if self.kind is list and self.of
            else _article(self.kind)
        )
        bounds = [f"≥ {self.low:g}"] * (self.low is not None) + [f"≤ {self.high:g}"] * (self.high is not None)
        return ", ".join(
            [
                words,
                *bounds,
                *([" / ".join(self.choices)] if self.choices else []),
                *["or null"] * self.nullable,
            ]
        )


def _article(kind: type) -> str:
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", list: "a list"}
    return names[kind]


SNAPSHOT = {
    "source": Setting(str, "folder of documents, or a chunks.jsonl chunked elsewhere"),
    "chunking": Setting(
        str,
        "`structure` keeps to sections, paragraphs and sentences; `windows` cuts plain character windows; "
        "`ready` takes the chunks of a chunks.jsonl as they are",
        choices=("structure", "windows", "ready"),
    ),
    "size": Setting(int, "largest chunk, in characters (not used for `ready`)", low=50, high=100_000),
    "overlap": Setting(int, "characters that neighbouring chunks share at most", low=0, high=50_000),
}
_SYSTEM = {
    "kind": Setting(str, "how results come about", choices=("bm25", "ngram", "command", "recorded")),
    "snapshot": Setting(str, "name of the snapshot it searches"),
    "input": Setting(
        str, "the file or folder it runs from: a program, a recorded run, or the kind's own module"
    ),
}
_DEPTH = Setting(int, "results kept for each query", low=1, high=10_000)
_FILTER = Setting(bool, "leave out chunks of another subject, or not valid on the query's date")
KINDS: dict[str, dict[str, Setting]] = {
    "bm25": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "stem": Setting(bool, "Snowball stems, by the script of each word"),
        "k1": Setting(float, "saturation of term frequency", low=0, high=10),
        "b": Setting(float, "normalisation by length", low=0, high=1),
    },
    "ngram": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "n_min": Setting(int, "shortest character n-gram", low=1, high=10),
        "n_max": Setting(int, "longest character n-gram", low=1, high=10),
    },
    "command": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "arguments": Setting(list, "arguments passed to the program", of=str),
        "timeout": Setting(int, "seconds until the program is stopped", low=1, high=86_400),
    },
    "recorded": {
        "depth": Setting(
            int, "results asked for each query; null: not declared", low=1, high=10_000, nullable=True
        ),
        "foreign": Setting(
            str, "a chunk that the snapshot does not know", choices=("error", "match", "keep")
        ),
        "repeats": Setting(str, "a chunk twice in one result", choices=("keep", "strict")),
    },
}
SCORE = {
    "k": Setting(list, "cut-offs in results", of=int, low=1, high=10_000),
    "chars": Setting(list, "cut-offs in characters read", of=int, low=1, high=10_000_000),
    "headline": Setting(
        int, "cut-off (one of `k`) for failures, triage and the first table", low=1, high=10_000
    ),
    "cover": Setting(
        float, "share of a passage's letters that must be read to have found it", low=0.01, high=1
    ),
    "stale": Setting(str, "queries whose passages are gone from the corpus", choices=("exclude", "refuse")),
    "extra_queries": Setting(str, "results for queries that gold does not know", choices=("error", "ignore")),
}
REPORT = {
    "lang": Setting(str, "language of the report", choices=("ru", "en")),
    "include_text": Setting(bool, "texts of queries and passages in the report"),
}
SECTIONS = ("snapshots", "systems", "score", "report")


def parse(data: bytes, where: str) -> dict[str, Any]:
    """YAML 1.2, as DVC reads it.

    Raises:
        InputError: not UTF-8, not YAML, or not a table of keys.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        value = YAML(typ="safe").load(data.decode("utf-8"))
    except MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        raise InputError(
            Problem(f"{where}{line}", f"is not YAML ({error.problem})", "mend the line")
        ) from None
    except (YAMLError, UnicodeDecodeError) as error:
        raise InputError(Problem(where, f"is not YAML ({error})", "mend the file")) from None
    if not isinstance(value, dict):
        raise InputError(Problem(where, "holds no keys", f"it needs {', '.join(SECTIONS)}"))
    return value


def read(data: bytes, where: str) -> dict[str, Any]:
    """Parse and check params.yaml.

    Raises:
        InputError: every unknown key, missing key and broken rule of the file.
    """
    values = parse(data, where)
    problems = list(check(values, where))
    if problems:
        raise InputError(problems)
    return values


def check(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """Problems of the parsed file, in its order."""
    yield from _keys(values, dict.fromkeys(SECTIONS), where, "")
    for name, settings in _entries(values, "snapshots"):
        yield from _named(settings, SNAPSHOT, where, f"snapshots.{name}", name)
    for name, settings in _entries(values, "systems"):
        yield from _system(name, settings, values.get("snapshots"), where)
    for section, known in (("score", SCORE), ("report", REPORT)):
        if section in values:
            yield from _section(values[section], known, where, section)
    yield from _headline(values.get("score"), where)
    yield from _empty(values, where)


def _entries(values: dict[str, Any], section: str) -> list[tuple[Any, Any]]:
    entries = values.get(section)
    return list(entries.items()) if isinstance(entries, dict) else []


def _empty(values: dict[str, Any], where: str) -> Iterator[Problem]:
    for section in ("snapshots", "systems"):
        if section in values and not _entries(values, section):
            yield Problem(f"{where} {section}", "names none", "add at least one entry")


def _named(settings: Any, known: dict[str, Setting], where: str, path: str, name: Any) -> Iterator[Problem]:
    if not isinstance(name, str) or not NAME.match(name):
        yield Problem(f"{where} {path}", NAME_RULE, "rename it")
    yield from _section(settings, known, where, path)


def _system(name: Any, settings: Any, snapshots: Any, where: str) -> Iterator[Problem]:
    kind = settings.get("kind") if isinstance(settings, dict) else None
    known = _SYSTEM | KINDS.get(kind if isinstance(kind, str) else "", {})
    if isinstance(settings, dict) and known == _SYSTEM:
        settings = {key: value for key, value in settings.items() if key in _SYSTEM}
    yield from _named(settings, known, where, f"systems.{name}", name)
    snapshot = settings.get("snapshot") if isinstance(settings, dict) else None
    if isinstance(snapshot, str) and isinstance(snapshots, dict) and snapshot not in snapshots:
        yield Problem(
            f"{where} systems.{name}.snapshot",
            f"{snapshot!r} is no snapshot",
            f"one of: {', '.join(map(str, snapshots))}",
        )
    if kind == "ngram" and isinstance(settings, dict):
        low, high = settings.get("n_min"), settings.get("n_max")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            yield Problem(f"{where} systems.{name}.n_min", f"is {low}, above n_max {high}", "swap them")


def _section(values: Any, known: dict[str, Setting], where: str, path: str) -> Iterator[Problem]:
    if not isinstance(values, dict):
        yield Problem(f"{where} {path}", "is not a table of keys", f"it needs {', '.join(known)}")
        return
    yield from _keys(values, known, where, path + ".")
    for key, setting in known.items():
        fault = setting.fault(values[key]) if key in values else None
        if fault:
            date = isinstance(values[key], dt.date | dt.time)
            yield Problem(f"{where} {path}.{key}", fault, "put it in quotes" if date else "change it")


def _keys(values: dict[str, Any], known: dict[str, Any], where: str, prefix: str) -> Iterator[Problem]:
    for key in values:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            yield Problem(
                f"{where} {prefix}{key}", "is unknown", f"did you mean {near[0]}?" if near else "remove it"
            )
    for key in known:
        if key not in values:
            yield Problem(f"{where} {prefix}{key}", "is missing", "add it")


def _headline(score: Any, where: str) -> Iterator[Problem]:
    if (
        isinstance(score, dict)
        and isinstance(score.get("k"), list)
        and isinstance(score.get("headline"), int)
    ):
        if score["headline"] not in score["k"]:
            yield Problem(
                f"{where} score.headline", f"is {score['headline']}, not one of score.k", "add it to score.k"
            )
        if not score["k"]:
            yield Problem(f"{where} score.k", "is empty", "name at least one cut-off")
