import pytest

from assay.evidence.closed import Holdout
from assay.evidence.gathering import gathered, open_answers
from assay.evidence.runs import Runs

from . import cases

OPEN = {**cases.A017, "answer_id": "A-1", "query_id": "q-1", "query": "Открытый вопрос?"}
SECRET = {
    **cases.A017,
    "answer_id": "A-2",
    "scenario_id": "S-2",
    "query_id": "q-2",
    "query": "Закрытый вопрос?",
}
UNNAMED = {**SECRET, "answer_id": "A-3", "query_id": "own-7"}
GOLD = {
    name: {"query": query, "rewritten": None, "split": split, "evidence_sets": [], "unanswerable": None}
    for name, query, split in (("q-1", OPEN["query"], "dev"), ("q-2", SECRET["query"], "holdout"))
}


@pytest.fixture
def runs():
    """Two runs, one of which has nothing but answers to a closed question."""
    made = [
        cases.run(OPEN, SECRET, name="shop/b"),
        cases.run(UNNAMED, name="shop/a"),
        cases.run(cases.A017, name="shop/c"),
    ]
    return Runs({run.name: run for run in made})


def closed_of(runs):
    return Holdout(GOLD).answers(runs.answers.values())


def test_closed_questions_are_counted_and_nothing_else(runs):
    """By their run, whatever id the system gave them."""
    shown, closed = open_answers(runs, closed_of(runs))
    assert [answer.id for answer in shown] == ["A-1", "A-017"]
    assert closed == {"shop/b": 1, "shop/a": 1}
    assert open_answers(runs, ()) == (
        [answer for name in "abc" for answer in runs.run(f"shop/{name}").answers],
        {},
    )


def test_an_answer_to_the_scenario_of_a_closed_one_is_counted_with_it(runs):
    """In any run, whatever it says of its question."""
    more = cases.run({**cases.A017, "answer_id": "A-4", "scenario_id": "S-2"}, name="shop/d")
    every = Runs({**runs.by_name, more.name: more})
    shown, closed = open_answers(every, closed_of(every))
    assert [answer.id for answer in shown] == ["A-1", "A-017"]
    assert closed == {"shop/b": 1, "shop/a": 1, "shop/d": 1}


def test_rows_about_closed_questions_are_in_no_table(runs):
    """Nor is what their records lack, nor whether fragments would do."""
    answers = [runs.answer(name) for name in ("A-1", "A-2", "A-3", "A-017")]
    rows = [cases.claim("C-017-1", answer) for answer in answers]
    evidence = gathered(runs, rows, GOLD, {"A-1": True})
    assert [table.answer.id for table in evidence.tables] == ["A-1", "A-017"]
    assert [table.rows for table in evidence.tables] == [rows[:1], rows[3:]]
    assert {name: [one.answer.id for one in found] for name, found in evidence.runs.items()} == {
        "shop/b": ["A-1"],
        "shop/c": ["A-017"],
    }
    assert evidence.closed == {"shop/b": 1, "shop/a": 1}
    assert evidence.lacks == {"A-1": [], "A-017": []}
    assert [table.expected.source for table in evidence.tables] == ["gold", "record"]


def test_answers_stand_in_the_order_of_their_file():
    """Judged or not."""
    names = ["A-2", "A-10", "A-1"]
    made = cases.run(*({"answer_id": name} for name in names))
    evidence = gathered(Runs({made.name: made}), [], {}, {})
    assert [table.answer.id for table in evidence.tables] == names
    assert evidence.lacks["A-10"][:2] == ["scenario_id", "query_id"]
