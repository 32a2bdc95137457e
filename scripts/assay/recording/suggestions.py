"""What a response holds, as paths that `rows` and `fields` may be, each with a value that stands there."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.counting import counted

DEEP = 6  # levels that are searched
LISTS = 5  # of a response that are shown
FIELDS = 20  # of a list that are shown
SEEN = 5  # objects of a list whose fields are looked at
LETTERS = 60  # of a value


def list_lines(value: Any, *, none: bool = True) -> Iterator[str]:
    """Lists of objects in a response, and what each of their objects has; ``none``: also say that there are none."""
    found = lists(value)
    for path, items in list(found.items())[:LISTS]:
        yield f"rows may be `{path}`: {counted(len(items), 'object')}, with the fields"
        yield from field_lines(items)
    if none and not found:
        yield "There is no list of objects in the response."


def field_lines(items: Sequence[Any]) -> Iterator[str]:
    """The fields of results, as paths that may stand below `fields`."""
    found = fields(items)
    yield from (f"  {path}: {_example(value)}" for path, value in list(found.items())[:FIELDS])
    if len(found) > FIELDS:
        yield f"  … and {len(found) - FIELDS} more"


def lists(value: Any) -> dict[str, list[Any]]:
    """Lists of objects, the outer ones first, by the JMESPath that finds all objects of each.

    A list within the objects of a list is one: ``groups[].hits[]``.
    """
    import jmespath

    paths = sorted(dict.fromkeys(_lists(value, "", 0)), key=lambda path: path.count("[]"))
    found = {path: jmespath.search(path, value) for path in paths}
    # Beside a list of objects, another object may have something else under the same name.
    return {path: items for path, items in found.items() if all(isinstance(item, Mapping) for item in items)}


def fields(items: Sequence[Any]) -> dict[str, Any]:
    """Texts, numbers and truth values in the first objects, by JMESPath from an object on; the first of each."""
    found: dict[str, Any] = {}
    for item in items[:SEEN]:
        for path, value in _leaves(item, "", 0):
            found.setdefault(path, value)
    return found


def _lists(value: Any, path: str, depth: int) -> Iterator[str]:
    if depth > DEEP:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _lists(item, _below(path, key), depth + 1)
    elif isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        yield f"{path}[]" if "[]" in path else path or "@"
        for item in value:
            yield from _lists(item, f"{path}[]", depth + 1)


def _leaves(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    if depth > DEEP or value is None:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, _below(path, key), depth + 1)
    elif isinstance(value, list):
        yield from _leaves(value[0], f"{path}[0]", depth + 1) if value else ()
    else:
        yield path or "@", value


def _below(path: str, key: str) -> str:
    name = key if key.isidentifier() and key.isascii() else json.dumps(key, ensure_ascii=False)
    return f"{path}.{name}" if path else name


def _example(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"
