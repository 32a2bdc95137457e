import pytest

from . import cases
from .lines import CARD, A, changed, of_line, wrong


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"answer": ["x"]}, ["answer is ['x'], must be a text; change it"]),
        ({"lang": "Russian"}, ["lang is 'Russian', must be a language code; write ru, en, pt-BR, say"]),
        ({"lang": 1}, ["lang is 1, must be a text; put it in quotes"]),
        ({"recorded_at": "yesterday"}, ["recorded_at 'yesterday' is no date and no time; write it as 2026-03-01 or 2026-03-01T09:30:00Z"]),
        ({"scenario_id": " "}, ["scenario_id is ' ', which is blank; write it, or leave it out"]),
        ({"query_id": "q\u20281"}, ["query_id is 'q\\u20281', must be printable, without spaces at its ends; change it"]),
        (changed("retrieved", 2, chunk_id=" p07"), ["retrieved[2]: chunk_id is ' p07', must be printable, without spaces at its ends; change it"]),
        (changed("retrieved", 2, chunk_id=None), ["retrieved[2]: chunk_id is missing; add it"]),
        (changed("retrieved", 2, rank=True), ["retrieved[2]: rank is True, must be a whole number; change it"]),
        (changed("retrieved", 2, rank=2.0), ["retrieved[2]: rank is 2.0, must be a whole number; change it"]),
        (changed("retrieved", 2, rank=3), ["retrieved: has ranks [1, 3]; number them from 1, without gaps"]),
        (changed("retrieved", 2, rank=1), ["retrieved: has ranks [1, 1]; number them from 1, without gaps"]),
        (changed("retrieved", 1, rank=0), ["retrieved[1]: rank is 0, must be at least 1; change it", "retrieved: has ranks [0, 2]; number them from 1, without gaps"]),
        (changed("retrieved", 1, docid="D"), ["retrieved[1]: 'docid' is no field here; did you mean 'doc_id'?"]),
        (changed("retrieved", 1, score="0.5"), ["retrieved[1]: score is '0.5', must be a number; change it"]),
        (changed("citations", 1, marker=""), ["citations[1]: marker is '', which is blank; write it, or leave it out"]),
        (changed("citations", 1, span="0-5"), ["citations[1]: span is '0-5', must be a list; change it"]),
        ({"declines": [{"span": [0, 5]}]}, ["declines[1]: part is missing; add it"]),
        ({"declines": [{"part": "x", "span": [0, 10**30]}]}, [f"declines[1]: span is [0, 1000000000000000000000000000000], outside of the answer's {len(cases.TEXT)} code points or empty; count code points of the answer, from 0"]),
        ({"answer": None, "declines": [{"part": "x", "span": [0, 1]}], "citations": []}, ["declines[1]: span is [0, 1], outside of the answer's 0 code points or empty; count code points of the answer, from 0"]),
        ({"expected_evidence": []}, ["expected_evidence is [], must be an object; change it"]),
        ({"retrieved": {}}, ["retrieved is {}, must be a list; change it"]),
    ],
)  # fmt: skip
def test_each_fault_of_a_line_is_one_problem(values, expected):
    """With its place in the line."""
    assert of_line(**values) == expected


@pytest.mark.parametrize(
    "values",
    [
        {"retrieved": [], "citations": []},
        {"retrieved": [{"chunk_id": "p04"}, {"chunk_id": "p07"}]},
        changed("retrieved", 1, score=-3, text="", sha256=None),
        changed("citations", 1, chunk_id="never-retrieved"),
        changed("citations", 1, doc_id=None, chunk_id=None, marker=None, span=None),
        {"declines": [{"part": "срок", "span": None}, {"part": "цена"}]},
        {"expected_evidence": {}},
        {"answer": "", "citations": []},
        {"lang": "pt-BR", "query": "", "recorded_at": "2026-03-02"},
        {"filters": {"lang": ["ru"]}, "generation_config": "default", "top_k": 5},
    ],
)
def test_what_a_record_lacks_is_no_fault(values):
    """It is listed elsewhere."""
    assert of_line(**values) == []


def test_an_answer_without_an_id_is_told_by_its_line():
    """Nor is one whose id cannot be shown shown with it; two without are not the same."""
    odd = [{"answer_id": value} for value in (None, "", " ", "a\tb", "\u202ea", "A ", 7)]
    found = wrong(cases.lines(*odd))
    assert found == [
        f"{A}:1: answer_id is missing; add it",
        f"{A}:2: answer_id is '', which is blank; write it, or leave it out",
        f"{A}:3: answer_id is ' ', which is blank; write it, or leave it out",
        f"{A}:4: answer_id is 'a\\tb', must be printable, without spaces at its ends; change it",
        f"{A}:5: answer_id is '\\u202ea', must be printable, without spaces at its ends; change it",
        f"{A}:6 A : answer_id is 'A ', must be printable, without spaces at its ends; change it",
        f"{A}:7: answer_id is 7, must be a text; put it in quotes",
    ]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ({}, "mode is missing; add it"),
        ({"mode": "retrieve_only", "topk": 3}, "'topk' is no field here; did you mean 'top_k'?"),
        (
            {"mode": "retrieve_only", "model": ""},
            "model is '', which is blank; write it, or leave it out",
        ),
        (b"[]", "is no object; it needs what is known about the run"),
        (b'{"mode": "retrieve_only", "filters": 1e999}', "holds an infinite number; mend it"),
        (b"\xff", "is not UTF-8; save it as UTF-8"),
    ],
)
def test_faults_of_the_card_are_named_with_those_of_answers(card, expected):
    """Neither hides the other."""
    assert wrong(cases.lines({}), card) == [f"{CARD}: {expected}", f"{A}:1: answer_id is missing; add it"]
