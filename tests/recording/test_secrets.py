import pytest

from assay.errors import InputError
from assay.recording import secrets


def test_messages_hold_no_value():
    """A value that is part of another one leaves nothing of it."""
    hidden = secrets.Secrets({"A": "abc", "B": "abcdefgh"})
    assert hidden.masked("x abcdefgh y abc") == "x *** y ***"


def test_what_came_keeps_short_words():
    """A user's name may be a word of the text; keys are long."""
    hidden = secrets.Secrets({"USER": "shop", "KEY": "s3cr3t-значение"})
    assert hidden.masked_bytes("shop s3cr3t-значение".encode()) == b"shop ***"


def test_short_values_are_named():
    """Once each, and never the value itself."""
    (doubt,) = secrets.Secrets({"USER": "shop", "KEY": "s3cr3t-value"}).doubts()
    assert doubt.startswith("note: USER is short (4 letters)")
    assert "shop" not in doubt


def test_a_body_that_is_no_utf8_is_masked():
    """The bytes around the value stay as they came."""
    hidden = secrets.Secrets({"KEY": "s3cr3t-value"})
    body = "ключ s3cr3t-value, и\\u0073\\u0033cr3t-value".encode("cp1251")
    assert hidden.masked_bytes(body).decode("cp1251") == "ключ ***, и***"


def test_each_missing_variable_is_named():
    """Empty ones too; in their order."""
    with pytest.raises(InputError) as caught:
        secrets.read({"B", "A", "C"}, {"C": "x", "B": ""}, "params.yaml record.shop.headers")
    assert [str(problem) for problem in caught.value.problems] == [
        f"params.yaml record.shop.headers: environment variable {name} is not set; set it: export {name}=…"
        for name in "AB"
    ]
    assert secrets.read({"C"}, {"C": "x", "D": "y"}, "x").values == {"C": "x"}


@pytest.mark.parametrize(
    "name", ["Authorization", "X-API-Key", "api_key", "apikey", "X-Auth-Token", "Set-Cookie", "client_secret"]
)
def test_names_of_secrets(name):
    """Whatever their capitals and joints."""
    assert secrets.is_named(name)


@pytest.mark.parametrize("name", ["X-Team", "max_tokens", "X-Tokenizer", "Accept", "author", "keywords"])
def test_names_of_other_things(name):
    """Words that hold such a word."""
    assert not secrets.is_named(name)
