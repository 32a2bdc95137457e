import pytest

from assay import ledger
from assay.authors import notes, unentitled

WHERE = "evidence/triage"
VALUES = {
    "query_id": "q1",
    "text_sha256": "0" * 64,
    "decision": "joins_gold",
    "reason": "says the same",
    "supports_claims": None,
    "compatible_with": None,
}


def row(by, *older, **values):
    reason = "read again" if older else None
    return ledger.new_row({**VALUES, **values}, by, [one["row_id"] for one in older], reason)


def placed(*rows):
    return {f"{WHERE}/{number}.jsonl:1": one for number, one in enumerate(rows)}


def said(problems):
    return [str(one) for one in problems]


ADA, BOB = row("ada"), row("bob", query_id="q2")
TAKEN = row("eve", ADA)
RULING = row("eve", adjudicates=[ADA["row_id"], BOB["row_id"]])
ROWS = placed(ADA, BOB, TAKEN, RULING)


def test_only_an_author_or_an_adjudicator_may_decide_on_a_row():
    """Of others' rows nobody else, be it in their place or between them."""
    assert said(unentitled(ROWS, [])) == [
        f"{WHERE}/2.jsonl:1: eve supersedes a row of ada; ada does, or an adjudicator named in params.yaml",
        f"{WHERE}/3.jsonl:1: adjudicates, but eve is no adjudicator; have one do it whom params.yaml names, or leave adjudicates null",
    ]
    assert said(unentitled(ROWS, ["eve"])) == []
    assert said(unentitled(placed(ADA, row("ada", ADA)), [])) == []


def test_rows_on_record_are_not_asked_about():
    """Only those that are about to be written."""
    assert len(said(unentitled(ROWS, [], {f"{WHERE}/3.jsonl:1"}))) == 1
    assert said(unentitled(ROWS, [], {f"{WHERE}/0.jsonl:1"})) == []


def test_who_decided_and_is_no_adjudicator_today_is_noted_once():
    """With the number of rows in force; what was superseded since needs no look."""
    rule = "eve decides on rows of others, and is no adjudicator of params.yaml; rows in force: {}"
    fix = "they stand; new ones are refused, until params.yaml names who decides"
    assert said(notes(ROWS, [], WHERE)) == [f"{WHERE}/2.jsonl:1: {rule.format(2)}; {fix}"]
    assert said(notes(ROWS, ["eve"], WHERE)) == []
    anew = placed(ADA, BOB, TAKEN, RULING, row("zoe", TAKEN), row("zoe", RULING))
    assert said(notes(anew, ["zoe"], WHERE)) == []


@pytest.mark.parametrize(
    "names",
    [
        ("Vera", "vera"),
        ("Zoë", "Zoe\u0308"),
        ("Vera", "Ｖｅｒａ"),
        ("Vera Lind", "Vera\u00a0 Lind"),
        ("Вера", "Bepa"),
        ("Vera", "Vеra"),  # with a Cyrillic е
        ("Anna", "An\u200dna"),
        ("Οlga", "Olga"),  # with a Greek Ο
    ],
)
def test_names_that_look_the_same_are_noted(names):
    """They count as several authors; codes tell them apart."""
    (problem,) = notes(placed(*map(row, names)), [], WHERE)
    assert problem.where == WHERE
    assert problem.rule.startswith("has authors whose names look the same: ")
    assert all(repr(name) in problem.rule for name in names)
    assert all(name.isascii() or ascii(name) in problem.rule for name in names)


@pytest.mark.parametrize("names", [("Vera", "Veta"), ("Vera L", "Vera"), ("Иван", "Ivan"), ("ada", "ada")])
def test_other_names_are_left_alone(names):
    """Two spellings of one name are not told from two people."""
    assert (
        said(notes(placed(*(row(name, query_id=f"q{n}") for n, name in enumerate(names))), [], WHERE)) == []
    )


def test_a_name_that_is_in_force_nowhere_is_left_alone():
    """It was superseded."""
    first = row("Vera")
    assert said(notes(placed(first, row("vera", first)), ["vera"], WHERE)) == []
