"""One key of params.yaml: its type, its bounds, what it does."""

import datetime as dt
import math
import re
from dataclasses import dataclass
from typing import Any

from assay.errors import shown

# DVC hands paths to a shell as they are: no spaces, nothing that a shell reads, no option.
PART_OF_PATH = re.compile(r"(?!-)[\w.@+=,-]+")


@dataclass(frozen=True)
class Setting:
    """One key: its type, bounds or choices, and what it does."""

    kind: type
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    of: type | None = None
    nullable: bool = False
    path: bool = False
    optional: bool = False
    default: Any = None

    def fault(self, value: Any) -> str | None:
        """What is wrong with a value, or None."""
        if value is None:
            return None if self.nullable else "is empty"
        if isinstance(value, dt.date | dt.time):
            return f"is an unquoted date ({value})"
        if type(value) is not self.kind and not (self.kind is float and type(value) is int):
            return f"is {shown(value)}, must be {_article(self.kind)}"
        if self.path and not _is_inside(str(value)):
            return f"is {shown(value)}, must be {_INSIDE}"
        if isinstance(value, dict):
            return self._table_fault(value)
        return self._list_fault(value) if isinstance(value, list) else self._bound_fault(value)

    def _table_fault(self, values: dict[Any, Any]) -> str | None:
        wrong = [key for key, item in values.items() if type(key) is not str or type(item) is not self.of]
        if wrong and self.of:
            return f"holds {shown(wrong[0])}: {shown(values[wrong[0]])}, each name and value must be {_article(self.of)}"
        return None

    def _list_fault(self, values: list[Any]) -> str | None:
        wrong = [item for item in values if type(item) is not self.of]
        if wrong:
            return f"holds {shown(wrong[0])}, each item must be {_article(self.of or str)}"
        if len(set(values)) < len(values):
            return "holds a value twice"
        return next((fault for item in values if (fault := self._bound_fault(item))), None)

    def _bound_fault(self, value: Any) -> str | None:
        if isinstance(value, float) and not math.isfinite(value):
            return f"is {shown(value)}, must be a finite number"
        if self.choices and value not in self.choices:
            return f"is {shown(value)}, must be one of {', '.join(self.choices)}"
        if self.low is not None and not value >= self.low:
            return f"is {shown(value)}, must be at least {self.low:g}"
        if self.high is not None and not value <= self.high:
            return f"is {shown(value)}, must be at most {self.high:g}"
        return None

    def rule(self) -> str:
        """The rule in words, for the reference."""
        words = (
            f"list of {_article(self.of).split()[-1]}s"
            if self.kind is list and self.of
            else _article(self.kind)
        )
        if self.kind is dict and self.of:
            words += " with texts"
        if self.low is not None:
            words += f", ≥ {self.low:g}"
        if self.high is not None:
            words += f", ≤ {self.high:g}"
        if self.choices:
            words += f": {', '.join(self.choices)}"
        words += ", or null" if self.nullable else ""
        if self.optional:
            words += "; optional" if self.default is None else f"; {self.default} where it is left out"
        return words


_INSIDE = "a path inside the repository, as folder/name, without spaces, '..' or a slash at its ends"


def _is_inside(path: str) -> bool:
    return all(PART_OF_PATH.fullmatch(part) and part not in (".", "..") for part in path.split("/"))


def _article(kind: type) -> str:
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", list: "a list"}
    return names.get(kind, "a table of keys")
