import collections
import hashlib
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.exchange.log.sampling import banded, draw, drawing_order


def questions(*askings, kind="a"):
    """Questions with so many askings, none like another."""
    names = [f"{kind} {hex((at + 7) ** 9)}" for at in range(len(askings))]
    return pl.DataFrame(
        {"key": names, "text": names, "type": kind, "askings": askings},
        schema_overrides={"askings": pl.UInt64},
    )


@pytest.mark.parametrize(
    ("askings", "bands"),
    [
        (
            (9, 5, 3, 2, 1, 1, 1),
            "head head torso torso tail tail tail",
        ),  # 9 of 19, then 14: half is reached with 5
        ((10, 5, 3, 2, 1), "head torso torso torso tail"),
        ((1, 1, 1), "tail tail tail"),
        ((2, 2, 2, 1), "head head head tail"),
        (
            (6, 6, 6, 6, 3, 1),
            "head head head head torso tail",
        ),  # 12 of 27, then 18: with all that are asked as often
        ((), ""),
    ],
)
def test_bands_of_frequency(askings, bands):
    """Half of the askings of what is asked more than once; the rest of it; what is asked once."""
    assert " ".join(banded(questions(*askings))["band"].cast(pl.String)) == bands


def test_strata_are_allotted_by_askings():
    """Worked by hand: 100 askings of a (60 head, 30 torso, 10 tail) and 10 of b, all tail; 11 are drawn."""
    a = questions(60, *[5] * 6, *[1] * 10, kind="a")
    b = questions(*[1] * 10, kind="b")
    groups = pl.concat([a, b]).with_columns(
        band=pl.when(pl.col("askings") == 60)
        .then(pl.lit("head"))
        .when(pl.col("askings") == 5)
        .then(pl.lit("torso"))
        .otherwise(pl.lit("tail"))
        .cast(pl.Enum(("head", "torso", "tail")))
    )
    # The head can give one of six; 10 are left for 30 to 10 to 10, which is 6, 2, 2.
    found = draw(groups, 11)
    assert found.strata.rows() == [
        ("a", "head", 1, 60, 1),
        ("a", "torso", 6, 30, 6),
        ("a", "tail", 10, 10, 2),
        ("b", "tail", 10, 10, 2),
    ]
    assert found.drawn.group_by("type", "band").len().sort("type", "band")["len"].to_list() == [1, 6, 2, 2]
    # The same from each: one of the head, 10 left for three is 4, 3, 3.
    assert draw(groups, 11, equal=True).strata["drawn"].to_list() == [1, 4, 3, 3]


def test_more_than_there_is_draws_all():
    """Each once."""
    groups = banded(questions(5, 3, 1, 1))
    found = draw(groups, 50)
    assert sorted(found.drawn["key"]) == sorted(groups["key"])
    assert found.strata["drawn"].sum() == 4


def test_nothing_is_drawn_from_nothing():
    """A log of which every question is known."""
    assert draw(banded(questions()), 5).drawn.is_empty()


def test_no_two_questions_that_are_nearly_the_same_are_drawn():
    """Neither of one stratum, nor of two, nor like one that is known; another is drawn in its place."""
    texts = [
        "как вернуть товар",
        "как вернуть товары",
        "товар вернуть как",
        "где мой заказ сейчас",
        "оплата картой на сайте",
    ]
    groups = pl.DataFrame({"key": texts, "askings": [9, 3, 1, 1, 1], "type": ["a", "b", "a", "a", "b"]})
    found = draw(banded(groups), 5)
    first = found.drawn["key"].to_list()
    assert len(first) == 3
    assert found.passed == 2
    assert {"где мой заказ сейчас", "оплата картой на сайте"} < set(first)
    known = draw(banded(groups), 5, known=["как вернуть  товара"])
    assert sorted(known.drawn["key"]) == ["где мой заказ сейчас", "оплата картой на сайте"]


def test_what_a_stratum_lacks_is_allotted_to_the_others():
    """Three of four of a stratum are alike: the sample is as large as was asked for all the same."""
    alike = [f"сколько стоит доставка в город номер {letter}" for letter in "абвг"]
    other = questions(*[1] * 9, kind="b")["key"].to_list()
    groups = pl.DataFrame({"key": alike + other, "type": ["a"] * 4 + ["b"] * 9, "askings": [1] * 13})
    found = draw(banded(groups), 8)
    assert found.strata.select("type", "drawn").rows() == [("a", 1), ("b", 7)]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 30), st.sampled_from("abc")), min_size=1, max_size=30),
    st.randoms(use_true_random=False),
    st.integers(0, 3),
    st.integers(1, 30),
)
def test_the_order_of_questions_is_irrelevant(asked, random, seed, number):
    """The same draw, in the same order."""
    frames = [questions(*[1] * at, times, kind=kind).tail(1) for at, (times, kind) in enumerate(asked)]
    groups = banded(pl.concat(frames).unique("key").sort("key"))
    places = list(range(len(groups)))
    random.shuffle(places)
    first = draw(groups, number, seed=seed)
    assert draw(groups[places], number, seed=seed).drawn.equals(first.drawn)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), st.integers(1, 40), st.integers(0, 9))
def test_a_longer_draw_from_a_stratum_begins_with_the_shorter_one(askings, number, seed):
    """So that a sample can be made larger without throwing labels away."""
    groups = questions(*askings).with_columns(band=pl.lit("head"))
    less = draw(groups, number, seed=seed).drawn["key"].to_list()
    more = draw(groups, number + 1, seed=seed).drawn["key"].to_list()
    assert more[: len(less)] == less


def test_a_question_keeps_its_place_whatever_else_the_log_holds():
    """Without some of the others, the rest comes in the same order."""
    groups = questions(*range(1, 40))
    whole = drawing_order(groups, 0)["key"].to_list()
    part = drawing_order(groups[::3], 0)["key"].to_list()
    assert part == [key for key in whole if key in part]


def test_frequent_questions_are_drawn_more_often():
    """Over 400 seeds, 3 of 12: asked six times as often as the others, nearly six times their chance."""
    groups = questions(6, 6, *[1] * 10).with_columns(band=pl.lit("head"))
    counts = collections.Counter()
    for seed in range(400):
        counts.update(draw(groups, 2, seed=seed).drawn["askings"].to_list())
    often, seldom = counts[6] / 2 / 400, counts[1] / 10 / 400
    # Proportional would be 12/22 = 0.545 and 2/22 = 0.091; four standard errors are 0.07 and 0.02.
    assert often == pytest.approx(12 / 22, abs=0.07)
    assert seldom == pytest.approx(2 / 22, abs=0.02)


def test_another_seed_is_another_sample():
    """And the same seed the same one on every machine: the order of the hashes, divided by askings."""
    groups = banded(questions(*[1] * 30))
    drawn = [tuple(draw(groups, 3, seed=seed).drawn["key"]) for seed in range(5)]
    assert len(set(drawn)) == 5
    numbers = {key: hashlib.sha256(f"0\n{key}".encode()).digest() for key in groups["key"]}
    assert drawn[0] == tuple(sorted(numbers, key=numbers.get)[:3])


def test_the_order_of_the_draw_from_its_definition():
    """With exact fractions: the smallest number by askings first."""
    groups = questions(*range(1, 30))
    places = {}
    for key, askings in groups.select("key", "askings").iter_rows():
        head = int(hashlib.sha256(f"5\n{key}".encode()).hexdigest()[:16], 16)
        places[key] = Fraction((head >> 11) + 1, 1 << 53) / askings
    assert drawing_order(groups, 5)["key"].to_list() == sorted(places, key=places.get)
