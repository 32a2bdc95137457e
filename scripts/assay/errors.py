"""What a user did wrong, where, by which rule, and what to do next."""

import re
import reprlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

RESTORE = "take it from the last commit (git checkout)"
# What a terminal would obey instead of showing it: control characters, marks of the direction of writing.
# And bytes that are no UTF-8, as Python reads them.
_OBEYED = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_VALUES = reprlib.Repr()
_VALUES.maxstring = _VALUES.maxlong = _VALUES.maxother = 80  # a whole pasted page says no more
_UNQUOTED = ContextVar("unquoted", default=False)


@dataclass(frozen=True, order=True)
class Problem:
    """One broken rule: where it is (``file:line id``), what the rule says, how to mend it."""

    where: str
    rule: str
    fix: str = ""

    def __str__(self) -> str:
        where = self.where.replace("\n", "\\n")  # what a user wrote must not look like a problem of its own
        said = f"{where}: {self.rule}" + (f"; {self.fix}" if self.fix else "")
        return _OBEYED.sub(lambda mark: f"\\u{ord(mark[0]):04x}", said)


class InputError(Exception):
    """Everything that is wrong with one input, one line a problem; commands exit with 1 on it."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems = [problems] if isinstance(problems, Problem) else list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def refuse(problems: list[Problem]) -> None:
    """Raise :class:`InputError` if there are problems."""
    if problems:
        raise InputError(problems)


def shown(value: object) -> str:
    """A wrong value as Python writes it, cut where it is long; a sign instead of it where nothing is to be quoted."""
    return "…" if _UNQUOTED.get() else _VALUES.repr(value)


@contextmanager
def nothing_quoted() -> Iterator[None]:
    """As long as it lasts, messages quote no value: of closed questions people are told places and rules, and no words."""
    token = _UNQUOTED.set(True)
    try:
        yield
    finally:
        _UNQUOTED.reset(token)


def quotes() -> bool:
    """Whether messages may quote values."""
    return not _UNQUOTED.get()


def unquoted(found: Iterator[T]) -> list[T]:
    """What is still to be found, with :func:`nothing_quoted`."""
    with nothing_quoted():
        return list(found)


def of_system(error: OSError, where: str) -> Problem:
    """What the system refused: a file that is not there, may not be read, does not fit on the disk.

    Args:
        error: as raised.
        where: what was being done, for an error that names no file.
    """
    place = near(Path(str(error.filename))) if error.filename else where
    gone = not error.filename or not Path(error.filename).exists()  # never to write over what is there
    if isinstance(error, FileNotFoundError) and gone and not place.endswith(".tmp"):
        made = place.startswith(("runs/", "reports/")) and not place.startswith("runs/recorded/")
        fix = "run `make repro`" if made else RESTORE
        return Problem(place, "is not there", fix)
    return Problem(place, error.strerror or str(error), "see to it and try again")


def near(path: Path) -> str:
    """A path for messages: from the current folder, where it is below it."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
