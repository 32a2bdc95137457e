"""What is compared with what, and the defaults of the section `compare`."""

import pytest

from assay.comparison.plan import measures, named, plan, unknown
from assay.comparison.plan import planned as together
from assay.errors import InputError
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import METRICS

from .ground import COMPARE

SCORE = {
    "k": [10, 1, 5],
    "chars": [3000, 1500],
    "headline": 5,
    "cover": 1.0,
    "stale": "exclude",
    "extra_queries": "error",
    "twins": True,
}


def planned(systems=("c", "a", "b"), *, labelled=True, **section):
    return plan({**COMPARE, **section}, systems, SCORE, labelled=labelled)


def family(**more):
    return [measure.name for measure in planned(**more).measures]


def test_defaults_are_sufficiency_and_coverage():
    """At the headline cut-off, then sufficiency by characters, in rising order; the first decides."""
    made = planned()
    assert family() == ["sufficient@5", "coverage@5", "sufficient@1500c", "sufficient@3000c"]
    assert (made.primary.name, made.headline) == ("sufficient@5", 5)
    assert (made.resamples, made.seed, made.max_error_share) == (200, 1, 1)


def test_without_evidence_sets_hits_and_recall_are_compared():
    """Sufficiency would be null."""
    assert family(labelled=False) == ["hit@5", "recall@5", "hit@1500c", "hit@3000c"]


def test_all_others_are_candidates_unless_they_are_named():
    """In order of names, whatever the order of the file."""
    assert planned().candidates == ("b", "c")
    assert planned(candidates=["c", "b"]).candidates == ("b", "c")
    assert planned(candidates=["c"]).candidates == ("c",)
    assert planned(candidates=[]).candidates == ()


def test_without_a_baseline_nothing_is_compared():
    """Even where candidates are named."""
    for candidates in (None, ["b"]):
        made = planned(baseline=None, candidates=candidates)
        assert (made.baseline, made.candidates) == (None, ())


def test_the_first_of_the_metrics_decides_unless_another_is_named():
    """It joins the family, once."""
    assert family(metrics=["mrr@5", "recall@1"]) == ["mrr@5", "recall@1"]
    assert family(metrics=["mrr@5", "recall@1"], primary="recall@1") == ["recall@1", "mrr@5"]
    assert family(metrics=["mrr@5"], primary="hit@1500c") == ["hit@1500c", "mrr@5"]
    assert family(primary="ndcg@10")[:2] == ["ndcg@10", "sufficient@5"]
    assert family(metrics=[]) == ["sufficient@5"]
    assert family(metrics=[], labelled=False) == ["hit@5"]


def test_every_mean_at_a_cut_off_can_be_compared():
    """Ranks are summarised by a median, and have no mean."""
    found = measures(Settings.of(SCORE))
    means = {metric.name for metric in METRICS if metric.summary == "mean"}
    assert {name.partition("@")[0] for name in found} == means
    assert {name.partition("@")[2] for name in found if name.startswith("recall@")} == {
        *("1", "5", "10", "1500c", "3000c")
    }
    assert all(f"{one.metric.name}@{one.cutoff.name}" == name == one.name for name, one in found.items())


def test_metrics_that_are_not_scored_are_refused_all_at_once():
    """Each under its own key, with what was probably meant."""
    with pytest.raises(InputError) as caught:
        planned(primary="sufficent@5", metrics=["recall@5", "recall@7", "sufficient_rank"])
    assert str(caught.value).splitlines() == [
        "params.yaml compare.primary: 'sufficent@5' is no metric that is scored and has a mean; did you mean sufficient@5?",
        "params.yaml compare.metrics: 'recall@7' is no metric that is scored and has a mean; did you mean recall@5?",
        "params.yaml compare.metrics: 'sufficient_rank' is no metric that is scored and has a mean; did you mean sufficient@5?",
    ]


def test_a_name_like_no_other_is_answered_with_the_list():
    """In its order."""
    (problem,) = unknown([("compare.metrics", "zzz")], ["hit@1", "recall@1"])
    assert problem.fix == "one of: hit@1, recall@1"
    assert unknown([("compare.metrics", "hit@1")], ["hit@1"]) == []


def test_nothing_is_named_by_defaults():
    """They are always scored."""
    assert named(COMPARE) == []
    assert named({**COMPARE, "primary": "a@1", "metrics": ["b@1", "a@1"]}) == [
        ("compare.primary", "a@1"),
        ("compare.metrics", "b@1"),
        ("compare.metrics", "a@1"),
    ]


VALUES = {
    "systems": {name: {} for name in "abcd"},
    "fusions": {"f": {"systems": ["a", "b"]}},
    "compare": {"baseline": "a", "candidates": None},
}


def test_a_planned_comparison_is_one_of_a_family():
    """All that params.yaml holds against the baseline are corrected together, whichever one is asked for."""
    assert together(VALUES, "a", "c") == ["b", "c", "d", "f"]
    some = {**VALUES, "compare": {"baseline": "a", "candidates": ["d", "c"]}}
    assert together(some, "a", "c") == ["c", "d"]
    assert together(some, "a", "b") == ["b"]


def test_any_other_comparison_stands_alone():
    """Against another system, or of a commit."""
    for one, other in (("b", "a"), ("a", "HEAD:c"), ("HEAD:a", "c"), ("b", "c")):
        assert together(VALUES, one, other) == [other]
