import json

from pipeline import write_rows

from .ground import (
    GOOD,
    recorded,
    refused,
    result,
    run,
    text,
)


def scored(top, system):
    """Counts of a system's card, and how many queries have no score for which reason."""
    for stage in (f"retrieve@{system}", f"score@{system}"):
        done = run(top, stage)
        assert (done.returncode, done.stderr) == (0, ""), stage
    folder = top / "runs" / "systems" / system
    summary = json.loads((folder / "summary.json").read_bytes())
    return json.loads((folder / "card.json").read_bytes())["counts"], summary["metrics"]["recall@1"]["nulls"]


def test_a_missing_query_is_no_error(top):
    """It is counted, and has no score: never 0."""
    write_rows(top / "run" / "results.jsonl", GOOD[1:])
    counts, nulls = scored(top, "shop")
    assert counts["asked"] == 3
    assert nulls == {"not_asked": 1}


def test_a_repeated_chunk_is_kept_where_settings_say_so(top):
    """And counted."""
    recorded(result(rank=1), result(rank=2))(top)
    text("repeats: strict", "repeats: keep")(top)
    counts, _ = scored(top, "shop")
    assert counts["repeats"] == 1


def test_ids_without_texts_are_not_measured_where_settings_keep_them(top):
    """Where nothing says which snapshot they are of; never 0."""
    recorded(result(text="A sofa is collected at home."), card={"snapshot_id": None})(top)
    text("foreign: error", "foreign: keep")(top)
    counts, nulls = scored(top, "shop")
    assert (counts["ok"], counts["error"]) == (1, 3)
    assert nulls == {"error": 3}


def test_an_unknown_query_in_results(top):
    """Ignored where settings say so; then it is counted."""
    recorded(id="q-9")(top)
    assert run(top, "retrieve@shop").returncode == 0
    rule = "gold does not know the queries q-9; run the retrieval again, or set score.extra_queries to ignore"
    refused(top, {"score@shop": f"responses.parquet: {rule}"})
    text("extra_queries: error", "extra_queries: ignore")(top)
    _, nulls = scored(top, "shop")
    assert nulls == {"not_asked": 1}
