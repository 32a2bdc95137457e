"""params.yaml: read as DVC reads it (YAML 1.2), and checked.

A key that is unknown or missing is an error that names it; :mod:`assay.settings` lists them all.
"""

import datetime as dt
import difflib
import re
from collections.abc import Collection, Iterator
from typing import Any

from assay import agreement
from assay.agreement import entries, whole
from assay.errors import InputError, Problem, refuse
from assay.jsonl import conflicts
from assay.setting import Setting
from assay.settings import (
    ADJUDICATORS,
    CHUNKINGS,
    COMPARE,
    FUSION,
    GATE,
    GATE_RULES,
    KINDS,
    RECORD,
    RECORD_FIELDS,
    RECORDERS,
    REPORT,
    SCORE,
    SNAPSHOT,
    SYSTEM,
)

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
NAME_RULE = "is no name: small Latin letters, digits, '-' and '_', not first"
LONGEST = 60  # of a name: several make one file name in DVC's folders, which ends at 255
SECTIONS = ("snapshots", "systems", "fusions", "score", "compare", "gates", "report", "adjudicators")
OPTIONAL = ("import", "record")  # of commands for people: no stage reads them


def parse(data: bytes, where: str) -> dict[str, Any]:
    """YAML 1.2, as DVC reads it.

    Raises:
        InputError: not UTF-8, conflict markers, not YAML, or not a table of keys.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(Problem(f"{where}:{line}", "is not UTF-8", "save it as UTF-8")) from None
    refuse(conflicts(text, where))
    try:
        value = YAML(typ="safe").load(text)
    except MarkedYAMLError as error:
        place = f"{where}:{error.problem_mark.line + 1}" if error.problem_mark else where
        raise InputError(Problem(place, f"is not YAML ({reason(error.problem)})", "mend the line")) from None
    except (YAMLError, ValueError, RecursionError) as error:
        raise InputError(Problem(where, f"is not YAML ({reason(error)})", "mend the file")) from None
    if not isinstance(value, dict):
        raise InputError(Problem(where, "holds no keys", "write them, or take it from the last commit"))
    return value


def stages(data: bytes, where: str) -> dict[str, dict[str, Any]]:
    """The stages of dvc.yaml, each with ``cmd`` and ``deps``, or with them in ``do``.

    Raises:
        InputError: there are none, or one is not of that form.
    """
    found = parse(data, where).get("stages")
    table: dict[str, dict[str, Any]] = found if isinstance(found, dict) else {}
    bodies = [body.get("do", body) if isinstance(body, dict) else None for body in table.values()]
    if not bodies or not all(isinstance(body, dict) and {"cmd", "deps"} <= body.keys() for body in bodies):
        fix = "mend it, or take it from the last commit"
        raise InputError(Problem(where, "is no pipeline of stages, each with cmd and deps", fix))
    return table


def reason(error: object) -> str:
    """What a YAML reader says, on one line and without the values beside a key that stands twice."""
    return " ".join(str(error).partition(" with value ")[0].split())


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
    yield from _keys(values, dict.fromkeys((*SECTIONS, *OPTIONAL)), where, "", OPTIONAL)
    for name, settings in entries(values, "snapshots"):
        yield from _snapshot(name, settings, where)
    for name, settings in entries(values, "systems"):
        yield from _system(name, settings, values.get("snapshots"), where)
    for name, settings in entries(values, "fusions"):
        yield from _entry(name, settings, f"fusions.{name}", where, FUSION)
    for section, known in (("score", SCORE), ("compare", COMPARE), ("report", REPORT)):
        if section in values:
            yield from _section(values[section], known, where, section)
    yield from _gates(values.get("gates", []), where)
    yield from agreement.check(values, where)
    fault = ADJUDICATORS.fault(values["adjudicators"]) if "adjudicators" in values else None
    if fault:
        yield Problem(f"{where} adjudicators", fault, "write names, or [] for nobody")
    yield from _empty(values, where)
    for name, fix in (("fusions", "or write {} for none"), *((name, "or remove it") for name in OPTIONAL)):
        if not isinstance(values.get(name, {}), dict):
            yield Problem(f"{where} {name}", "is not a table of keys", f"add entries, {fix}")
    for name, settings in entries(values, "record"):
        yield from _recorder(name, settings, where)


def _empty(values: dict[str, Any], where: str) -> Iterator[Problem]:
    for section in ("snapshots", "systems"):
        if section in values and not entries(values, section):
            yield Problem(f"{where} {section}", "names none", "add at least one entry")


def _named(
    name: Any,
    settings: Any,
    path: str,
    where: str,
    base: dict[str, Setting],
    choice: str,
    more: dict[str, dict[str, Setting]],
) -> Iterator[Problem]:
    """One entry of a section: its name, and the settings of the variant that it chooses."""
    chosen = settings.get(choice) if isinstance(settings, dict) else None
    if isinstance(chosen, str) and chosen in more:
        base = base | more[chosen]
    elif isinstance(settings, dict):  # which other keys it takes is not known
        settings = {key: value for key, value in settings.items() if key in base}
    yield from _entry(name, settings, path, where, base)


def _entry(name: Any, settings: Any, path: str, where: str, known: dict[str, Setting]) -> Iterator[Problem]:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield Problem(f"{where} {path}", NAME_RULE, "rename it")
    elif len(name) > LONGEST:
        yield Problem(f"{where} {path}", f"is longer than {LONGEST} letters", "rename it")
    yield from _section(settings, known, where, path)


def _snapshot(name: Any, settings: Any, where: str) -> Iterator[Problem]:
    path = f"snapshots.{name}"
    yield from _named(name, settings, path, where, SNAPSHOT, "chunking", CHUNKINGS)
    size, overlap = (whole(settings, key) for key in ("size", "overlap"))
    if size is not None and overlap is not None and overlap >= size:
        yield Problem(
            f"{where} {path}.overlap", f"is {overlap}, must be below size {size}", "make it smaller"
        )


def _system(name: Any, settings: Any, snapshots: Any, where: str) -> Iterator[Problem]:
    path = f"systems.{name}"
    yield from _named(name, settings, path, where, SYSTEM, "kind", KINDS)
    snapshot = settings.get("snapshot") if isinstance(settings, dict) else None
    if isinstance(snapshot, str) and isinstance(snapshots, dict) and snapshot not in snapshots:
        rule, fix = f"{snapshot!r} is no snapshot", f"one of: {', '.join(map(str, snapshots))}"
        yield Problem(f"{where} {path}.snapshot", rule, fix)
    low, high = (whole(settings, key) for key in ("n_min", "n_max"))
    if low is not None and high is not None and low > high:
        yield Problem(f"{where} {path}.n_min", f"is {low}, above n_max {high}", "swap them")


def _recorder(name: Any, settings: Any, where: str) -> Iterator[Problem]:
    """One entry of ``record``; templates and paths are checked by ``assay.recording.settings``, which stages do
    not load.
    """
    path = f"record.{name}"
    yield from _named(name, settings, path, where, RECORD, "kind", RECORDERS)
    fields = settings.get("fields") if isinstance(settings, dict) else None
    if isinstance(fields, dict):
        yield from _section(fields, RECORD_FIELDS, where, f"{path}.fields")


def _section(values: Any, known: dict[str, Setting], where: str, path: str) -> Iterator[Problem]:
    if not isinstance(values, dict):
        yield Problem(f"{where} {path}", "is not a table of keys", f"it needs {', '.join(known)}")
        return
    optional = [key for key, setting in known.items() if setting.optional]
    yield from _keys(values, known, where, path + ".", optional)
    for key, setting in known.items():
        fault = setting.fault(values[key]) if key in values else None
        if fault:
            date = isinstance(values[key], dt.date | dt.time)
            yield Problem(f"{where} {path}.{key}", fault, "put it in quotes" if date else "change it")


def _keys(
    values: dict[str, Any], known: dict[str, Any], where: str, prefix: str, optional: Collection[str] = ()
) -> Iterator[Problem]:
    for key in values:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            yield Problem(
                f"{where} {prefix}{key}", "is unknown", f"did you mean {near[0]}?" if near else "remove it"
            )
    for key in known:
        if key not in values and key not in optional:
            yield Problem(f"{where} {prefix}{key}", "is missing", "add it")


def _gates(gates: Any, where: str) -> Iterator[Problem]:
    """Each gate: its keys, and exactly one limit."""
    if not isinstance(gates, list):
        yield Problem(f"{where} gates", "is not a list", "write one entry a gate, or [] for none")
        return
    for number, gate in enumerate(gates, 1):
        yield from _section(gate, GATE, where, f"gates {number}")
        if not isinstance(gate, dict):
            continue
        stated = [rule for rule in GATE_RULES if gate.get(rule) is not None]
        if len(stated) != 1:
            rule = f"has {' and '.join(stated) or 'no limit'}"
            yield Problem(f"{where} gates {number}", rule, f"give it one of {', '.join(GATE_RULES)}")
        if gate.get("systems") == []:
            fix = "name some, or leave the key out: then it is asked of every candidate"
            yield Problem(f"{where} gates {number}.systems", "names none", fix)
