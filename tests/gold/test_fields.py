import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.gold.fields import PASSAGE, PASSAGE_ID, QUERY, canonical, problems
from assay.gold.kinds import ID
from assay.jsonl import Row

from .samples import passage, query


def faults(value, fields=QUERY, line=3):
    return [str(problem) for problem in problems(Row(line, value), fields, "gold/queries.jsonl")]


def test_rows_as_they_should_be_have_no_faults():
    """A complete row of either file passes."""
    assert faults(query()) == []
    assert faults(passage(), PASSAGE) == []


def test_an_integer_id_is_refused_and_shown_as_a_text():
    """Ids are texts: 007 must not become 7."""
    assert faults(query(7)) == ['gold/queries.jsonl:3: id is the number 7, must be a text; write "7"']


def test_integer_passage_ids_in_sets_are_refused():
    """A number inside a set is no passage id."""
    row = query(evidence_sets=[["p1", 12]], why=None)
    expected = 'gold/queries.jsonl:3 q1: evidence_sets[1][2] is the number 12, must be a text; write "12"'
    assert faults(row) == [expected]


@pytest.mark.parametrize("grade", [0.5, 1.0, 0, 3, True, "1"])
def test_grades_are_1_or_2_and_nothing_else(grade):
    """0.5 is refused, not truncated to 0; 1.0 and true are no grades either."""
    shown = f"the number {grade}" if type(grade) in (int, float) else repr(grade)
    expected = f"gold/queries.jsonl:3 q1: relevant of p2 is {shown}, must be 1 or 2; change it"
    assert faults(query(relevant={"p2": grade})) == [expected]


def test_a_split_is_dev_or_holdout():
    """No third split."""
    expected = "gold/queries.jsonl:3 q1: split is 'test', must be dev or holdout; change it"
    assert faults(query(split="test")) == [expected]


def test_the_type_is_free():
    """A team may have types of its own."""
    assert faults(query(type="наш_тип")) == []


def test_missing_unknown_and_null_fields_are_named_all_at_once():
    """One problem a field, with the nearest known name."""
    row = query(query=None, stauts="reviewed")
    del row["status"]
    assert faults(row) == [
        "gold/queries.jsonl:3 q1: field stauts is unknown; did you mean status?",
        "gold/queries.jsonl:3 q1: query is null; write it",
        "gold/queries.jsonl:3 q1: field status is missing; write it, or null where there is none",
    ]


@pytest.mark.parametrize("day", ["2026-02-30", "20260201", "1 февраля", "2026-2-1"])
def test_a_date_is_a_day_that_exists(day):
    """As YYYY-MM-DD only."""
    expected = f"gold/queries.jsonl:3 q1: as_of is {day!r}, must be a day as YYYY-MM-DD; change it"
    assert faults(query(as_of=day)) == [expected]


def test_texts_in_another_normal_form_are_refused():
    """й written as и with a mark would never match a document."""
    fault = "is not in NFC (letters and their marks are written apart); run `assay gold fmt`"
    assert faults(query(query="Второи\u0306 заказ")) == [f"gold/queries.jsonl:3 q1: query {fault}"]


def test_nested_values_are_addressed():
    """History and claims are lists of objects with just their keys."""
    row = query(history=[{"role": "system", "text": "а"}], claims=[{"id": "c1", "text": "б"}])
    assert faults(row) == [
        "gold/queries.jsonl:3 q1: history[1].role is 'system', must be user or assistant; change it",
        "gold/queries.jsonl:3 q1: claims[1] must be an object with id, text, passages; add or remove keys",
    ]


def test_offsets_are_whole_numbers():
    """Some published sets have offsets as texts with a fraction."""
    rule = "must be a whole number from 0 below 2³²; change it"
    for start, shown in (("2520.0", "'2520.0'"), (-1, "the number -1"), (1 << 32, "the number 4294967296")):
        expected = f"gold/queries.jsonl:3 p1: start is {shown}, {rule}"
        assert faults(passage(start=start), PASSAGE) == [expected]


def test_a_passage_holds_a_letter_or_digit():
    """A rule of dashes is no evidence."""
    expected = (
        "gold/queries.jsonl:3 p1: text is '———', must be a text with a letter or digit in it; change it"
    )
    assert faults(passage(text="———"), PASSAGE) == [expected]


@pytest.mark.parametrize("name", ["../d1", "a/../b", "a#b", "/d1", " d1", "a\nb"])
def test_a_document_id_is_no_path_out_of_the_corpus(name):
    """As in the corpus itself."""
    expected = (
        f"gold/queries.jsonl:3 p1: doc_id is {name!r}, "
        "must be a document id: printable, no #, no .. and no / in front; change it"
    )
    assert faults(passage(doc_id=name), PASSAGE) == [expected]


@pytest.mark.parametrize("name", ["a\nb", "a\0b", "a\u202eb"])
def test_a_problem_is_one_line_whatever_the_id(name):
    """An id that does something to a terminal is shown escaped, and not as part of the place."""
    expected = (
        f"gold/queries.jsonl:3: id is {name!r}, must be printable, without spaces at its ends; change it"
    )
    assert faults(query(name)) == [expected]


def test_what_is_needed_cannot_be_null():
    """So null is not advised."""
    assert faults(query(" ", query="")) == [
        "gold/queries.jsonl:3: id is empty; write it",
        "gold/queries.jsonl:3: query is empty; write it",
    ]


def test_the_canonical_row_has_all_fields_in_order():
    """Absent ones null, objects by passage sorted, unknown ones kept at the end."""
    row = canonical({"extra": 1, "why": {"b": "y", "a": "x"}, "id": "q"}, QUERY)
    assert list(row) == [*QUERY, "extra"]
    assert list(row["why"].items()) == [("a", "x"), ("b", "y")]
    assert row["status"] is None


def test_a_passage_id_has_no_spaces():
    """It is written in lists and messages; the id of a query may come from elsewhere."""
    expected = "gold/queries.jsonl:3 a b: id is 'a b', must be printable, without spaces; change it"
    assert faults(passage("a b"), PASSAGE) == [expected]
    assert faults(query("a b")) == []


@given(st.lists(st.text(max_size=3) | st.sampled_from(["p1", " p", "p\u00a0", "a" * 64, "0" * 63, "A" * 64])))
@pytest.mark.parametrize("kind", [ID, PASSAGE_ID, PASSAGE["sha256"].kind], ids=lambda kind: kind.rule)
def test_many_texts_at_once_are_held_against_the_same_rule(kind, texts):
    """A text that alone would be refused is refused among others."""
    assert bool(kind.all_valid(texts)) == all(map(kind.valid, texts))
