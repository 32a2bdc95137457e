"""What a run returned: checks of ranks, counts, depth, queries and labels."""

import polars as pl
import pytest

from assay.errors import InputError
from assay.scoring.cutoffs import Cutoff
from assay.scoring.results import Returned, Run, lazily
from assay.scoring.scored import score
from assay.tables import key_of, table_bytes

from .cases import Case, inputs, query, responses_frame, results_frame, values

HELD = {"p": [[(0, 50, 40, ["a"])]]}
CHUNKS = dict.fromkeys("abc", 100)


def case(**more):
    found = {"results": {"q1": ["b", "a", "c"]}, **more}
    return Case([query("q1", sets=[["p"]])], HELD, found.pop("results"), CHUNKS, **found)


def refused(made):
    with pytest.raises(InputError) as caught:
        score(made)
    return str(caught.value)


def with_results(one, change):
    made = inputs(one)
    return type(made)(
        **{
            **made.__dict__,
            "run": Run(results_frame(one).pipe(change).lazy(), responses_frame(one), one.depth),
        }
    )


@pytest.mark.parametrize("ranks", [[1, 2, 4], [2, 3, 4], [1, 1, 2], [1, 3, 3], [3, 2, 2]])
def test_rank_gaps_are_refused(ranks):
    """Gaps, a first rank other than 1, a rank twice."""
    made = with_results(case(), lambda f: f.with_columns(rank=pl.Series(ranks, dtype=pl.UInt32)))
    assert refused(made) == (
        f"results.parquet q1: ranks {sorted(ranks)} do not run from 1 without gaps; retrieve again"
    )


def test_rows_out_of_order_are_put_in_order():
    """Ranks 1, 2 | 3, 1, 2 have the sum and the falls of 1, 2, 3 | 1, 2: still seen, and sorted."""
    queries = [query("q1", sets=[["p"]]), query("q2", sets=[["p"]])]
    two = Case(queries, HELD, {"q1": ["a", "b"], "q2": ["b", "c", "a"]}, CHUNKS)
    frame = results_frame(two)
    made = with_results(two, lambda f: f[[0, 1, 4, 2, 3]])
    assert not made.run.results.collect().equals(frame)
    assert score(made).queries["sufficient_at"].to_list() == [1, 3]


def test_missing_rows_are_refused():
    """A response says how many results it had."""
    made = with_results(case(), lambda f: f.head(2))
    assert refused(made) == "results.parquet q1: 2 rows, the response says 3; retrieve again"


def test_more_results_than_the_depth_are_refused():
    """The declared depth is what was asked for."""
    assert refused(inputs(case(depth=2))) == (
        "results.parquet q1: 3 results, the declared depth is 2; correct the depth"
    )


def test_unknown_queries_are_listed():
    """An error by default; ignored, they are counted."""
    known = case()
    asked = [*known.queries, query("q9")]
    foreign = known.with_(queries=asked, results={**known.results, "q9": ["a"]})
    made = inputs(foreign)
    labels = inputs(known).labels
    assert refused(type(made)(**{**made.__dict__, "labels": labels})) == (
        "responses.parquet: gold does not know the queries q9; "
        "run the retrieval again, or set score.extra_queries to ignore"
    )
    lenient = inputs(foreign.with_(extra_queries="ignore"))
    assert score(type(lenient)(**{**lenient.__dict__, "labels": labels})).extra == ["q9"]


def test_unknown_passages_and_passages_twice_are_refused():
    """With query and passage."""
    unknown = case().with_(queries=[query("q1", sets=[["p", "tern"]])])
    assert refused(inputs(unknown)) == (
        "gold/queries.jsonl q1: names passage tern, which the snapshot's projection does not know; "
        "run `assay gold check`"
    )
    twice = case().with_(queries=[query("q1", sets=[["p", "p"]])])
    assert (
        refused(inputs(twice)) == "gold/queries.jsonl q1: evidence set 1 names passage p twice; name it once"
    )


def test_stale_passages_are_refused_where_settings_say_so():
    """`stale: refuse` is for releases."""
    made = inputs(case(stale={"p"}))
    strict = type(made.settings)(**{**made.settings.__dict__, "stale": "refuse"})
    assert refused(type(made)(**{**made.__dict__, "settings": strict})) == (
        "gold/queries.jsonl q1: passage p is stale; label it anew"
    )


def test_a_colliding_pair_is_not_taken_for_a_hit():
    """Pairs are looked up by one number; what only shares the number is sorted out."""
    frame = results_frame(case())
    pair = pl.DataFrame(
        {
            "query_key": pl.Series([key_of("q1") ^ 1], dtype=pl.UInt64),
            "chunk_key": pl.Series([key_of("a") ^ 1], dtype=pl.UInt64),
        }
    )
    returned = Returned(Run(frame.lazy(), responses_frame(case())))
    assert len(returned.rows_of(pair)) == 0


def test_slots_are_found_in_lists_of_any_length():
    """Empty, shorter than the cut-off, of unknown lengths."""
    found = {"q1": list("abc") * 7, "q2": [], "q3": ["a"], "q4": ["a", "x", "b"]}
    queries = [query(name, sets=[["p"]]) for name in found]
    made = Case(queries, HELD, found, CHUNKS)
    returned = Returned(
        Run(lazily(table_bytes(results_frame(made), ["query_id", "rank"])), responses_frame(made))
    )
    lists = responses_frame(made).join(returned.lists, on="query_key", how="left", maintain_order="left")
    lists = lists.select("start", "n").fill_null(0)
    for size, expected in (
        (99, [0, 0, 0, 0]),
        (100, [1, 0, 1, 1]),
        (1150, [11, 0, 1, 1]),
        (9999, [21, 0, 1, 1]),
    ):
        assert returned.slots(lists, Cutoff(size, by_characters=True)).to_list() == expected
    assert returned.slots(lists, Cutoff(2)).to_list() == [2, 0, 1, 2]


def test_queries_missing_in_the_run_are_no_error():
    """Not asked: null with that reason, the others stand."""
    queries = [query("q1", sets=[["p"]]), query("q2", sets=[["p"]])]
    made = Case(queries, HELD, {"q1": ["a"], "q2": []}, CHUNKS, not_asked={"q2"})
    assert values(made, "recall@1", "why:labels") == {"q1": (1.0, None), "q2": (None, "not_asked")}
