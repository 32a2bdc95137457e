"""Discounts of nDCG, 1 / log2(rank + 1), the same on every machine.

The logarithm of a mathematics library differs in its last bit from processor to processor; ``decimal``
computes in software, and its 30 digits are rounded to the nearest float once.
"""

from decimal import Context, Decimal
from functools import cache

_CONTEXT = Context(prec=30)


@cache
def discounts(deepest: int) -> tuple[float, ...]:
    """Discount of ranks 1 … ``deepest``."""
    two = Decimal(2).ln(_CONTEXT)
    return tuple(
        float(_CONTEXT.divide(two, Decimal(rank + 1).ln(_CONTEXT))) for rank in range(1, deepest + 1)
    )


@cache
def summed(deepest: int) -> tuple[float, ...]:
    """Sum of the first 0 … ``deepest`` discounts."""
    sums = [0.0]
    for discount in discounts(deepest):
        sums.append(sums[-1] + discount)
    return tuple(sums)
