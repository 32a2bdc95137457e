"""Two runs held against each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.evidence.replay import replay
from assay.evidence.runs import Runs

from . import replays
from .cases import A017, P04, claim, placed, row, run, shop_runs


def test_the_worked_scenario():
    """A later version of a source has the fact that was missing: named, side by side, nothing of why."""
    found = replays.held_against()
    [one] = found.scenarios
    assert (one.name, one.comparable, one.hindrances) == (
        "S-017",
        False,
        ["corpus", "source_version", "text"],
    )
    changed = {(fact.kind, fact.name): (fact.old, fact.new) for fact in one.facts if fact.state == "changed"}
    assert changed == {
        ("corpus", "corpus_version"): ("shop-2026-03-01", "shop-2026-05-01"),
        ("source_version", "D-02"): (["refunds-v2"], ["refunds-v3"]),
        ("text", "p07"): (replays.START, replays.LASTS),
    }
    starts = next(pair for pair in one.claims if pair.match == "equal")
    assert (starts.old.id, starts.new.id, starts.verdicts) == ("C-017-3", "C-117-2", [])
    lasts = next(pair for pair in one.claims if pair.new and pair.new.id == "C-117-3")
    assert (lasts.match, lasts.old.id) == ("proposed", "C-017-4")
    assert {one.field: (one.old, one.new) for one in lasts.verdicts} == {
        "attachment": ("not_attached", "attached"),
        "support": ("unsupported", "partially_supported"),
        "corpus": ("lacks", "holds"),
    }


def runs_of(*pairs, name):
    """A run of answers, each told as (id, scenario, question)."""
    rows = [
        {"answer_id": one, "scenario_id": scenario, "query_id": question, "query": scenario, "answer": "Да."}
        for one, scenario, question in pairs
    ]
    return run(*rows, name=name)


def held(old, new, gold=None):
    """Scenarios by name with their answers, those repeated, and what is left on either side."""
    found = replay(runs_of(*old, name="a/1"), runs_of(*new, name="a/2"), (), gold or {})
    return (
        {one.name: (one.old.answer.id, one.new.answer.id) for one in found.scenarios},
        [one.name for one in found.repeated],
        [table.answer.id for table in found.old_only],
        [table.answer.id for table in found.new_only],
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ([("A1", "S1", None)], [("B1", "S1", None)], ({"S1": ("A1", "B1")}, [], [], [])),
        ([("A1", "S1", "Q1")], [("B1", "S2", "Q1")], ({}, [], ["A1"], ["B1"])),
        ([("A1", "S1", "Q1")], [("B1", None, "Q1")], ({"Q1": ("A1", "B1")}, [], [], [])),
        ([("A1", None, "Q1")], [("B1", None, "Q1")], ({"Q1": ("A1", "B1")}, [], [], [])),
        ([("A1", "S1", "Q1")], [("B1", "S1", "Q2")], ({"S1": ("A1", "B1")}, [], [], [])),
        ([("A1", None, None)], [("B1", None, None)], ({}, [], ["A1"], ["B1"])),
        (
            [("A1", "S1", "Q1"), ("A2", None, "Q1")],
            [("B1", "S1", "Q1"), ("B2", None, "Q1")],
            ({"S1": ("A1", "B1"), "Q1": ("A2", "B2")}, [], [], []),
        ),
        ([("A1", "S1", None), ("A2", "S1", None)], [("B1", "S1", None)], ({}, ["S1"], [], [])),
        ([("A1", "S1", None), ("A2", "S1", None)], [("B1", "S2", None)], ({}, [], ["A1", "A2"], ["B1"])),
        ([], [("B1", "S1", None)], ({}, [], [], ["B1"])),
    ],
)
def test_answers_belong_together_by_their_scenario(old, new, expected):
    """Else by their question; several answers to one are not dealt out, and nothing is lost."""
    assert held(old, new) == expected


def test_closed_questions_are_shown_nowhere():
    """Neither is an answer that names only the scenario of one."""
    gold = {"Q1": {"query": "?", "rewritten": None, "split": "holdout", "evidence_sets": None}}
    old, new = [("A1", "S1", "Q1"), ("A2", "S2", None)], [("B1", "S1", None), ("B2", "S2", None)]
    assert held(old, new, gold) == ({"S2": ("A2", "B2")}, [], [], [])
    found = replay(runs_of(*old, name="a/1"), runs_of(*new, name="a/2"), (), gold)
    assert found.closed == (1, 1)


def test_an_unknown_run():
    """The nearest name is offered, else all of them."""
    runs = Runs({name: replays.run(A017, name=name) for name in (replays.OLD, "bank/first")})
    with pytest.raises(InputError, match=f"shop/2026-03-2: is no recorded run.*did you mean {replays.OLD}"):
        runs.run("shop/2026-03-2")
    with pytest.raises(InputError, match="one of: shop/2026-03-02, bank/first"):
        runs.run("x")
    assert shop_runs().run(f"runs/recorded/{replays.OLD}/").name == replays.OLD


SAID = [
    "Деньги вернут за пять дней.",
    "Деньги вернут за десять дней.",
    "Обувь не примут.",
    "Срок тридцать дней.",
]
VERDICTS = st.fixed_dictionaries(
    {
        "support": st.sampled_from(["supported", "unsupported", None]),
        "attachment": st.sampled_from(["attached", "not_attached"]),
    }
)


@st.composite
def sides(draw, answer_id):
    """One recorded answer with rows of its ledger."""
    ranked = draw(st.permutations([P04, replays.LATER]))[: draw(st.integers(0, 2))]
    retrieved = [{**one, "rank": rank} for rank, one in enumerate(ranked, 1)]
    cited = draw(st.lists(st.sampled_from(A017["citations"]), max_size=3))
    declined = [{"part": part, "span": None} for part in draw(st.lists(st.sampled_from("абв"), max_size=2))]
    made = run(
        {**A017, "answer_id": answer_id, "retrieved": retrieved, "citations": cited, "declines": declined}
    )
    one = made.answers[0]
    rows = []
    for n, text in enumerate(draw(st.lists(st.sampled_from(SAID), max_size=4))):
        values = draw(VERDICTS)
        judged = values["support"] is not None
        values = {**values, "contradicts": False, "corpus": "not_checked"} if judged else {}
        name = f"C-{answer_id[2:]}-{n}"
        rows.append(row(one, [], minute=n, claim_id=name, claim=text, quote=[], **values))
    return made, rows


MIRRORED = {"new": "gone", "gone": "new"}


@given(sides("A-1"), sides("A-2"))
def test_exchanging_the_runs_exchanges_what_is_new_and_what_is_gone(one, other):
    """And turns each difference round."""
    (old, old_rows), (new, new_rows) = one, other
    rows = placed(*old_rows, *new_rows).values()
    there = replay(old, new, rows, {}).scenarios[0]
    back = replay(new, old, rows, {}).scenarios[0]
    swapped = {
        "_".join(MIRRORED.get(word, word) for word in name.split("_")): n for name, n in there.tally.items()
    }
    assert back.tally == swapped
    assert (back.comparable, back.hindrances) == (there.comparable, there.hindrances)
    for name in ("citations", "declines"):
        assert [(one.what, one.new, one.old) for one in getattr(back, name)] == getattr(there, name)
    turned = {(one.new and one.new.id, one.old and one.old.id, one.match) for one in there.claims}
    names = {"old": "new", "new": "old"}
    assert {
        (one.old and one.old.id, one.new and one.new.id, names.get(one.match, one.match))
        for one in back.claims
    } == turned


@given(sides("A-1"))
def test_a_run_held_against_itself_has_no_differences(one):
    """Nothing is new, gone, moved or judged otherwise."""
    made, rows = one
    [found] = replay(made, made, placed(*rows).values(), {}).scenarios
    assert not any(found.tally.values())
    assert {fact.state for fact in found.facts} <= {"same", "unknown"}
    assert all(pair.match == "equal" and pair.old.id == pair.new.id for pair in found.claims)


def test_rows_of_other_answers_do_not_count():
    """A row about another run's answer is none of either side."""
    elsewhere = claim("C-017-1", run({**A017, "answer_id": "A-9"}).answers[0])
    found = replays.held_against(rows=[elsewhere])
    assert found.scenarios[0].claims == []
