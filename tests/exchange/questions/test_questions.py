import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.questions.locating import Located, Place
from assay.exchange.questions.questions import grade_losses, labelled, read_questions, without_grade_0
from assay.exchange.records.mapping import Mapped

DEFAULTS = {"split": "dev"}


def asked(*values):
    spots = [f"f:{number}" for number in range(1, len(values) + 1)]
    return read_questions(Mapped(list(values), spots, [], {}), DEFAULTS)


def row(question, sets="unstated", level=1, found=True):
    """A row of the gold set where each reference is the passage of its chunk's id."""
    question = without_grade_0(question)
    place = Place(chunk_id="x") if found else None
    located = [Located(place, "id") for _ in question.references or []]
    ids = [one.chunk_id if found else None for one in question.references or []]
    return labelled(question, located, ids, sets, level)


def test_ids_are_texts_and_are_kept():
    """007 and 7, case and spaces: four questions; what may be one is said."""
    read = asked(
        {"id": "007", "query": "А?"},
        {"id": "7", "query": "Б?"},
        {"id": "Q 1", "query": "В?"},
        {"id": "q1", "query": "А?"},
    )
    assert [one.row["id"] for one in read.questions] == ["007", "7", "Q 1", "q1"]
    assert not read.problems
    assert read.facts == [
        "1 texts that questions of several ids have (007, q1): all are kept",
        "1 ids that others have but for case or spaces (Q 1, q1): all are kept",
    ]


def test_an_id_that_is_none():
    """By the place in the file."""
    (problem,) = asked({"id": "a\nb", "query": "А?"}).problems
    assert str(problem).startswith("f:1 id: id is 'a\\nb', must be printable")


def test_records_of_one_id_are_one_question():
    """One row a reference; what a later row adds is taken, what it says otherwise is a fault with both addresses."""
    read = asked(
        {"id": "1", "query": "А?", "chunk_id": "a"},
        {"id": "1", "query": "А?", "chunk_id": "b", "type": "exact"},
        {"id": "1", "query": "А?", "chunk_id": "a"},
    )
    (question,) = read.questions
    assert [one.chunk_id for one in question.references] == ["a", "b", "a"]
    assert question.row["type"] == "exact"
    assert row(question, "together")["evidence_sets"] == [["a", "b"]]
    bad = asked({"id": "1", "query": "Секрет?", "type": "x"}, {"id": "1", "query": "Б?", "type": "y"})
    assert [str(one) for one in bad.problems] == [
        "f:2: id '1' is also that of f:1, with another query; give each question its own id, or each of its records the same",
        "f:2: id '1' is also that of f:1, with another type; give each question its own id, or each of its records the same",
    ]


def test_without_ids_they_are_made_of_the_text():
    """The same text is the same question, whatever its spaces."""
    read = asked({"query": "Как  вернуть?"}, {"query": "Как вернуть?", "chunk_id": "a"}, {"query": "Как?"})
    assert [one.row["query"] for one in read.questions] == ["Как вернуть?", "Как?"]
    assert len(read.questions[0].row["id"]) == len("q-") + 12
    assert read.facts[0].startswith("3 records without an id: made of the text, as q-")


@pytest.mark.parametrize(
    ("value", "sets"),
    [
        ({"relevant": []}, []),
        ({"relevant": "[]"}, []),
        ({}, None),
        ({"relevant": {"a": 0, "b": -1}}, None),
        ({"relevant": ["a"]}, [["a"]]),
    ],
)
def test_an_empty_list_is_no_answer_and_an_absent_one_is_unlabelled(value, sets):
    """Judged not relevant is neither: nobody said what answers it."""
    (question,) = asked({"id": "1", "query": "А?", **value}).questions
    made = row(question, "each")
    assert made["evidence_sets"] == sets
    assert (made["type"] == "no_answer") == (sets == [])


@pytest.mark.parametrize(
    ("sets", "level", "stated", "relevant"),
    [
        ("unstated", 1, None, {"a": 2, "b": 2, "c": 2}),
        ("unstated", 2, None, {"a": 1, "b": 2, "c": 2}),
        ("together", 1, [["a", "b", "c"]], {}),
        ("together", 2, [["b", "c"]], {"a": 1}),
        ("each", 3, [["c"]], {"a": 1, "b": 1}),
        ("each", 4, None, {"a": 1, "b": 1, "c": 1}),
    ],
)
def test_what_a_list_of_grades_means(sets, level, stated, relevant):
    """Grades below the level are 1; what is judged not relevant is no label, and is counted as lost."""
    read = asked({"id": "1", "query": "А?", "relevant": {"c": 3, "a": 1, "b": 2, "d": 0, "e": -2}})
    made = row(read.questions[0], sets, level)
    assert (made["evidence_sets"], made["relevant"]) == (stated, relevant)
    lost = {loss.what: loss.count for loss in grade_losses(read.questions, level)}
    assert lost["judgements of not relevant, which judged@k does not know"] == 2
    assert lost.get("grades above --relevant-from: all are 2 here", 0) == max(0, 3 - level)


def test_a_label_that_was_not_found_leaves_the_question_unlabelled():
    """Those that were found alone would give it another recall."""
    (question,) = asked({"id": "1", "query": "А?", "relevant": ["a", "b"]}).questions
    made = row(question, "together", found=False)
    assert (made["evidence_sets"], made["relevant"]) == (None, {})


def test_half_grades_and_conflicting_grades_are_faults():
    """0.5 is no grade; two grades of one thing are named with both addresses."""
    assert asked({"id": "1", "query": "А?", "relevant": {"a": 0.5}}).problems
    read = asked(
        {"id": "1", "query": "А?", "chunk_id": "a", "grade": 1},
        {"id": "1", "query": "А?", "chunk_id": "a", "grade": 2},
    )
    assert [str(one) for one in read.problems] == [
        "f:2: has grade 2, f:1 has 1 for the same; remove one of them"
    ]
    none = asked({"id": "1", "query": "А?", "relevant": []}, {"id": "1", "query": "А?", "relevant": ["a"]})
    assert "differ in whether anything answers it" in str(none.problems[0])


def test_a_document_alone_is_a_label_too():
    """It says no words, and is told so when it is sought; it is not passed over."""
    (question,) = asked({"id": "1", "query": "А?", "doc": "returns.md"}).questions
    assert question.references[0].doc == "returns.md"


def test_splits_and_languages():
    """Names of others' splits; languages by the letters, where the file says none."""
    read = asked(
        {"id": "1", "query": "What is it?", "split": "test"},
        {"id": "2", "query": "Что это?", "split": "validation"},
        {"id": "3", "query": "Что это?", "lang": "en"},
    )
    assert [(one.row["split"], one.row["lang"]) for one in read.questions] == [
        ("holdout", "en"),
        ("dev", "ru"),
        ("dev", "en"),
    ]


@given(st.permutations([{"id": name, "query": f"{name}?", "chunk_id": c} for name in "ab" for c in "xyz"]))
def test_order_of_rows_changes_no_row(values):
    """The same rows of the gold set, whatever stands first."""
    rows = {one.row["id"]: row(one, "together") for one in asked(*values).questions}
    assert {name: one["evidence_sets"] for name, one in rows.items()} == {
        "a": [["x", "y", "z"]],
        "b": [["x", "y", "z"]],
    }


def test_what_goes_to_the_holdout_under_another_name_is_said():
    """The questions of a split that others call test are in no report."""
    read = asked({"id": "1", "query": "А?", "split": "test"}, {"id": "2", "query": "Б?", "split": "train"})
    assert [one.row["split"] for one in read.questions] == ["holdout", "dev"]
    assert read.facts == [
        "1 record of split 'test' go to the holdout: scored by `assay holdout open` alone (--map split= takes none)"
    ]
    assert not asked({"id": "1", "query": "А?", "split": "holdout"}).facts


def test_a_type_that_says_so_is_a_question_without_an_answer():
    """As a table of this project has it, whose cells of labels are empty then."""
    [question] = asked({"id": "1", "query": "А?", "type": "no_answer"}).questions
    assert row(question)["evidence_sets"] == []
