"""Gates: against a loop over the definitions, and by hand."""

import random
from dataclasses import asdict

import polars as pl
import pytest

from assay.comparison.gates import check, gates, named
from assay.comparison.plan import measures, unknown
from assay.manifest import canonical
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import DOWN
from scoring.reference import reference

from .ground import asked, by_hand, done, known, of, runs, seen, shop, tiny

INHERENT = {"no_answer", "not_labelled", "nothing_returned"}
SETTINGS = Settings(k=(1, 3, 5), chars=(100,), headline=3)
SUFFICIENT, HARMFUL = "sufficient@3", "harmful@3"


def held(entries, cases, reviewed=None, **section):
    """Gates of params.yaml against the runs of some cases, the first of which is the baseline `a`."""
    made = {name: done(case, name) for name, case in zip("abc", cases, strict=False)}
    first = cases[0]
    return check(
        gates(entries, known(first)),
        {name: of(one, name) for name, one in made.items()},
        {name: one.slices for name, one in made.items()},
        seen(first) if reviewed is None else reviewed,
        asked(first, list(made), **section),
    )


def hand(entry, *tables, reviewed=None, otherwise=None, groups=(), baseline="a"):
    """One gate against tables of its metric, the first of which is the baseline's; checks by system."""
    systems = {
        name: by_hand(entry["metric"], values, name, otherwise)
        for name, values in zip("abc", tables, strict=False)
    }
    ids = pl.Series(sorted(tables[0]) if reviewed is None else reviewed, dtype=pl.String)
    schema = dict.fromkeys(("query_id", "slice", "value"), pl.String)
    slices = pl.DataFrame(list(groups), schema=schema, orient="row")
    planned = asked(tiny(), list(systems), baseline=baseline, metrics=[SUFFICIENT])
    wanted = gates([entry], measures(SETTINGS))
    return {one.system: one for one in check(wanted, systems, dict.fromkeys(systems, slices), ids, planned)}


def scope(case, groups):
    """Ids of reviewed dev queries in all groups."""
    return sorted(
        row["id"]
        for row in case.queries
        if (row["split"], row["status"]) == ("dev", "reviewed")
        and all((row[name] or "") == value for name, value in groups.items())
    )


def loop(entry, before, now, ids, direction):
    """What a gate must say of reference values, query by query: value, n, what is not measured, whether it is passed."""
    regression = "no_regression_beyond" in entry
    values, lacking = [], {}
    for key in ids:
        new, old = now[key][entry["metric"]], before[key][entry["metric"]]
        why = new if isinstance(new, str) else old if regression and isinstance(old, str) else None
        if why is None:
            values.append(new - old if regression else new)
        else:
            lacking.setdefault(why, []).append(key)
    if not values:
        return None, 0, lacking, False
    unmeasured = {why: ids for why, ids in lacking.items() if why not in INHERENT}
    mean = sum(values) / len(values)
    if regression:
        reached = (mean if direction == DOWN else -mean) <= entry["no_regression_beyond"] + 1e-9
    elif "at_least" in entry:
        reached = mean >= entry["at_least"] - 1e-9
    else:
        reached = mean <= entry["at_most"] + 1e-9
    return mean, len(values), unmeasured, reached and not unmeasured


def drawn(pick, names):
    entry = {"metric": pick.choice(names)}
    entry[pick.choice(["at_least", "at_most", "no_regression_beyond"])] = pick.choice([0.0, 0.1, 0.5, 1.0])
    groups = {"lang": pick.choice(["ru", "en"]), "type": pick.choice(["exact", "no_answer"])}
    chosen = pick.sample(list(groups), pick.choice([0, 0, 1, 2]))
    return {**entry, **({"slice": {name: groups[name] for name in chosen}} if chosen else {})}


@pytest.mark.parametrize("seed", range(12))
def test_gates_equal_a_loop_over_the_definitions(seed):
    """Any metric, rule and groups, with errors, unasked questions and labels that nobody reviewed."""
    one, other = runs(seed, alike=seed % 3 > 0)
    one, other = one.with_(depth=None), other.with_(depth=None)
    pick, every = random.Random(seed), known(one)
    entries = [drawn(pick, list(every)) for _ in range(25)]
    found = held(entries, (one, other))
    before, now = reference(one), reference(other)
    assert [one.gate for one in found] == list(range(1, 26))
    for entry, mine in zip(entries, found, strict=True):
        ids, direction = scope(other, entry.get("slice", {})), every[entry["metric"]].metric.direction
        value, n, lacking, passed = loop(entry, before, now, ids, direction)
        assert (mine.system, mine.metric, mine.refused) == ("b", entry["metric"], ())
        assert mine.value == (None if value is None else pytest.approx(value, abs=1e-9))
        assert (mine.n, mine.unmeasured, mine.passed) == (n, lacking, passed)
        assert list(mine.unmeasured) == sorted(mine.unmeasured)


@pytest.mark.parametrize("seed", range(4))
def test_unreviewed_queries_change_no_gate(seed):
    """Nor does the holdout: other results for them, errors, or no question at all; not even by a refusal."""
    one, other = runs(seed)
    one, other = one.with_(depth=None), other.with_(depth=None)
    counted = set(scope(one, {}))
    rest = {row["id"] for row in one.queries} - counted
    lost = other.with_(
        results={key: found for key, found in other.results.items() if key in counted},
        errors=(other.errors & counted) | set(sorted(rest)[1:]),
        not_asked=(other.not_asked & counted) | set(sorted(rest)[:1]),
    )
    pick = random.Random(seed)
    entries = [drawn(pick, list(known(one))) for _ in range(15)]
    more = {"max_error_share": 0.0}
    assert held(entries, (one, lost), **more) == held(entries, (one, other), **more)


@pytest.mark.parametrize(
    ("entry", "value", "passed"),
    [
        ({"at_least": 0.75}, 0.75, True),
        ({"at_least": 0.76}, 0.75, False),
        ({"at_most": 0.75}, 0.75, True),
        ({"at_most": 0.74}, 0.75, False),
        ({"no_regression_beyond": 0.25}, -0.25, True),
        ({"no_regression_beyond": 0.24}, -0.25, False),
    ],
)
def test_a_limit_may_be_reached_not_passed(entry, value, passed):
    """By hand: three of four, against four of four."""
    found = hand({"metric": SUFFICIENT, **entry}, dict.fromkeys("wxyz", 1), {"w": 1, "x": 1, "y": 1, "z": 0})
    (mine,) = found.values()
    assert (mine.system, mine.value, mine.n, mine.passed) == ("b", value, 4, passed)


def test_a_mean_of_tenths_reaches_its_limit():
    """Whatever the sum of 0.1 was in the last bit."""
    table = {f"q{i}": 0.1 for i in range(3)}
    for rule in ("at_least", "at_most"):
        assert hand({"metric": "recall@3", rule: 0.1}, table, table)["b"].passed
    worse = {"q0": 0.4, "q1": 0.4, "q2": 0.4}, {"q0": 0.1, "q1": 0.1, "q2": 0.1}
    assert hand({"metric": "recall@3", "no_regression_beyond": 0.3}, *worse)["b"].passed


def test_a_limit_with_more_digits_than_what_is_written_is_reached():
    """A third is 0.333333333 in the record, two thirds are 0.666666667."""
    third, both = {"w": 1, "x": 0, "y": 0}, {"w": 1, "x": 1, "y": 0}
    assert hand({"metric": SUFFICIENT, "at_least": 1 / 3}, third, third)["b"].passed
    assert hand({"metric": SUFFICIENT, "at_most": 2 / 3}, both, both)["b"].passed
    lost = {"w": 1, "x": 1, "y": 1}, third
    assert hand({"metric": SUFFICIENT, "no_regression_beyond": 2 / 3}, *lost)["b"].passed


def test_where_lower_is_better_a_rise_is_the_regression():
    """Of harmful results and of characters read; a fall is none, however far."""
    clean, harmed = dict.fromkeys("wxyz", 0), {"w": 1, "x": 0, "y": 0, "z": 0}
    entry = {"metric": HARMFUL, "no_regression_beyond": 0.1}
    assert (hand(entry, clean, harmed)["b"].value, hand(entry, clean, harmed)["b"].passed) == (0.25, False)
    assert (hand(entry, harmed, clean)["b"].value, hand(entry, harmed, clean)["b"].passed) == (-0.25, True)
    chars = {"metric": "context_chars@3", "no_regression_beyond": 100}
    assert hand(chars, {"w": 100}, {"w": 200})["b"].passed
    assert not hand(chars, {"w": 100}, {"w": 201})["b"].passed
    assert hand(chars, {"w": 1000}, {"w": 0})["b"].passed


def test_where_higher_is_better_a_fall_is_the_regression():
    """A rise is none."""
    entry = {"metric": SUFFICIENT, "no_regression_beyond": 0.0}
    assert hand(entry, {"w": 0, "x": 0}, {"w": 1, "x": 1})["b"].passed
    assert not hand(entry, {"w": 1, "x": 1}, {"w": 1, "x": 0})["b"].passed
    assert hand(entry, {"w": 1, "x": 0}, {"w": 1, "x": 0})["b"].passed


def test_harmful_is_not_measured_where_a_result_has_no_grade():
    """At most 0 is not passed by results that nobody looked at; the queries and the reason are told."""
    found = {"q1": ["p", "x"], "q2": ["p"], "q3": ["y"], "q4": ["x"]}
    case = shop(found)
    entry = {"metric": HARMFUL, "at_most": 0.0}
    (none,) = held([entry], (case, case))
    assert (none.value, none.n, none.passed) == (None, 0, False)
    assert none.unmeasured == {"ungraded": ["q1", "q2", "q3", "q4"]}
    grades = {
        ("q1", "p"): (2, False),
        ("q2", "p"): (1, False),
        ("q3", "y"): (0, False),
        ("q4", "x"): (0, False),
    }
    (part,) = held([entry], (case, case.with_(grades=grades)))
    assert (part.value, part.n, part.unmeasured, part.passed) == (0.0, 3, {"ungraded": ["q1"]}, False)
    (whole,) = held([entry], (case, case.with_(grades={**grades, ("q1", "x"): (0, False)})))
    assert (whole.value, whole.n, whole.unmeasured, whole.passed) == (0.0, 4, {}, True)
    (harmed,) = held([entry], (case, case.with_(grades={**grades, ("q1", "x"): (0, True)})))
    assert (harmed.value, harmed.passed) == (0.25, False)


def test_nothing_returned_harms_nobody():
    """Such a query has nothing to grade: it is left out, and does not fail the gate."""
    mine = hand({"metric": HARMFUL, "at_most": 0}, {"w": 0}, {"w": "nothing_returned", "x": 0})["b"]
    assert (mine.value, mine.n, mine.passed) == (None, 0, False)
    both = {"w": "nothing_returned", "x": 0}
    mine = hand({"metric": HARMFUL, "at_most": 0}, both, both)["b"]
    assert (mine.value, mine.n, mine.unmeasured, mine.passed) == (0.0, 1, {}, True)


@pytest.mark.parametrize(
    "why", ["error", "not_asked", "stale", "beyond_depth", "undeclared_length", "no_texts"]
)
@pytest.mark.parametrize("rule", ["at_least", "at_most", "no_regression_beyond"])
def test_a_query_that_should_have_a_value_fails_the_gate(why, rule):
    """However good the others are; it is named under its reason."""
    entry = {"metric": SUFFICIENT, rule: 1 if rule == "at_most" else 0}
    full, gap = {"w": 1, "x": 1}, {"w": 1, "x": why}
    mine = hand(entry, full, gap)["b"]
    assert (mine.n, mine.unmeasured, mine.refused, mine.passed) == (1, {why: ["x"]}, (), False)
    assert hand(entry, full, full)["b"].passed


def test_a_gap_of_the_baseline_fails_only_what_is_held_against_it():
    """At least and at most look at one system."""
    gap, full = {"w": 1, "x": "error"}, {"w": 1, "x": 1}
    assert hand({"metric": SUFFICIENT, "at_least": 1}, gap, full)["b"].passed
    mine = hand({"metric": SUFFICIENT, "no_regression_beyond": 0}, gap, full)["b"]
    assert (mine.n, mine.unmeasured, mine.passed) == (1, {"error": ["x"]}, False)


@pytest.mark.parametrize("why", sorted(INHERENT))
def test_a_query_without_a_value_by_nature_is_left_out(why):
    """A question that the corpus cannot answer, one without such labels; named only where nothing else is there."""
    entry = {"metric": SUFFICIENT, "at_least": 1}
    table = {"w": 1, "x": why}
    mine = hand(entry, table, table)["b"]
    assert (mine.value, mine.n, mine.unmeasured, mine.passed) == (1.0, 1, {}, True)
    alone = hand(entry, table, table, reviewed=["x"])["b"]
    assert (alone.value, alone.n, alone.unmeasured, alone.passed) == (None, 0, {why: ["x"]}, False)


@pytest.mark.parametrize("rule", ["at_least", "at_most", "no_regression_beyond"])
def test_a_slice_without_queries_fails(rule):
    """Of no such name, of no such value, of none that was reviewed."""
    table = {"w": 1, "x": 1}
    groups = [("w", "type", "exact"), ("x", "type", "other")]
    for slice_, reviewed in (
        ({"kind": "exact"}, None),
        ({"type": "none"}, None),
        ({"type": "exact"}, ["x"]),
        ({}, []),
    ):
        entry = {"metric": SUFFICIENT, rule: 1, "slice": slice_}
        mine = hand(entry, table, table, groups=groups, reviewed=reviewed)["b"]
        assert (mine.value, mine.n, mine.unmeasured, mine.passed) == (None, 0, {}, False)
    inside = hand({"metric": SUFFICIENT, rule: 1, "slice": {"type": "exact"}}, table, table, groups=groups)[
        "b"
    ]
    assert (inside.n, inside.passed) == (1, True)


def test_several_groups_are_met_together():
    """A query in one of them alone does not count; one with several values is in each of these groups."""
    groups = [
        *(("w", "type", "exact"), ("w", "section", "a"), ("w", "section", "b")),
        *(("x", "type", "exact"), ("x", "section", "a"), ("y", "section", "b")),
    ]
    table = {"w": 1, "x": 0, "y": 0}
    for wanted, n, value in (
        ({"type": "exact"}, 2, 0.5),
        ({"section": "b"}, 2, 0.5),
        ({"type": "exact", "section": "b"}, 1, 1.0),
    ):
        mine = hand({"metric": SUFFICIENT, "at_least": 0, "slice": wanted}, table, table, groups=groups)["b"]
        assert (mine.n, mine.value) == (n, value)


def test_what_a_gate_is_asked_of():
    """The candidates, or whom it names; without candidates every system."""
    tables = [{"w": 1}] * 3
    entry = {"metric": SUFFICIENT, "at_least": 1}
    assert list(hand(entry, *tables)) == ["b", "c"]
    assert list(hand({**entry, "systems": ["c", "a"]}, *tables)) == ["c", "a"]
    assert list(hand(entry, *tables, baseline=None)) == ["a", "b", "c"]
    assert list(hand(entry, {"w": 1})) == ["a"]


def test_without_a_baseline_no_regression_cannot_be_told():
    """The gate fails and says so; the others hold."""
    tables = [{"w": 1}] * 2
    mine = hand({"metric": SUFFICIENT, "no_regression_beyond": 1}, *tables, baseline=None)
    assert {(one.refused, one.value, one.passed) for one in mine.values()} == {(("baseline",), None, False)}
    assert all(
        one.passed for one in hand({"metric": SUFFICIENT, "at_least": 1}, *tables, baseline=None).values()
    )


def test_runs_that_cannot_be_compared_fail_what_is_held_against_the_baseline():
    """With the rules; a threshold of the candidate's own stands."""
    case = shop({"q1": ["p"], "q2": ["p", "q"]})
    entries = [
        {"metric": "mrr@3", "no_regression_beyond": 1},
        {"metric": SUFFICIENT, "no_regression_beyond": 1},
        {"metric": "mrr@3", "at_least": 0.5},
    ]

    def checked(depth=None, **other):
        made = {"a": done(case, "a"), "b": done(case.with_(depth=depth), "b", **other)}
        return check(
            gates(entries, known(case)),
            {name: of(one, name) for name, one in made.items()},
            {name: one.slices for name, one in made.items()},
            seen(case),
            asked(case),
        )

    def said(checks):
        return [(one.refused, one.passed) for one in checks]

    assert said(checked()) == [((), True)] * 3
    assert said(checked(gold="g2")) == [(("gold",), False), (("gold",), False), ((), True)]
    assert said(checked(corpus="c2")) == [(("corpus",), False), (("corpus",), False), ((), True)]
    assert said(checked(snapshot="s2")) == [(("chunking",), False), ((), True), ((), True)]
    assert checked(gold="g2")[0].unmeasured is None
    shallow = checked(depth=2)
    assert said(shallow)[:2] == [(("cutoff",), False)] * 2
    assert (shallow[2].value, shallow[2].passed) == (None, False)
    assert shallow[2].unmeasured == {"beyond_depth": ["q1", "q2", "q3"], "no_answer": ["q4"]}


def test_a_baseline_is_not_worse_than_itself():
    """Where a gate names it."""
    entry = {"metric": SUFFICIENT, "no_regression_beyond": 0, "systems": ["a"]}
    mine = hand(entry, {"w": 1, "x": 0}, {"w": 0, "x": 0})["a"]
    assert (mine.value, mine.passed) == (0.0, True)


def test_the_order_of_rows_is_irrelevant():
    """Of queries, slices and ids of reviewed queries."""
    pick = random.Random(5)
    table = {f"q{i:02}": pick.random() for i in range(50)}
    groups = [(name, "type", pick.choice("ab")) for name in table]
    entry = {"metric": "recall@3", "at_least": 0.5, "slice": {"type": "a"}}
    straight = hand(entry, table, table, groups=groups)
    mixed = dict(pick.sample(list(table.items()), 50))
    ids = pick.sample(list(table), 50)
    assert hand(entry, mixed, mixed, groups=groups[::-1], reviewed=ids) == straight


def test_what_a_gate_says_is_written_as_it_stands():
    """Plain values, for comparisons.json."""
    case = shop({"q1": ["p"], "q2": []}, errors={"q2"})
    entry = {"metric": SUFFICIENT, "at_least": 0.9, "slice": {"type": "exact"}}
    (mine,) = held([entry], (case, case))
    assert asdict(mine) == {
        "gate": 1,
        "system": "b",
        "metric": SUFFICIENT,
        "rule": "at_least",
        "limit": 0.9,
        "slice": {"type": "exact"},
        "value": 1.0,
        "n": 1,
        "unmeasured": {"error": ["q2"]},
        "refused": (),
        "passed": False,
    }
    assert canonical(asdict(mine))


def test_gates_of_metrics_without_a_mean_are_refused_all_at_once():
    """Each by its number."""
    entries = [{"metric": name, "at_least": 1} for name in ("sufficient@4", SUFFICIENT, "sufficient_rank")]
    found = unknown(named(entries), measures(SETTINGS))
    assert [str(one).partition(";")[0] for one in found] == [
        "params.yaml gates 1.metric: 'sufficient@4' is no metric that is scored and has a mean",
        "params.yaml gates 3.metric: 'sufficient_rank' is no metric that is scored and has a mean",
    ]
    assert gates([], measures(SETTINGS)) == []


def test_a_whole_number_is_a_limit():
    """YAML writes 0 and 0.0; a slice and systems may be left out."""
    (gate,) = gates([{"metric": HARMFUL, "at_most": 0}], measures(SETTINGS))
    assert (gate.rule, gate.limit, gate.slice, gate.systems) == ("at_most", 0.0, {}, ())
