"""The section ``import`` of params.yaml: how files of other tools are read, by kind and name of the file.

An entry may be named by a pattern, as ``questions-*.xlsx``.
"""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from assay.errors import InputError, Problem
from assay.exchange.records.paths import quoted
from assay.setting import Setting

_SHEET = {
    "sheet": Setting(str, "of XLSX: the sheet", optional=True),
    "header_rows": Setting(int, "of XLSX and CSV: how many rows are headings", low=1, high=9, optional=True),
}
_MAPPING = {
    "rows": Setting(
        str, "JMESPath to the list of records; null: each value is a record", nullable=True, optional=True
    ),
    "fields": Setting(
        dict,
        "by field its column, or JMESPath within a record; where there is no `fields` they are guessed",
        of=str,
        optional=True,
    ),
}
IMPORTS: dict[str, dict[str, Setting]] = {
    "chunks": {**_SHEET, **_MAPPING},
    "questions": {
        **_SHEET,
        "sets": Setting(str, "as `--sets`", choices=("unstated", "together", "each"), optional=True),
        "relevant_from": Setting(int, "as `--relevant-from`", low=1, optional=True),
        "type": Setting(str, "as `--type`", optional=True),
        "lang": Setting(str, "as `--lang`", optional=True),
        "split": Setting(str, "as `--split`", choices=("dev", "holdout"), optional=True),
        **_MAPPING,
    },
    "results": {
        **_SHEET,
        "repeated": Setting(str, "as `--repeated`", choices=("refuse", "first", "last"), optional=True),
        "missing": Setting(str, "as `--missing`", choices=("not-asked", "nothing-found"), optional=True),
        **_MAPPING,
        "items": Setting(dict, "by field its JMESPath within a result", of=str, optional=True),
    },
    "answers": {
        **_SHEET,
        **_MAPPING,
        "items": Setting(dict, "by field its JMESPath within a fragment", of=str, optional=True),
    },
    "log": {**_SHEET, **_MAPPING},
}
OF_A_SYSTEM = ("results", "answers")  # whose files are kept by the name of the system


def entries(section: Any) -> dict[str, Any]:
    """The entries of a kind, or of what a system gave, by the name of their file."""
    return {str(name): entry for name, entry in section.items()} if isinstance(section, Mapping) else {}


def faults(values: Mapping[str, Any], where: str) -> Iterator[Problem]:
    """Faults of the section, by key; those of ``documents`` are for that import to find."""
    section = values.get("import")
    for kind, found in section.items() if isinstance(section, Mapping) else ():
        if kind in OF_A_SYSTEM and isinstance(found, Mapping):
            for system, inner in found.items():
                yield from _kind_faults(inner, IMPORTS[kind], f"{where} import.{kind}.{system}")
        elif kind in IMPORTS:
            yield from _kind_faults(found, IMPORTS[kind], f"{where} import.{kind}")
        elif kind != "documents":
            close = difflib.get_close_matches(str(kind), IMPORTS, 1)
            yield Problem(
                f"{where} import.{kind}", "is unknown", f"did you mean {close[0]}?" if close else "remove it"
            )


def _kind_faults(section: Any, known: Mapping[str, Setting], place: str) -> Iterator[Problem]:
    if section is not None and not isinstance(section, Mapping):
        yield Problem(place, "is no mapping", "it holds an entry for each file, by its name")
    for name, entry in entries(section).items():
        yield from entry_faults(entry, known, f"{place}.{name}")


def entry_faults(entry: Any, known: Mapping[str, Setting], place: str) -> Iterator[Problem]:
    """What is wrong with one entry: no keys, unknown ones, values of another type, paths that are no JMESPath."""
    if not isinstance(entry, Mapping) or not entry:
        yield Problem(place, "is no mapping", "it needs fields (and rows); or import with --guess")
        return
    for key, value in entry.items():
        if key not in known:
            close = difflib.get_close_matches(str(key), known, 1)
            fix = f"did you mean {close[0]}?" if close else f"keys: {', '.join(known)}"
            yield Problem(f"{place}.{key}", "is unknown", fix)
        elif fault := known[key].fault(value):
            yield Problem(f"{place}.{key}", fault, "change it, or import with --guess")
        else:
            yield from _path_faults(value, place, key)


def _path_faults(value: Any, place: str, key: str) -> Iterator[Problem]:
    paths = value if isinstance(value, Mapping) else {"": value} if key == "rows" and value else {}
    for field, path in paths.items():
        try:
            quoted(path)
        except InputError as error:
            (problem,) = error.problems
            name = f"{place}.{key}" + (f".{field}" if field else "")
            yield Problem(name, f"{problem.where} {problem.rule}", problem.fix)
