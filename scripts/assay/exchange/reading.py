"""A foreign file read under a mapping: stated on the command line, kept in params.yaml, or guessed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS
from assay.counting import counted
from assay.errors import InputError, Problem, near
from assay.exchange.guessing import guess_fields, guess_rows
from assay.exchange.mapping import Mapped, Shape, apply, compiled, unfolded
from assay.exchange.records import Records, form_of, read_records
from assay.exchange.saving import set_entry
from assay.exchange.targets import Target
from assay.params import parse


@dataclass(frozen=True)
class Asked:
    """What the command line says of a file's shape.

    Attributes:
        fields: JMESPath by our field.
        rows: JMESPath to the records; None: kept or guessed.
        sheet: of XLSX, name of the sheet.
        header: of XLSX, number of rows of headings.
        anew: guess, whatever params.yaml keeps.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rows: str | None = None
    sheet: str | None = None
    header: int | None = None
    anew: bool = False


@dataclass(frozen=True)
class Read:
    """Records under our names, how that came about, and the mapping to keep."""

    mapped: Mapped
    shape: Shape
    facts: list[str]


def stated(words: Iterable[str], targets: Mapping[str, Target]) -> dict[str, str]:
    """``field=PATH`` of the command line.

    Raises:
        InputError: not of that form, no field of ours, no JMESPath.
    """
    fields, problems = {}, []
    for word in words:
        name, found, path = word.partition("=")
        if not found or name not in targets:
            known = ", ".join(targets)
            problems.append(Problem(f"--map {word}", "is no field=PATH", f"fields: {known}"))
            continue
        try:
            compiled(path)
        except InputError as error:
            problems += error.problems
        fields[name] = path
    if problems:
        raise InputError(problems)
    return fields


def files_of(place: Path) -> dict[str, bytes]:
    """The file, or all files of a folder whose form is known, by the names that messages show.

    Raises:
        InputError: a folder without any.
    """
    if not place.is_dir():
        return {near(place): place.read_bytes()}
    found = {
        near(path): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and form_of(path.name)
    }
    if not found:
        raise InputError(Problem(near(place), "holds no file of a known form", "name a file"))
    return found


def read_all(files: Mapping[str, bytes], asked: Asked) -> Records:
    """Records of all files, one after the other."""
    parts = [read_records(data, name, sheet=asked.sheet, header=asked.header) for name, data in files.items()]
    if len(parts) == 1:
        return parts[0]
    return Records(
        [value for part in parts for value in part.values],
        [spot for part in parts for spot in part.spots],
        table=all(part.table for part in parts),
        notes=[note for part in parts for note in part.notes],
        problems=[problem for part in parts for problem in part.problems],
    )


def read(records: Records, targets: Mapping[str, Target], asked: Asked, kept: Shape | None) -> Read:
    """The records under our names.

    Raises:
        InputError: lines and cells that cannot be read; no records.
    """
    if records.problems:
        raise InputError(records.problems)
    use = None if asked.anew else kept
    rows = asked.rows if asked.rows is not None else use.rows if use else guess_rows(records)
    values, spots = unfolded(records, rows)
    if not values:
        where = records.spots[0] if records.spots else "the file"
        raise InputError(Problem(where, "holds no records", "say where they are: --rows PATH"))
    known = {name: path for name, path in (use.fields if use else {}).items() if name in targets} | dict(
        asked.fields
    )
    fields = known if use else guess_fields(values, targets, known)
    shape = Shape(rows, fields)
    words = ", ".join(f"{name} = {path}" for name, path in fields.items())
    how = "kept in params.yaml" if use else "guessed" if not asked.fields else "stated and guessed"
    facts = [
        *records.notes,
        f"{counted(len(values), 'record')}" + (f" at {rows}" if rows else ""),
        f"mapping ({how}): {words or 'none'}",
    ]
    return Read(apply(values, spots, shape, targets), shape, facts)


def kept_shape(values: Mapping[str, Any], *path: str) -> Shape | None:
    """The mapping that params.yaml keeps below ``import``, None where it keeps none.

    Raises:
        InputError: it is not of the form of one.
    """
    entry: Any = values.get("import") or {}
    for key in path:
        entry = entry.get(key) if isinstance(entry, Mapping) else None
    if entry is None:
        return None
    fields = entry.get("fields") if isinstance(entry, Mapping) else None
    if not isinstance(fields, Mapping) or not all(isinstance(item, str) for item in fields.values()):
        place = f"{PARAMS} import.{'.'.join(path)}"
        raise InputError(
            Problem(place, "is no mapping", "it needs fields (and rows); or import with --guess")
        )
    return Shape(entry.get("rows"), dict(fields))


def keep(params: bytes, shape: Shape, *path: str) -> bytes:
    """params.yaml with the mapping below ``import``."""
    return set_entry(params, ("import", *path), {"rows": shape.rows, "fields": dict(shape.fields)})


def params_of(root: Path) -> tuple[bytes, dict[str, Any]]:
    """params.yaml, and what it says, whatever else is wrong with it.

    Raises:
        InputError: it is not there, or no YAML.
    """
    path = root / PARAMS
    if not path.is_file():
        raise InputError(Problem(PARAMS, "is not there", "run this in a repository; `assay init` makes one"))
    data = path.read_bytes()
    return data, parse(data, PARAMS)
