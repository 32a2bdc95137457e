"""The tables that scoring writes: details, triage candidates, scores; the whole stage's function."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from assay.errors import InputError
from assay.scoring import schema
from assay.scoring.evaluation import evaluate
from assay.scoring.holdout import holdout_figures
from assay.scoring.judgements import Judgements
from assay.scoring.scored import score, scores
from assay.scoring.summary import Context
from assay.tables import check

from .cases import Case, grade_row, inputs, query
from .test_aggregate import CARD, SNAPSHOT, small
from .test_reference import drawn


def evaluated(case, split="dev"):
    return evaluate(inputs(case, split), Context("bm25", CARD, SNAPSHOT, "g1"))


def test_details_name_the_best_set_and_what_is_missing():
    """Highest share, then fewest missing, then the first of the file; every labelled passage with its rank."""
    held = {name: [[(number, 50, 40, [name])]] for number, name in enumerate("abcdef")}
    queries = [
        query("q1", sets=[["a", "b"], ["c", "d", "e"]], relevant={"f": 1}),
        query("q2", sets=[["a", "b"], ["c", "d"]]),
        query("q3", sets=[["a", "b", "c", "d"], ["e", "f"]]),
        query("q4", sets=None, relevant={"a": 2}),
        query("q5", sets=[]),
    ]
    found = {"q1": ["c", "d", "f"], "q2": ["x"], "q3": ["a", "e", "b"], "q4": ["a", "a"], "q5": []}
    got = evaluated(Case(queries, held, found, dict.fromkeys("abcdefx", 10))).details
    rows = {row["query_id"]: row for row in got.iter_rows(named=True)}
    assert (rows["q1"]["best_set"], rows["q1"]["members"], rows["q1"]["missing"]) == (
        2,
        ["c", "d", "e"],
        ["e"],
    )
    assert (rows["q2"]["best_set"], rows["q2"]["missing"]) == (1, ["a", "b"])
    assert (rows["q3"]["best_set"], rows["q3"]["missing"]) == (2, ["f"])
    assert (rows["q4"]["best_set"], rows["q4"]["missing"], rows["q4"]["reason"]) == (None, [], "not_labelled")
    assert (rows["q4"]["repeats"], rows["q4"]["n_returned"]) == (1, 2)
    assert (rows["q5"]["best_set"], rows["q5"]["found"], rows["q5"]["reason"]) == (None, [], "no_answer")
    assert rows["q1"]["found"] == [
        {"passage_id": "a", "found_at": None, "chars_at": None},
        {"passage_id": "b", "found_at": None, "chars_at": None},
        {"passage_id": "c", "found_at": 1, "chars_at": 10},
        {"passage_id": "d", "found_at": 2, "chars_at": 20},
        {"passage_id": "e", "found_at": None, "chars_at": None},
        {"passage_id": "f", "found_at": 3, "chars_at": 30},
    ]


def test_triage_candidates_are_what_gold_does_not_know():
    """Of failed queries, within the headline cut-off: no carriers (not even partial), no judged texts, no repeats."""
    held = {"p": [[(0, 5, 5, ["half"]), (1, 5, 5, ["other"])]], "r": [[(2, 5, 5, ["r"])]]}
    queries = [
        query("q1", sets=[["p"]]),
        query("q2", sets=[["r"]]),
        query("q3", sets=None, relevant={"p": 2}),
        query("q4", sets=[]),
        query("q5", sets=None),
    ]
    chunks = dict.fromkeys(["half", "other", "r", "x", "y", "z"], 10)
    found = {
        "q1": ["x", "x", "half", "y", "foreign", "z", "r"],
        "q2": ["r", "x"],
        "q3": ["foreign", "y"],
        "q4": ["x"],
        "q5": ["x"],
    }
    case = Case(
        queries,
        held,
        found,
        chunks,
        k=(6,),
        headline=6,
        grades={("q1", "y"): (0, False), ("q3", "x"): (0, False)},
    )
    got = evaluated(case).triage
    assert got.select("query_id", "rank", "chunk_id").rows() == [
        ("q1", 1, "x"),
        ("q1", 6, "z"),
        ("q3", 2, "y"),
    ]
    assert got["text"][0] == "text of x"
    decided = case.with_(decided={("q1", "x")})
    assert evaluated(decided).triage["chunk_id"].to_list() == ["z", "y"]


@pytest.mark.parametrize("seed", range(15))
def test_outputs_follow_their_models(seed):
    """scores, details and triage of runs drawn at random."""
    got = evaluated(drawn(seed))
    check(schema.Scores, got.scores, "scores.parquet")
    check(schema.Details, got.details, "details.parquet")
    check(schema.Triage, got.triage, "triage.parquet")


def test_a_run_of_another_snapshot_is_refused():
    """Its chunk keys would not be those that the labels were projected onto."""
    card = {**CARD, "snapshot_id": "s0"}
    with pytest.raises(InputError, match="results are of snapshot s0, labels of s1; run `dvc repro`"):
        evaluate(inputs(small()), Context("bm25", card, SNAPSHOT, "g1"))


def test_the_holdout_is_scored_by_the_same_formulas():
    """With split holdout: its own queries alone, figures only."""
    got = holdout_figures(inputs(small(), "holdout"))
    assert got["queries"] == 1
    assert got["metrics"]["recall@1"] == {"mean": 1.0, "n": 1, "nulls": {}}
    assert set(got) == {"queries", "metrics"}
    assert "q7" not in evaluated(small()).scores["query_id"].to_list()


def test_graders_who_disagree():
    """The lowest grade, any harmful mark and every reason code count, until somebody adjudicates."""
    rows = [
        grade_row("q1", "a", 2, code="other_product"),
        grade_row("q1", "a", 1, harmful=True, code="outdated"),
        grade_row("q1", "b", 2, code="outdated"),
        grade_row("q2", "a", 0),
    ]
    first = Judgements.of(rows, [])
    assert sorted(first.grades.select("query_id", "grade", "harmful").rows()) == [
        ("q1", 1, True),
        ("q1", 2, False),
        ("q2", 0, False),
    ]
    assert first.codes.rows() == [("q1", "other_product"), ("q1", "outdated")]
    settled = Judgements.of([*rows, grade_row("q1", "a", 2, code="wrong_date", adjudicates="r1")], [])
    assert sorted(settled.grades.select("query_id", "grade", "harmful").rows()) == [
        ("q1", 2, False),
        ("q1", 2, False),
        ("q2", 0, False),
    ]
    assert settled.codes.rows() == [("q1", "outdated"), ("q1", "wrong_date")]


SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from assay.manifest import pretty
from assay.tables import table_bytes
from scoring.test_tables import evaluated, many
got = evaluated(many())
keys = dict(scores=[], details=[], triage=["rank"], hits=["rank"])
keys.update(symptoms=["symptom", "passage_id"], slices=["slice", "value"])
out = [table_bytes(getattr(got, name), ["query_id", *key]) for name, key in keys.items()]
sys.stdout.buffer.write(b"".join([*out, pretty(got.summary)]))
"""


def many():
    """Enough queries that several threads have something to do."""
    case = drawn(3)
    rows = [{**row, "id": f"{row['id']}-{n:03d}"} for n in range(400) for row in case.queries]
    results = {row["id"]: case.results[row["id"].partition("-")[0]] for row in rows}
    return dataclasses.replace(
        case,
        queries=rows,
        results=results,
        errors=set(),
        not_asked=set(),
        changed=set(),
        stale=set(),
        grades={},
    )


def test_one_and_eight_threads_give_the_same_bytes():
    """All tables and the summary, in processes of their own."""
    paths = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "scripts")]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(paths=paths)],
            env={**os.environ, "POLARS_MAX_THREADS": threads},
            check=True,
            capture_output=True,
        ).stdout
        for threads in ("1", "8")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


def test_scores_of_no_queries():
    """A gold set of which nothing is dev gives an empty table with all its columns."""
    case = Case(
        [query("q1", sets=[["p"]], split="holdout")], {"p": [[(0, 5, 5, ["a"])]]}, {"q1": ["a"]}, {"a": 10}
    )
    made = inputs(case)
    frame = scores(score(made), made.settings)
    assert len(frame) == 0
    assert frame.schema["recall@1"] == pl.Float64
