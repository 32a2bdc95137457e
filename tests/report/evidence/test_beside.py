import pytest

from assay.evidence.gathering import gathered
from assay.report.evidence import html
from assay.report.evidence.beside import beside, state
from assay.report.evidence.catalogue import Words
from evidence import cases

UNJUDGED = dict.fromkeys(
    ("attachment", "attachment_reason", "support", "support_reason", "contradicts", "corpus")
) | {"evidence": [], "observation": None, "hypothesis": None, "open_question": None}


def table(**changed):
    """The worked answer, its first claim judged by Anna, and by Boris as told."""
    rows = [*cases.shop_rows().values(), cases.claim("C-017-1", by="boris", **changed)]
    return gathered(cases.shop_runs(), rows, {}, {}).tables[0]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [({}, "agreed"), ({"contradicts": False}, "open"), (UNJUDGED, "waiting")],
)
def test_who_has_not_judged_yet_does_not_agree(changed, expected):
    """In text and in HTML alike."""
    one = table(**changed)
    claim = one.claims[0]
    assert state(claim) == expected
    say = Words("en")
    said = beside(say, claim, one)
    assert said.note == say(f"dispute.{expected}")
    assert said.note in html.document(one, "en")
    if expected == "waiting":
        assert not any("≠" in label for label, _ in said.rows)


def test_a_fragment_that_was_not_retrieved_has_its_text():
    """It stands nowhere else in a table for a terminal; one that was retrieved stands above."""
    read = cases.read_in_corpus("Деньги приходят за три дня.", "p99", "D-09")
    one = table(evidence=["p04", read], contradicts=False)
    rows = dict(beside(Words("en"), one.claims[0], one).rows)
    known, both = rows["fragments of the verdict"]
    assert known == "D-01 · returns-v4 · p04 · rank 1"
    other = (
        "D-09 · version not recorded · p99 · read in the corpus, not retrieved: Деньги приходят за три дня."
    )
    assert both == f"{known}; {other}"
