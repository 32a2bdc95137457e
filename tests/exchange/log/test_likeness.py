import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from assay.exchange.log.likeness import Known, word_order

KEY = st.text("абв ", max_size=14)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("как вернуть товар", "как вернуть товары", True),
        ("как вернуть товар", "товар как вернуть", True),
        ("сколько идёт доставка в казань", "сколько идет доставка в казань", True),
        ("как вернуть товар", "как вернуть деньги", False),
        ("how to pay by card", "how to pay by cash", False),
        ("возврат", "возврат товара", False),
    ],
)
def test_other_endings_and_orders_are_near_other_words_are_not(one, other, near):
    """Of sorted words."""
    assert Known([word_order(one)]).near(word_order(other)) is near


def test_nothing_is_near_to_nothing():
    """An empty set of known questions."""
    assert not Known().near("как вернуть товар")


@given(st.lists(KEY, max_size=6), KEY)
def test_looking_at_like_lengths_alone_misses_none(known, key):
    """The same as comparing with every one."""
    forms = [word_order(one) for one in known]
    every = any(fuzz.ratio(form, word_order(key)) >= 92 for form in forms)
    assert Known(forms).near(word_order(key)) is every
