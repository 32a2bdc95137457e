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
    set before and after. Of the rest, one that holds a set of today was narrowed to it, one that holds a set
    that is gone is it, widened; one that is left on each side stands for the other ("instead of").

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
    pairs = _sharing(gone, come)
    left, right = _single(gone, pairs, 0), _single(come, pairs, 1)
    # Who finds the larger set finds the smaller one in it: not lost, not new, but less or more than before.
    pairs += [(one, part) for one in left if (part := _part(one, new))]
    pairs += [(part, one) for one in right if (part := _part(one, gone))]
    left, right = _single(left, pairs, 0), _single(right, pairs, 1)
    if len(left) == len(right) == 1:
        pairs.append((left.pop(), right.pop()))
    pairs.sort(key=lambda pair: (new.index(pair[1]), old.index(pair[0])))
    changes = [_changed(*pair) for pair in pairs]
    changes += [SetChange("added", None, one) for one in right]
    return changes + [SetChange("removed", one, None) for one in left]


def _sharing(gone: Sequence[Set], come: Sequence[Set]) -> list[tuple[Set, Set]]:
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
    return [(gone[left], come[right]) for left, right in pairs]


def _single(sets: Sequence[Set], pairs: Sequence[tuple[Set, Set]], side: int) -> list[Set]:
    """Those that are in no pair."""
    return [one for one in sets if all(one != pair[side] for pair in pairs)]


def _part(one: Set, sets: Sequence[Set]) -> Set | None:
    """The largest of the sets whose passages are all in a larger one."""
    return max((part for part in sets if set(part) < set(one)), key=len, default=None)


def _changed(old: Set, new: Set) -> SetChange:
    if set(new) < set(old):
        return SetChange("narrowed", old, new)
    if set(old) < set(new):
        return SetChange("widened", old, new)
    return SetChange("replaced", old, new)
