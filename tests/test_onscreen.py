import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from assay.onscreen import as_json, one_line, safe

HOSTILE = "\x1b[31mred\x07\x9b2J \u202eturned\u2066 \u2028line\r\n"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_a_text_on_one_line():
    """Nothing in it does anything to a terminal; what nobody sees parts no word in two."""
    assert one_line(HOSTILE) == "[31mred 2J turned line"
    assert safe(HOSTILE) == "[31mred 2J turned line"
    assert safe("воз\u00adврат\tи\u200b  обмен") == "возврат и обмен"
    assert safe(" a  b\n", strip=False) == " a  b "
    assert safe(17) == "17"


@given(st.text())
def test_any_text_can_be_printed(text):
    """Whatever it is, and those that can be are as they were."""
    assert one_line(text, strip=False).isprintable()
    assert safe(text, strip=False).isprintable()
    if text.isprintable():
        assert safe(text, strip=False) == text


@given(VALUES)
def test_json_is_the_same_value_and_safe(value):
    """It can be parsed back; controls, C1 among them, marks of direction and the unseen are escapes."""
    text = as_json(value)
    assert json.loads(text) == value
    text.encode()
    assert not [
        mark for mark in text if mark != "\n" and unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    ]


def test_json_shows_letters_as_they_are():
    """Escapes of what is hostile alone, in text and keys; keys keep their order."""
    text = as_json({"ответ": "да 😊", HOSTILE: "\U000e0041"})
    assert text.splitlines() == [
        "{",
        '  "ответ": "да 😊",',
        r'  "\u001b[31mred\u0007\u009b2J \u202eturned\u2066 \u2028line\r\n": "\udb40\udc41"',
        "}",
    ]
