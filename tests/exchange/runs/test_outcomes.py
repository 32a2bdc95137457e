from collections import Counter

import pytest

from assay.exchange.runs.outcomes import ends, fault_of, odd_status, odd_words, orders, words_of


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({}, None),
        ({"status": 200}, None),
        ({"status": 201.0}, None),
        ({"status": "HTTP 200"}, None),
        ({"status": "done", "message": "12 hits"}, None),
        ({"status": 404, "message": "no such index"}, "HTTP 404: no such index"),
        ({"status": "500.0"}, "HTTP 500"),
        ({"status": "failed"}, "failed"),
        ({"status": "успешно"}, None),
        ({"status": "Успех"}, None),
        ({"status": "готово"}, None),
        ({"status": "cached"}, None),
        ({"status": "cache hit"}, None),
        ({"status": "OK"}, None),
        ({"status": "fallback"}, None),
        ({"status": "no_results"}, None),
        ({"status": "302"}, None),
        ({"status": "404 Not Found"}, "404 Not Found"),
        ({"status": "HTTP/1.1 502 Bad Gateway"}, "HTTP/1.1 502 Bad Gateway"),
        ({"status": "404: Not Found", "retrieved": []}, "404: Not Found"),
        ({"status": "HTTP 500: x"}, "HTTP 500: x"),
        ({"status": "500, retry"}, "500, retry"),
        ({"status": 1200}, "1200"),
        ({"status": "Timeout"}, "Timeout"),
        ({"status": "NullPointerException"}, "NullPointerException"),
        ({"status": "timed_out"}, "timed_out"),
        ({"status": "server_error"}, "server_error"),
        ({"status": "unsuccessful"}, "unsuccessful"),
        ({"status": "not ok"}, "not ok"),
        ({"status": False}, "False"),
        ({"status": "ошибка сети"}, "ошибка сети"),
        ({"status": "неуспешно"}, "неуспешно"),
        ({"status": "не удалось"}, "не удалось"),
        ({"status": "Превышено время ожидания"}, "Превышено время ожидания"),
        ({"status": "отменён"}, "отменён"),
        ({"message": "timeout", "retrieved": []}, "timeout"),
        ({"status": "pending", "message": "timeout", "retrieved": []}, "timeout"),
        ({"message": "OK", "retrieved": []}, None),
        ({"status": 200, "error": "index not loaded", "retrieved": []}, "index not loaded"),
        (
            {"status": "ok", "error": {"type": "KeyError", "reason": "chunk"}, "retrieved": []},
            "KeyError: chunk",
        ),
        ({"status": 500, "error": "crashed", "message": "try later"}, "HTTP 500: crashed"),
        ({"status": 200, "error": None, "retrieved": []}, None),
        ({"status": 200, "error": "", "retrieved": []}, None),
        ({"status": 200, "error": False, "retrieved": []}, None),
        ({"status": 200, "message": "12 ms", "retrieved": []}, None),
        ({"message": "slow", "retrieved": ["a"]}, None),
        ({"message": "Ничего не найдено", "retrieved": []}, None),
        ({"status": 200, "message": "Ничего не найдено", "retrieved": []}, None),
        ({"status": 200, "message": "Sorry, try again later", "retrieved": []}, "Sorry, try again later"),
        ({"status": 200, "answer": "Sorry…", "retrieved": []}, "Sorry…"),
        ({"answer": "Сервис временно\n недоступен", "retrieved": []}, "Сервис временно недоступен"),
        ({"status": 500, "answer": "Sorry…", "retrieved": []}, "HTTP 500"),
        ({"answer": "Sorry…", "retrieved": ["a"]}, None),
        ({"answer": "В базе знаний нет ответа", "retrieved": []}, None),
        ({"answer": "30 дней", "retrieved": []}, None),
    ],
)
def test_what_went_wrong(record, fault):
    """By the status; without one, by a message beside an empty list; by an apology there, whatever the status."""
    assert fault_of(record) == fault


def test_statuses_that_nobody_knows_are_told_once():
    """With their counts, personal data masked; of those that are known nothing is said."""
    statuses = [
        "ok",
        200,
        "готово",
        None,
        "failed",
        500,
        "fallback",
        "fallback",
        302,
        "user ann@mail.example.org",
    ]
    found = Counter(filter(None, (odd_status({"status": one}) for one in statuses)))
    (said,) = odd_words(found)
    assert said.endswith("not taken for errors: 2 × fallback, 1 × HTTP 302, 1 × user <e-mail address>")
    assert list(odd_words(Counter())) == []


def test_ends_and_orders():
    """Five messages at most, the most frequent first, then by letters."""
    lines = [{"status": "error", "message": name} for name in "fedcbaa"] + [{"status": "ok", "retrieved": []}]
    assert list(ends(lines)) == [
        "8 questions asked: 7 with an error, 1 with nothing found",
        "  2 × a",
        "  1 × b",
        "  1 × c",
        "  1 × d",
        "  1 × e",
    ]
    falling = [{"retrieved": [{"score": 2.0}, {"score": None}, {"score": 2.0}, {"score": 1.0}]}]
    assert list(orders(falling)) == []
    assert list(orders([{"retrieved": [{"score": 1.0}, {"score": 2.0}]}] * 2)) == [
        "scores do not fall with the rank in 2 questions: the rank is the order"
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"timed_out": True, "retrieved": []}, "timed out: not all of the index was searched"),
        ({"timed_out": True, "retrieved": ["a"]}, "timed out: not all of the index was searched"),
        ({"failed_shards": 2, "retrieved": []}, "2 shards of the index failed"),
        ({"timed_out": False, "failed_shards": 0, "retrieved": []}, None),
    ],
)
def test_a_search_that_was_given_up_found_not_all(value, expected):
    """An empty list of it is not nothing found."""
    assert fault_of(value) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"type": "x_exception", "reason": "no such index"}, "x_exception: no such index"),
        ([{"message": "late"}], "late"),
        (" gateway ", "gateway"),
        (True, "failed"),
        (False, None),
        (None, None),
        ("", None),
        ({}, None),
    ],
)
def test_messages_are_read_in_every_form(message, expected):
    """Texts, objects of search engines, lists of them."""
    assert words_of(message) == expected
