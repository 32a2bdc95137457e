import json

import pytest

from assay.exchange.answers.answer_lines import Lines, is_own, numbered, own_lines, read_lines
from assay.exchange.answers.answer_targets import ANSWERED
from assay.exchange.losses import Loss
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Shape, apply
from conftest import ROOT


def read(*values):
    """Lines of some records, read as a guess would."""
    spots = [f"f:{number}" for number in range(1, len(values) + 1)]
    shape = Shape(fields=guess_fields(values, ANSWERED, {}))
    return read_lines(apply(values, spots, shape, ANSWERED), shape, {})


def test_only_what_a_record_says_is_in_its_line():
    """An empty list is one; a null, a blank text and an absent list are nothing."""
    done = read(
        {"question": "Что?", "answer": "Это.", "contexts": []},
        {"question": " ", "answer": None, "contexts": None},
        {"question": "  Как? ", "answer": "Так.\n", "contexts": ["Раз"]},
    )
    assert done.values[:2] == [{"query": "Что?", "answer": "Это.", "retrieved": []}, {}]
    assert (done.values[2]["query"], done.values[2]["answer"]) == ("  Как? ", "Так.\n")
    assert done.problems == done.losses == []


def test_what_a_careful_answer_needs_stands_under_its_name():
    """What the record states in our own form comes first."""
    own = {"needed": [{"chunk_id": "p4"}]}
    done = read(
        {"user_input": "?", "response": "!", "reference_contexts": ["Раз"]},
        {"user_input": "?", "response": "!", "reference_contexts": ["Раз"], "expected_evidence": own},
        {"user_input": "?", "response": "!", "reference_contexts": []},
    )
    found = [line.get("expected_evidence") for line in done.values]
    assert found == [{"needed": [{"text": "Раз"}]}, own, None]


def test_a_decline_says_whether_the_user_is_told():
    """Of one that does not, nobody knows it: null would say that the user is not."""
    told = {"part": "цена", "span": [0, 4]}
    done = read(
        {
            "query": "?",
            "answer": "!",
            "declines": [told, "срок", {"part": "вес"}, {"part": "x", "span": None}],
        }
    )
    assert done.values[0]["declines"] == [told, {"part": "x", "span": None}]
    assert done.losses == [Loss("what is declined, without part and span", 2, ("f:1",))]


def test_what_was_made_of_lists_is_said():
    """How many fragments, and of what their ids and ranks are."""
    assert read({"query": "?", "answer": "!", "contexts": ["Раз", "Два"]}).facts == [
        "fragments: 2",
        "fragments without an id: 2: it is made of their texts (text-…)",
        "fragments without a rank: 2: it is their place in the list",
    ]
    whole = {"query": "?", "answer": "!", "docs": [{"id": "a", "rank": 1}]}
    assert read(whole).facts == ["fragments: 1 (within one: chunk_id = id, rank = rank)"]
    assert read({"query": "?", "answer": "!"}).facts == []


def test_lines_of_our_own_are_known_and_stay_as_they_are():
    """Nulls, keys and their order."""
    data = (ROOT / "runs/recorded/help-assistant/2026-10-05/answers.jsonl").read_text("utf-8")
    values = [json.loads(line) for line in data.splitlines()]
    assert all(map(is_own, values))
    assert own_lines(values, ["f"] * len(values)).values == values


@pytest.mark.parametrize(
    "value",
    [
        {"answer": "!", "question": "?"},
        {"query": "?"},
        {"answer": "!", "answer_id": 17},
        {"answer": "!", "query_id": ["q"]},
        [{"answer": "!"}],
        None,
    ],
)
def test_others_are_none(value):
    """A field of another name, no answer, an id that is no text."""
    assert not is_own(value)


def ids(lines, taken=()):
    done = Lines([dict(line) for line in lines], ["f"] * len(lines))
    numbered(done, taken)
    return [line["answer_id"] for line in done.values], done.facts


def test_answers_without_an_id_are_numbered_in_their_order():
    """Behind every number that the repository or the file has; the id comes first in its line."""
    assert ids([{"query": "a"}, {"query": "b"}]) == (
        ["A-001", "A-002"],
        ["2 answers have no id: A-001 to A-002, by their order (--map answer_id=PATH says where one is)"],
    )
    found, facts = ids(
        [{"query": "a"}, {"answer_id": "A-7"}, {"answer_id": None}], {"A-041", "x-900", "A-5b"}
    )
    assert found == ["A-042", "A-7", "A-043"]
    assert facts[0].startswith("2 answers have no id: A-042 to A-043")
    assert ids([{"answer_id": "17"}]) == (["17"], [])
    assert ids([{}], {"A-999"})[0] == ["A-1000"]
    done = Lines([{"query": "a", "answer_id": None}], ["f"])
    numbered(done, ())
    assert list(done.values[0]) == ["answer_id", "query"]
