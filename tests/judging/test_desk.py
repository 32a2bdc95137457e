import pytest

from assay import ledger as ledgers
from assay.entries import FIELDS
from assay.errors import InputError
from assay.evidence.reading import LEDGER
from assay.judging import desk as desks
from assay.judging.desk import read_desk
from assay.ledger import file_of

from .ground import ADA, BOB, EVE, WORDS, WRONG, branched, current, judged, ledger, problems, taken_down


def desk(top, who=ADA, name="A-017"):
    return read_desk(top, name, who, WORDS)


def test_a_desk_has_what_is_about_one_answer(top):
    """Its run, its expected evidence, its rows of whoever."""
    taken_down(by=BOB)
    at = desk(top, f" {ADA} ")
    assert (at.who, at.answer.id, at.run.name) == (ADA, "A-017", "shop/2026-01")
    assert (at.expected.source, at.adjudicators, at.reviewers) == ("record", [EVE], [BOB])
    assert [row["by"] for row in at.rows] == [BOB] * 3
    assert (at.of(ADA), list(at.of(BOB))) == ({}, ["C-017-1", "C-017-2", "C-017-3"])


def test_what_is_judged_is_told_from_what_is_not(top):
    """By claim."""
    taken_down()
    judged("A-017", "C-017-2", *WRONG)
    assert desks.unjudged(desks.own(desk(top))) == ["C-017-1", "C-017-3"]


def test_a_row_that_an_adjudicator_put_in_the_place_of_two_stands_in_the_reviewers_table(top):
    """After a fork; a ruling between reviewers stands in none."""
    taken_down()
    old = current(top)["C-017-1"]
    twin = ledgers.new_row({name: old[name] for name in FIELDS["claims"]} | {"claim": "Иначе."}, ADA)
    ledgers.append(top / LEDGER / file_of(twin), twin)
    assert len(desk(top).of(ADA)["C-017-1"]) == 2
    both = [old["row_id"], twin["row_id"]]
    mended = ledgers.new_row({name: old[name] for name in FIELDS["claims"]}, EVE, both, "слова те же")
    ledgers.append(top / LEDGER / file_of(mended), mended)
    at = desk(top)
    assert at.of(ADA)["C-017-1"] == [mended]
    assert (at.of(EVE), at.reviewers) == ({}, [ADA])
    assert problems(top) == []


def test_a_forked_claim_is_judged_as_one(top):
    """The verdict supersedes both rows."""
    taken_down()
    old = current(top)["C-017-1"]
    twin = ledgers.new_row({name: old[name] for name in FIELDS["claims"]} | {"claim": "Иначе."}, ADA)
    ledgers.append(top / LEDGER / file_of(twin), twin)
    assert any("is in force twice" in one for one in problems(top))
    judged("A-017", "C-017-1", *WRONG)
    assert ledger(top)[-1]["supersedes"] == sorted([old["row_id"], twin["row_id"]])
    assert problems(top) == []


def test_what_is_public_may_be_written(top):
    """As people have listed it, or as the corpus has it."""
    at = desk(top)
    assert [str(one) for one in desks.private(at, "a@example.org", "here")] == [
        "here: holds an e-mail address; replace it by a placeholder, or list it in evidence/public.txt where anybody may read it"
    ]
    (top / "evidence").mkdir(exist_ok=True)
    (top / "evidence/public.txt").write_text("a@example.org\n")
    assert desks.private(desk(top), "a@example.org", "here") == []


@pytest.mark.parametrize("name", ["A-021", "A-017"])
def test_what_nobody_expects_cannot_be_judged(top, name):
    """With what to do."""
    found = [str(one) for one in desks.unexpected(desk(top, name=name))]
    assert bool(found) == (name == "A-021")
    assert all("label its question in gold/" in one for one in found)


def test_of_two_claims_with_one_number_each_needs_a_verdict(top):
    """As two branches leave them."""
    branched(top)
    rows = desk(top).of(ADA)
    assert {name: len(found) for name, found in rows.items()} == {"C-017-2": 1, "C-017-4": 2, "C-017-5": 2}
    assert desks.unjudged(rows) == ["C-017-4", "C-017-5", "C-017-2"]
    judged_one = {"C-017-5": [row for row in rows["C-017-5"] if row["support"]]}
    assert desks.unjudged(judged_one) == []


def test_a_command_is_one_that_can_be_typed(top):
    """Of another reviewer than git's user it says whose; what a shell would take apart is in quotes."""
    assert desk(top).command("judge") == "assay evidence judge A-017"
    assert desk(top, BOB).command("show") == "assay evidence show A-017"
    assert desk(top, "Ann O'Hara").command("edit", "--why", "a b") == (
        """assay evidence edit A-017 --why 'a b' --by 'Ann O'"'"'Hara'"""
    )


@pytest.mark.parametrize(
    ("why", "said"), [("", []), ("два срока", []), ("правка", ["--why: 'правка' says nothing"])]
)
def test_why_rows_are_superseded_is_said_in_words(top, why, said):
    """An empty one is asked for."""
    found = [str(one).partition(";")[0] for one in desks.unsaid(desk(top), why, "--why")]
    assert found == said


def test_a_reviewer_without_claims_has_none(top):
    """It is refused."""
    with pytest.raises(InputError, match="has no claims of Bob yet"):
        desks.own(desk(top, BOB))
