import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.judging.quoting import joined, places, quoted, seen, stretches

from .ground import ODD, TEXT

TECHNICIAN = "👩\u200d💻"
ACUTE = "\u0301"


@pytest.mark.parametrize(
    ("words", "text", "spans"),
    [
        ("дней", TEXT, [(19, 23), (139, 143)]),
        ("  за 30 дней ", TEXT, [(13, 23)]),
        ("нет таких", TEXT, []),
        ("", TEXT, []),
        ("aa", "aaa", [(0, 2), (1, 3)]),
        ("Йогурт", ODD, [(0, 7)]),  # typed in one code point, recorded in two
        ("Ёлку", ODD, [(24, 29)]),
        ("не примем совсем", ODD, [(33, 49)]),  # a special space, and the end of a line
        (TECHNICIAN, ODD, [(8, 11)]),
        ("👩 💻 вернём", ODD, [(8, 19)]),  # as a terminal shows it
        ("👩", ODD, []),  # half of an emoji
        ("🇷🇺", ODD, [(30, 32)]),
        ("закрыто [31m", ODD, [(62, 74)]),
        ("e", f"re{ACUTE}sume", [(6, 7)]),  # not the one that has a mark
        ("и" + "\u0306", "край", [(3, 4)]),
    ],
)
def test_words_are_found_as_they_are_shown(words, text, spans):
    """In code points of the answer; a letter is never parted from its mark."""
    assert places(words, text) == spans


@given(st.text(alphabet="аи\u0306e\u0301 \n\u00a0👩\u200d💻x", max_size=12))
def test_what_is_seen_comes_from_the_text_in_order(text):
    """Every letter of it from somewhere, without gaps but for what is left out."""
    shown, origin = seen(text)
    assert len(shown) == len(origin)
    assert [start for start, _ in origin] == sorted(start for start, _ in origin)
    for letter, (start, end) in zip(shown, origin, strict=True):
        assert letter == " " or letter in unicodedata.normalize("NFC", text[start:end])
    assert "\n" not in shown
    assert not re.search("  (?![\u0301\u0306])", shown)  # a mark may stand on a space


@given(st.text(alphabet="абв .", min_size=1, max_size=20), st.data())
def test_any_stretch_of_a_text_is_found_where_it_was_taken(text, data):
    """Letter by letter."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = text[start:end]
    if words.strip():
        first = start + len(words) - len(words.lstrip())
        assert (first, first + len(words.strip())) in places(words, text)


def test_several_stretches_are_one_quotation():
    """In the order of the answer, wherever they were named; those that overlap are one."""
    assert quoted("и вещи с распродажи + Назад примем", TEXT) == ((0, 12), (36, 55))
    assert quoted("Назад примем + примем за 30", TEXT) == ((0, 18),)
    assert quoted("1 + 1", "Сумма 1 + 1 равна двум.") == ((6, 11),)  # the answer has the sign itself


def test_words_that_stand_often_are_those_of_the_claim():
    """Where they stand there once; else it is asked for more of them."""
    assert quoted("дней", TEXT, [(0, 61)]) == ((19, 23),)
    assert quoted("дней", TEXT, [(119, 144)]) == ((139, 143),)
    with pytest.raises(InputError, match="«дней»: stands 2 times in the answer; name more of the words"):
        quoted("дней", TEXT)
    assert stretches("дней", TEXT, [(30, 40)]) == [[(19, 23), (139, 143)]]


def test_words_that_stand_nowhere_are_refused_with_what_is_near():
    """Each stretch by itself."""
    with pytest.raises(
        InputError, match="«за 30 дня»: does not stand in the answer; nearest there: «за 30 дней»"
    ):
        quoted("Назад примем + за 30 дня", TEXT)


def test_spans_that_only_touch_stay_apart():
    """As the rules of the ledger want them: in order, none twice."""
    assert joined([(4, 6), (0, 2), (2, 4), (1, 2)]) == ((0, 2), (2, 4), (4, 6))
