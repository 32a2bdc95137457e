"""Texts of two sides, one to one."""

import tracemalloc

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from assay.evidence import matching
from assay.evidence.matching import LIKENESS, Pair, pairs, same_parts, text_key

WORDS = ("срок", "возврата", "денег", "тридцать", "дней", "склад", "заявка", "Ёлка")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
SIDES = st.lists(st.tuples(st.sampled_from(("statement", "decline")), TEXTS), max_size=7)


def statements(*texts):
    return [("statement", text) for text in texts]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Срок  возврата\n30 дней.", "срок возврата 30 дней", True),
        ("Ещё е\u0301сть", "еще е́сть", True),
        ("Срок 30 дней", "Срок 31 день", False),
        ("сколько ждать?", "Сколько ждать", True),
        ("…", "!", False),
        ("Срок «воз\u00adврата»\u200b?", 'срок "возврата"', True),
        ("C#", "C++", False),
    ],
)
def test_texts_are_compared_without_what_does_not_tell_them_apart(one, other, same):
    """Case, ё, white space, composition of letters, forms of quotation marks, what nobody sees, marks at the end; numbers do."""
    assert (text_key(one) == text_key(other)) is same


def test_what_nobody_sees_is_what_unicode_says_it_is():
    """Each code point with its property Default_Ignorable_Code_Point, and no other."""
    every = pl.Series([chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF])
    unseen = every.filter(every.str.contains(r"^\p{DI}$"))
    assert matching._UNSEEN.sub("", "".join(every)) == "".join(every.filter(~every.is_in(unseen.implode())))


def test_equal_words_are_found_first():
    """In their order where they stand several times; whatever their kinds."""
    left = [("statement", "Срок 30 дней."), ("decline", "срок"), ("statement", "Срок 30 дней.")]
    right = [("decline", "срок 30 дней"), ("statement", "Срок 30 дней"), ("statement", "Срок")]
    assert pairs(left, right) == [Pair(0, 0, None), Pair(1, 2, None), Pair(2, 1, None)]


def test_rewordings_are_proposed_with_their_likeness():
    """Of one kind alone, and not below the threshold."""
    was, now = "Деньги обычно возвращают за пять дней.", "Деньги возвращают в течение 14 дней."
    [found] = pairs(statements(was), statements("Подарочные карты не возвращают.", now))
    assert (found.left, found.right) == (0, 1)
    assert LIKENESS <= found.likeness < 100
    assert pairs(statements(was), [("decline", now)]) == []
    assert pairs(statements(was), statements("Срок возврата 30 дней.")) == []


def test_the_most_alike_are_proposed_first():
    """A text that is nearer to another is left to it."""
    left = statements("Деньги вернут за пять дней", "Деньги вернут за шесть дней")
    right = statements("Деньги вернут за шесть дней на карту", "Деньги вернут за восемь дней")
    assert [(one.left, one.right) for one in pairs(left, right)] == [(0, 1), (1, 0)]


@given(SIDES, SIDES)
def test_matching_is_one_to_one_and_the_same_from_either_side(left, right):
    """No text is in two pairs; exchanging the sides exchanges each pair."""
    found = pairs(left, right)
    assert len({one.left for one in found}) == len({one.right for one in found}) == len(found)
    assert sorted((one.right, one.left, one.likeness) for one in found) == [
        tuple(one) for one in pairs(right, left)
    ]
    assert all(
        text_key(left[one.left][1]) == text_key(right[one.right][1]) for one in found if one.likeness is None
    )


def all_pairs(left, right):
    """The plain loop: every two texts with equal words, then every two of one kind, the most alike first."""
    mine, theirs = ([text_key(text) for _, text in side] for side in (left, right))
    two = [(one, other) for one in range(len(mine)) for other in range(len(theirs))]
    alike = {
        (one, other): fuzz.token_sort_ratio(mine[one], theirs[other])
        for one, other in two
        if left[one][0] == right[other][0]
    }
    proposed = sorted(
        (at for at, score in alike.items() if score >= LIKENESS), key=lambda at: (-alike[at], at)
    )
    found = {}
    for one, other in [*(at for at in two if mine[at[0]] == theirs[at[1]]), *proposed]:
        if all(one != pair.left and other != pair.right for pair in found.values()):
            same = mine[one] == theirs[other]
            found[one] = Pair(one, other, None if same else round(alike[one, other], 2))
    return sorted(found.values())


@given(SIDES, SIDES, st.integers(1, 3))
def test_pairs_are_those_of_the_plain_loop(left, right, fewest):
    """However few near texts are held of each at once."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(matching, "_KEPT", 0)
        patched.setattr(matching, "_FEWEST", fewest)
        assert pairs(left, right) == all_pairs(left, right)


@pytest.mark.parametrize("words", ["срок возврата денег вещи {n}", "срок возврата денег"])
def test_thousands_of_alike_texts_take_little_memory(words):
    """Far less than a number for each two of them would."""
    n = 1200
    left, right = (
        statements(*(f"{words.format(n=at)} {end}" for at in range(n))) for end in ("дней", "суток")
    )
    tracemalloc.start()
    found = pairs(left, right)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == n
    assert peak < 50_000_000 < n * n * 40


@given(SIDES)
def test_a_side_matches_itself_by_its_words(side):
    """Each text with one that has the same."""
    found = pairs(side, side)
    assert [one.left for one in found] == list(range(len(side)))
    assert all(one.likeness is None for one in found)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([["срок"]], [["Срок."]], {0: 0}),
        ([["срок"]], [["сколько ждать"]], {0: 0}),
        ([["срок"], ["цена"]], [["сколько ждать"], ["цена"]], {0: 0, 1: 1}),
        ([["срок"], ["цена"]], [["сколько ждать"]], {}),
        ([["срок"]], [["сколько ждать"], ["почём"]], {}),
        ([["срок", "сколько ждать"], ["цена"], ["где"]], [["почём"], ["Сколько ждать?"]], {0: 1}),
        ([["срок", "сколько ждать"]], [["почём"], ["сколько ждать"]], {0: 1}),
        ([["срок"], ["срок"]], [["срок"]], {0: 0}),
        ([], [["срок"]], {}),
    ],
)
def test_parts_are_the_same_by_words_or_as_the_only_ones_left(left, right, expected):
    """Nothing else is guessed."""
    assert same_parts(left, right) == expected
