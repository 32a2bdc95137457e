"""Pairs of two runs against loops over the reference values; what makes none, and why."""

from dataclasses import replace

import pytest

from assay.comparison.pairs import SCHEMA, excluded, pairs
from assay.scoring.nulls import REASONS
from scoring.reference import reference

from .ground import by_hand, known, runs, system

METRIC = "sufficient@3"


def both(seed):
    """Two cases of a draw, their systems, and every measure."""
    one, other = runs(seed, alike=False)
    return one, other, system(one), system(other, "b"), list(known(one).values())


def expected(before, now, name):
    """By query id, of the reference values: those of both sides, or the reasons why there are none."""
    return {key: (before[key][name], now[key][name]) for key in before}


def loop(values):
    """Queries without a pair, by reason."""
    found = {}
    for key, (one, other) in sorted(values.items()):
        if isinstance(one, str) and one == other:
            found.setdefault(one, []).append(key)
        elif isinstance(one, str):
            found.setdefault(f"baseline: {one}", []).append(key)
        elif isinstance(other, str):
            found.setdefault(f"candidate: {other}", []).append(key)
    return found


def hand(one, other):
    """Rows of one metric of two tables written by hand."""
    measure = known(runs(0)[0].with_(k=(3,), headline=3))[METRIC]
    return pairs(by_hand(METRIC, one), by_hand(METRIC, other, "b"), [measure])


@pytest.mark.parametrize("seed", range(8))
def test_pairs_equal_a_loop_over_the_definitions(seed):
    """Every metric that has a mean: both values, or the reason of each null."""
    one, other, a, b, measures = both(seed)
    rows, before, now = pairs(a, b, measures), reference(one), reference(other)
    assert rows.schema == SCHEMA
    assert rows["metric"].unique(maintain_order=True).to_list() == [measure.name for measure in measures]
    for measure in measures:
        wanted = expected(before, now, measure.name)
        mine = rows.filter(metric=measure.name).to_dicts()
        assert [row["query_id"] for row in mine] == sorted(wanted)
        for row in mine:
            for side, value in zip(("baseline", "candidate"), wanted[row["query_id"]], strict=True):
                text = isinstance(value, str)
                assert row[f"{side}_why"] == (value if text else None)
                assert row[side] == (None if text else pytest.approx(value, abs=1e-12))


@pytest.mark.parametrize("seed", range(8))
def test_pairs_and_what_is_left_out_are_all_queries(seed):
    """Each dev query is either a pair or listed once, under a reason that is known, in order of ids."""
    one, other, a, b, measures = both(seed)
    rows, before, now = pairs(a, b, measures), reference(one), reference(other)
    for measure in measures:
        mine = rows.filter(metric=measure.name)
        left = excluded(mine)
        assert left == loop(expected(before, now, measure.name))
        assert list(left) == sorted(left)
        assert {why.rpartition(": ")[2] for why in left} <= set(REASONS)
        paired = mine.drop_nulls(["baseline", "candidate"])["query_id"].to_list()
        dev = [row["id"] for row in one.queries if row["split"] == "dev"]
        assert sorted([*paired, *(name for names in left.values() for name in names)]) == sorted(dev)


@pytest.mark.parametrize("seed", range(4))
def test_swapped_sides_swap_values_and_reasons(seed):
    """Nothing else changes."""
    *_, a, b, measures = both(seed)
    turned = pairs(b, a, measures).rename(
        {"baseline": "candidate", "candidate": "baseline"}
        | {"baseline_why": "candidate_why", "candidate_why": "baseline_why"}
    )
    assert turned.select(*SCHEMA).equals(pairs(a, b, measures))


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_rows_is_irrelevant(seed):
    """Of either table."""
    *_, a, b, measures = both(seed)
    mixed = [replace(one, scores=one.scores.sample(fraction=1, shuffle=True, seed=seed)) for one in (a, b)]
    assert pairs(*mixed, measures).equals(pairs(a, b, measures))


def test_every_exclusion_has_its_side_and_reason():
    """By hand: one reason of both, the baseline's where they differ, one side's alone."""
    rows = hand(
        {"q1": 1, "q2": "error", "q3": "no_answer", "q4": "error", "q5": 0, "q6": "not_asked"},
        {"q1": 0, "q2": 1, "q3": "no_answer", "q4": "stale", "q5": "stale", "q6": 1},
    )
    assert rows.row(0) == ("q1", METRIC, 1.0, 0.0, None, None)
    assert rows.row(1) == ("q2", METRIC, None, 1.0, "error", None)
    assert excluded(rows) == {
        "baseline: error": ["q2", "q4"],
        "baseline: not_asked": ["q6"],
        "candidate: stale": ["q5"],
        "no_answer": ["q3"],
    }


def test_zero_is_a_value():
    """A query that both fail is a pair; nothing is left out."""
    rows = hand({"q1": 0, "q2": 0}, {"q1": 0, "q2": 1})
    assert rows.select("baseline", "candidate").rows() == [(0.0, 0.0), (0.0, 1.0)]
    assert excluded(rows) == {}


def test_no_metrics_make_an_empty_table():
    """With all its columns."""
    *_, a, b, _ = both(0)
    rows = pairs(a, b, [])
    assert (rows.height, rows.schema) == (0, SCHEMA)
