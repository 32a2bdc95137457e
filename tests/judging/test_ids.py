import pytest

from assay.judging.ids import apart, id_of, some, told_apart

from .ground import ADA, BOB


def row(*spans, claim="x", by=ADA):
    quote = [{"start": start, "end": end, "text": "?"} for start, end in spans]
    return {"claim_id": "C-017-5", "quote": quote, "claim": claim, "by": by}


@pytest.mark.parametrize(
    ("rows", "claims"),
    [
        ([row((0, 5)), row((3, 9))], [[0, 1]]),
        ([row((3, 9)), row((0, 3))], [[1], [0]]),
        ([row((0, 5)), row((20, 30)), row((4, 6)), row((25, 26))], [[0, 2], [1, 3]]),
        ([row((0, 10)), row((5, 25)), row((20, 30))], [[0, 1], [2]]),
        ([row((0, 2), (40, 42)), row((41, 50))], [[0, 1]]),
        ([row(claim="цена"), row(claim="вес"), row(claim="цена")], [[0, 2], [1]]),
        ([row((0, 5), claim="цена"), row(claim="цена")], [[0, 1]]),
        ([row((0, 5), claim="цена"), row(claim="вес")], [[0], [1]]),
        ([row(claim="цена"), row(claim="вес", by=BOB)], [[0, 1]]),
    ],
)
def test_rows_that_share_words_are_about_one_claim(rows, claims):
    """All of one claim with each other, in the order of the answer; silent ones of one author if they are worded alike."""
    numbers = {id(one): number for number, one in enumerate(rows)}
    assert [[numbers[id(one)] for one in found] for found in apart(rows)] == claims


def test_claims_with_one_number_are_named_by_where_they_begin():
    """One that is alone keeps its id; those that quote nothing are told apart as well."""
    five = [row((20, 30)), row((0, 5)), row((25, 40)), row(claim="цена"), row(claim="вес")]
    six = [{**row((7, 9)), "claim_id": "C-017-6"}]
    found = told_apart({"C-017-5": five, "C-017-6": six})
    assert found == {
        "C-017-5@0": [five[1]],
        "C-017-5@20": [five[0], five[2]],
        "C-017-5@none": [five[3]],
        "C-017-5@none2": [five[4]],
        "C-017-6": six,
    }
    assert [id_of(name) for name in found] == ["C-017-5"] * 4 + ["C-017-6"]
    assert id_of("C-a@5-1") == "C-a@5-1"


def test_of_many_names_some_are_told():
    """With how many there are."""
    assert some(["b", "a"]) == "b, a"
    assert some(map(str, range(12))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … (12)"
    assert some([]) == ""
