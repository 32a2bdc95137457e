"""What a user did wrong, where, by which rule, and what to do next."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One broken rule: where it is (``file:line id``), what the rule says, how to mend it."""

    where: str
    rule: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.rule}" + (f"; {self.fix}" if self.fix else "")


class InputError(Exception):
    """Everything that is wrong with one input, one line a problem; commands exit with 1 on it."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems = [problems] if isinstance(problems, Problem) else list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def refuse(problems: list[Problem]) -> None:
    """Raise :class:`InputError` if there are problems."""
    if problems:
        raise InputError(problems)
