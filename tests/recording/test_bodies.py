import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.recording import bodies
from assay.recording.mapping import _search

NUMBERS = st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@given(NUMBERS)
def test_a_number_is_the_text_that_it_was_written_as(text):
    """And the number that it is, for all that counts with it."""
    value = bodies.parsed(f'{{"id": {text}}}')["id"]
    assert bodies.written(value) == text
    assert value == json.loads(text)


@pytest.mark.parametrize(
    ("value", "text"), [("007", "007"), (7, "7"), (True, None), (None, None), ([], None), ({}, None)]
)
def test_only_texts_and_numbers_have_a_text(value, text):
    """True is no id."""
    assert bodies.written(value) == text


def test_jmespath_takes_the_numbers_for_numbers():
    """Its functions and comparisons know types by name."""
    value = bodies.parsed('{"hits": [{"id": 7, "score": 0.5}, {"id": 8, "score": 1}]}')
    assert _search("sum(hits[].score)", value) == 1.5
    assert _search("hits[?score > `0.6`].to_string(id)", value) == ["8"]
    assert bodies.written(_search("sort_by(hits, &score)[0].id", value)) == "7"
    assert _search("max(hits[].id)", value) == 8


@given(st.binary())
def test_bytes_are_kept(data):
    """As a text, or packed."""
    import base64

    text, packed = bodies.packed(data)
    assert (base64.b64decode(text) if packed else text.encode()) == data


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty body"),
        (" \n", "empty body"),
        ("{", "not JSON"),
        ("<!doctype html>", "not JSON (HTML)"),
        ("[" * 100_000, "not JSON (nested too deeply)"),
        ("9" * 5_000, "not JSON (a number of too many digits)"),
        ("[Infinity]", "not JSON (Infinity is no value)"),
    ],
)
def test_what_is_no_json_has_its_reason(text, reason):
    """In few words: they are counted by them."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - its text is compared
        bodies.parsed(text)
    assert str(caught.value) == reason


def test_a_byte_order_mark_is_passed_over():
    """Some services write one."""
    assert bodies.parsed(bodies.text_of("\ufeff[]", "", packed=False)) == []


@pytest.mark.parametrize(
    ("kind", "reason"), [("text/html", "not UTF-8"), ("text/html; charset=nonsense", "not nonsense")]
)
def test_an_encoding_that_is_not_known_is_an_error(kind, reason):
    """Nothing is guessed."""
    with pytest.raises(ValueError, match=reason):
        bodies.text_of(bodies.packed(b"\xff\xfe\xfa")[0], kind, packed=True)
