import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.records.decoding import decoded

RUSSIAN = "Вопрос;Ответ\nКак вернуть товар, который не подошёл по размеру?;В течение 30 дней с чеком\n" * 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_utf_with_and_without_a_byte_order_mark_needs_no_note(encoding):
    """The mark is no part of the text."""
    assert decoded(RUSSIAN.encode(encoding), "q.csv") == (RUSSIAN, [])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "cp1251", "koi8_r"])
def test_other_encodings_are_guessed_and_said(encoding):
    """What an old Excel or a terminal wrote; the note names the encoding."""
    given = "id;" + RUSSIAN
    text, notes = decoded(given.encode(encoding), "q.csv")
    assert text == given
    assert notes
    assert encoding in notes[0]
    assert notes[0].startswith("q.csv was read as ")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfea", "q.csv: is not utf-16; save it as UTF-8"),
        (b"PK\x03\x04\x00\x00\x08", r"q.csv: is no text \(it holds zero bytes\)"),
    ],
)
def test_what_is_no_text_is_an_error(data, message):
    """Not a table of signs."""
    with pytest.raises(InputError, match=message):
        decoded(data, "q.csv")


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00\ufeff"), max_size=40))
def test_any_text_in_utf8_is_read_as_it_is(text):
    """No sign of it is guessed away."""
    assert decoded(text.encode(), "q.csv") == (text, [])
