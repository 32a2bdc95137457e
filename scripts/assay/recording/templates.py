"""Jinja2 templates of requests: which names they may use, and what of the environment they take."""

import difflib
import json
from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from assay.errors import Problem

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

NAMES = ("query", "original", "id", "lang", "history", "as_of", "subject", "top_k")
ASKS = {"query", "original", "history"}
ENV = "env"


@cache
def environment() -> "SandboxedEnvironment":
    """Unknown names are errors, and nothing of Python can be reached; ``tojson`` keeps letters as they are."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    made = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    made.filters["tojson"] = _as_json
    return made


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def rendered(text: str, values: dict[str, Any]) -> str:
    """The template filled.

    Raises:
        ValueError: it cannot be; the reason.
    """
    from jinja2 import TemplateError

    try:
        return environment().from_string(text).render(values)
    except TemplateError as error:
        raise ValueError(error.message or type(error).__name__) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
        raise ValueError(str(error)) from None


def variables(text: str) -> set[str]:
    """Names of the environment that a template takes: ``env.NAME``."""
    from jinja2 import nodes

    tree = environment().parse(text)
    return {node.attr for node in tree.find_all(nodes.Getattr) if _is_env(node.node)}


def used(text: str) -> set[str]:
    """Names that a template uses; none where it is no template, which :func:`faults` says."""
    from jinja2 import TemplateError, meta

    try:
        return meta.find_undeclared_variables(environment().parse(text))
    except TemplateError:
        return set()


def faults(text: str, spot: str, known: Collection[str]) -> Iterator[Problem]:
    """What is wrong with a template: its syntax, a name that it does not have, ``env`` used otherwise than by name."""
    from jinja2 import TemplateError, nodes

    try:
        tree = environment().parse(text)
        environment().from_string(text)  # unknown filters are found only here
    except TemplateError as error:
        yield Problem(spot, f"is no template ({error.message})", "mend it")
        return
    for name in sorted(used(text) - set(known)):
        near = difflib.get_close_matches(name, known, 1)
        rule = "uses env, which headers alone may" if name == ENV else f"uses {name}, which is not there"
        yield Problem(spot, rule, f"did you mean {near[0]}?" if near else f"use {', '.join(known)}")
    mentions = sum(_is_env(node) for node in tree.find_all(nodes.Name))
    if ENV in known and mentions > sum(_is_env(node.node) for node in tree.find_all(nodes.Getattr)):
        yield Problem(spot, "uses env without a plain name", "write {{ env.NAME }}")


def _is_env(node: Any) -> bool:
    from jinja2 import nodes

    return isinstance(node, nodes.Name) and node.name == ENV
