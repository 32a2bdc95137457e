import polars as pl

import shop
from assay.exchange.export.rankings import read_ranking
from assay.scoring.labels import read_labels
from assay.tables import table_bytes


def ranking(outputs):
    labels = read_labels((outputs.root / "gold/queries.jsonl").read_bytes(), "gold/queries.jsonl")
    chunks = outputs.table("runs/snapshots/fine/chunks.parquet")
    found = read_ranking(outputs, "alpha", labels, chunks)
    return found, {one.what.removeprefix("alpha: "): (one.count, one.examples) for one in found.losses}


def change(outputs, name, key, **columns):
    path = outputs.root / f"runs/systems/alpha/{name}.parquet"
    path.write_bytes(table_bytes(pl.read_parquet(path).with_columns(**columns), key))


def test_only_answered_dev_queries_are_in_it(outputs):
    """No error, none that was not asked, none of the holdout; a query without results is there, but without rows."""
    found, said = ranking(outputs)
    assert found.answered.to_list() == ["q-1", "q-2", "q-3", "q-6", "q-9", shop.ODD]
    assert found.empty.to_list() == [shop.ODD]
    assert said["queries of the holdout left out; their rankings are closed"] == (1, ())
    assert found.repeats


def test_a_query_asked_with_another_text_is_left_out(outputs):
    """As in scoring: what was found was found for something else."""
    sha = pl.when(pl.col("query_id") == "q-1").then(pl.lit("0" * 64)).otherwise("query_sha256")
    sent = pl.when(pl.col("query_id") == "q-1").then(pl.lit("Другой вопрос")).otherwise("sent")
    change(outputs, "responses", ["query_id"], query_sha256=sha, sent=sent)
    found, said = ranking(outputs)
    assert "q-1" not in found.rows["query_id"]
    assert said["queries left out, not asked, or asked with another text than today's"] == (2, ("q-1", "q-8"))


def test_latencies_and_other_words_are_counted(outputs):
    """No flat form of results has a place for them."""
    sent = pl.when(pl.col("query_id") == "q-2").then(pl.lit("курьер срок")).otherwise("sent")
    change(outputs, "responses", ["query_id"], latency_ms=pl.lit(12.5), sent=sent)
    _, said = ranking(outputs)
    assert said["latencies"] == (6, ("q-1", "q-2", "q-3"))
    assert said["questions that the system sent in other words"] == (1, ("q-2",))


def test_a_foreign_chunk_is_told_from_the_snapshot_s_own_of_that_id(outputs):
    """Else it would count as relevant in other tools."""
    foreign = (pl.col("query_id") == "q-1") & (pl.col("rank") < 3)
    key = pl.when(~foreign).then("chunk_key")
    name = pl.when(foreign & (pl.col("rank") == 2)).then(pl.lit("elsewhere")).otherwise("chunk_id")
    change(outputs, "results", ["query_id", "rank"], chunk_key=key, chunk_id=name)
    found, said = ranking(outputs)
    chunks = found.rows.filter(query_id="q-1")["chunk_id"].to_list()
    assert chunks == ["foreign:returns#срок.1", "elsewhere", "returns#исключения.1"]
    what = "results that are no chunk of the snapshot; they stand among the others by their ids"
    assert said[what] == (2, ("q-1: returns#срок.1", "q-1: elsewhere"))


def test_queries_can_be_taken_out(outputs):
    """From rows and from what was answered alike."""
    found, _ = ranking(outputs)
    less = found.without(["q-1", shop.ODD])
    assert less.answered.to_list() == ["q-2", "q-3", "q-6", "q-9"]
    assert "q-1" not in less.rows["query_id"]
    assert less.empty.to_list() == []
