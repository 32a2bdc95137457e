"""How many of a sample each stratum gets: in proportion to its weight, in whole numbers, between bounds."""

from collections.abc import Sequence
from fractions import Fraction


def allot(number: int, weights: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Shares of a number, in proportion to weights as far as there is enough in each stratum.

    Each gets at least one where the number is large enough for that. What the bounds take from or give to some is
    shared by the others in proportion. Whole numbers come of the method of the largest remainder (Hamilton's): each
    gets the whole part of its quota, those with the largest remainders one more; among equal ones the heavier, then
    the earlier.

    Args:
        number: how many there are to share, at most the sum of the sizes.
        weights: of each stratum, above 0.
        sizes: how many each can give, above 0.
    """
    least = 1 if number >= len(weights) else 0
    quotas = _quotas(number, weights, sizes, least)
    shares = [int(quota) for quota in quotas]
    order = sorted(range(len(quotas)), key=lambda at: (shares[at] - quotas[at], -weights[at], at))
    for at in order[: number - sum(shares)]:
        shares[at] += 1
    return shares


def _quotas(number: int, weights: Sequence[int], sizes: Sequence[int], least: int) -> list[Fraction]:
    """Quotas in proportion to weights, none below ``least`` and none above the size; their sum is the number.

    All quotas against a bound are set to it; those on the side that moves the sum more stay there, the others share the
    rest anew. (The flexible lengths of CSS are resolved in this way: CSS Flexible Box Layout 1, section 9.7.)
    """
    fixed: dict[int, int] = {}
    while True:
        free = [at for at in range(len(weights)) if at not in fixed]
        rest = number - sum(fixed.values())
        total = sum(weights[at] for at in free)
        wanted = {at: Fraction(rest * weights[at], total) for at in free}
        bounded = {at: min(max(quota, Fraction(least)), Fraction(sizes[at])) for at, quota in wanted.items()}
        excess = sum(bounded.values()) - rest
        broken = {
            at: int(bounded[at])
            for at in free
            if bounded[at] != wanted[at] and (not excess or (bounded[at] > wanted[at]) == (excess > 0))
        }
        if not broken:
            return [Fraction(fixed[at]) if at in fixed else wanted[at] for at in range(len(weights))]
        fixed |= broken
