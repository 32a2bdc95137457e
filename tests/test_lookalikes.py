import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.lookalikes import cyrillic, latin, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Supported", "supported"),
        ("ＳＵＰＰＯＲＴＥＤ", "supported"),
        ("𝐬𝐮𝐩𝐩𝐨𝐫𝐭𝐞𝐝", "supported"),
        ("conﬁrmed", "confirmed"),
        ("s\u00adup\u200bpor\u2060ted", "supported"),
        ("s\u0332u\u0332pported", "supported"),
        ("Подтверждено\u0301", "подтверждено"),
        ("ещё", "ещё"),
        ("еще\u0308", "ещё"),
        ("Йод", "йод"),
        ("Чай\u202eтихо", "чайтихо"),
    ],
)
def test_a_text_in_its_usual_form(text, expected):
    """Forms of letters, marks on them and what nobody sees do not count; ё and й are letters of their own."""
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "in_latin", "in_cyrillic"),
    [
        ("BEPHO", "bepho", "верно"),
        ("Верно", "bepho", "верно"),
        ("подтвeрждено", "пoдtbepждeho", "подтверждено"),
        ("suppоrted", "supported", "ѕuррortеd".replace("o", "о").replace("t", "т")),
        ("ΒΕΡΗΟ", "bepho", "верно"),
        ("xyz", "xyz", "хуz"),
    ],
)
def test_letters_that_look_the_same(text, in_latin, in_cyrillic):
    """Each in the alphabet that is asked for; letters that look like none stay."""
    assert latin(text) == in_latin
    assert cyrillic(text) == in_cyrillic


@given(st.text())
def test_what_looks_the_same_is_equal(text):
    """Law: case and normal forms make no difference, and nothing is changed twice."""
    for form in (plain, latin):
        assert form(form(text)) == form(text)
    for normal in ("NFC", "NFD", "NFKC", "NFKD"):
        assert plain(unicodedata.normalize(normal, text)) == plain(text)
    assert latin(cyrillic(text)) == latin(text)
