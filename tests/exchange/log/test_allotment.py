import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.log.allotment import allot

STRATA = st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 50)), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("number", "weights", "sizes", "shares"),
    [
        (10, [50, 30, 20], [99, 99, 99], [5, 3, 2]),  # quotas are whole
        (10, [53, 24, 23], [99, 99, 99], [5, 3, 2]),  # 5.3, 2.4, 2.3: one is left, for the largest remainder
        (10, [98, 1, 1], [99, 99, 99], [8, 1, 1]),  # 9.8, 0.1, 0.1: one each first
        (10, [80, 10, 10], [2, 99, 99], [2, 4, 4]),  # 8 are wanted of two
        (
            10,
            [900, 60, 39, 1],
            [4, 99, 99, 99],
            [4, 3, 2, 1],
        ),  # both bounds: 5 left for 60 to 39 is 3.03, 1.97
        (2, [5, 3, 2], [9, 9, 9], [1, 1, 0]),  # 1.0, 0.6, 0.4: too few for one each
        (4, [1, 1, 1], [9, 9, 9], [2, 1, 1]),  # equal remainders: the earlier
        (3, [1, 3, 4], [9, 9, 9], [1, 1, 1]),
        (5, [7, 7], [3, 2], [3, 2]),  # all that there is
        (0, [7, 7], [3, 2], [0, 0]),
    ],
)
def test_shares_worked_by_hand(number, weights, sizes, shares):
    """Quotas, remainders and bounds."""
    assert allot(number, weights, sizes) == shares


@given(STRATA, st.data())
def test_shares_are_within_bounds_and_add_up(strata, data):
    """One each where there is enough for that, never more than there are."""
    weights, sizes = map(list, zip(*strata, strict=True))
    number = data.draw(st.integers(0, sum(sizes)))
    shares = allot(number, weights, sizes)
    assert sum(shares) == number
    assert all(0 <= share <= size for share, size in zip(shares, sizes, strict=True))
    assert number < len(sizes) or min(shares) >= 1


@given(STRATA)
def test_unbounded_shares_are_less_than_one_from_their_quotas(strata):
    """The quota rule of Hamilton's method."""
    weights = [weight for weight, _ in strata]
    number = len(weights) - 1  # too few for one each, so that no bound holds
    shares = allot(number, weights, [number + 1] * len(weights))
    quotas = [Fraction(number * weight, sum(weights)) for weight in weights]
    assert all(abs(share - quota) < 1 for share, quota in zip(shares, quotas, strict=True))


@given(STRATA, st.data())
def test_a_heavier_stratum_of_the_same_size_gets_no_less(strata, data):
    """In proportion to weights, whatever the bounds do."""
    weights = [weight for weight, _ in strata]
    number = data.draw(st.integers(0, 7 * len(weights)))
    shares = allot(number, weights, [7] * len(weights))
    ranked = sorted(zip(weights, shares, strict=True))
    assert all(low[1] <= high[1] for low, high in itertools.pairwise(ranked) if low[0] < high[0])
