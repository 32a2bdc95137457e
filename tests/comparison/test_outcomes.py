"""Which queries pass or fail with another system: against loops, and by hand."""

from dataclasses import replace

import polars as pl
import pytest

from assay.comparison.outcomes import SCHEMA, changes, counts, outcomes
from scoring.cases import query
from scoring.reference import reference

from .ground import runs, shop, system

TURNED = {"regression": "improvement", "improvement": "regression"}


def met(row, k):
    """Whether a query is met by its reference values; None: not measured."""
    value = row[f"sufficient@{k}"]
    value = row[f"hit@{k}"] if isinstance(value, str) else value
    return None if isinstance(value, str) else value >= 1


def marks(case):
    return {key: met(row, case.headline) for key, row in reference(case).items()}


def loop(one, other):
    """Counts of outcomes, query by query."""
    names = {
        (True, False): "regressions",
        (False, True): "improvements",
        (True, True): "met",
        (False, False): "unmet",
    }
    found = dict.fromkeys([*names.values(), "unmeasured"], 0)
    before, now = marks(one), marks(other)
    for key in before:
        found[names.get((before[key], now[key]), "unmeasured")] += 1
    return found


def changed(one, other, a, b):
    """Rows of changes, query by query, from the tables of details and hits."""
    before, now, k = marks(one), marks(other), one.headline
    rows = []
    for key in sorted(before):
        if None in (before[key], now[key]) or before[key] == now[key]:
            continue
        passing, failing = (0, 1) if before[key] else (1, 0)
        ranks = [
            {x["passage_id"]: x["found_at"] for x in side.details.filter(query_id=key)["found"][0]}
            for side in (a, b)
        ]
        within = [{name for name, at in side.items() if at is not None and at <= k} for side in ranks]
        sets = next(row["evidence_sets"] for row in one.queries if row["id"] == key)
        completed = next(each for each in sets if set(each) <= within[passing]) if sets else within[passing]
        missing = [name for name in ranks[0] if name in completed and name not in within[failing]]
        first = [
            side.hits.filter(pl.col("rank") <= k, query_id=key).sort("rank").to_dicts() for side in (a, b)
        ]
        there = {hit["chunk_id"] for hit in first[passing]}
        instead = [
            {"rank": hit["rank"], "chunk_id": hit["chunk_id"]}
            for hit in first[failing]
            if not hit["carries"] and hit["chunk_id"] not in there
        ]
        rows.append(
            {
                "query_id": key,
                "change": "regression" if before[key] else "improvement",
                "missing": [{"passage_id": p, "before": ranks[0][p], "now": ranks[1][p]} for p in missing],
                "instead": instead,
            }
        )
    return rows


@pytest.mark.parametrize("seed", range(12))
def test_counts_equal_a_loop_over_the_definitions(seed):
    """And add up to the dev queries."""
    one, other = runs(seed, alike=False)
    rows = outcomes(system(one), system(other, "b"), one.headline)
    assert counts(rows) == loop(one, other)
    assert sum(counts(rows).values()) == sum(row["split"] == "dev" for row in one.queries)
    assert dict(rows.select("query_id", "before").rows()) == marks(one)
    assert dict(rows.select("query_id", "now").rows()) == marks(other)


@pytest.mark.parametrize("seed", range(12))
def test_changes_equal_a_loop_over_queries(seed):
    """What the failing side lacks of what the other completed, the ranks on both sides, and what came instead."""
    one, other = runs(seed)
    a, b = system(one), system(other, "b")
    found = changes(a, b, one.headline)
    assert found.schema == SCHEMA
    assert found.to_dicts() == changed(one, other, a, b)


@pytest.mark.parametrize("seed", range(4))
def test_swapped_sides_swap_regressions_and_improvements(seed):
    """Ranks change sides; passages and results stay."""
    one, other = runs(seed)
    a, b = system(one), system(other, "b")
    straight, turned = (changes(*sides, one.headline).to_dicts() for sides in ((a, b), (b, a)))
    for row in turned:
        row["change"] = TURNED[row["change"]]
        row["missing"] = [
            {"passage_id": p["passage_id"], "before": p["now"], "now": p["before"]} for p in row["missing"]
        ]
    assert turned == straight
    there, back = (counts(outcomes(*sides, one.headline)) for sides in ((a, b), (b, a)))
    assert (there["regressions"], there["improvements"]) == (back["improvements"], back["regressions"])
    assert [there[name] for name in ("met", "unmet", "unmeasured")] == [
        back[name] for name in ("met", "unmet", "unmeasured")
    ]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_rows_is_irrelevant(seed):
    """Of scores, details and hits."""
    one, other = runs(seed)
    a, b = system(one), system(other, "b")
    mixed = [
        replace(
            side,
            **{
                name: getattr(side, name).sample(fraction=1, shuffle=True, seed=seed)
                for name in ("scores", "details", "hits")
            },
        )
        for side in (a, b)
    ]
    assert changes(*mixed, one.headline).equals(changes(a, b, one.headline))
    assert outcomes(*mixed, one.headline).equals(outcomes(a, b, one.headline))


def test_a_system_and_its_copy_have_no_changes():
    """Nothing regresses, nothing improves."""
    one, _ = runs(3)
    a = system(one)
    assert changes(a, replace(a, name="b"), one.headline).is_empty()
    found = counts(outcomes(a, replace(a, name="b"), one.headline))
    assert (found["regressions"], found["improvements"]) == (0, 0)
    assert found["met"] + found["unmet"] > 0


def test_what_went_missing_from_which_rank_and_what_came():
    """By hand: q at rank 3, then at 5; p stays; y came; s is labelled, and x was there before: no strangers."""
    before = shop({"q2": ["p", "x", "q"]})
    now = shop({"q2": ["x", "y", "s", "p", "q"]}, k=(1, 3, 5))
    (row,) = changes(system(before), system(now, "b"), 3).to_dicts()
    assert row == {
        "query_id": "q2",
        "change": "regression",
        "missing": [
            {"passage_id": "p", "before": 1, "now": 4},
            {"passage_id": "q", "before": 3, "now": 5},
        ],
        "instead": [{"rank": 2, "chunk_id": "y"}],
    }


def test_of_alternatives_the_one_that_was_completed_is_missing():
    """Not the other set, of which the failing side has more: nobody lost that."""
    before = shop({"q2": ["p", "q", "x"]})
    now = shop({"q2": ["r", "x", "y"]})
    for sides, change in (((before, now), "regression"), ((now, before), "improvement")):
        (row,) = changes(system(sides[0]), system(sides[1], "b"), 3).to_dicts()
        assert (row["change"], [one["passage_id"] for one in row["missing"]]) == (change, ["p", "q"])
        assert row["instead"] == [{"rank": 3, "chunk_id": "y"}]


def test_across_chunkings_the_same_words_are_nothing_new():
    """A chunk that holds one of the other side's, or lies in one, of the same document."""
    a = system(shop({"q1": ["p", "x"]}))
    b = system(shop({"q1": ["y", "z", "x"]}), "b", snapshot="s2")
    words = {"p": "needed", "x": "one two three"}, {"y": "zero one two three four", "z": "two", "x": "other"}
    named = [
        replace(
            side,
            hits=side.hits.with_columns(
                chunk_id=pl.format("{}{}", "chunk_id", pl.lit(side.name)),
                text=pl.col("chunk_id").replace_strict(texts, default=None),
                doc_id=pl.lit("d"),
            ),
        )
        for side, texts in zip((a, b), words, strict=True)
    ]
    (row,) = changes(*named, 3).to_dicts()
    assert [one["chunk_id"] for one in row["instead"]] == ["xb"]


def test_a_passage_that_is_nowhere_has_no_rank():
    """The other way round it is an improvement, with the baseline's results."""
    before, now = shop({"q1": ["x", "y"]}), shop({"q1": ["y", "p"]})
    (row,) = changes(system(before), system(now, "b"), 3).to_dicts()
    assert (row["query_id"], row["change"]) == ("q1", "improvement")
    assert row["missing"] == [{"passage_id": "p", "before": None, "now": 2}]
    assert [one["chunk_id"] for one in row["instead"]] == ["x"]


def test_without_sets_a_hit_counts():
    """What the other found is missing; what neither found is no loss."""
    before, now = shop({"q3": ["s"]}), shop({"q3": []})
    (row,) = changes(system(before), system(now, "b"), 3).to_dicts()
    assert (row["query_id"], row["change"], row["instead"]) == ("q3", "regression", [])
    assert row["missing"] == [{"passage_id": "s", "before": 1, "now": None}]


def test_a_partly_relevant_passage_within_the_cut_off_is_not_missing():
    """It makes no hit, and yet it came: at the last rank that counts."""
    case = shop({}).with_(queries=[query("q3", relevant={"r": 2, "p": 1})])
    before, now = (case.with_(results={"q3": found}) for found in (["r"], ["x", "y", "p"]))
    (row,) = changes(system(before), system(now, "b"), 3).to_dicts()
    assert row["missing"] == [{"passage_id": "r", "before": 1, "now": None}]
    assert [one["chunk_id"] for one in row["instead"]] == ["x", "y"]


def test_a_query_that_is_not_measured_neither_passes_nor_fails():
    """An error of one side is no regression; a question without an answer is never measured."""
    before, now = shop({"q1": ["p"]}), shop({}, errors={"q1"}, not_asked={"q2"})
    a, b = system(before), system(now, "b")
    assert changes(a, b, 3).is_empty()
    assert counts(outcomes(a, b, 3)) == {
        "regressions": 0,
        "improvements": 0,
        "met": 0,
        "unmet": 1,
        "unmeasured": 3,
    }
    assert outcomes(a, b, 3).rows()[0] == ("q1", True, None)


def test_the_cut_off_decides():
    """Found by both, by one of them beyond it."""
    a, b = (system(shop({"q1": found}), name) for name, found in (("a", ["p"]), ("b", ["x", "p"])))
    assert [changes(a, b, k)["change"].to_list() for k in (1, 3)] == [["regression"], []]
    assert pl.Series(["x"]).equals(changes(a, b, 1)["instead"].explode().struct["chunk_id"])
