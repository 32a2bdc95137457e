import datetime as dt

import pytest

from assay.errors import Problem
from assay.retrieval.records import Field, as_date, by_line, date_faults, faults, is_moment, place

FIELDS = {
    "id": Field(str, required=True),
    "rank": Field(int, low=1),
    "score": Field(float),
    "any": Field(object),
}


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ({"id": "a", "rank": 1, "score": 1, "any": [1]}, []),
        ({"id": "a", "rank": None}, []),
        ({"id": "a", "rank": -5}, ["x: rank is -5, must be at least 1; change it"]),
        ({"id": None}, ["x: id is missing; add it"]),
        ({"id": 7}, ["x: id is 7, must be a text; put it in quotes"]),
        ({"id": "a", "rank": True}, ["x: rank is True, must be a whole number; change it"]),
        ({"id": "a", "rank": 1.0}, ["x: rank is 1.0, must be a whole number; change it"]),
        ({"id": "a", "score": "1"}, ["x: score is '1', must be a number; change it"]),
        ({"id": "a", "rank": 2**63}, ["x: rank is 9223372036854775808, which is too large; change it"]),
        (
            {"id": "a", "score": -(10**30)},
            ["x: score is -1000000000000000000000000000000, which is too large; change it"],
        ),
        ({"id": ["a" * 200]}, [f"x: id is ['{'a' * 37}...{'a' * 38}'], must be a text; change it"]),
        ({"id": "a", "scores": 1}, ["x: 'scores' is no field here; did you mean 'score'?"]),
        ({"id": "a", "zzz": 1}, ["x: 'zzz' is no field here; use id, rank, score, any"]),
    ],
)
def test_faults_of_an_object(value, messages):
    """Unknown, missing and mistyped fields; whole numbers are numbers, true is none."""
    assert [str(problem) for problem in faults(value, FIELDS, "x")] == messages


def test_place_names_the_row():
    """The id is added where there is one."""
    assert place("a.jsonl", 3, {"id": "q-1"}, "id") == "a.jsonl:3 q-1"
    assert {place("a.jsonl", 3, {"id": value}, "id") for value in (1, "", " ", "a\nb", None)} == {"a.jsonl:3"}


def test_dates_have_one_form():
    """ISO days only."""
    assert as_date("2026-03-01") == dt.date(2026, 3, 1)
    assert [as_date(text) for text in ("20260301", "2026-W09-7", "2026-02-30", "")] == [None] * 4
    assert [str(problem) for problem in date_faults({"a": "x", "b": 1}, ("a", "b"), "f:1")] == [
        "f:1: a 'x' is no date; write it as 2026-03-01"
    ]


def test_moments_are_days_or_times():
    """With or without a zone: a card says what is known."""
    assert all(
        map(is_moment, ("2026-03-01", "2026-03-01T09:30", "2026-03-01 09:30:00+03:00", "2026-03-01T09:30Z"))
    )
    assert not any(map(is_moment, ("yesterday", "20260301", "2026-W09-7T10:00", "2026-02-30", "2026", "")))


def test_problems_are_put_in_order_by_file_and_line():
    """Files as they first come; a file without lines, and several problems of one line, as they are."""
    places = ("b.json", "a b.jsonl:10 q", "a b.jsonl:9: x", "b.json", "a b.jsonl:9 q result 2")
    assert [problem.where for problem in by_line(Problem(where, "x") for where in places)] == [
        "b.json",
        "b.json",
        "a b.jsonl:9: x",
        "a b.jsonl:9 q result 2",
        "a b.jsonl:10 q",
    ]
