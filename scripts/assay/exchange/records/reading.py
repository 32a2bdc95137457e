"""A foreign file read under a mapping: stated on the command line, kept in params.yaml, or guessed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS
from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.losses import Loss
from assay.exchange.records import commas, envelopes, keyed, languages, own_table, surroundings
from assay.exchange.records.folders import files_of, records_of
from assay.exchange.records.guessing import guess_fields, guess_rows, rivals
from assay.exchange.records.identity import disproved
from assay.exchange.records.mapping import Mapped, Shape, apply, unfolded
from assay.exchange.records.overview import heading, mapping_lines
from assay.exchange.records.paths import chains, keys_of, quoted
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import Target
from assay.params import parse

_RIVALS = 3  # other paths of a field that are shown

__all__ = ["Asked", "Read", "files_of", "params_of", "read", "read_all", "stated"]


@dataclass(frozen=True)
class Asked:
    """What the command line says of a file's shape.

    Attributes:
        fields: JMESPath by our field; an empty one: nothing is that field.
        rows: JMESPath to the records; None: kept or guessed.
        sheet: of XLSX, name of the sheet.
        header: of XLSX, number of rows of headings.
        anew: guess, whatever params.yaml keeps.
        found: JMESPath by our field as the caller found them: a guess of its own, which what is stated overrules.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rows: str | None = None
    sheet: str | None = None
    header: int | None = None
    anew: bool = False
    found: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Read:
    """Records under our names, how that came about, the mapping to keep, and what the file lacks by its own words."""

    mapped: Mapped
    shape: Shape
    facts: list[str]
    losses: list[Loss] = field(default_factory=list)


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


def read_all(files: Mapping[str, bytes], asked: Asked) -> Records:
    """As :func:`assay.exchange.records.folders.records_of`, in the way that was asked for."""
    return records_of(files, sheet=asked.sheet, header=asked.header)


def read(records: Records, targets: Mapping[str, Target], asked: Asked, kept: Shape | None) -> Read:
    """The records under our names, with all faults of lines, cells and values.

    Raises:
        InputError: nothing can be read; a kept mapping that fits none; pages of a search that failed in part.
    """
    use = None if asked.anew else kept
    rows = _rows(records, targets, asked, use)
    values, spots = unfolded(records, rows)
    said = envelopes.said(records, rows)
    refuse([*records.problems, *said.problems] if said.problems or not records.values else [])
    if not values:
        where = records.spots[0] if records.spots else "the file"
        raise InputError(
            [*records.problems, Problem(where, "holds no records", "say where they are: --rows PATH")]
        )
    fields = _fields(values, targets, asked, use)
    stated_id = use is not None or "id" in {**asked.fields, **asked.found}
    no_id = None if stated_id else disproved(values, targets, fields)
    if no_id:
        fields.pop("id")
    refuse([*records.problems, *absent] if (absent := _absent(values, asked, records.table)) else [])
    shape = Shape(rows, fields)
    mapped = _mapped(records, values, spots, shape, targets)
    if use:
        misfits = list(_misfits(values, mapped, replace(shape, kept=use.kept), targets, records.table))
        refuse([*records.problems, *misfits] if misfits else [])
    broken, idle = _of_read_cells(records, shape)
    private = any(target.private for target in targets.values())
    unused = mapped.unused if records.table and not private else None
    facts = [
        *records.notes,
        *(f"{one.where} {one.rule}; no field reads it" for one in idle),
        f"{counted(len(values), 'record')}" + (f" at {rows}" if rows else ""),
        *keyed.told(rows),
        *surroundings.beside(records, rows),
        *said.notes,
        *mapping_lines(_how(fields, asked, use), values, fields, unused),
        *([no_id] if no_id else []),
        *own_table.told(_columns(values), fields),
        *languages.told(values, fields, targets),
        *(commas.told(values, fields, targets) if records.table else ()),
        *([] if use else _choices(values, targets, fields)),
    ]
    known = {one.where for one in broken}
    others = [one for one in mapped.problems if one.where not in known]  # the cell is not empty, it is broken
    return Read(replace(mapped, problems=[*broken, *others]), shape, facts, said.losses)


def _rows(records: Records, targets: Mapping[str, Target], asked: Asked, use: Shape | None) -> str | None:
    """Where the records are: as stated, kept or guessed."""
    if use and asked.rows is None:
        return use.rows
    said = {name: path for name, path in asked.fields.items() if path}
    wanted = {name: one for name, one in targets.items() if asked.fields.get(name) != ""}
    if asked.rows is not None:
        return keyed.with_ids(records, asked.rows, wanted, said, guess_fields)
    return guess_rows(records, wanted, said)


def _of_read_cells(records: Records, shape: Shape) -> tuple[list[Problem], list[Problem]]:
    """Lines and cells that cannot be read, and apart those of cells that no field reads."""
    used = {chain[0] for path in shape.fields.values() for chain in chains(path) if chain}
    free = {f"{sheet}!{letters}" for (sheet, name), letters in records.cells.items() if name not in used}
    idle = [one for one in records.problems if one.where.rstrip("0123456789") in free]
    return [one for one in records.problems if one not in idle], idle


def _how(fields: Mapping[str, str], asked: Asked, use: Shape | None) -> str:
    """Where the paths come from, in words that are true of them all."""
    by_hand = [asked.fields.get(name) == path for name, path in fields.items()]
    ways = ["stated"] if any(by_hand) else []
    if not all(by_hand) or not by_hand:
        ways.append(f"kept in {use.kept or PARAMS}" if use else "guessed")
    return " and ".join(ways)


def _fields(
    values: Sequence[Any], targets: Mapping[str, Target], asked: Asked, use: Shape | None
) -> dict[str, str]:
    """Paths by field: those stated, then those kept; where none are kept, those found and guessed ones."""
    nothing = {name for name, path in asked.fields.items() if not path}
    said = {name: path for name, path in asked.fields.items() if path}
    if use:
        known = {
            **asked.found,
            **{name: path for name, path in use.fields.items() if name in targets},
            **said,
        }
        return {name: path for name, path in known.items() if name not in nothing}
    if own := own_table.own_fields(_columns(values), targets):
        return {name: path for name, path in {**own, **said}.items() if name not in nothing}
    said = {name: path for name, path in asked.found.items() if name not in nothing} | said
    return guess_fields(values, {name: one for name, one in targets.items() if name not in nothing}, said)


def _columns(values: Sequence[Any]) -> dict[str, None]:
    """Columns of a table, or of several, in their order."""
    return {key: None for value in values if isinstance(value, Mapping) for key in value}


def _absent(values: Sequence[Any], asked: Asked, table: bool) -> list[Problem]:
    """Columns that were stated and that a table does not have."""
    columns = _columns(values) if table else {}
    rule, fix = "is no column", f"there are: {'; '.join(map(str, columns))}"
    return [
        Problem(f"--map {name}={heading(path)}", rule, fix)
        for name, path in asked.fields.items()
        if columns and path and not any(chain[0] in columns for chain in chains(path) if chain)
    ]


def _misfits(
    values: Sequence[Any], mapped: Mapped, shape: Shape, targets: Mapping[str, Target], table: bool
) -> Iterator[Problem]:
    """What the kept mapping reads and the file does not have: a column, or a field that every record needs."""
    columns = _columns(values) if table else None
    place = shape.kept or f"{PARAMS} import"
    for name, path in shape.fields.items():
        if columns is not None and not any(chain[0] in columns for chain in chains(path) if chain):
            rule = f"keeps {name} = {path}, and the file has no such column"
            yield Problem(
                place, rule, f"import with --guess, or --map {name}=COLUMN, or --map {name}= for none"
            )
        elif targets[name].required and not any(name in value for value in mapped.values):
            rule = f"keeps {name} = {path}, and no record of the file has that"
            yield Problem(place, rule, f"import with --guess, or --map {name}=PATH")


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
