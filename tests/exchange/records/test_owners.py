import pytest

from assay.exchange.records.owners import is_of, words

ANY = ("person", "call", "service")


@pytest.mark.parametrize(
    ("kinds", "keys"),
    [
        (ANY, ("request", "body", "user", "id")),
        (ANY, ("service", "version")),
        (ANY, ("clientSession", "id")),
        (ANY, ("Данные клиента / №",)),
        (("any",), ("Служебное / Дата",)),
        (("text",), ("document", "id")),
    ],
)
def test_properties_of_something_else(kinds, keys):
    """The key above says of what it is one, whatever the words are joined by."""
    assert is_of(kinds, keys)


@pytest.mark.parametrize(
    ("kinds", "keys"),
    [
        (ANY, ("id",)),
        (ANY, ("meta", "id")),
        (ANY, ("request", "question", "id")),
        (ANY, ("Вопрос клиента / №",)),
        (("any",), ("Вопрос / Дата",)),
        (ANY, ("document", "id")),
        (ANY, ("user_id",)),
    ],
)
def test_its_own_properties(kinds, keys):
    """The nearest key that says anything decides; the last one is no owner."""
    assert not is_of(kinds, keys)


def test_words_of_a_key():
    """By case, underscores and blanks."""
    assert words("userId") == words("user_id") == words("User ID") == ["user", "id"]
