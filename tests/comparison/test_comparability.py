"""When two runs are not compared, with both ids, and which metrics another cut of the documents leaves."""

from dataclasses import replace

import pytest

from assay.comparison.comparability import ACROSS_CHUNKINGS, Refusal, comparability

from .ground import asked, by_hand, known, runs, shop, system

FOUND = {"q1": ["p", "x"], "q2": ["p", "q"]}
CASE = shop(FOUND)


def judged(one, other, case=CASE, **more):
    return comparability(one, other, asked(case, **more))


def test_runs_alike_are_compared():
    """By every metric of the family."""
    state = judged(system(CASE), system(CASE, "b"))
    assert (state.refusals, state.other_chunking, state.left_out) == ((), False, {})


@pytest.mark.parametrize(
    ("differing", "refusal"),
    [
        ({"gold": "g2"}, Refusal("gold", "g1", "g2")),
        ({"corpus": "c2", "snapshot": "s2"}, Refusal("corpus", "c1", "c2")),
    ],
)
def test_another_gold_revision_or_corpus_refuses_with_both_ids(differing, refusal):
    """The baseline's first."""
    state = judged(system(CASE), system(CASE, "b", **differing))
    assert state.refusals == (refusal,)
    turned = judged(system(CASE, "b", **differing), system(CASE))
    assert turned.refusals == (Refusal(refusal.rule, refusal.candidate, refusal.baseline),)


def test_other_questions_refuse_with_the_ids_that_one_side_was_asked_alone():
    """A changed text is another question; what neither was asked is none."""
    one = CASE.with_(not_asked={"q1", "q4"}, results={"q2": ["p"]})
    other = CASE.with_(not_asked={"q4"}, changed={"q3"}, results=FOUND)
    state = judged(system(one), system(other, "b"))
    assert state.refusals == (Refusal("questions", ["q3"], ["q1"]),)


def test_the_same_questions_left_out_on_both_sides_refuse_nothing():
    """They are no pairs, which is said elsewhere."""
    one = CASE.with_(not_asked={"q2"}, results={"q1": ["p"]})
    assert judged(system(one), system(one, "b")).refusals == ()


def test_all_ids_of_questions_are_named_in_order():
    """None is left out of the record."""
    values = {f"q{i:02}": 1 for i in range(30)}
    one = by_hand("sufficient@3", values)
    other = by_hand("sufficient@3", {**values, **{f"q{i:02}": "not_asked" for i in range(12)}}, "b")
    (refusal,) = judged(one, other).refusals
    assert refusal == Refusal("questions", [f"q{i:02}" for i in range(12)], [])


@pytest.mark.parametrize("side", ["baseline", "candidate"])
def test_a_depth_above_which_the_primary_lies_refuses_with_both_depths(side):
    """Whichever side has it; a depth that is not declared is none."""
    shallow = CASE.with_(depth=2)
    cases = (shallow, CASE) if side == "baseline" else (CASE, shallow)
    state = judged(*(system(case, name) for case, name in zip(cases, "ab", strict=True)))
    depths = (2, None) if side == "baseline" else (None, 2)
    assert state.refusals == (Refusal("cutoff", *depths),)


def test_a_metric_beyond_the_depth_is_left_out():
    """The others stand; cut-offs in characters are met or not by each query."""
    names = ["sufficient@1", "recall@3", "sufficient@100c", "hit@1"]
    one = CASE.with_(depth=2)
    state = judged(system(one), system(one, "b"), metrics=names)
    assert (state.refusals, state.left_out) == ((), {"recall@3": "depth"})


def test_too_many_errors_refuse_with_both_shares():
    """Of what was asked: 1 of 4, 1 of 3."""
    one = CASE.with_(errors={"q1"}, results={})
    other = CASE.with_(errors={"q1"}, not_asked={"q3"}, results={})
    state = judged(system(one), system(other, "b"), max_error_share=0.3)
    assert state.refusals == (Refusal("questions", ["q3"], []), Refusal("errors", 0.25, 0.333333))
    assert [one.rule for one in judged(system(one), system(other, "b"), max_error_share=0.34).refusals] == [
        "questions"
    ]


def test_the_share_of_errors_may_be_reached():
    """Not passed; one side is enough."""
    one = CASE.with_(errors={"q1"}, results={})
    for sides in ((one, CASE), (CASE, one)):
        systems = [system(case, name) for case, name in zip(sides, "ab", strict=True)]
        assert judged(*systems, max_error_share=0.25).refusals == ()
        assert [refusal.rule for refusal in judged(*systems, max_error_share=0.249).refusals] == ["errors"]


def test_a_run_that_was_asked_nothing_has_no_errors():
    """And no division by 0."""
    none = CASE.with_(not_asked={"q1", "q2", "q3", "q4"}, results={})
    assert judged(system(none), system(none, "b"), max_error_share=0).refusals == ()


def test_every_refusal_is_told_at_once():
    """In the order of the rules."""
    one, other = CASE.with_(depth=1), CASE.with_(errors={"q1"}, not_asked={"q2"}, results={})
    one = one.with_(results={"q1": ["p"]})
    state = judged(
        system(one), system(other, "b", gold="g2", corpus="c2", snapshot="s2"), max_error_share=0.1
    )
    assert [refusal.rule for refusal in state.refusals] == ["gold", "corpus", "questions", "cutoff", "errors"]


def test_another_chunking_leaves_just_the_passage_metrics():
    """What one result holds decides the others: ranks, precision, grades of chunks."""
    names = list(known(CASE))
    state = judged(system(CASE), system(CASE, "b", snapshot="s2"), metrics=names)
    left = {name.partition("@")[0] for name in names if name not in state.left_out}
    assert left == ACROSS_CHUNKINGS
    assert set(state.left_out.values()) == {"chunking"}
    assert {name.partition("@")[0] for name in state.left_out} == {
        *("precision", "mrr", "map", "ndcg", "judged", "harmful"),
        *("graded_precision", "graded_precision_partial", "context_chars"),
    }
    assert (state.refusals, state.other_chunking) == ((), True)


def test_a_cut_changes_no_passage_metric_where_it_is_read_alike():
    """The same words read in halves: found as before by recall, later by reciprocal rank."""
    whole = {"q1": ["x", "p"]}
    halves = shop({"q1": ["x", "p1", "p2"]})
    held = {**halves.held, "p": [[(0, 25, 20, ["p1"]), (9, 25, 20, ["p2"])]]}
    cut = halves.with_(held=held, chunks={**halves.chunks, "p1": 25, "p2": 25})
    one, other = system(shop(whole)), system(cut, "b", snapshot="s2")
    same = (
        "recall@3",
        "hit@3",
        "coverage@3",
        "sufficient@3",
        "char_recall@3",
        "char_precision@100c",
        "char_iou@3",
    )
    for name in same:
        assert one.scores[name][0] == other.scores[name][0], name
    assert one.scores["mrr@3"][0] > other.scores["mrr@3"][0]


@pytest.mark.parametrize("seed", range(8))
def test_refusals_do_not_depend_on_the_side_or_on_the_order_of_rows(seed):
    """Values change sides with the systems."""
    one, other = runs(seed, alike=seed % 2 == 0)
    a, b = system(one), system(other, "b")
    state, turned = (judged(*sides, one, max_error_share=0.05) for sides in ((a, b), (b, a)))
    assert turned.refusals == tuple(Refusal(r.rule, r.candidate, r.baseline) for r in state.refusals)
    assert (turned.left_out, turned.other_chunking) == (state.left_out, state.other_chunking)
    mixed = replace(a, scores=a.scores.sample(fraction=1, shuffle=True, seed=seed))
    assert judged(mixed, b, one, max_error_share=0.05) == state
