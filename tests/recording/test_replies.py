import pytest

from assay.recording.replies import apology

SORRY = "Извините, сервис временно недоступен"
AGAIN = "Sorry, try again later"


@pytest.mark.parametrize(
    "value",
    [
        {"answer": SORRY, "hits": []},
        {"Answer": AGAIN},
        {"message": SORRY},
        {"text": AGAIN},
        {"detail": SORRY},
        {"output": AGAIN},
        {"response": {"status": 200, "body": {"answer": SORRY}}},
        {"data": {"result": {"response": AGAIN, "sources": []}}},
        {"choices": [{"message": {"role": "assistant", "content": SORRY}}]},
        {"output": [{"content": [{"type": "text", "text": AGAIN}]}]},
        [{"answer": SORRY}],
    ],
)
def test_an_apology_is_found_where_services_answer(value):
    """At the top, and within what wraps an answer."""
    assert apology(value) in (SORRY, AGAIN)


@pytest.mark.parametrize(
    "value",
    [
        {"answer": "Не нашёл ответа в базе знаний.", "hits": []},
        {"answer": "Sorry, I could not find anything on this."},
        {"answer": "", "message": None, "detail": 5},
        {"question": SORRY, "history": [{"role": "assistant", "content": SORRY}]},
        {"query": {"text": SORRY}},
        [],
        None,
    ],
)
def test_what_answers_or_is_no_answer_is_no_apology(value):
    """What was not found was looked for; what was asked, and said before, is no answer."""
    assert apology(value) is None


def test_our_own_words_are_no_apology():
    """A service that says the question again."""
    assert apology({"text": AGAIN}, (AGAIN, None)) is None


def test_a_long_apology_is_one_line_and_cut():
    """As a message."""
    said = apology({"answer": "Sorry,\n the service is unavailable " + "x" * 500})
    assert said is not None
    assert "\n" not in said
    assert len(said) == 200


def test_a_response_nested_beyond_reason_is_read_so_far():
    """A recursion has an end."""
    value = {"answer": SORRY}
    for _ in range(900):
        value = {"data": value}
    assert apology(value) is None
