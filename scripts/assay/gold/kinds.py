"""What JSON may hold in a field: kinds of values, each with everything that can be wrong with one.

A fault is a pair: what is wrong, what to do.
"""

import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

Fault = tuple[str, str]


class Kind(Protocol):
    """What a value may be."""

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """Everything wrong with a value that is not null."""
        ...


@dataclass(frozen=True)
class Text:
    """A text in NFC. ``rule`` names what ``valid`` demands of it; ``all_valid`` asks it of many at once, faster."""

    rule: str = ""
    valid: Callable[[str], object] = bool
    empty: bool = False
    all_valid: Callable[[Collection[str]], object] | None = None

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """Another type, empty, not NFC, or against the rule."""
        if not isinstance(value, str):
            fix = f'write "{value}"' if type(value) in (int, float) else "write a text in quotes"
            yield f"{path} is {_shown(value)}, must be a text", fix
        elif not value.strip():
            if not self.empty:
                yield f"{path} is empty", "write it, or null where there is none"
        elif not unicodedata.is_normalized("NFC", value):
            yield (
                f"{path} is not in NFC (letters and their marks are written apart)",
                "run `assay gold fmt`",
            )
        elif self.rule and not self.valid(value):
            yield f"{path} is {_shown(value)}, must be {self.rule}", "change it"


ID = Text(
    "printable, without spaces at its ends",
    lambda text: text.isprintable() and text == text.strip(),
    all_valid=lambda texts: "".join(texts).isprintable() and [*texts] == [*map(str.strip, texts)],
)


@dataclass(frozen=True)
class Choice:
    """One of a few values, of just that type: 1 is neither true nor 1.0."""

    values: tuple[str | int, ...]

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """Any other value."""
        if not any(type(value) is type(known) and value == known for known in self.values):
            yield f"{path} is {_shown(value)}, must be {' or '.join(map(str, self.values))}", "change it"


@dataclass(frozen=True)
class Whole:
    """A whole number from 0; no text has 2³² characters."""

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """Fractions, texts, negative numbers, and what no column holds."""
        if type(value) is not int or not 0 <= value < 1 << 32:
            yield f"{path} is {_shown(value)}, must be a whole number from 0 below 2³²", "change it"


@dataclass(frozen=True)
class Items:
    """A list; items are counted from 1 in messages."""

    of: Kind

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """No list, or faults of items."""
        if not isinstance(value, list):
            yield f"{path} is {_shown(value)}, must be a list", "write it in […]"
            return
        for number, item in enumerate(value, 1):
            yield from self.of.faults(f"{path}[{number}]", item)


@dataclass(frozen=True)
class Record:
    """An object with just these keys, none of them null."""

    keys: dict[str, Kind]

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """No object, other keys, or faults of values."""
        if not isinstance(value, dict) or set(value) != set(self.keys):
            yield f"{path} must be an object with {', '.join(self.keys)}", "add or remove keys"
            return
        for key, kind in self.keys.items():
            yield from kind.faults(f"{path}.{key}", value[key])


@dataclass(frozen=True)
class ByPassage:
    """An object whose keys are passage ids."""

    of: Kind

    def faults(self, path: str, value: Any) -> Iterator[Fault]:
        """No object, or faults of keys and values."""
        if not isinstance(value, dict):
            yield f"{path} is {_shown(value)}, must be an object by passage id", "write it in {…}"
            return
        for key, item in value.items():
            yield from ID.faults(f"a key of {path}", key)
            yield from self.of.faults(f"{path} of {key}", item)


def _shown(value: Any) -> str:
    text = f"the number {value}" if type(value) in (int, float) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"  # noqa: PLR2004  # enough to find it in the line
