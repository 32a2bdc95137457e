"""Secrets of requests: they come from the environment, and stand in no file and no message."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from assay import disclosure
from assay.counting import counted
from assay.errors import InputError, Problem
from assay.recording import spellings

MASK = "***"
FIX = "take it from the environment, in a header: {{ env.NAME }}"
_WORDS = {"authorization", "auth", "token", "secret", "password", "passwd", "apikey", "cookie", "signature"}
_LITERAL = re.compile(r"\b(?:bearer|basic|apikey|token)\s+[^\s{]{6,}", re.IGNORECASE)
_KINDS = {"a private key", "a key or token", "a connection string with a password"}


@dataclass(frozen=True)
class Secrets:
    """Values of environment variables that requests use, by name; and words of headers that were made of them."""

    values: Mapping[str, str]
    made: Collection[str] = ()

    def masked(self, text: str) -> str:
        """A text of ours, such as a header that is shown, without them."""
        for value in sorted({*self.values.values(), *self.made}, key=len, reverse=True):
            text = text.replace(value, MASK)
        return text

    def masked_reply(self, text: str) -> str:
        """What came back without them, where a service repeats the request: see :mod:`assay.recording.spellings`."""
        for pattern in spellings.patterns((*self.values.values(), *self.made)):
            text = pattern.sub(MASK, text)
        return text

    def masked_bytes(self, data: bytes) -> bytes:
        """A body, of whatever encoding that writes ASCII as ASCII."""
        text = data.decode(errors="surrogateescape")
        return self.masked_reply(text).encode(errors="surrogateescape")

    def doubts(self) -> Iterator[str]:
        """Which values are too short to be looked for in texts."""
        for name, value in sorted(self.values.items()):
            if len(value) < spellings.ALONE:
                where = 'where it stands alone: as a whole text, after "=" or "Bearer"'
                yield f"note: {name} is short ({counted(len(value), 'letter')}): answers are masked only {where}"


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
