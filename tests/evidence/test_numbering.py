from itertools import islice

import pytest

from assay.evidence.numbering import free, id_fault, stem

from . import cases

A017 = cases.answer()


@pytest.mark.parametrize("answer", ["A-017", "017", "B/1", "C-1", "A-"])
def test_ids_are_made_of_that_of_the_answer(answer):
    """Without the A that most begin with."""
    made = cases.answer(answer_id=answer)
    assert stem(made) == f"C-{answer.removeprefix('A-')}-"
    assert id_fault(made, f"{stem(made)}12") is None


@pytest.mark.parametrize(
    "name",
    [
        *("C-018-1", "C-17-1", "c-017-1", "C-017-", "C-017", "C-017-0", "C-017-01", "C-017-x", "C-017-1-1"),
        *("C-017-1 ", "C-017-1\n", "C-017-١", "C-017-1234567890", "C-017-²", "", None, 7),
    ],
)
def test_what_is_no_id_of_a_claim_is_told(name):
    """Of another answer, without a number, with another kind of digits; an example is given."""
    assert id_fault(A017, name) == "is no id of a claim of A-017, as C-017-1"


def test_numbers_go_on_above_the_highest():
    """Whoever took it, and whatever else is called so."""
    taken = ["C-017-2", "C-017-11", "C-017-x", "C-018-40", "C-017-²"]
    assert list(islice(free(A017, taken), 2)) == ["C-017-12", "C-017-13"]
    assert next(free(A017, [])) == "C-017-1"
