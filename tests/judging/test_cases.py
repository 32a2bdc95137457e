import pytest

from assay.entries import FIELDS
from assay.errors import InputError
from assay.evidence.reading import LEDGER
from assay.judging import cases
from assay.judging.cases import Wish
from assay.judging.cli import edit, new
from assay.judging.desk import read_desk
from assay.ledger import append, file_of, new_row
from labelling.ground import did

from .ground import (
    ADA,
    BOB,
    EVE,
    LENIENT,
    WORDS,
    WRONG,
    branched,
    current,
    forked,
    judged,
    ledger,
    problems,
    taken_down,
)

RULE = Wish(adjudicate=True)


def desk(top, who=ADA):
    return read_desk(top, "A-017", who, WORDS)


@pytest.fixture
def two(taken):
    """Ada and Bob have the same claims; they differ on the first, agree on the second."""
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    judged("A-017", "C-017-1", *WRONG)
    judged("A-017", "C-017-1", *WRONG[:4], *LENIENT, by=BOB)
    for who in (ADA, BOB):
        judged("A-017", "C-017-2", *WRONG, by=who)
    return taken


def test_a_reviewer_has_the_claims_that_are_not_judged(two):
    """One's own, in the order of the answer."""
    at = desk(two)
    assert cases.open_cases(at, Wish()) == ["C-017-3"]
    one = cases.case(at, "C-017-3", Wish())
    assert (one.base, one.older, one.between, one.judged) == (current(two)["C-017-3"], [one.base], [], False)
    assert cases.case(at, "C-017-1", Wish()).judged


def test_an_adjudicator_has_the_claims_in_which_reviewers_differ(two):
    """The row names all of theirs; the first is what the ruling takes its wording from, unless another is named."""
    at = desk(two, EVE)
    assert cases.open_cases(at, RULE) == ["C-017-1"]
    one = cases.case(at, "C-017-1", RULE)
    rows = [current(two)["C-017-1"], current(two, by=BOB)["C-017-1"]]
    assert (one.base, one.older, one.between) == (rows[0], [], rows)
    assert cases.case(at, "C-017-1", RULE._replace(like=BOB)).base == rows[1]


@pytest.mark.parametrize(
    ("who", "name", "wish", "said"),
    [
        (ADA, "C-017-9", Wish(), "CLAIM: 'C-017-9' is no claim in force; did you mean C-017-"),
        (EVE, "C-017-9", RULE, "CLAIM: 'C-017-9' is no claim in force; did you mean C-017-"),
        (ADA, "C-017-1", RULE, f"--by {ADA}: is no adjudicator; one of: {EVE}"),
        (EVE, "C-017-2", RULE, "C-017-2: is not disputed: its reviewers agree"),
        (EVE, "C-017-3", RULE, "C-017-3: has no verdicts of several reviewers to decide between"),
        (
            EVE,
            "C-017-1",
            RULE._replace(like="Cy"),
            f"--from Cy: has no claims of A-017; one of: {BOB}, {ADA}",
        ),
        ("Cy", "C-017-1", Wish(), "A-017: has no claims of Cy yet"),
    ],
)
def test_what_is_no_case_is_refused(two, who, name, wish, said):
    """With what is near."""
    with pytest.raises(InputError) as refused:
        cases.case(desk(two, who), name, wish)
    assert said in str(refused.value)


def test_an_adjudicator_closes_a_fork(top):
    """Of one author, whose two rows the ruling takes out of force; that of another reviewer it decides upon."""
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    both = forked(top)
    assert any("is in force twice" in one for one in problems(top))
    assert cases.open_cases(desk(top, EVE), RULE) == ["C-017-1"]
    one = cases.case(desk(top, EVE), "C-017-1", RULE)
    assert (one.older, one.between) == (both, [])
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    judged("A-017", "C-017-1", *WRONG[:4], *LENIENT, by=BOB)
    why = ("--adjudicate", "--supersede", "двух строк одного автора быть не должно")
    judged("A-017", "C-017-1", *WRONG, *why, by=EVE)
    (row,) = ledger(top, by=EVE)
    assert row["supersedes"] == sorted(row["row_id"] for row in both)
    assert row["adjudicates"] == [current(top, by=BOB)["C-017-1"]["row_id"]]
    assert problems(top) == []


def test_a_claim_that_changed_is_stale(two):
    """Of a reviewer when the own row did, of an adjudicator when any did."""
    before = desk(two), desk(two, EVE)
    mine = cases.case(before[0], "C-017-1", Wish())
    ruling = cases.case(before[1], "C-017-1", RULE)
    assert cases.stale(before[0], mine) == []
    judged("A-017", "C-017-1", *WRONG, "--supersede", "перечитал", by=BOB)
    now = desk(two).rows
    assert cases.stale(before[0].holding(now), mine) == []
    assert [str(one) for one in cases.stale(before[1].holding(now), ruling)] == [
        "C-017-1: was changed meanwhile; nothing is written of it; look at it and begin again"
    ]


def test_a_ruling_takes_its_wording_from_one_who_has_the_claim(two):
    """Whatever else that reviewer has."""
    did(edit, "A-017", "--why", "так сказано в ответе", "--merge", "C-017-2", "C-017-3", "--by", BOB)
    did(new, "A-017", "--from", BOB, "--by", "Cy", "--no-ask")
    judged("A-017", "C-017-1", *WRONG[:4], *LENIENT, by="Cy")
    did(edit, "A-017", "--why", "так сказано в ответе", "--merge", "C-017-1", "C-017-4", "--by", BOB)
    at = desk(two, EVE)
    with pytest.raises(InputError, match=f"--from bob: has no row about C-017-1; one of: Cy, {ADA}"):
        cases.case(at, "C-017-1", RULE._replace(like="bob"))


def test_two_claims_with_one_number_are_not_judged_as_one(top):
    """Each of them is named, and the command that mends it; nobody is asked before."""
    branched(top)
    with pytest.raises(InputError) as refused:
        cases.case(desk(top), "C-017-5", Wish())
    assert str(refused.value) == (
        "C-017-5: two claims have one number: «за 30 дней»; «пяти дней»; "
        "`assay evidence edit A-017 --renumber C-017-5` gives one of them another"
    )
    assert cases.open_cases(desk(top), Wish()) == ["C-017-4", "C-017-5", "C-017-2"]
    assert cases.case(desk(top), "C-017-2", Wish()).older
    did(edit, "A-017", "--renumber", "C-017-5")
    assert cases.case(desk(top), "C-017-5", Wish()).base["claim"] == "за 30 дней"
    assert cases.case(desk(top), "C-017-6", Wish()).judged


def test_claims_of_two_reviewers_with_one_number_are_not_decided_between(top):
    """They are about different words: whose number it is, the reviewers settle."""
    taken_down()
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    old = current(top, by=BOB)["C-017-3"]
    judged("A-017", "C-017-1", *WRONG)
    moved = new_row(
        {**{name: old[name] for name in FIELDS["claims"]}, "claim_id": "C-017-1"}, BOB, [old["row_id"]], "x"
    )
    gone = current(top, by=BOB)["C-017-1"]
    kept = new_row(
        {name: gone[name] for name in FIELDS["claims"]} | {"claim_id": "C-017-9"}, BOB, [gone["row_id"]], "x"
    )
    for row in (moved, kept):
        append(top / LEDGER / file_of(row), row)
    with pytest.raises(
        InputError, match="`assay evidence edit A-017 --renumber C-017-1` by the author gives one"
    ):
        cases.case(desk(top, EVE), "C-017-1", RULE)
    did(edit, "A-017", "--renumber", "C-017-1", "--by", BOB)
    assert sorted(current(top, by=BOB)) == ["C-017-10", "C-017-2", "C-017-9"]
    assert not [one for one in problems(top) if "one number" in one]
