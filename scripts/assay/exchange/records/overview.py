"""How foreign records are read, for people: which column became what, and what else is there, each with an example."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assay.errors import quotes
from assay.exchange.masking import masked
from assay.exchange.records.paths import keys_of, reader
from assay.exchange.records.unread import unread

_OFFERED = 12  # paths that are named where a needed field is nowhere
_SEEN = 100  # records in which an example is looked for
_LONGEST = 40  # characters of one


def mapping_lines(
    how: str, values: Sequence[Any], fields: Mapping[str, str], unused: Iterable[str] | None = None
) -> Iterator[str]:
    """Which path is which field; of a table a line each, with an example, and the columns that no field reads.

    Args:
        how: where the mapping comes from, in words.
        values: the records.
        fields: path by field.
        unused: of a table, the columns that hold something and that no field reads.
    """
    if unused is None or not fields:
        yield f"mapping ({how}): " + (
            ", ".join(f"{name} = {path}" for name, path in fields.items()) or "none"
        )
        return
    yield f"mapping ({how}):"
    yield from (f"  {name} = {heading(path)}{_example(values, path)}" for name, path in fields.items())
    left = [f"{heading(path)}{_example(values, path)}" for path in unused]
    if left:
        yield "not read: " + "; ".join(left)


def offered(name: str, values: Sequence[Any], paths: Mapping[str, str]) -> str:
    """What to do where a needed field is nowhere: the paths that are free, each with an example.

    Args:
        name: the field.
        values: the records.
        paths: those that other fields take.
    """
    free = list(unread(values[:_SEEN], paths.values())) if quotes() else []
    some = "; ".join(f"{heading(path)}{_example(values, path)}" for path in free[:_OFFERED])
    more = "; …" if len(free) > _OFFERED else ""
    return f"say where it is: --map {name}=PATH" + (f"; there are: {some}{more}" if some else "")


def heading(path: str) -> str:
    """A path as people may write it: the plain name of a column without quotes."""
    keys = keys_of(path)
    return keys[0] if keys and len(keys) == 1 and not _odd(keys[0]) else path


def _odd(key: str) -> bool:
    return any(sign in "[]|&(){}*@`'\"!<>=?." for sign in key)


def _example(values: Sequence[Any], path: str) -> str:
    """The first value there, in brackets; nothing where none is to be quoted."""
    if not quotes():
        return ""
    find = reader(path)
    for value in values[:_SEEN]:
        try:
            found = find(value)
        except ValueError:
            continue
        if isinstance(found, list):
            found = next((item for item in found if item not in (None, "")), None)
        if found not in (None, "", [], {}):
            text = masked(" ".join(str(found).split()), ())
            return f" ({text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'})"
    return ""
