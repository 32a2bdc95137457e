import pytest

from assay.evidence.expected import Expected
from assay.evidence.progress import STATES, Share, progress
from assay.evidence.table import Table

from . import cases

ANSWER = cases.shop_run().answers[0]
SAID = {"attachment": "not_attached", "contradicts": False, "corpus": "lacks"}
NOBODY = Expected(None, None, None, [])


def row(name, by, support=None, **more):
    """A reviewer's row of a claim, with a verdict or without."""
    said = {"support": support, **SAID} if support else {}
    return cases.row(ANSWER, ["Обычно хватает пяти дней"], by, claim_id=name, **said, **more)


def table(*rows, answer=ANSWER):
    return Table(answer, NOBODY, list(rows))


def test_an_answer_without_claims():
    """Nobody has begun; where the record has no text, nobody can."""
    assert progress(table()) == (0, 0, 0, 0, "none", ())
    for text in (None, "", " \n"):
        assert progress(table(answer=cases.answer(answer=text, citations=[], declines=[]))).state == "empty"


def test_one_reviewer():
    """Claims with a verdict, and those that wait for one."""
    begun = [row("C-1", "anna", "supported"), row("C-2", "anna")]
    assert progress(table(*begun)) == (2, 1, 1, 0, "open", (Share("anna", 2, 1),))
    assert progress(table(begun[0])) == (1, 1, 0, 0, "done", (Share("anna", 1, 1),))


def test_an_answer_is_open_until_each_reviewer_has_judged():
    """Another has judged every claim; whoever has still to is seen, and so is how far each is."""
    done = [row("C-1", "anna", "supported"), row("C-2", "anna", "unsupported")]
    found = progress(table(*done, row("C-1", "boris", "supported"), row("C-2", "boris")))
    shares = (Share("anna", 2, 2), Share("boris", 2, 1))
    assert found == (2, 2, 1, 0, "open", shares)


def test_a_dispute_is_counted_beside_what_is_to_be_judged():
    """The state is the first thing to do."""
    rows = [row("C-1", "anna", "supported"), row("C-1", "boris", "unsupported")]
    assert progress(table(*rows))[2:5] == (0, 1, "disputed")
    assert progress(table(*rows, row("C-2", "boris")))[2:5] == (1, 1, "open")


def test_a_ruling_settles_a_claim():
    """Nobody has to judge it any more, nor is it disputed."""
    rows = [row("C-1", "anna", "supported"), row("C-1", "boris"), row("C-1", "carol", "unsupported")]
    ruling = row("C-1", "eve", "unsupported", adjudicates=[one["row_id"] for one in rows])
    found = progress(table(*rows, ruling))
    assert found[:5] == (1, 1, 0, 0, "done")
    assert [share.by for share in found.reviewers] == ["anna", "boris", "carol", "eve"]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("anna", (2, 2, 0, 1, "disputed", (Share("anna", 2, 2),))),
        ("boris", (2, 1, 1, 1, "open", (Share("boris", 2, 1),))),
        ("dora", (0, 0, 0, 0, "none", ())),
    ],
)
def test_of_one_reviewer(by, expected):
    """What is left for that person, and the disputes that they have a part in."""
    rows = [row("C-1", "anna", "supported"), row("C-2", "anna", "supported")]
    rows += [row("C-2", "boris", "unsupported"), row("C-3", "boris")]
    assert progress(table(*rows), by) == expected


def test_every_state_is_known():
    """The command that filters by them takes these."""
    assert STATES == ("none", "open", "disputed", "done", "empty")
