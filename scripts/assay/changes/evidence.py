"""Changes of evidence sets, as a person says them: accepted now, no longer, instead of, also needed."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

Kind = Literal["added", "removed", "narrowed", "widened", "replaced", "renumbered"]
Set = tuple[str, ...]


class SetChange(NamedTuple):
    """One evidence set that changed.

    Attributes:
        kind: ``narrowed``: fewer of its passages are enough now; ``widened``: more are needed; ``replaced``:
            one stands in place of another; ``renumbered``: the sets are the same, in another order.
        before: its passages; None: there was none.
        after: its passages now; None: it is gone.
    """

    kind: Kind
    before: Set | None
    after: Set | None

    @property
    def gained(self) -> Set:
        """Passages that it has now and had not."""
        return tuple(name for name in self.after or () if name not in (self.before or ()))

    @property
    def lost(self) -> Set:
        """Passages that it had and has no longer."""
        return tuple(name for name in self.before or () if name not in (self.after or ()))


def set_changes(
    before: Sequence[Sequence[str]], after: Sequence[Sequence[str]], renamed: Mapping[str, str] | None = None
) -> list[SetChange]:
    """What became of the evidence sets of one query.

    Sets with the same passages are the same, in whatever order. Of the others, those that share most are one
    set before and after; one that is left on each side stands for the other ("instead of").

    Args:
        before: its sets, as lists of passage ids.
        after: the same now.
        renamed: passages that got another id, old → new: no change of a set.
    """
    new_name = renamed or {}
    old = [tuple(new_name.get(name, name) for name in one) for one in before]
    new = [tuple(one) for one in after]
    kept = {frozenset(one) for one in old} & {frozenset(one) for one in new}
    gone = [one for one in old if frozenset(one) not in kept]
    come = [one for one in new if frozenset(one) not in kept]
    if not gone and not come:
        moved = [frozenset(one) for one in old] != [frozenset(one) for one in new]
        return [SetChange("renumbered", None, None)] if moved else []
    pairs = _pairs(gone, come)
    changes = [_changed(gone[left], come[right]) for left, right in sorted(pairs, key=lambda pair: pair[1])]
    lefts, rights = ({pair[side] for pair in pairs} for side in (0, 1))
    changes += [SetChange("added", None, one) for number, one in enumerate(come) if number not in rights]
    return changes + [
        SetChange("removed", one, None) for number, one in enumerate(gone) if number not in lefts
    ]


def _pairs(gone: Sequence[Set], come: Sequence[Set]) -> list[tuple[int, int]]:
    """Sets that are one before and after: those that share most first."""
    shares = sorted(
        (-len(set(old) & set(new)) / len(set(old) | set(new)), left, right)
        for left, old in enumerate(gone)
        for right, new in enumerate(come)
        if set(old) & set(new)
    )
    pairs: list[tuple[int, int]] = []
    for _, left, right in shares:
        if all(left != one and right != other for one, other in pairs):
            pairs.append((left, right))
    rest = [
        [number for number in range(len(sets)) if all(number != pair[side] for pair in pairs)]
        for side, sets in enumerate((gone, come))
    ]
    if len(rest[0]) == len(rest[1]) == 1:
        pairs.append((rest[0][0], rest[1][0]))
    return pairs


def _changed(old: Set, new: Set) -> SetChange:
    if set(new) < set(old):
        return SetChange("narrowed", old, new)
    if set(old) < set(new):
        return SetChange("widened", old, new)
    return SetChange("replaced", old, new)
