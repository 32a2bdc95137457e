import pytest

from assay.exchange.records.identity import contradictions, disproved, faults
from assay.exchange.records.targets import ASKED, QUESTION

FIELDS = {"id": "id", "query": "query"}


def rows(*pairs):
    return [{"id": name, "query": text} for name, text in pairs]


def test_spellings_of_a_question_are_one():
    """An id that comes with several questions is told; one without texts is not."""
    pairs = [
        ("a", "Как вернуть?"),
        ("a", " как  вернуть?"),
        ("b", "Где?"),
        ("b", "Когда?"),
        ("c", None),
        (None, "x"),
    ]
    assert contradictions(pairs) == ({"b": [2, 3]}, 2)


@pytest.mark.parametrize(("targets", "dropped"), [(ASKED, True), (QUESTION, False)])
def test_one_id_with_two_questions(targets, dropped):
    """In a log it is the id of something else; in a table of questions a slip, which is named as a fault."""
    values = rows(("1", "Где заказ?"), ("1", "Как вернуть?"), ("2", "Когда?"), ("3", "Кто?"))
    why = disproved(values, targets, FIELDS)
    assert (why is not None) is dropped
    if why:
        assert why.startswith("id is no id of a question: 1 of 3 values of it come with several questions")


def test_ids_that_mostly_come_with_several_questions_are_none_in_a_table_either():
    """Such as of those who asked."""
    values = rows(("7", "Где заказ?"), ("7", "Как вернуть?"), (8, "Когда?"), (8, "Кто?"), ("9", "Зачем?"))
    assert disproved(values, QUESTION, FIELDS) is not None
    assert disproved(values, QUESTION, {"query": "query"}) is None


def test_stated_ids_are_faults():
    """Each once, with both places."""
    values = rows(("1", "Где заказ?"), ("1", "Как вернуть?"), ("1", "Когда?"))
    (one,) = faults(values, ["f:1", "f:2", "f:3"])
    assert (one.where, one.rule) == ("f:2", "id '1' is also that of f:1, with another question")
    assert "--map id= takes none" in one.fix
