import pytest

from assay.exchange.runs.outcomes import ends, fault_of, orders


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
        ({"message": "timeout", "retrieved": []}, "timeout"),
        ({"message": "OK", "retrieved": []}, None),
        ({"message": "slow", "retrieved": ["a"]}, None),
    ],
)
def test_what_went_wrong(record, fault):
    """By the status; without one, by a message beside an empty list."""
    assert fault_of(record) == fault


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
