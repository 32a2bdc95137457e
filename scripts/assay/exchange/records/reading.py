"""A foreign file read under a mapping: stated on the command line, kept in params.yaml, or guessed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS
from assay.counting import counted
from assay.errors import InputError, Problem, near, refuse
from assay.exchange.records.files import form_of, read_records
from assay.exchange.records.guessing import guess_fields, guess_rows, rivals
from assay.exchange.records.mapping import Mapped, Shape, apply, unfolded, unused
from assay.exchange.records.paths import compiled, keys_of, quoted
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import Target
from assay.exchange.saving import set_entry
from assay.params import parse

_RIVALS = 3  # other paths of a field that are shown
_BESIDE = 5  # paths around the records that are shown


@dataclass(frozen=True)
class Asked:
    """What the command line says of a file's shape.

    Attributes:
        fields: JMESPath by our field; an empty one: nothing is that field.
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
    """``field=PATH`` of the command line; ``field=`` says that nothing is that field.

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
            fields[name] = quoted(path) if path else ""
        except InputError as error:
            problems += error.problems
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
        if path.is_file() and form_of(path.name) and not path.name.startswith((".", "~$"))  # of Office, open
    }
    if not found:
        raise InputError(Problem(near(place), "holds no file of a known form", "name a file"))
    return found


def read_all(files: Mapping[str, bytes], asked: Asked) -> Records:
    """Records of all files, one after the other.

    Raises:
        InputError: the files that cannot be read at all; no records in any.
    """
    parts: list[Records] = []
    problems: list[Problem] = []
    for name, data in files.items():
        try:
            parts.append(read_records(data, name, sheet=asked.sheet, header=asked.header))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError([*problems, *(problem for part in parts for problem in part.problems)])
    if not any(part.values or part.problems for part in parts):
        raise InputError([Problem(name, "holds no records", "check the file") for name in files])
    if len(parts) == 1:
        return parts[0]
    exact = any(part.written for part in parts)
    return Records(
        [value for part in parts for value in part.values],
        [spot for part in parts for spot in part.spots],
        cells={key: letters for part in parts for key, letters in part.cells.items()},
        table=all(part.table for part in parts if part.values),
        notes=[note for part in parts for note in part.notes],
        problems=[problem for part in parts for problem in part.problems],
        written=(lambda: [value for part in parts for value in _written(part)]) if exact else None,
    )


def _written(records: Records) -> Sequence[Any]:
    return records.written() if records.written else records.values


def read(records: Records, targets: Mapping[str, Target], asked: Asked, kept: Shape | None) -> Read:
    """The records under our names.

    Raises:
        InputError: lines and cells that cannot be read; no records; a kept mapping that fits none.
    """
    if records.problems:
        raise InputError(records.problems)
    use = None if asked.anew else kept
    rows = asked.rows if asked.rows is not None else use.rows if use else guess_rows(records, targets)
    values, spots = unfolded(records, rows)
    if not values:
        where = records.spots[0] if records.spots else "the file"
        raise InputError(Problem(where, "holds no records", "say where they are: --rows PATH"))
    fields = _fields(values, targets, asked, use)
    shape = Shape(rows, fields)
    mapped = _mapped(records, values, spots, shape, targets)
    if use:
        refuse(list(_misfits(mapped, shape, targets)))
    words = ", ".join(f"{name} = {path}" for name, path in fields.items())
    how = "kept in params.yaml" if use else "guessed" if not asked.fields else "stated and guessed"
    facts = [
        *records.notes,
        f"{counted(len(values), 'record')}" + (f" at {rows}" if rows else ""),
        *_beside(records, rows),
        f"mapping ({how}): {words or 'none'}",
        *([] if use else _choices(values, targets, fields)),
    ]
    return Read(mapped, shape, facts)


def _fields(
    values: Sequence[Any], targets: Mapping[str, Target], asked: Asked, use: Shape | None
) -> dict[str, str]:
    """Paths by field: those stated, then those kept; where none are kept, guessed ones."""
    nothing = {name for name, path in asked.fields.items() if not path}
    said = {name: path for name, path in asked.fields.items() if path}
    if use:
        known = {name: path for name, path in use.fields.items() if name in targets} | said
        return {name: path for name, path in known.items() if name not in nothing}
    return guess_fields(values, {name: one for name, one in targets.items() if name not in nothing}, said)


def _misfits(mapped: Mapped, shape: Shape, targets: Mapping[str, Target]) -> Iterator[Problem]:
    """Fields that every record needs and none has where the kept mapping looks: the file is of another shape."""
    for name, path in shape.fields.items():
        if targets[name].required and not any(name in value for value in mapped.values):
            rule = f"keeps {name} = {path}, and no record of the file has that"
            yield Problem(f"{PARAMS} import", rule, f"import with --guess, or --map {name}=PATH")


def _beside(records: Records, rows: str | None) -> list[str]:
    """What stands around the records, which no field can take."""
    found = sorted(unused(records.values, Shape(fields={"rows": rows}))) if rows else []
    more = ", …" if len(found) > _BESIDE else ""
    return [f"beside them, not read: {', '.join(found[:_BESIDE])}{more}"] if found else []


def _choices(values: Sequence[Any], targets: Mapping[str, Target], fields: Mapping[str, str]) -> list[str]:
    """What else could have been taken, by field."""
    return [
        f"{name} could also be {', '.join(others[:_RIVALS])}: --map {name}=PATH chooses"
        for name, others in rivals(values, targets, fields).items()
    ]


def _mapped(
    records: Records, values: Sequence[Any], spots: Sequence[str], shape: Shape, targets: Mapping[str, Target]
) -> Mapped:
    """The records under our names; faults show cells by their letters and numbers as the file writes them."""

    def place(number: int, path: str) -> str:
        keys = keys_of(path)
        return records.place(number, keys[0] if keys else path)

    found = apply(values, spots, shape, targets, place if records.table and shape.rows is None else None)
    if found.problems and records.written is not None:
        exact = unfolded(replace(records, values=records.written()), shape.rows)[0]
        found = replace(found, problems=apply(exact, spots, shape, targets).problems)
    return found


def kept_shape(values: Mapping[str, Any], *path: str) -> Shape | None:
    """The mapping that params.yaml keeps below ``import``, None where it keeps none.

    Raises:
        InputError: it is not of the form of one; a path that is no JMESPath.
    """
    entry: Any = values.get("import") or {}
    for key in path:
        entry = entry.get(key) if isinstance(entry, Mapping) else None
    if entry is None:
        return None
    fields = entry.get("fields") if isinstance(entry, Mapping) else None
    rows = entry.get("rows") if isinstance(entry, Mapping) else None
    right = isinstance(fields, Mapping) and all(isinstance(item, str) and item for item in fields.values())
    if not isinstance(fields, Mapping) or not right or not isinstance(rows, str | None):
        place = f"{PARAMS} import.{'.'.join(path)}"
        raise InputError(
            Problem(place, "is no mapping", "it needs fields (and rows); or import with --guess")
        )
    for expression in filter(None, (rows, *fields.values())):
        compiled(expression)
    return Shape(rows, dict(fields))


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
