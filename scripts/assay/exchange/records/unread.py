"""What of foreign records no field reads."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assay.exchange.records.paths import chains, path_of

DEPTH = 4
_EMPTY: tuple[Any, ...] = ("", [], {})


def unread(values: Sequence[Any], paths: Iterable[str]) -> dict[str, int]:
    """Paths of the records that none of these reads, with the number of records that hold something there."""
    used = {chain for path in paths for chain in chains(path)}
    top = _Level((), used)
    for record in values:
        if isinstance(record, Mapping):
            top.count(record)
    return {
        path_of(keys): count
        for keys, count in top.all()
        if not any(chain[: len(keys)] == keys[: len(chain)] for chain in used)
    }


class _Level:
    """Counts of filled keys below one path."""

    def __init__(self, above: tuple[str, ...], used: set[tuple[str, ...]]) -> None:
        depth = len(above)
        self.above = above
        self.used = used
        self.done = {chain[depth] for chain in used if len(chain) == depth + 1 and chain[:depth] == above}
        self.deep = depth + 1 < DEPTH
        self.counts: dict[str, int] = {}
        self.below: dict[str, _Level] = {}

    def count(self, value: Mapping[str, Any]) -> None:
        """Count the keys of an object, and of those in it."""
        counts, done = self.counts, self.done
        for key, item in value.items():
            if key in done or (not item and (item is None or item in _EMPTY)):
                continue
            if self.deep and isinstance(item, dict):
                if key not in self.below:
                    self.below[key] = _Level((*self.above, key), self.used)
                self.below[key].count(item)
            else:
                counts[key] = counts.get(key, 0) + 1

    def all(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """All counts by their keys from the top."""
        for key, count in self.counts.items():
            yield (*self.above, key), count
        for level in self.below.values():
            yield from level.all()
