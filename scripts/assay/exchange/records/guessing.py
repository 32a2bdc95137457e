"""Which field of foreign records is which of ours, told by names and by what stands there."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.exchange.records.keyed import guess_keyed
from assay.exchange.records.mapping import DEPTH, as_kind
from assay.exchange.records.names import is_called, looks, says_itself
from assay.exchange.records.owners import GROUPED, is_of
from assay.exchange.records.paths import chains, object_in, path_of, reader
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import Target

ROWS = (  # where tools keep the list of their records
    "hits.hits",
    "response.hits.hits",
    '"docstore/data".*.__data__',
    "result.points",
    "points",
    "result",
    "data.Get.*[]",
    "objects",
    "nodes",
    "chunks",
    "documents",
    "tests",
    "examples",
    "goldens",
    "questions",
    "queries",
    "data",
    "results",
    "rows",
    "items",
)
SAMPLE = 1000  # records that a guess is made from, spread over all
_ENVELOPES = ("payload", "_source")  # what search engines wrap: a version beside it is that of the wrapper
_NUMBERED = re.compile(r"(.*[^\W\d_])[\s_]*\d{1,2}", re.DOTALL)
Paths = Mapping[str, tuple[str, ...]]


def guess_rows(
    records: Records, targets: Mapping[str, Target], stated: Mapping[str, str] | None = None
) -> str | None:
    """Where the list of records is, if the file's values are no records themselves.

    Args:
        records: of the file.
        targets: our fields; a value that has a question of its own is a record, whatever lists it holds.
        stated: paths within a record that people stated.

    Raises:
        InputError: as :func:`assay.exchange.records.keyed.guess_keyed`.
    """
    if records.table:
        return None
    sample = [value for value in _sample(records.values) if isinstance(value, Mapping)]
    rows = _listed(sample)
    if rows is None and (keyed := guess_keyed(records, targets, stated or {}, guess_fields)):
        return keyed
    asks = "query" in targets and _asks(guess_fields(sample, targets, {}))
    return None if asks else rows


def _listed(sample: Sequence[Mapping[str, Any]]) -> str | None:
    """Where all of the values keep a list of objects, as tools do."""
    for rows in ROWS:
        find = reader(rows)
        found = [find(value) for value in sample]
        lists = all(isinstance(items, list) for items in found)
        if lists and any(found) and all(isinstance(item, Mapping) for items in found for item in items):
            return rows
    return None


def _asks(fields: Mapping[str, str]) -> bool:
    return "query" in fields or ("id" in fields and bool(fields.keys() & {"retrieved", "chunk_id"}))


def guess_fields(
    values: Sequence[Any], targets: Mapping[str, Target], stated: Mapping[str, str]
) -> dict[str, str]:
    """A JMESPath for each field that some path of the records fits by name and type; stated ones as they are.

    The order of records and keys does not matter: of several paths the one with the likelier name, then the shorter
    one, then the first by letters is taken, each for one field only.
    """
    sample = _sample(values)
    paths = _paths(sample)
    fields = dict(stated)
    for name in sorted(targets, key=lambda name: targets[name].kind not in ("any", "list")):
        # What may be an object comes first, so that no id is looked for in it.
        if name not in stated and targets[name].within not in fields:
            path = next(_fitting(targets[name], paths, sample, fields.values()), None)
            if path is None and targets[name].made:  # what some have is none of those that nobody has
                path = next(_fitting(targets[name], paths, sample, fields.values(), any_=True), None)
            if path is not None:
                fields[name] = path
    return {name: fields[name] for name in (*targets, *stated) if name in fields}


def rivals(
    values: Sequence[Any], targets: Mapping[str, Target], fields: Mapping[str, str]
) -> dict[str, list[str]]:
    """Paths that would fit as well, by field; those that another field takes are none."""
    sample = _sample(values)
    paths = _paths(sample)
    found = {
        name: list(dict.fromkeys(_fitting(targets[name], paths, sample, fields.values())))
        for name in fields
        if name in targets
    }
    return {name: others for name, others in found.items() if others}


def _sample(values: Sequence[Any]) -> list[Any]:
    step = max(1, -(-len(values) // SAMPLE))
    return [value for value in values[::step] if isinstance(value, Mapping)]


def _paths(sample: Sequence[Mapping[str, Any]]) -> Paths:
    """JMESPath of every key down to ``DEPTH``, and its keys; sorted. A text that holds a JSON object is looked into."""
    found: dict[str, tuple[str, ...]] = {}

    def walk(value: Mapping[str, Any], above: tuple[str, ...], prefix: str) -> None:
        for key, item in value.items():
            keys, path = (*above, str(key)), prefix + path_of([str(key)])
            found[path] = keys
            if len(keys) < DEPTH:
                if isinstance(item, Mapping):
                    walk(item, keys, f"{path}.")
                elif (inner := object_in(item)) is not None:
                    walk(inner, keys, f"from_json({path}).")

    for value in sample:
        walk(value, (), "")
    if any(isinstance(value.get(key), Mapping) for value in sample for key in _ENVELOPES):
        found.pop("version", None)
    return dict(sorted(found.items()) + sorted(_groups(found)))


def _groups(found: Paths) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Columns that are numbered (``Ссылка 1``, ``Ссылка 2``), or below one heading, as a list of their cells.

    Below one heading each is a field of its own where one of them says what it is (a quotation, an answer), unless
    all say the same.
    """
    groups: dict[str, dict[str, str]] = {}
    for path, keys in found.items():
        if len(keys) == 1 and GROUPED in keys[0]:
            name, _, part = keys[0].partition(GROUPED)
            groups.setdefault(name, {})[path] = part
        elif len(keys) == 1 and (numbered := _NUMBERED.fullmatch(keys[0])):
            groups.setdefault(numbered[1], {})[path] = ""
    for name, parts in groups.items():
        bare = [path_of([name])] if path_of([name]) in found else []
        kinds = {_NUMBERED.sub(r"\1", part) for part in parts.values()}
        if len(parts) + len(bare) > 1 and (len(kinds) == 1 or not any(map(says_itself, kinds))):
            inner = next(iter(kinds)) if len(kinds) == 1 else ""
            yield f"[{', '.join(sorted([*bare, *parts]))}]", (f"{name}{GROUPED}{inner}" if inner else name,)


def _fitting(
    target: Target, paths: Paths, sample: Sequence[Any], taken: Sequence[str] | Any, *, any_: bool = False
) -> Iterator[str]:
    """Paths that fit a field, the likeliest first; with ``any_`` those that hold it anywhere."""
    used = {chain for path in taken for chain in chains(path)}
    for name in target.names:
        wanted = [path for path, keys in paths.items() if _is(target, name, keys) and not _meets(path, used)]
        for path in sorted(wanted, key=lambda path: _order(path, paths[path], name)):
            if path.startswith("[") and target.kind != "any":
                continue
            if name in target.unsure and not _looks(target, name, path, sample, paths):
                continue
            if _holds(target, path, sample, any_=any_):
                yield path


def _is(target: Target, name: str, keys: Sequence[str]) -> bool:
    """Whether a path is called so, and no property of something else."""
    return is_called(name, keys) and not (name in target.bare and is_of(target.strangers, keys))


def _order(path: str, keys: Sequence[str], name: str) -> tuple[int, bool, bool, str]:
    return len(keys), not path.startswith("["), keys[-1] != name, path


def _looks(target: Target, name: str, path: str, sample: Sequence[Any], paths: Paths) -> bool:
    find = reader(path)
    found = [find(record) for record in sample]
    if path.startswith("["):  # cells of several columns
        found = [cell for cells in found for cell in cells or []]
    return looks(target.kind, name, found, paths.values())


def _meets(path: str, used: set[tuple[str, ...]]) -> bool:
    """Whether a field takes what is there already, or what stands below or above it."""
    return any(
        mine[: len(other)] == other[: len(mine)] for mine in chains(path) for other in used if other and mine
    )


def _holds(target: Target, path: str, sample: Sequence[Any], *, any_: bool) -> bool:
    """Whether what is there is of the field's kind: somewhere, or of a required field in half of the records.

    Texts and ids must all be that, and lists lists; a language is any text, those that are none are faults. A number or a day may be miswritten in less than half of them,
    and an id be a number with a point: those are faults to be named, no reason to leave out the column. Where the
    column has our own name, a single right value is enough.
    """
    find = reader(path)
    named = target.kind == "id" and target.names[0].endswith("id")
    good = bad = 0
    for record in sample:
        value = find(record)
        try:
            good += as_kind("text" if target.kind == "lang" else target.kind, value) is not None
        except ValueError:
            if named and isinstance(value, float):
                good += 1
            else:
                bad += 1
    if any_:
        return good > 0
    if bad and (target.kind not in ("whole", "number", "day") or (bad >= good and path != target.names[0])):
        return False
    return good > 0 and (not target.required or good + good >= len(sample))
