import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.workbook.forms import FormError, heard, is_retyped, is_same, is_sayable, told

WORDS = st.text(st.sampled_from("аёЖab :+[],;=-«»\"'\n\t\u00a0_x001F_0123"), max_size=30)
TEXT = st.one_of(WORDS, st.text(max_size=30)).map(lambda text: unicodedata.normalize("NFC", text))
NAME = st.text(st.sampled_from("aя#~+:,-0.[]/"), min_size=1, max_size=8)
VALUES = {
    "text": TEXT,
    "day": st.dates().map(str),
    "lines": st.lists(TEXT, max_size=3),
    "sets": st.lists(st.lists(NAME, min_size=1, max_size=3), max_size=3),
    "reasons": st.dictionaries(NAME, TEXT, max_size=3),
    "grades": st.dictionaries(NAME, st.sampled_from([1, 2]), max_size=3),
    "turns": st.lists(
        st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "text": TEXT}), max_size=3
    ),
    "claims": st.lists(
        st.fixed_dictionaries({"id": NAME, "text": TEXT, "passages": st.lists(NAME, max_size=3)}), max_size=3
    ),
}


@pytest.mark.parametrize("form", VALUES)
@given(data=st.data())
def test_a_value_comes_back_or_may_not_be_edited(form, data):
    """Law: what is said in a cell is heard as it was, or known not to be; nothing else is raised."""
    value = data.draw(VALUES[form])
    for lang in (0, 1):
        if is_sayable(form, value, lang, ()):
            assert heard(form, told(form, value, lang), value, ()) == value
        else:
            assert form != "day"


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("text", "=1+1 и «кавычки»\n- с новой строки"),
        ("sets", [["a+b", "c"], ["d"]]),
        ("sets", []),
        ("reasons", {"a:b": "потому: что", "c": "строка\n\nи ещё одна"}),
        ("claims", [{"id": "c:1", "text": "Текст [1] о том", "passages": ["a,b", "c"]}]),
        ("claims", [{"id": "c1", "text": "Без отрывков", "passages": []}]),
        ("turns", [{"role": "user", "text": "assistant: так он сказал"}]),
        ("lines", ["одна", "две\nстроки"]),
    ],
)
def test_hard_values_can_be_edited(form, value):
    """Signs of the form within a value are no signs."""
    assert is_sayable(form, value, 1, ())


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("text", " с пробелом"),
        ("text", "a\x00b"),
        ("text", "а\r\nб"),
        ("text", "я" * 40_000),
        ("sets", [[]]),
        ("sets", [["a b"]]),
        ("claims", [{"id": "c1", "text": "т", "passages": ["a b"]}]),
        ("reasons", {"a: b": "х"}),
    ],
)
def test_what_a_cell_cannot_say_is_known(form, value):
    """It is shown there and cannot be changed there."""
    assert not is_sayable(form, value, 0, ())
    assert len(told(form, value, 0)) <= 32_767


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        ("sets", "a + b\n\n c ", [["a", "b"], ["c"]]),
        ("sets", "a+b", [["a", "b"]]),
        ("sets", "a+z", [["a+z"]]),
        ("sets", "Нет ответа.", []),
        ("sets", "no answer", []),
        ("sets", "—", []),
        ("sets", "", None),
        ("day", "1.9.2026", "2026-09-01"),
        ("day", "2026-09-01", "2026-09-01"),
        ("claims", "c1: так", [{"id": "c1", "text": "так", "passages": []}]),
        ("claims", "c1: так [a b; c]", [{"id": "c1", "text": "так", "passages": ["a", "b", "c"]}]),
        ("text", "й".replace("й", "и\u0306"), "й"),
    ],
)
def test_people_write_in_their_own_ways(form, text, value):
    """Spaces, empty lines, days of either order, letters with marks apart."""
    assert heard(form, text, None, ("a", "b")) == value


@pytest.mark.parametrize(
    ("form", "text"), [("reasons", "a: х\na: у"), ("grades", "a: 0"), ("turns", "a: х"), ("lines", "")]
)
def test_a_text_of_no_form_is_refused(form, text):
    """With what to do; of an empty cell an empty list stays one."""
    if text:
        with pytest.raises(FormError):
            heard(form, text, None, ())
    else:
        assert (heard(form, text, [], ()), heard(form, text, None, ())) == ([], None)


def test_texts_that_programs_retyped_are_alike():
    """Quotation marks, dashes, dots and spaces; no word, and no other sign."""
    assert is_retyped("Он сказал: «да» — и ушёл…", 'Он сказал: "да" - и\u00a0ушёл...')
    assert not is_retyped("Он сказал: да", "Он сказал: нет")
    assert not is_retyped("а, б", "а б")
    assert is_same("а \r\nб\n", "а\nб")
    assert not is_same("а\nб", "а б")
