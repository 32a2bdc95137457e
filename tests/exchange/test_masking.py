import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.disclosure import PATTERNS, kinds
from assay.exchange.masking import PLACEHOLDERS, disclosing, flagged, masked

PIECES = (
    "пишите на ivan@example.com",
    "+7 912 345-67-89",
    "карта 4111 1111 1111 1111",
    "паспорт 4509 123456",
    "postgres://user:secret@db.example.org/x",
    "sk-abcdefghijklmnopqrstu",
    "заказ 4111 1111 1111 1112",
    "@",
    "sk-",
    " ",
    "<",
)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("ответ на ivan.petrov@example.com, срочно", "ответ на <e-mail address>, срочно"),
        ("a@b.ru и c@d.ru", "<e-mail address> и <e-mail address>"),
        ("карта 4111 1111 1111 1111, +7 (912) 345-67-89", "карта <card number>, <phone number>"),
        ("вход postgres://user:pass@db.example.org", "вход <e-mail address>"),
        ("заказ 4111 1111 1111 1112", "заказ 4111 1111 1111 1112"),  # no check digit: an order
        ("как вернуть товар", "как вернуть товар"),
        ("паспорт: 4509 123456, утерян", "паспорт: <passport number>, утерян"),
    ],
)
def test_each_find_becomes_a_placeholder(text, safe):
    """Overlapping finds one, of the kind that is looked for first."""
    assert masked(text) == safe


def test_what_is_public_stays():
    """As the address of a help desk."""
    text = "help@example.com или ivan@example.com"
    assert masked(text, {"help@example.com"}) == "help@example.com или <e-mail address>"


def test_every_kind_has_a_placeholder():
    """Named as messages name it, without the article."""
    assert set(PLACEHOLDERS) == {what for what, *_ in PATTERNS}
    assert PLACEHOLDERS["an e-mail address"] == "<e-mail address>"
    assert all(kinds(place) == [] for place in PLACEHOLDERS.values())


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_masked_texts_hold_nothing_or_are_given_up(text):
    """No text is called harmless that the check would refuse."""
    frame = disclosing(pl.Series([text], dtype=pl.String))
    assert len(frame) == bool(kinds(text))
    for safe in frame["masked"].drop_nulls():
        assert kinds(safe) == []


def test_rows_are_flagged_or_masked():
    """Without masking they say what they hold; with it the text is harmless and says what was in it."""
    rows = pl.DataFrame({"query": ["позвоните +79123456789", None, "как вернуть", "a@b.ru, +79123456789"]})
    kept = flagged(rows, masking=False)
    assert kept["query"].to_list() == rows["query"].to_list()
    both = "an e-mail address and a phone number"
    assert kept["holds"].to_list() == ["a phone number", None, None, both]
    assert kept["masks"].to_list() == [None] * 4
    safe = flagged(rows, masking=True)
    assert safe["query"].to_list() == [
        "позвоните <phone number>",
        None,
        "как вернуть",
        "<e-mail address>, <phone number>",
    ]
    assert safe["holds"].to_list() == [None] * 4
    assert safe["masks"].to_list() == ["a phone number", None, None, both]
