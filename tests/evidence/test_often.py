"""What two sides do not have as often as each other."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.often import Often, exchanged

THINGS = st.lists(st.sampled_from("абвАБВ"), max_size=8)


def test_one_more_is_neither_new_nor_gone():
    """How often either side has a thing is told; what both have as often is not."""
    assert exchanged("абб", "бвва", str) == [Often("б", 2, 1), Often("в", 0, 2)]
    assert [(one.gone, one.come) for one in exchanged("абб", "бвва", str)] == [(1, 0), (0, 2)]


def test_things_that_count_as_the_same():
    """By their key, in its order; named as the side has it that has more."""
    assert exchanged(["Срок", "срок", "цена"], ["СРОК"], str.casefold) == [
        Often("Срок", 2, 1),
        Often("цена", 1, 0),
    ]
    assert exchanged(["Срок"], ["СРОК", "срок"], str.casefold) == [Often("СРОК", 1, 2)]


@given(THINGS, THINGS)
def test_laws_of_multisets(old, new):
    """What is left of either side beyond the other; exchanging the sides exchanges the numbers."""
    found = exchanged(old, new, str.casefold)
    sides = [Counter(map(str.casefold, side)) for side in (old, new)]
    assert Counter({one.what.casefold(): one.gone for one in found if one.gone}) == sides[0] - sides[1]
    assert Counter({one.what.casefold(): one.come for one in found if one.come}) == sides[1] - sides[0]
    assert [(one.what, one.new, one.old) for one in exchanged(new, old, str.casefold)] == found
