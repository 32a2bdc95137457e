from dataclasses import replace

import polars as pl
import pytest

from assay.retrieval.frames import REPEAT_RESPONSES, REPEATS
from assay.scoring.aggregate import means
from assay.scoring.repeats import others, repeats
from assay.scoring.scored import score, scores

from .cases import Case, inputs, query, responses_frame, results_frame

FIRST = {"q1": ["a", "b"], "q2": ["b", "a"]}
AGAIN = ({"q1": ["b", "a"], "q2": ["b", "a"]}, {"q1": ["b"], "q2": []})
CARD = {"depth": 5, "repeats": {"n": 3, "queries": 2, "changed": {"order": [1], "set": [1]}}}


def case(results):
    held = {"p": [[(0, 10, 8, ["a"])]]}
    queries = [query("q1", sets=[["p"]]), query("q2", sets=[["p"]])]
    return Case(queries, held, results, {"a": 10, "b": 10}, depth=5, k=(1, 2), chars=(), headline=1)


def stacked(frames, schema):
    numbered = [frame.with_columns(repeat=pl.lit(n, pl.UInt16)) for n, frame in enumerate(frames, 2)]
    return pl.concat(
        [pl.DataFrame(schema=schema).select(numbered[0].columns).cast(numbered[0].schema), *numbered]
    )


@pytest.fixture
def asked_again():
    """Scoring's inputs of a system that was asked three times."""
    made = inputs(case(FIRST))
    results = stacked([results_frame(case(one)) for one in AGAIN], REPEATS)
    responses = stacked([responses_frame(case(one)) for one in AGAIN], REPEAT_RESPONSES)
    return replace(made, others=others(results.lazy(), responses, CARD))


def means_of(made):
    return means(scores(score(made), made.settings), made.settings)


def repeats_of(made, card=CARD):
    first = score(made)
    return repeats(made, first, scores(first, made.settings), card)


def test_each_time_has_its_own_figures(asked_again):
    """Found first by q1 only the first time, second by both, then by none: the labels are the same."""
    found = repeats_of(asked_again)
    assert found["metrics"]["hit@1"] == [0.5, 0.0, 0.0]
    assert found["metrics"]["sufficient@2"] == [1.0, 1.0, 0.0]
    assert found["metrics"]["first_relevant_rank"] == [1.5, 2.0, None]
    assert {key: found[key] for key in ("n", "queries", "changed")} == CARD["repeats"]


def test_figures_of_a_time_are_those_of_it_alone(asked_again):
    """As if it had been the only one."""
    found = repeats_of(asked_again)["metrics"]
    for number, results in enumerate((FIRST, *AGAIN)):
        alone = means_of(inputs(case(results)))
        assert {name: values[number] for name, values in found.items()} == {
            name: entry.get("mean", entry.get("median")) for name, entry in alone.items()
        }


def test_a_system_that_was_asked_once_has_none():
    """Nothing is said of noise that nobody looked at."""
    made = inputs(case(FIRST))
    assert repeats_of(made, {"depth": 5}) is None
    assert others(pl.DataFrame(schema=REPEATS).lazy(), pl.DataFrame(schema=REPEAT_RESPONSES), CARD) == ()


@pytest.mark.parametrize("time", [0, 1, 2])
def test_figures_are_of_the_queries_answered_each_time(asked_again, time):
    """One that failed once is in none of them: a mean of fewer queries is no noise."""
    runs = [asked_again.run, *asked_again.others]
    failed = pl.when(pl.col("query_id") == "q2").then(pl.lit("error")).otherwise(pl.col("status"))
    responses = runs[time].responses.with_columns(failed.alias("status"))
    runs[time] = replace(runs[time], responses=responses)
    found = repeats_of(replace(asked_again, run=runs[0], others=tuple(runs[1:])))
    assert found["unanswered"] == ["q2"]
    assert found["metrics"]["hit@1"] == [1.0, 0.0, 0.0]
    assert found["measured"]["hit@1"] == 1
