"""What another form of the data cannot say: counted while it is read or written, shown as lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from assay.exchange.listing import SHOWN, first, is_uncut


@dataclass(frozen=True, order=True)
class Loss:
    """One kind of thing that is lost: what, how often, and a few places where."""

    what: str
    count: int
    examples: tuple[str, ...] = ()


@dataclass
class Losses:
    """A count of losses by kind, with the first examples of each; all of them where people ask for all."""

    _counts: dict[str, int] = field(default_factory=dict)
    _examples: dict[str, dict[str, None]] = field(default_factory=dict)

    def add(self, what: str, example: str = "", count: int = 1) -> None:
        """Count something lost; an example that is known already is not kept twice."""
        if not count:
            return
        self._counts[what] = self._counts.get(what, 0) + count
        known = self._examples.setdefault(what, {})
        if example and (is_uncut() or len(known) < SHOWN):
            known[example] = None

    def found(self) -> list[Loss]:
        """All of them, sorted by kind."""
        return [
            Loss(what, count, tuple(self._examples[what])) for what, count in sorted(self._counts.items())
        ]


def lines_of(losses: Iterable[Loss]) -> Iterator[str]:
    """A line a loss: ``lost: images without text: 12 (a.html, b.html, …)``."""
    for loss in losses:
        more = ["…"] if loss.count > len(loss.examples) >= SHOWN and not is_uncut() else []
        shown = [*first(loss.examples), *more]
        yield f"lost: {loss.what}: {loss.count:,}" + (f" ({', '.join(shown)})" if shown else "")
