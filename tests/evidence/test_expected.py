import pytest

from assay.evidence.expected import Expected, expected, row_of

from . import cases

ROW = {
    "query": cases.QUERY,
    "rewritten": None,
    "split": "dev",
    "evidence_sets": [["term", "sale"], ["guide"]],
    "unanswerable": ["сколько ждать денег"],
}
NEEDED = cases.A017["expected_evidence"]["needed"]
OWN = Expected("record", None, NEEDED, ["сколько времени возвращают деньги"])


def gold(name="Q-017", **values):
    return {name: {**ROW, **values}}


def test_the_gold_set_says_what_is_expected_of_its_questions():
    """Before the record does, and whatever the record says."""
    assert expected(cases.answer(), gold()) == Expected(
        "gold", ROW["evidence_sets"], None, ROW["unanswerable"]
    )
    bare = cases.answer(expected_evidence=None)
    assert expected(bare, gold(unanswerable=None)) == Expected("gold", ROW["evidence_sets"], None, [])


@pytest.mark.parametrize(
    "rows",
    [
        {},
        gold(query="Другой вопрос?"),
        gold(evidence_sets=None),
        gold("Q-018"),
        gold(query=cases.QUERY.upper()),
    ],
)
def test_the_record_says_it_of_other_questions(rows):
    """Those that are not in the gold set in the same words, or not labelled yet."""
    assert expected(cases.answer(), rows) == OWN


@pytest.mark.parametrize("stated", [None, {}, {"unanswerable": ["x"]}, {"notes": "?"}])
def test_nobody_may_have_said_it(stated):
    """What cannot be answered is not what is needed."""
    assert expected(cases.answer(expected_evidence=stated), {}) == Expected(None, None, None, [])


def test_nothing_may_be_expected():
    """An empty list says so, in the gold set and in the record; none of it does not."""
    assert expected(cases.answer(), gold(evidence_sets=[])).nothing
    assert expected(cases.answer(expected_evidence={"needed": []}), {}).nothing
    assert not expected(cases.answer(), {}).nothing
    assert not expected(cases.answer(expected_evidence=None), {}).nothing


def test_a_rewritten_question_is_the_same():
    """As it was asked, or as it was sent."""
    rows = gold(query="А через 30 дней?", rewritten=cases.QUERY)
    assert row_of(cases.answer(), rows) is rows["Q-017"]
    assert row_of(cases.answer(query="А через 30 дней?"), rows) is rows["Q-017"]


def test_a_question_whose_words_are_not_recorded_is_nobodys():
    """Not even that of a row without a rewritten question: null is no text."""
    assert row_of(cases.answer(query=None), gold()) is None
    assert row_of(cases.answer(query_id=None), gold()) is None
    assert expected(cases.answer(query=None), gold()) == OWN
