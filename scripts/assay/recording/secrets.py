"""Secrets of requests: they come from the environment, and stand in no file and no message."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from assay import disclosure
from assay.errors import InputError, Problem

MASK = "***"
SHORT = (
    8  # letters; a shorter value is an everyday word, which is masked in messages but not in what came back
)
FIX = "take it from the environment, in a header: {{ env.NAME }}"
_WORDS = {"authorization", "auth", "token", "secret", "password", "passwd", "apikey", "cookie", "signature"}
_LITERAL = re.compile(r"\b(?:bearer|basic|apikey|token)\s+[^\s{]{6,}", re.IGNORECASE)
_KINDS = {"a private key", "a key or token", "a connection string with a password"}


@dataclass(frozen=True)
class Secrets:
    """Values of environment variables that requests use, by name."""

    values: Mapping[str, str]

    def masked(self, text: str) -> str:
        """A message without them."""
        for value in self._longest_first():
            text = text.replace(value, MASK)
        return text

    def masked_bytes(self, data: bytes) -> bytes:
        """What came back without them, where a service repeats the request in its answer."""
        for value in self._longest_first():
            if len(value) >= SHORT:
                data = data.replace(value.encode(), MASK.encode())
        return data

    def _longest_first(self) -> list[str]:
        return sorted(self.values.values(), key=len, reverse=True)


def read(names: Iterable[str], environment: Mapping[str, str], where: str) -> Secrets:
    """The variables of the environment.

    Raises:
        InputError: one a variable that is not set, or empty.
    """
    problems = [
        Problem(where, f"environment variable {name} is not set", f"set it: export {name}=…")
        for name in sorted(names)
        if not environment.get(name)
    ]
    if problems:
        raise InputError(problems)
    return Secrets({name: environment[name] for name in names})


def is_named(name: str) -> bool:
    """Whether a header or parameter of that name carries a secret."""
    words = re.split(r"[-_.]", name.lower())
    pairs = {first + second for first, second in pairwise(words)}
    return bool(_WORDS & ({*words} | pairs))


def literals(name: str, text: str, spot: str, *, from_environment: bool) -> Iterator[Problem]:
    """A secret that is written down instead.

    Args:
        name: of the header or parameter; empty for another text.
        text: its template.
        spot: where it stands.
        from_environment: whether the template takes something from the environment.
    """
    found = [kind for kind in disclosure.kinds(text) if kind in _KINDS]
    if found:
        yield Problem(spot, f"holds {found[0]}", FIX)
    elif _LITERAL.search(text) or (name and is_named(name) and not from_environment):
        yield Problem(spot, "holds what looks like a secret", FIX)
