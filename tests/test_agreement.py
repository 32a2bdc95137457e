"""Rules between sections of params.yaml."""

import copy
from pathlib import Path

import pytest

from assay import agreement, params

ROOT = Path(__file__).resolve().parents[1]
GIVEN = params.read((ROOT / "params.yaml").read_bytes(), "params.yaml")
ONE_OF = "one of: bm25-fine, bm25-unstemmed, bm25-wide, ngram-fine, fusion-fine"


def changed(*path, value):
    """Messages of the repository's own file with one value changed."""
    values = copy.deepcopy(GIVEN)
    place = values
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return list(map(str, agreement.check(values, "params.yaml")))


def gate(*systems):
    return {"metric": "sufficient@5", "at_least": 0.5, "systems": list(systems)}


def test_the_repository_s_own_file_agrees():
    """And the whole check asks for it."""
    assert list(agreement.check(GIVEN, "params.yaml")) == []
    values = copy.deepcopy(GIVEN)
    values["score"]["headline"] = 7
    rule = "params.yaml score.headline: is 7, not one of score.k; add it to score.k"
    assert rule in list(map(str, params.check(values, "params.yaml")))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("score", "headline"), 7, "params.yaml score.headline: is 7, not one of score.k; add it to score.k"),
        (
            ("systems", "bm25-wide", "depth"),
            4,
            "params.yaml systems.bm25-wide.depth: is 4, below score.headline 5; raise it, or take a smaller headline",
        ),
        (
            ("compare", "baseline"),
            "bm25-fin",
            "params.yaml compare.baseline: 'bm25-fin' is no system; did you mean bm25-fine?",
        ),
        (("compare", "baseline"), "x", f"params.yaml compare.baseline: 'x' is no system; {ONE_OF}"),
        (
            ("compare", "candidates"),
            ["bm25-wide", "zzz"],
            f"params.yaml compare.candidates: 'zzz' is no system; {ONE_OF}",
        ),
        (
            ("compare", "candidates"),
            ["bm25-wide", "bm25-fine"],
            "params.yaml compare.candidates: names bm25-fine, which is the baseline; remove it, or take another baseline",
        ),
        (
            ("gates",),
            [gate("bm25-fine"), gate("bm25-fine", "ngram")],
            "params.yaml gates 2.systems: 'ngram' is no system; did you mean ngram-fine?",
        ),
    ],
)
def test_what_one_section_names_another_has(path, value, message):
    """The message has the key, the rule and what to do; it is the only one."""
    assert changed(*path, value=value) == [message]


def test_no_cut_off_is_no_headline():
    """Both are said."""
    assert changed("score", "k", value=[]) == [
        "params.yaml score.headline: is 5, not one of score.k; add it to score.k",
        "params.yaml score.k: is empty; name at least one cut-off",
    ]


def test_every_name_that_no_system_has_is_told():
    """Of the baseline, of candidates, of gates, in the order of the file."""
    values = {
        "systems": {"a": {}},
        "compare": {"baseline": "x", "candidates": ["y", "a", "z"]},
        "gates": [gate("a"), gate("v", "a", "w")],
    }
    assert [str(one).partition(" is no")[0] for one in agreement.check(values, "p")] == [
        "p compare.baseline: 'x'",
        "p compare.candidates: 'y'",
        "p compare.candidates: 'z'",
        "p gates 2.systems: 'v'",
        "p gates 2.systems: 'w'",
    ]


@pytest.mark.parametrize("candidates", [None, [], ["bm25-wide"], ["ngram-fine", "bm25-wide"]])
def test_systems_that_are_there_may_be_named(candidates):
    """Or left open."""
    assert changed("compare", "candidates", value=candidates) == []


def test_without_a_baseline_any_system_may_be_named():
    """None is held against itself."""
    values = copy.deepcopy(GIVEN)
    values["compare"] |= {"baseline": None, "candidates": ["bm25-fine"]}
    assert list(agreement.check(values, "params.yaml")) == []
    assert changed("gates", value=[gate("bm25-fine"), {"metric": "hit@5", "at_least": 1}]) == []


def test_a_recorded_run_may_be_shorter_than_the_headline():
    """It has what it has; a search that runs here asks for enough, exactly as many too."""
    systems = {
        "old": {"kind": "recorded", "depth": 3},
        "own": {"kind": "command", "depth": 5},
        "new": {"kind": "command", "depth": 4},
    }
    (problem,) = agreement.check({"systems": systems, "score": {"k": [5], "headline": 5}}, "p")
    assert problem.where == "p systems.new.depth"


@pytest.mark.parametrize("odd", [None, 5, "x", [1], {}, {"baseline": 5, "candidates": 5}, [None, 5]])
@pytest.mark.parametrize("section", ["systems", "fusions", "score", "compare", "gates"])
def test_a_section_of_another_form_is_no_traceback(section, odd):
    """Its form is told elsewhere."""
    values = {**copy.deepcopy(GIVEN), section: odd}
    found = list(agreement.check(values, "p"))
    assert all(str(problem).startswith("p ") for problem in found)


def test_entries_and_whole_numbers():
    """True is no number; what is no table has no entries."""
    assert agreement.entries({"a": {"b": 1}}, "a") == [("b", 1)]
    assert agreement.entries({"a": [1]}, "a") == agreement.entries({}, "a") == []
    assert [agreement.whole({"n": value}, "n") for value in (3, 0, True, 3.0, "3", None)] == [
        3,
        0,
        *[None] * 4,
    ]
    assert agreement.whole(None, "n") is None


SEARCHING = {
    "a": {"kind": "bm25", "snapshot": "fine", "depth": 20},
    "b": {"kind": "bm25", "snapshot": "fine", "depth": 10},
    "w": {"kind": "bm25", "snapshot": "wide", "depth": 20},
    "r": {"kind": "recorded", "snapshot": "fine", "depth": None},
}


def of_fusion(name="f", **changes):
    entry = {"systems": ["a", "b"], "snapshot": "fine", "k": 60, "depth": 10, **changes}
    values = {"systems": SEARCHING, "fusions": {name: entry}, "score": {"k": [5], "headline": 5}}
    return [str(problem) for problem in agreement.check(values, "p")]


def test_two_systems_of_one_snapshot_can_be_fused():
    """As deep as the shallower one; a recorded run may not say how deep it is."""
    assert of_fusion() == []
    assert of_fusion(systems=["a", "r"], depth=20) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"systems": ["a"]}, "p fusions.f.systems: names a; name two systems"),
        ({"systems": ["a", "a"]}, "p fusions.f.systems: names a, a; name two systems"),
        ({"systems": []}, "p fusions.f.systems: names none; name two systems"),
        ({"systems": ["a", "b", "r"]}, "p fusions.f.systems: names a, b, r; name two systems"),
        ({"systems": ["a", "f"]}, "p fusions.f.systems: 'f' is no system; one of: a, b, w, r"),
        (
            {"systems": ["a", "w"]},
            "p fusions.f.snapshot: is fine, but w searches wide; fuse systems that search one snapshot, and name it",
        ),
        ({"depth": 11}, "p fusions.f.depth: is 11, but b keeps 10; lower it, or raise systems.b.depth"),
        (
            {"depth": 4},
            "p fusions.f.depth: is 4, below score.headline 5; raise it, or take a smaller headline",
        ),
        ({"name": "a"}, "p fusions.a: has the name of a system; rename one of them"),
    ],
)
def test_what_cannot_be_fused(changes, expected):
    """Is told with the key and what to do."""
    assert of_fusion(**changes) == [expected]


def test_a_fusion_may_be_named_as_a_system():
    """By compare and by gates."""
    entry = {"systems": ["a", "b"], "snapshot": "fine", "k": 60, "depth": 10}
    values = {
        "systems": SEARCHING,
        "fusions": {"f": entry},
        "compare": {"baseline": "a", "candidates": ["f"]},
        "gates": [gate("f")],
    }
    assert list(agreement.check(values, "p")) == []
