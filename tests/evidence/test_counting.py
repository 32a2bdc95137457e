from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.counting import STANDINGS, SUPPORT, Counts, counts, standing, standing_of
from assay.evidence.expected import Expected
from assay.evidence.gathering import Evidence
from assay.evidence.table import Table

from . import cases

ANSWER = cases.shop_run().answers[0]
STATED = {"attachment": "not_attached", "contradicts": False, "corpus": "lacks"}
# What a reviewer writes so that a claim stands in each way.
OF_STANDING = {
    "supported": {"support": "supported", **STATED},
    "partially_supported": {"support": "partially_supported", **STATED, "attachment": "attached"},
    "unsupported": {"support": "unsupported", **STATED},
    "contradicts": {"support": "unsupported", **STATED, "contradicts": True},
    "not_assessable": {"support": "not_assessable", **STATED, "attachment": "not_assessable"},
    "decline": {"kind": "decline", "corpus": "lacks"},
    "immaterial": {"kind": "immaterial", "observation": "Приветствие."},
    "unjudged": {},
}


def row(name, stands, by="anna"):
    return cases.row(ANSWER, ["Обычно хватает пяти дней"], by, claim_id=name, **OF_STANDING[stands])


def rows(stands):
    """Claims that stand so; a dispute is two reviewers who differ."""
    for number, one in enumerate(stands):
        both = [("supported", "anna"), ("unsupported", "boris")] if one == "disputed" else [(one, "anna")]
        yield from (row(f"C-{number}", each, by) for each, by in both)


def table(stands, answer=ANSWER):
    return Table(answer, Expected(None, None, None, []), list(rows(stands)))


def test_counts_of_the_worked_scenario():
    """Four claims of one answer: two contradict, one is supported in part, one rests on nothing."""
    shown = Table(ANSWER, Expected(None, None, None, []), list(cases.shop_rows().values()))
    [found] = counts(Evidence([shown], {cases.RUN: 3}))
    assert found == Counts(
        run=cases.RUN,
        answers=1,
        tables=1,
        claims=4,
        statements=4,
        supported=0,
        partially_supported=1,
        unsupported=1,
        contradicts=2,
        not_assessable=0,
        attached=3,
        not_attached=1,
        attachment_not_assessable=0,
        declines=0,
        immaterial=0,
        disputed=0,
        unjudged=0,
        closed=3,
    )


@given(st.lists(st.sampled_from(STANDINGS), max_size=12))
def test_every_claim_is_counted_once(stands):
    """By how it stands; judged statements are split by support and by citation, and n is the sum of each."""
    [found] = counts(Evidence([table(stands)]))
    expected = Counter(stands)
    names = {"decline": "declines"}
    assert {name: getattr(found, names.get(name, name)) for name in STANDINGS} == {
        name: expected[name] for name in STANDINGS
    }
    assert found.statements == sum(expected[name] for name in SUPPORT)
    assert found.statements == found.attached + found.not_attached + found.attachment_not_assessable
    others = found.declines + found.immaterial + found.disputed + found.unjudged
    assert found.claims == len(stands) == found.statements + others


def test_nothing_but_whole_numbers_is_counted():
    """No mean, share or score of verdicts: the protocol forbids it."""
    [found] = counts(Evidence([table(STANDINGS)]))
    assert {type(value) for value in found[1:]} == {int}
    words = ("mean", "average", "score", "share", "rate", "percent", "passed")
    assert not [field for field in Counts._fields if any(word in field for word in words)]


def test_runs_stand_by_name():
    """A run without claims has a line of its own; one of which all answers are closed too."""
    first, second = (
        cases.run({**cases.A017, "answer_id": name}, name=run).answers[0]
        for name, run in (("B-1", "b/1"), ("A-1", "a/1"))
    )
    found = counts(Evidence([table([], first), table(["supported"], second)], {"closed/1": 2}))
    shown = [(one.run, one.answers, one.tables, one.claims, one.closed) for one in found]
    assert shown == [("a/1", 1, 1, 1, 0), ("b/1", 1, 0, 0, 0), ("closed/1", 0, 0, 0, 2)]


def test_a_ruling_counts_alone():
    """Reviewers differ: the claim is disputed until an adjudicator decides, and then stands as that row says."""
    shown = table(["disputed"])
    [claim] = shown.claims
    assert standing(claim) == "disputed"
    ruling = cases.row(
        ANSWER,
        ["Обычно хватает пяти дней"],
        "eve",
        claim_id="C-0",
        adjudicates=[one["row_id"] for one in shown.rows],
        **OF_STANDING["contradicts"],
    )
    [claim] = Table(ANSWER, shown.expected, [*shown.rows, ruling]).claims
    assert standing(claim) == "contradicts"


@pytest.mark.parametrize("stands", OF_STANDING)
def test_one_row_stands_as_it_says(stands):
    """Each way but disputed, for which it takes two."""
    assert standing_of(row("C-1", stands)) == stands
