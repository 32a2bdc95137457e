"""JMESPath into foreign records: compiled once, plain paths without it, and what a path reads."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from assay.errors import InputError, Problem, shown

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN = re.compile(r'(?:[A-Za-z_][A-Za-z0-9_]*|"(?:[^"\\]|\\.)*")')
_SIGNS = re.compile(r"""[][|&(){}*@`'"!<>=?]""")  # of JMESPath: a path without them is names and dots
_THROUGH = ("index", "slice", "current", "identity")
_CHAINED = ("subexpression", "index_expression", "projection", "value_projection", "flatten", "pipe")
_FILTER = 2  # child of a filter that is its condition
KEY, VALUE = "_key", "_value"  # where ``with_key`` puts the key of a record, and what is no object


class UnfitError(ValueError):
    """A function of a path does not take what stands there; the text says why."""


@cache
def compiled(expression: str) -> Any:
    """A JMESPath expression, ready to search; ``from_json(cell)`` reads JSON that stands in a text, ``with_key(object)``
    gives the values of an object as records with their keys.

    Raises:
        InputError: it is none.
    """
    import jmespath

    try:
        return jmespath.compile(expression)
    except jmespath.exceptions.JMESPathError as error:
        reason = str(error).splitlines()[0]
        rule = f"is no JMESPath ({reason})"
        raise InputError(Problem(shown(expression), rule, 'quote odd names, as "two words".id')) from None


@cache
def reader(expression: str) -> Callable[[Any], Any]:
    """What reads the value at a path; plain keys are looked up without JMESPath, which takes thrice as long.

    The function raises :class:`UnfitError` where a function of the path does not take what is there.
    """
    keys = keys_of(expression)
    if keys is None:
        return _search(expression)
    first, *rest = keys

    def look_up(value: Any) -> Any:
        found = value.get(first) if isinstance(value, Mapping) else None
        for key in rest:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    return look_up


def _search(expression: str) -> Callable[[Any], Any]:
    import jmespath

    found, options = compiled(expression), _options()

    def search(value: Any) -> Any:
        try:
            return found.search(value, options)
        except jmespath.exceptions.JMESPathError as error:
            raise UnfitError(" ".join(str(error).split())) from None

    return search


@cache
def _options() -> Any:
    import jmespath

    class Functions(jmespath.functions.Functions):  # type: ignore[misc]
        @jmespath.functions.signature({"types": []})  # type: ignore[untyped-decorator]
        def _func_from_json(self, value: Any) -> Any:
            return object_in(value)

        @jmespath.functions.signature({"types": ["object"]})  # type: ignore[untyped-decorator]
        def _func_with_key(self, value: Any) -> Any:
            return list(_with_key(value))

    return jmespath.Options(custom_functions=Functions())


def _with_key(value: Mapping[str, Any]) -> Iterator[Any]:
    for key, item in value.items():
        if item is not None:
            yield {KEY: key, **(item if isinstance(item, Mapping) else {VALUE: item})}


def object_in(value: Any) -> Any:
    """The JSON object that a text holds, else None."""
    if not isinstance(value, str) or not value.lstrip().startswith("{"):
        return None
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


@cache
def keys_of(expression: str) -> tuple[str, ...] | None:
    """Keys of a path that is nothing but keys, else None."""
    keys, at = [], 0
    while match := _PLAIN.match(expression, at):
        word = match[0]
        try:
            keys.append(json.loads(word) if word.startswith('"') else word)
        except ValueError:
            return None
        at = match.end()
        if at == len(expression):
            return tuple(keys)
        if expression[at] != ".":
            return None
        at += 1
    return None


def path_of(keys: Sequence[str]) -> str:
    """Keys as a JMESPath, quoted where they are no plain words."""
    return ".".join(key if _WORD.fullmatch(key) else json.dumps(key, ensure_ascii=False) for key in keys)


def quoted(expression: str) -> str:
    """A path as people write it: names that JMESPath wants quoted are quoted, where there are no other signs.

    Raises:
        InputError: it is no path then either.
    """
    try:
        compiled(expression)
    except InputError:
        if not expression.strip() or _SIGNS.search(expression):
            raise
        return path_of(expression.strip().split("."))
    return expression


@cache
def chains(expression: str) -> frozenset[tuple[str, ...]]:
    """The keys that an expression reads, one after the other, from the record down."""
    return frozenset(_chains(compiled(expression).parsed, ()))


def _chains(node: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    kind, children = node["type"], node.get("children", [])
    if kind == "field":
        yield (*above, node["value"])
    elif kind in _THROUGH:
        yield above
    elif kind in _CHAINED:
        yield from _along(children, above)
    elif kind == "filter_projection":
        ends = list(_along(children[:1], above))
        for end in ends:
            yield from _along(children[1:_FILTER], end)
            yield from _chains(children[_FILTER], end)
    else:
        for child in children:
            yield from _chains(child, above)


def _along(children: Sequence[Mapping[str, Any]], above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    ends = [above]
    for child in children:
        ends = [chain for end in ends for chain in _chains(child, end)]
    yield from ends
