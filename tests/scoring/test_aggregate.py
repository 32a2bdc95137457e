"""summary.json: means with denominators, medians, distribution, slices, no-answer table, counts."""

import json
from dataclasses import replace

import polars as pl
import pytest

from assay.scoring import aggregate, slices
from assay.scoring.judgements import Judgements
from assay.scoring.scored import score, scores
from assay.scoring.summary import Context, summary
from assay.tables import text_sha256

from .cases import Case, grade_row, inputs, query, table
from .test_reference import drawn

HELD = {name: [[(number, 50, 40, [name])]] for number, name in enumerate("pqrs")}
CHUNKS = dict.fromkeys("pqrsxy", 100)
FOUND = {
    "q1": ["p", "x", "x"],
    "q2": ["x", "q"],
    "q3": [],
    "q4": ["x", "y"],
    "q5": ["y"],
    "q6": [],
    "q7": ["s"],
}
CARD = {
    "run_id": "r1",
    "snapshot": "fine",
    "snapshot_id": "s1",
    "counts": {"repeats": 1, "foreign": 2},
}
SNAPSHOT = {"snapshot_id": "s1", "corpus_id": "c2"}


def small(**more):
    queries = [
        query("q1", sets=[["p"]], subject="vacuum"),
        query("q2", sets=[["p", "q"]], type="paraphrase", lang="ru"),
        query("q3", sets=[["r"]], status="unreviewed"),
        query("q4", sets=[], checked_corpus="c1"),
        query("q5", sets=[], checked_corpus="c2"),
        query("q6", sets=[]),
        query("q7", sets=[["s"]], split="holdout"),
    ]
    return Case(queries, HELD, chunks=CHUNKS, **{"results": FOUND, **more})


def summarised(case, made=None):
    made = made or inputs(case)
    scored = score(made)
    members = slices.members(made, scored)
    return summary(
        made, scored, scores(scored, made.settings), members, Context("bm25", CARD, SNAPSHOT, "g1")
    )


@pytest.mark.parametrize("seed", range(20))
def test_denominators_reconcile(seed):
    """Numbers scored and nulls by reason add up to all queries, for every metric."""
    case = drawn(seed)
    frame = table(case)
    for name, entry in aggregate.means(frame, case.settings).items():
        assert entry["n"] + sum(entry["nulls"].values()) == len(frame), name
        assert ("mean" in entry) != ("median" in entry)
        if "mean" in entry:
            assert (entry["mean"] is None) == (entry["n"] == 0)


def test_a_mean_and_its_nulls():
    """Recall 1, .5 and 0 of the three queries with an answer; three have none."""
    entry = summarised(small())["metrics"]["recall@3"]
    assert entry == {"mean": 0.5, "n": 3, "nulls": {"no_answer": 3}}


def test_a_mean_is_of_what_was_measured():
    """Nulls of several reasons leave it, each counted; the one query left has 1."""
    got = summarised(small(errors={"q2"}, not_asked={"q3"}, results={**FOUND, "q2": []}))
    assert got["metrics"]["recall@3"] == {
        "mean": 1.0,
        "n": 1,
        "nulls": {"error": 1, "no_answer": 3, "not_asked": 1},
    }
    none = summarised(small(errors={"q1", "q2"}, not_asked={"q3"}, results={**FOUND, "q1": [], "q2": []}))
    assert none["metrics"]["recall@3"] == {
        "mean": None,
        "n": 0,
        "nulls": {"error": 2, "no_answer": 3, "not_asked": 1},
    }


def test_judged_with_several_rows_of_one_chunk():
    """Two grades and a decision on one text are one judged result; of two results that came back it is half."""
    case = small(grades={("q3", "x"): (0, False)}, decided={("q3", "x")}, results={**FOUND, "q3": ["x", "y"]})
    made = inputs(case)
    twice = [grade_row("q3", "x", grade, code=code) for grade, code in ((2, "a"), (1, "b"))]
    judged = Judgements.of(twice, [{"query_id": "q3", "text_sha256": text_sha256("text of x")}])
    frame = scores(score(replace(made, judgements=judged)), made.settings)
    assert frame.filter(query_id="q3").select("judged@3", "graded_precision@1").row(0) == (0.5, 0.0)


@pytest.mark.parametrize(
    ("ranks", "not_found", "expected"),
    [
        ([3, 1, 2], 0, 2.0),
        ([1, 2], 0, 1.5),
        ([1, 2], 1, 2.0),
        ([1, 2], 2, None),
        ([1, 4, 4], 2, 4.0),
        ([], 3, None),
        ([], 0, None),
    ],
)
def test_medians_put_not_found_beyond_every_rank(ranks, not_found, expected):
    """Null where the median itself is not found."""
    assert aggregate.median(pl.Series(ranks, dtype=pl.UInt32), not_found) == expected


def test_ranks_are_summarised_by_their_median():
    """Ranks 1 and, never: the median of two, one of them beyond, is null; of the found alone it would be 1."""
    entry = summarised(small())["metrics"]["sufficient_rank"]
    assert entry == {"median": None, "n": 1, "nulls": {"no_answer": 3, "not_found": 2}}


def timed(values, **more):
    """The times of the small run, its responses with these milliseconds by query."""
    made = inputs(small(**more))
    stated = pl.col("query_id").replace_strict(values, default=None, return_dtype=pl.Float64)
    run = replace(made.run, responses=made.run.responses.with_columns(latency_ms=stated))
    return summarised(None, replace(made, run=run)).get("times")


def test_times_are_those_of_answers_of_the_split():
    """Errors, what was not asked, and the holdout (q7) have none; a run without times states none."""
    values = {"q1": 100.0, "q2": 900.0, "q3": 200.0, "q4": 9000.0, "q7": 77777.0}
    assert timed(values, errors={"q4"}) == {"n": 3, "median": 200.0, "p95": 830.0, "longest": 900.0}
    assert timed({"q1": 5.0, "q2": 0.0}) == {"n": 2, "median": 2.5, "p95": 4.75, "longest": 5.0}
    assert timed({"q2": 0.0}) == {"n": 1, "median": 0.0, "p95": 0.0, "longest": 0.0}
    assert timed({}) is None
    assert timed(values, changed={"q1", "q2", "q3", "q4"}) is None


def test_the_distribution_of_coverage():
    """None, up to half, more, all; queries without sets in none of them."""
    assert summarised(small())["coverage_distribution"] == {"0": 1, "(0, 0.5]": 1, "(0.5, 1)": 0, "1": 1}


def test_the_no_answer_table():
    """What came back, what of it is graded harmful, whether the corpus is still the one checked, the first document."""
    grades = {("q4", "x"): (0, True), ("q4", "y"): (0, False)}
    rows = summarised(small(grades=grades))["no_answer"]
    assert [tuple(row.values()) for row in rows] == [
        ("q4", "ok", 2, 2, 1, "changed", "d"),
        ("q5", "ok", 1, 0, 0, "checked", "d"),
        ("q6", "ok", 0, 0, 0, "never_checked", None),
    ]
    assert list(rows[0])[:6] == ["query_id", "state", "returned", "graded", "harmful", "checked"]
    assert list(rows[0])[6:] == ["top_document"]


def test_counts():
    """Of queries, of results (by the run's card), of passages."""
    got = summarised(small(errors={"q2"}, results={**FOUND, "q2": []}))
    counts = got["counts"]
    assert counts["error"] == 1
    assert counts["no_result"] == 1
    assert counts["no_answer"] == 3
    assert counts["unreviewed"] == 1
    assert (counts["repeats"], counts["foreign"], counts["passages"]) == (1, 2, 4)
    assert got["queries"] == {"dev": 6, "holdout_closed": 1}
    assert (got["system"], got["run_id"], got["gold_revision"]) == ("bm25", "r1", "g1")


@pytest.mark.parametrize(("places", "expected"), [(1, 0), (2, 1), (3, 1)])
def test_a_passage_that_stands_in_two_places_has_a_twin(places, expected):
    """Two are enough; it counts once however many there are."""
    held = {**HELD, "p": [[(10 + number, 50, 40, ["p"])] for number in range(places)]}
    assert summarised(small().with_(held=held))["counts"]["twins"] == expected


def test_the_summary_is_json_without_nan():
    """Whatever was drawn, with sorted keys of texts alone."""
    for seed in range(5):
        json.dumps(summarised(drawn(seed)), allow_nan=False, sort_keys=True)
