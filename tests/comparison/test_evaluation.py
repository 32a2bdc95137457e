"""The stage `compare` as one function: against loops, by hand, and its laws."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from assay.comparison import outcomes, pairs
from assay.comparison.evaluation import Sections, compare, evaluate, refuse_few
from assay.comparison.statistics import holm, statistics
from assay.comparison.systems import System
from assay.errors import InputError
from assay.manifest import canonical
from scoring.reference import reference

from .ground import COMPARE, asked, by_hand, done, known, of, runs, score_section, seen, shop, system

SUFFICIENT = "sufficient@3"
NAMES = ["sufficient@3", "recall@3", "context_chars@3", "mrr@1", "coverage@100c"]
MIRRORED = {"better": "worse", "worse": "better", "not_shown": "not_shown"}


def drawn(seed, **more):
    """Two systems of a draw, their cases, and a plan of every metric."""
    one, other = (case.with_(depth=None) for case in runs(seed))
    return one, other, system(one), system(other, "b"), asked(one, metrics=list(known(one)), **more)


def compared(a, b, planned):
    (entry,) = compare({"a": a, "b": b}, planned).record["comparisons"]
    return entry


def hand(before, now, metric=SUFFICIENT, **more):
    """The entry of two tables written by hand."""
    planned = asked(shop({}), metrics=[metric], **more)
    return compared(by_hand(metric, before), by_hand(metric, now, "b"), planned)


def differences(before, now, name):
    """Of the reference values of both sides: the pairs, and all."""
    sides = [(before[key][name], now[key][name]) for key in sorted(before)]
    kept = [pair for pair in sides if not any(isinstance(value, str) for value in pair)]
    return kept, sides


@pytest.mark.parametrize("seed", range(6))
def test_means_and_pairs_equal_a_loop_over_the_definitions(seed):
    """Of every metric: what is counted, its means, wins by direction; the rest is listed, and all add up."""
    one, other, a, b, planned = drawn(seed)
    entry = compared(a, b, planned)
    before, now = reference(one), reference(other)
    assert list(entry["metrics"]) == list(known(one))
    for name, found in entry["metrics"].items():
        kept, sides = differences(before, now, name)
        assert found["n"] + sum(map(len, found["excluded"].values())) == len(sides)
        assert found["n"] == len(kept) == found["wins"] + found["ties"] + found["losses"]
        if not kept:
            assert (found["baseline"], found["difference"], found["p"], found["p_holm"]) == (None,) * 4
            continue
        moved = [now - before for before, now in kept]
        worse = -1 if name.startswith(("harmful", "context_chars")) else 1
        assert found["wins"] == sum(worse * one > 1e-9 for one in moved)
        assert found["losses"] == sum(worse * one < -1e-9 for one in moved)
        assert found["baseline"] == pytest.approx(np.mean([before for before, _ in kept]), abs=1e-8)
        assert found["candidate"] == pytest.approx(np.mean([now for _, now in kept]), abs=1e-8)
        assert found["difference"] == pytest.approx(np.mean(moved), abs=1e-8)


@pytest.mark.parametrize("seed", range(4))
def test_differences_are_the_pairs_of_the_family(seed):
    """In the table with every query of dev; their statistics are those of the record."""
    one, _, a, b, planned = drawn(seed)
    made = compare({"a": a, "b": b}, planned)
    assert made.differences.drop("system").equals(pairs.pairs(a, b, planned.measures))
    assert set(made.differences["system"]) == {"b"}
    (entry,) = made.record["comparisons"]
    for name in (SUFFICIENT, "recall@3"):
        if name not in known(one):
            continue
        rows = made.differences.filter(metric=name).drop_nulls(["baseline", "candidate"])
        found = statistics((rows["candidate"] - rows["baseline"]).to_numpy(), 200, 1)
        mine = entry["metrics"][name]
        assert {key: mine[key] for key in ("n", "difference", "low", "high", "p", "t", "effect")} == {
            key: getattr(found, key) for key in ("n", "difference", "low", "high", "p", "t", "effect")
        }


@pytest.mark.parametrize("seed", range(4))
def test_swapped_sides_turn_signs_wins_and_outcomes(seed):
    """Few enough pairs that all assignments are counted: p is the same to the last digit."""
    _, _, a, b, planned = drawn(seed, resamples=20_000)
    straight = compared(a, b, planned)
    (turned,) = compare({"a": a, "b": b}, replace(planned, baseline="b", candidates=("a",))).record[
        "comparisons"
    ]
    assert turned["verdict"] == MIRRORED[straight["verdict"]]
    for name, found in straight["metrics"].items():
        back = turned["metrics"][name]
        assert (back["wins"], back["ties"], back["losses"]) == (
            *(found[key] for key in ("losses", "ties", "wins")),
        )
        assert (back["baseline"], back["candidate"]) == (found["candidate"], found["baseline"])
        for key in ("difference", "t", "effect"):
            assert back[key] == (None if found[key] is None else -found[key])
        for key in ("n", "p", "p_holm", "p_t", "detectable"):
            assert back[key] == found[key]
    there, back = straight["outcomes"], turned["outcomes"]
    assert (back["regressions"], back["improvements"]) == (there["improvements"], there["regressions"])


@pytest.mark.parametrize("seed", range(4))
def test_a_system_and_its_copy_do_not_differ(seed):
    """Difference 0, p 1, no changes, no settings."""
    _, _, a, _, planned = drawn(seed)
    made = compare({"a": a, "b": replace(a, name="b")}, planned)
    (entry,) = made.record["comparisons"]
    for found in entry["metrics"].values():
        assert (found["wins"], found["losses"], found["ties"]) == (0, 0, found["n"])
        expected = (0.0, 0.0, 0.0, 1.0, 1.0) if found["n"] else (None,) * 5
        assert tuple(found[key] for key in ("difference", "low", "high", "p", "p_holm")) == expected
        assert (found["t"], found["effect"], found["detectable"]) == (None, None, None)
    assert (entry["verdict"], entry["settings"]) == ("not_shown", [])
    assert (entry["outcomes"]["regressions"], entry["outcomes"]["improvements"]) == (0, 0)
    assert made.changes.is_empty()
    assert made.changes.schema == {"system": pl.String, **outcomes.SCHEMA}


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_rows_is_irrelevant(seed):
    """The same record and tables, to the last byte."""
    _, _, a, b, planned = drawn(seed)

    def mixed(one):
        tables = {
            name: getattr(one, name).sample(fraction=1, shuffle=True, seed=seed)
            for name in ("scores", "details", "hits")
        }
        return replace(one, **tables)

    straight = compare({"a": a, "b": b}, planned)
    other = compare({"b": mixed(b), "a": mixed(a)}, planned)
    assert canonical(other.record) == canonical(straight.record)
    assert other.differences.equals(straight.differences)
    assert other.changes.equals(straight.changes)


def test_the_same_seed_gives_the_same_record():
    """Another one moves what is drawn, and nothing else."""
    _, _, a, b, planned = drawn(4)
    first, again, other = (compared(a, b, replace(planned, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    moving = {"low", "high", "p", "p_error", "p_holm"}
    for name, found in first["metrics"].items():
        assert {key for key in found if found[key] != other["metrics"][name][key]} <= moving
    assert first != other


def test_a_worked_example():
    """Eight questions, of which six can be paired: means, the difference, who is left out and why."""
    before = {"q1": 0, "q2": 0, "q3": 1, "q4": 0, "q5": 1, "q6": 0, "q7": "no_answer", "q8": "error"}
    entry = hand(before, {**before, "q1": 1, "q2": 1, "q3": 0, "q4": 1, "q8": 1}, max_error_share=0.2)
    found = entry["metrics"][SUFFICIENT]
    assert (found["n"], found["wins"], found["ties"], found["losses"]) == (6, 3, 2, 1)
    assert found["baseline"] == pytest.approx(2 / 6, abs=1e-9)
    assert found["candidate"] == pytest.approx(4 / 6, abs=1e-9)
    assert found["difference"] == pytest.approx(2 / 6, abs=1e-9)
    # four signs, sum 2: of the 16 assignments 1 + 4 reach +2, and as many −2
    assert (found["p"], found["p_error"], found["p_holm"]) == (10 / 16, 0.0, 10 / 16)
    assert found["excluded"] == {"baseline: error": ["q8"], "no_answer": ["q7"]}
    assert entry["verdict"] == "not_shown"


@pytest.mark.parametrize(
    ("metric", "rise", "fall"), [(SUFFICIENT, "better", "worse"), ("harmful@3", "worse", "better")]
)
def test_a_verdict_follows_the_direction_of_the_metric(metric, rise, fall):
    """Twelve questions that all turn: p = 2 / 4096."""
    low, high = {f"q{i:02}": 0 for i in range(12)}, {f"q{i:02}": 1 for i in range(12)}
    up, down = hand(low, high, metric, resamples=5000), hand(high, low, metric, resamples=5000)
    assert (up["verdict"], down["verdict"]) == (rise, fall)
    assert up["metrics"][metric]["p"] == pytest.approx(2 / 4096, abs=1e-9)
    assert (up["metrics"][metric]["wins"], down["metrics"][metric]["wins"]) == (
        (12, 0) if rise == "better" else (0, 12)
    )


def test_the_corrected_p_decides():
    """6 of 6 turn: p = 2 / 64, shown alone, not among two tests."""
    low, high = {f"q{i}": 0 for i in range(6)}, {f"q{i}": 1 for i in range(6)}
    one, same = by_hand(SUFFICIENT, low), by_hand(SUFFICIENT, low, "c")
    planned = asked(shop({}), ("a", "b", "c"), metrics=[SUFFICIENT])
    made = compare({"a": one, "b": by_hand(SUFFICIENT, high, "b"), "c": same}, planned).record
    assert made["tests"] == 2
    found, still = (entry["metrics"][SUFFICIENT] for entry in made["comparisons"])
    assert (found["p"], found["p_holm"], still["p_holm"]) == (2 / 64, 4 / 64, 1.0)
    assert [entry["verdict"] for entry in made["comparisons"]] == ["not_shown", "not_shown"]
    alone = hand(low, high)
    assert (alone["metrics"][SUFFICIENT]["p_holm"], alone["verdict"]) == (2 / 64, "better")


@pytest.mark.parametrize("seed", range(6))
def test_holm_runs_over_all_tests_of_all_candidates(seed):
    """One family; what is not compared is no test."""
    one, other, a, b, _ = drawn(seed)
    third, refused = (
        system(runs(seed)[1].with_(depth=None, queries=one.queries), "c"),
        system(one, "d", gold="g2"),
    )
    restricted = system(other, "e", snapshot="s2")
    systems = {side.name: side for side in (a, b, third, refused, restricted)}
    made = compare(systems, asked(one, list(systems), metrics=list(known(one)))).record
    assert [entry["candidate"] for entry in made["comparisons"]] == ["b", "c", "d", "e"]
    found = [entry["metrics"][name] for entry in made["comparisons"] for name in entry["metrics"]]
    assert [one["p_holm"] for one in found] == holm([one["p"] for one in found])
    assert made["tests"] == sum(one["p"] is not None for one in found) > len(known(one))


def test_refused_runs_have_no_figures():
    """Of none of the tables; both ids stand in the record."""
    case = shop({"q1": ["p"]})
    made = compare({"a": system(case), "b": system(shop({}), "b", gold="g2")}, asked(case))
    (entry,) = made.record["comparisons"]
    assert (entry["status"], entry["verdict"]) == ("refused", "refused")
    assert entry["refusals"] == [{"rule": "gold", "baseline": "g1", "candidate": "g2"}]
    assert (entry["metrics"], entry["outcomes"]) == ({}, None)
    assert made.record["tests"] == 0
    assert made.differences.is_empty()
    assert made.changes.is_empty()


def test_another_chunking_is_restricted():
    """Passage metrics alone, with what both read and how many passages they cut, side by side."""
    case = shop({"q1": ["p", "x"], "q2": ["p", "q"]})
    half = case.with_(about={"p": {"straddles": True}}, chunks={**case.chunks, "x": 20})
    entry = compared(
        system(case),
        system(half, "b", snapshot="s2", cut={"size": 30}),
        asked(case, metrics=[SUFFICIENT, "mrr@3", "context_chars@3"]),
    )
    assert (entry["status"], entry["verdict"]) == ("restricted", "not_shown")
    assert entry["left_out"] == {"mrr@3": "chunking", "context_chars@3": "chunking"}
    assert list(entry["metrics"]) == [SUFFICIENT]
    assert entry["settings"] == [{"name": "size", "baseline": 300, "candidate": 30, "absent": []}]
    assert entry["reading"]["baseline"] == {"chars": pytest.approx(250 / 3), "straddling": 0}
    assert entry["reading"]["candidate"] == {"chars": pytest.approx(190 / 3), "straddling": 1}


def test_where_the_primary_metric_is_not_compared_there_is_no_verdict():
    """Not "no difference": nothing was tested; the other metrics stand."""
    case = shop({"q1": ["p"]})
    sides = system(case), system(case, "b", snapshot="s2")
    entry = compared(*sides, asked(case, metrics=["mrr@3", SUFFICIENT]))
    assert (entry["status"], entry["verdict"]) == ("restricted", "refused")
    assert list(entry["metrics"]) == [SUFFICIENT]
    nothing = compared(*sides, asked(case, metrics=["mrr@3"]))
    assert (nothing["status"], nothing["verdict"], nothing["metrics"]) == ("restricted", "refused", {})
    assert nothing["outcomes"] is not None


def test_without_pairs_nothing_is_shown():
    """A primary metric that no query has on both sides is compared, and has no figures."""
    entry = hand({"q1": 1, "q2": "error"}, {"q1": "error", "q2": 1})
    found = entry["metrics"][SUFFICIENT]
    assert (entry["status"], entry["verdict"], found["n"], found["p_holm"]) == (
        "compared",
        "not_shown",
        0,
        None,
    )
    assert found["excluded"] == {"baseline: error": ["q2"], "candidate: error": ["q1"]}


def stage(cases, *, gates=(), score=None, **section):
    """What the stage makes of cases, by name of the system."""
    first = next(iter(cases.values()))
    made = {name: done(case, name) for name, case in cases.items()}
    return evaluate(
        {name: of(one, name) for name, one in made.items()},
        {name: one.slices for name, one in made.items()},
        seen(first),
        Sections({**COMPARE, **section}, gates, score or score_section(first)),
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_record_is_plain_json(seed):
    """Written and read again it is the same, and needs no table to be understood."""
    one, other = runs(seed)
    made = stage({"a": one, "b": other}, gates=[{"metric": f"recall@{one.headline}", "at_least": 0.5}])
    assert json.loads(canonical(made.record)) == json.loads(json.dumps(made.record))
    assert {
        "baseline",
        "primary",
        "family",
        "headline",
        "tests",
        "resamples",
        "seed",
        "comparisons",
        "gates",
    } == set(made.record)
    assert (made.record["baseline"], made.record["resamples"], made.record["seed"]) == ("a", 200, 1)
    assert [one["gate"] for one in made.record["gates"]] == [1]


def test_without_a_baseline_only_gates_are_held():
    """Against every system."""
    case = shop({"q1": ["p"]})
    made = stage({"a": case, "b": case}, baseline=None, gates=[{"metric": SUFFICIENT, "at_least": 1}])
    assert (made.record["baseline"], made.record["comparisons"], made.record["tests"]) == (None, [], 0)
    assert [(one["system"], one["passed"]) for one in made.record["gates"]] == [("a", False), ("b", False)]
    assert (made.differences.height, made.changes.height) == (0, 0)


def test_there_are_no_gates_by_default():
    """None is invented."""
    case = shop({"q1": ["p"]})
    assert stage({"a": case, "b": case}).record["gates"] == []


def test_hits_are_compared_where_no_query_has_sets():
    """Sufficiency would be null for all."""
    case = shop({"q3": ["r"]})
    flat = case.with_(queries=[row for row in case.queries if row["id"] in ("q3", "q4")])
    assert stage({"a": flat, "b": flat}).record["family"] == ["hit@3", "recall@3", "hit@100c", "hit@250c"]
    assert stage({"a": case, "b": case}).record["primary"] == SUFFICIENT


def test_unknown_metrics_of_both_sections_are_told_at_once():
    """Each under its key."""
    case = shop({"q1": ["p"]})
    with pytest.raises(InputError) as caught:
        stage(
            {"a": case, "b": case},
            primary="x@1",
            metrics=["recall@3", "y@1"],
            gates=[{"metric": SUFFICIENT, "at_least": 1}, {"metric": "z@1", "at_least": 1}],
        )
    assert [one.where for one in caught.value.problems] == [
        "params.yaml compare.primary",
        "params.yaml compare.metrics",
        "params.yaml gates 2.metric",
    ]


def test_candidates_are_told_apart_in_the_tables():
    """Each row has the candidate's name; rows of one are those of a comparison with it alone."""
    one, other = (case.with_(depth=None) for case in runs(2))
    systems = {"a": system(one), "b": system(other, "b"), "c": system(one, "c")}
    made = compare(systems, asked(one, ("a", "b", "c")))
    alone = compare(systems, asked(one, ("a", "b")))
    assert made.differences["system"].unique(maintain_order=True).to_list() == ["b", "c"]
    assert made.differences.filter(system="b").equals(alone.differences)
    assert made.changes.filter(system="b").equals(alone.changes)
    assert made.changes.filter(system="c").is_empty()
    assert all(isinstance(side, System) for side in systems.values())


@pytest.mark.parametrize(("resamples", "tests", "fine"), [(319, 16, True), (318, 16, False), (100, 5, True)])
def test_too_few_samples_for_so_many_tests_are_refused(resamples, tests, fine):
    """The least p is 1 / (B + 1): times the number of tests it must be able to reach 0.05."""
    record = {"resamples": resamples, "tests": tests}
    assert (tests / (resamples + 1) <= 0.05) == fine
    if fine:
        refuse_few(record)
    else:
        with pytest.raises(InputError, match=r"no adjusted p could be below 0\.05; raise it to 320 at least"):
            refuse_few(record)
