"""Counts in messages, and what is said of many that are alike."""

import re
from collections.abc import Iterable, Iterator

from assay.errors import Problem

FLOOD = 10  # problems alike that are all shown
SHOWN = 3  # of those that are more
_VALUE = re.compile(r"'[^']*'|\"[^\"]*\"|«[^»]*»|\([^)]*\)")
_PLACE = re.compile(r"[:!]| \[\d| row \d")  # what follows the name of a file: a line, a sheet, a record
_WORD = re.compile(r"(?<!\S)[a-zа-яё_]+(?=[,;]?(?:\s|$))")


def counted(number: int, one: str, many: str = "") -> str:
    """``1 problem``, ``2 problems``; ``many`` where an s does not make the plural."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def thinned(problems: Iterable[Problem], most: int, command: str) -> Iterator[Problem]:
    """The first three of each file and rule, and how many more there are; all, where they are few.

    Args:
        problems: in their order; those alike come together, where the first of them stands.
        most: how many alike are all shown.
        command: what shows all.
    """
    alike: dict[tuple[str, tuple[str, ...]], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((_file(problem), _rule(problem)), []).append(problem)
    for (file, _), found in alike.items():
        few = len(found) <= most
        yield from found if few else found[:SHOWN]
        if not few:
            yield Problem(file, f"… and {len(found) - SHOWN} more like this ({command})")


def _file(problem: Problem) -> str:
    return _PLACE.split(problem.where, maxsplit=1)[0]


def _rule(problem: Problem) -> tuple[str, ...]:
    """The words of a rule without what differs from row to row: values, ids, numbers, the details after a colon."""
    return tuple(_WORD.findall(_VALUE.sub("…", problem.rule.partition(": ")[0])))
