"""What two sides have as often as each other, and what not."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Often(NamedTuple):
    """What the sides do not have as often as each other.

    Attributes:
        what: the thing.
        old: how often the old side has it.
        new: how often the new one does.
    """

    what: Any
    old: int
    new: int

    @property
    def gone(self) -> int:
        """How many there are less."""
        return max(self.old - self.new, 0)

    @property
    def come(self) -> int:
        """How many there are more."""
        return max(self.new - self.old, 0)


def exchanged(old: Iterable[Any], new: Iterable[Any], key: Callable[[Any], Any]) -> list[Often]:
    """What one side has more often, by the order of its key; exchanging the sides exchanges the two numbers.

    Args:
        old: things, as often as the old side has each.
        new: those of the new one.
        key: what is equal of things that are the same.
    """
    sides = [list(old), list(new)]
    counted = [Counter(map(key, side)) for side in sides]
    words = [{key(one): one for one in reversed(side)} for side in sides]
    found = []
    for name in sorted(counted[0].keys() | counted[1].keys()):
        was, now = (count[name] for count in counted)
        if was != now:
            found.append(Often(words[now > was][name], was, now))
    return found
