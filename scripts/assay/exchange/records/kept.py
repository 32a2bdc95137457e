"""How a file was read the last time: the entry of params.yaml that is for it, and a new one put there."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS
from assay.errors import InputError, Problem, refuse
from assay.exchange.import_params import IMPORTS, entries, entry_faults
from assay.exchange.records.mapping import Shape
from assay.exchange.records.overview import heading
from assay.exchange.records.paths import quoted
from assay.exchange.records.reading import Asked, stated
from assay.exchange.records.targets import Target
from assay.exchange.saving import set_entry
from assay.params import parse

_WILD = re.compile(r"([*?])")
_DIGITS = re.compile(r"\d+")
_MAPPING = ("rows", "fields", "items")
_ANY = "*"  # the pattern of every name
_SHOWN = 3


@dataclass(frozen=True)
class Kept:
    """What params.yaml keeps of a file, or of all files whose names are of one pattern.

    Attributes:
        place: where it stands, as ``params.yaml import.questions.march.xlsx``.
        entry: its keys, of :data:`assay.exchange.import_params.IMPORTS`.
    """

    place: str
    entry: Mapping[str, Any]

    @property
    def shape(self) -> Shape | None:
        """Where the fields are; None: they are guessed."""
        fields = self.entry.get("fields")
        return None if fields is None else Shape(self.entry.get("rows"), _paths(fields), kept=self.place)

    @property
    def items(self) -> dict[str, str]:
        """Where the fields of a result are, within it."""
        return _paths(self.entry.get("items") or {})


def name_of(places: Sequence[Path]) -> str:
    """The name by which files are known: that of the file or folder; of several, what their names share."""
    names = sorted({_nfc(place.resolve().name) for place in places})
    if len(names) == 1:
        return names[0]
    front = _shared(names)
    back = _shared([name[len(front) :][::-1] for name in names])[::-1]
    return f"{front}*{back}"


def _shared(names: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(names), max(names)
    return first[: next((at for at, letter in enumerate(first) if letter != last[at]), len(first))]


def find(values: Mapping[str, Any], path: Sequence[str], name: str) -> Kept | None:
    """The entry for a file: that of its name; else of the closest pattern; else of a name that differs in digits alone,
    as one of another day; else the one of ``*``.

    Args:
        values: params.yaml.
        path: of the kind below ``import``: ``questions``, or ``results`` and the system.
        name: of the file.

    Raises:
        InputError: every fault of that entry.
    """
    place = f"{PARAMS} import.{'.'.join(path)}"
    found = entries(_section(values, path))
    key = _closest(found, _nfc(name))
    if key is None:
        return None
    at = f"{place}.{key}"
    refuse(list(entry_faults(found[key], IMPORTS[path[0]], at)))
    return Kept(at, found[key])


def asked_of(how: Mapping[str, Any], targets: Mapping[str, Target], known: Kept | None) -> Asked:
    """The command line's words on a file's shape; where it does not say which sheet and headings, those kept.

    Raises:
        InputError: as :func:`assay.exchange.records.reading.stated`.
    """
    old = known.entry if known and not how["anew"] else {}
    return Asked(
        fields=stated(how["fields"], targets),
        rows=how["rows"],
        sheet=how["sheet"] if how["sheet"] is not None else old.get("sheet"),
        header=how["header"] if how["header"] is not None else old.get("header_rows"),
        anew=how["anew"],
    )


@contextmanager
def blamed(known: Kept | None, how: Mapping[str, Any]) -> Iterator[None]:
    """Where a file cannot be read in the way that is kept for it, the key that says so is one of the problems."""
    try:
        yield
    except InputError as error:
        old = known.entry if known and not how["anew"] else {}
        words = {"sheet": how["sheet"], "header_rows": how["header"]}
        said = [f"{key} {old[key]}" for key, word in words.items() if word is None and key in old]
        if known is None or not said:
            raise
        fix = "if that is not so: import with --guess, or state it"
        raise InputError([*error.problems, Problem(known.place, f"says {' and '.join(said)}", fix)]) from None


def told(known: Kept | None, values: Mapping[str, Any], path: Sequence[str], name: str) -> list[str]:
    """What of an entry is no mapping; or where only other files have one, which."""
    if known:
        said = ", ".join(f"{key} {item}" for key, item in known.entry.items() if key not in _MAPPING)
        return [f"kept in {known.place}: {said}"] if said else []
    there = list(entries(_section(values, path)))
    some = ", ".join(there[:_SHOWN]) + (", …" if len(there) > _SHOWN else "")
    rule = f"has entries for {some}, none for {name}"
    return (
        [f"{PARAMS} import.{'.'.join(path)} {rule}; a pattern, as questions-*.xlsx, is for several"]
        if there
        else []
    )


def options(known: Kept | None, said: Mapping[str, Any]) -> dict[str, Any]:
    """Options of the command line by key; where it says nothing, those kept."""
    old = known.entry if known else {}
    return {key: old.get(key) if value is None else value for key, value in said.items()}


def entry_of(asked: Asked, shape: Shape, **more: Any) -> dict[str, Any]:
    """What to keep of how a file was read."""
    how = {"sheet": asked.sheet, "header_rows": asked.header}
    return {**how, **more, "rows": shape.rows, "fields": dict(shape.fields)}


def keep(params: bytes, path: Sequence[str], name: str, entry: Mapping[str, Any]) -> bytes:
    """params.yaml with an entry for a file, unless the one that would be read for it says the same."""
    found = entries(_section(parse(params, PARAMS), path))
    new = {key: _written(entry[key]) for key in IMPORTS[path[0]] if entry.get(key)}
    known = _closest(found, _nfc(name))
    if known is not None and _same(found[known], new):
        return params
    return set_entry(params, ("import", *path, name), new)


def _paths(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: quoted(path) for name, path in fields.items()}


def _written(value: Any) -> Any:
    """Paths as people write them: a column by its plain name."""
    if not isinstance(value, Mapping):
        return value
    plain = {name: heading(path) for name, path in value.items()}
    return {name: plain[name] if quoted(plain[name]) == path else path for name, path in value.items()}


def _same(one: Any, new: Mapping[str, Any]) -> bool:
    def whole(entry: Mapping[str, Any]) -> dict[str, Any]:
        filled = {key: value for key, value in entry.items() if value}
        return {key: _paths(item) if isinstance(item, Mapping) else item for key, item in filled.items()}

    return isinstance(one, Mapping) and whole(one) == whole(new)


def _section(values: Mapping[str, Any], path: Sequence[str]) -> Any:
    def below(found: Any, key: str) -> Any:
        return found.get(key) if isinstance(found, Mapping) else None

    return reduce(below, path, values.get("import"))


def _closest(found: Mapping[str, Any], name: str) -> str | None:
    keys = {_nfc(key): key for key in found}
    if name in keys:
        return keys[name]
    fitting = [key for key in keys if _WILD.search(key) and _pattern(key).fullmatch(name)]
    best = max(fitting, key=lambda key: (len(_WILD.sub("", key)), key), default=None)
    if best in (None, _ANY):
        alike = [key for key in keys if key != name and _DIGITS.sub("0", key) == _DIGITS.sub("0", name)]
        best = alike[-1] if alike else best
    return None if best is None else keys[best]


def _pattern(key: str) -> re.Pattern[str]:
    parts = {"*": ".*", "?": "."}
    return re.compile("".join(parts.get(part) or re.escape(part) for part in _WILD.split(key)), re.DOTALL)


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
