import polars as pl
import pytest

import shop
from assay.exchange.export.people_table import HEAD, Measured, in_words, people_table
from assay.exchange.export.rankings import read_ranking
from assay.scoring.cutoffs import Settings
from assay.scoring.labels import read_labels


def measured(outputs, **changed):
    labels = read_labels((outputs.root / "gold/queries.jsonl").read_bytes(), "gold/queries.jsonl")
    chunks = outputs.table("runs/snapshots/fine/chunks.parquet")
    texts = dict(chunks.select("chunk_id", "text").iter_rows())
    scores = outputs.table("runs/systems/alpha/scores.parquet")
    return Measured(
        read_ranking(outputs, "alpha", labels, chunks), scores, Settings.of(shop.SCORE | changed), texts
    )


def table(outputs, *systems):
    grid, losses = people_table(*outputs.gold(), systems)
    return {row[0]: dict(zip(grid.head, row, strict=True)) for row in grid.rows}, losses


@pytest.mark.parametrize(
    ("sets", "relevant", "words"),
    [
        ([["a", "b"], ["c"]], (), "a + b\nor c"),
        ([["a"]], ("d",), "a"),
        ([], (), "the corpus has no answer"),
        (None, (), "not labelled yet"),
        (None, ("a", "b"), "sets not stated; relevant: a, b"),
    ],
)
def test_evidence_is_said_in_words(sets, relevant, words):
    """AND as +, OR as a new line; nothing labelled is told from nothing there."""
    assert in_words(sets, relevant) == words


def test_each_question_has_its_passages_word_for_word(outputs):
    """In the order of the sets, each once; reviewers by name."""
    rows, _ = table(outputs)
    assert list(rows) == sorted(rows)
    assert tuple(rows["q-1"]) == HEAD
    names = [line.partition(": ")[0] for line in rows["q-1"]["passages"].split("\n\n")]
    assert names == ["guide", "term", "sale"]
    assert "sale: Товары с распродажи не возвращаются." in rows["q-1"]["passages"]
    assert rows["q-1"]["reviewers"] == "анна"
    assert rows["q-9"]["passages"] == "gone: Этого правила больше нет."


def test_a_value_that_is_null_has_its_reason(outputs):
    """By the name of the figure, never a 0."""
    rows, _ = table(outputs, measured(outputs))
    assert rows["q-3"]["alpha: sufficient@2"] == ""
    assert "sufficient@2: no_answer" in rows["q-3"]["alpha: no value because"]
    assert rows["q-1"]["alpha: no value because"] == ""
    assert rows["q-1"]["alpha: first_relevant_rank"] == "1"
    assert rows["q-2"]["alpha: no value because"] == "first_relevant_rank: not_found"
    assert rows["q-2"]["alpha: recall@2"] == "0.0"
    assert rows["q-9"]["alpha: no value because"].startswith("sufficient@2: stale; ")


def test_first_results_stand_in_columns_with_their_texts(outputs):
    """As many as the headline cut-off; how many questions have more is counted."""
    rows, losses = table(outputs, measured(outputs))
    assert [name for name in rows["q-1"] if "result" in name] == ["alpha: result 1", "alpha: result 2"]
    assert rows["q-1"]["alpha: result 2"] == "delivery#.1\n# Доставка\n\nКурьер привозит заказ за 2 дня."
    assert rows["q-3"]["alpha: result 2"] == ""
    said = {one.what: (one.count, one.examples) for one in losses}
    assert said["alpha: queries with more results than the first 2"] == (1, ("q-1",))
    assert said["alpha: queries for which nothing was found"] == (1, (shop.ODD,))


def test_a_deep_headline_gives_no_endless_table(outputs):
    """Ten columns of results at most."""
    assert measured(outputs, headline=2).shown == 2
    deep = Measured(
        *(getattr(measured(outputs), name) for name in ("ranking", "scores")),
        Settings(k=(50,), headline=50),
        {},
    )
    assert deep.shown == 10
    assert len(deep.closed) == len(deep.head)
    assert pl.Series(deep.head).is_unique().all()
