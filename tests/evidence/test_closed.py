import unicodedata

import pytest

from assay.evidence.closed import Holdout

from . import cases

ROW = {"rewritten": None, "split": "dev", "evidence_sets": None, "unanswerable": None}
ASKED = "Можно ли вернуть ёлочные игрушки с распродажи?"


def holdout(**rows):
    """The closed questions among some: id, and the words or what differs from an open one."""
    return Holdout({name: {**ROW, **values} for name, values in rows.items()})


SECRET = {"query": ASKED, "split": "holdout"}
OTHER = {"query": "Ещё вопрос?"}


@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ({"query_id": "Q1", "query": ASKED}, True),
        ({"query_id": "Q1", "query": "Совсем другое?"}, True),
        ({"query_id": "Q1", "query": None}, True),
        ({"query_id": "own-1", "query": ASKED}, True),
        ({"query": ASKED}, True),
        ({"query_id": "own-1", "query": "Совсем другое?"}, False),
        ({"query_id": " q1", "query": "Совсем другое?"}, True),
        ({"query_id": "Q2", "query": None}, False),
        ({"query_id": None, "query": None}, False),
        ({"query_id": ["Q1"], "query": 7}, False),
        ({"query_id": 1, "query": ASKED}, True),
        ({}, False),
    ],
)
def test_a_holdout_question_is_closed_by_its_id_and_by_its_words(line, closed):
    """A system may have ids of its own; a line with values of other types is no reason to show it, nor to fail."""
    assert holdout(Q1=SECRET, Q2=OTHER).asks(line) == closed
    assert not holdout(Q1={**SECRET, "split": "dev"}, Q2=OTHER).asks(line)


@pytest.mark.parametrize(
    "words",
    [
        unicodedata.normalize("NFD", ASKED),
        ASKED.removesuffix("?"),
        f"{ASKED}?!",
        ASKED.replace("ё", "е"),
        unicodedata.normalize("NFD", ASKED.upper()),
        ASKED.replace(" ", "\u00a0\n "),
        f"\ufeff{ASKED.replace('вернуть', 'вер' + chr(0x200B) + 'нуть')}",
        ASKED.replace("ё", "е\u200d\u0308"),
        ASKED.replace("игрушки", "иг\u00adруш\u2060ки\ufe0f"),
        f"\u202a{ASKED}\u202c",
        ASKED.replace("о", "o").replace("с", "c"),
        ASKED.replace("игрушки", "игру\u0301шки"),
        f"– «{ASKED.replace(' ', ', ')}» 🙂",
        ASKED.replace("?", "\uff1f!)"),
        ASKED.replace(" с ", " – с ").replace("?", "."),
    ],
)
def test_words_are_the_same_however_they_are_written(words):
    """Composed or not, without the mark at their end, ё as е, in capitals, between other spaces, with signs
    that nobody sees, with an accent, with letters that look the same, with other punctuation.
    """
    assert words != ASKED
    assert holdout(Q1=SECRET).asks({"query_id": "own-1", "query": words})


@pytest.mark.parametrize(
    ("closed", "asked"),
    [
        ("Что такое C++?", "Что такое C#?"),
        ("Скидка 10 %?", "Скидка 15 %?"),
        ("Можно вернуть?", "Нельзя вернуть?"),
    ],
)
def test_what_tells_questions_apart_stays(closed, asked):
    """Signs inside, numbers, words."""
    assert not holdout(Q1={"query": closed, "split": "holdout"}).asks({"query": asked})


def test_a_follow_up_is_closed_by_the_words_that_stand_alone():
    """«And then?» is asked of everything."""
    found = holdout(
        Q1={"query": "А потом?", "rewritten": "Что будет потом с деньгами?", "split": "holdout"},
        Q2={"query": "А потом?"},
        Q3={"query": "А потом?", "rewritten": "Что потом будет с заказом?"},
    )
    assert not found.asks({"query_id": "own", "query": "А потом?"})
    assert not found.asks({"query_id": "Q2", "query": "А потом?"})
    assert not found.asks({"query_id": "Q3", "query": "А потом?"})
    assert found.asks({"query_id": "Q2", "query": "Что будет потом с деньгами"})


def test_an_open_question_in_the_same_words_is_closed_too():
    """Its fragments are those of the closed one; such answers are counted, for somebody should see to it."""
    same = {"query": ASKED.replace("ё", "е").lower()}
    moved = {"query": "А игрушки?", "rewritten": ASKED}
    found = holdout(Q1=SECRET, Q2=same, Q3=moved, Q4=OTHER)
    for name, query, closed in (
        ("Q2", same["query"], True),
        ("Q2", None, True),
        ("Q3", "А игрушки?", True),
        ("Q4", OTHER["query"], False),
    ):
        line = {"query_id": name, "query": query}
        assert (found.asks(line), found.repeats(line)) == (closed, closed)
    assert not found.repeats({"query_id": "Q1", "query": ASKED})
    assert not found.repeats({"query_id": "own", "query": ASKED})


def test_an_answer_to_the_scenario_of_a_closed_one_is_closed():
    """In any run, whatever it says of its question; one without a scenario is not."""
    found = holdout(Q1=SECRET)
    values = [
        {"answer_id": "A-1", "scenario_id": "S-1", "query": ASKED},
        {"answer_id": "A-2", "scenario_id": "S-1"},
        {"answer_id": "A-3", "scenario_id": "S-2", "query": "Другое?"},
        {"answer_id": "A-4", "query_id": "Q1"},
        {"answer_id": "A-5"},
    ]
    runs = [cases.run(*values[::2], name="a/1"), cases.run(*values[1::2], name="a/2")]
    assert found.answers(answer for run in runs for answer in run.answers) == {"A-1", "A-2", "A-4"}
    assert holdout().answers(answer for run in runs for answer in run.answers) == frozenset()
