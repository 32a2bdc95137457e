"""What another form of the data cannot say: counted while it is read or written, shown as lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

SHOWN = 3  # examples of each kind


@dataclass(frozen=True, order=True)
class Loss:
    """One kind of thing that is lost: what, how often, and a few places where."""

    what: str
    count: int
    examples: tuple[str, ...] = ()


@dataclass
class Losses:
    """A count of losses by kind, with the first examples of each."""

    _counts: dict[str, int] = field(default_factory=dict)
    _examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, example: str = "", count: int = 1) -> None:
        """Count something lost; an example that is known already is not kept twice."""
        if not count:
            return
        self._counts[what] = self._counts.get(what, 0) + count
        known = self._examples.setdefault(what, [])
        if example and example not in known and len(known) < SHOWN:
            known.append(example)

    def found(self) -> list[Loss]:
        """All of them, sorted by kind."""
        return [
            Loss(what, count, tuple(self._examples[what])) for what, count in sorted(self._counts.items())
        ]


def lines_of(losses: Iterable[Loss]) -> Iterator[str]:
    """A line a loss: ``lost: images without text: 12 (a.html, b.html, …)``."""
    for loss in losses:
        more = ["…"] if loss.count > len(loss.examples) >= SHOWN else []
        shown = [*loss.examples[:SHOWN], *more]
        yield f"lost: {loss.what}: {loss.count:,}" + (f" ({', '.join(shown)})" if shown else "")
