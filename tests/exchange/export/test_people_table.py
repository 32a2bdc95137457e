import polars as pl
import pytest

import shop
from assay.exchange.export.people_table import Measured, in_words, people_table
from assay.exchange.export.people_words import HEAD, words
from assay.exchange.export.rankings import read_ranking
from assay.scoring.cutoffs import Settings
from assay.scoring.labels import read_labels


def measured(outputs, **changed):
    labels = read_labels((outputs.root / "gold/queries.jsonl").read_bytes(), "gold/queries.jsonl")
    chunks = outputs.table("runs/snapshots/fine/chunks.parquet")
    texts = dict(chunks.select("chunk_id", "text").iter_rows())
    scores = outputs.table("runs/systems/alpha/scores.parquet")
    lang = changed.pop("lang", "en")
    responses = outputs.table("runs/systems/alpha/responses.parquet")
    errors = dict(responses.select("query_id", "message").iter_rows())
    ranking, settings = read_ranking(outputs, "alpha", labels, chunks), Settings.of(shop.SCORE | changed)
    return Measured(ranking, scores, settings, texts, errors, lang)


def table(outputs, *systems, lang="en"):
    grid, losses = people_table(*outputs.gold(), systems, lang)
    return {row[0]: dict(zip(grid.head, row, strict=True)) for row in grid.rows}, losses


@pytest.mark.parametrize(
    ("sets", "relevant", "said"),
    [
        ([["a", "b"], ["c"]], (), "a + b\nor c"),
        ([["a"]], ("d",), "a"),
        ([], (), "the corpus has no answer"),
        (None, (), "not labelled yet"),
        (None, ("a", "b"), "sets not stated; relevant: a, b"),
    ],
)
def test_evidence_is_said_in_words(sets, relevant, said):
    """AND as +, OR as a new line; nothing labelled is told from nothing there."""
    assert in_words(sets, relevant, words("en")) == said


def test_each_question_has_its_passages_word_for_word(outputs):
    """In the order of the sets, each once; reviewers by name."""
    rows, _ = table(outputs)
    assert list(rows) == sorted(rows)
    assert tuple(rows["q-1"]) == tuple(map(words("en"), HEAD))
    names = [line.partition(": ")[0] for line in rows["q-1"]["passages"].split("\n\n")]
    assert names == ["guide", "term", "sale"]
    assert "sale: Товары с распродажи не возвращаются." in rows["q-1"]["passages"]
    assert rows["q-1"]["reviewers"] == "анна"
    assert rows["q-9"]["passages"] == "gone: Этого правила больше нет."


def test_a_value_that_is_null_has_its_reason(outputs):
    """Once where it is that of all figures, never a 0; an error by its message."""
    rows, _ = table(outputs, measured(outputs))
    assert rows["q-3"]["alpha: sufficient@2"] == ""
    assert rows["q-3"]["alpha: no value because"] == "no answer in the corpus"
    assert rows["q-7"]["alpha: no value because"] == "HTTP 504"
    assert rows["q-1"]["alpha: no value because"] == ""
    assert rows["q-1"]["alpha: first_relevant_rank"] == "1"
    assert rows["q-2"]["alpha: no value because"] == "first_relevant_rank: not found"
    assert rows["q-2"]["alpha: recall@2"] == "0.0"
    assert rows["q-9"]["alpha: no value because"] == "stale label"
    assert (
        rows["q-6"]["alpha: no value because"]
        == "sufficient@2, coverage@2: no evidence sets; first_relevant_rank: not found"
    )
    one = measured(outputs)
    one.errors.clear()
    assert table(outputs, one)[0]["q-7"]["alpha: no value because"] == "the system failed"


def test_the_table_speaks_the_language_of_reports(outputs):
    """Headings, labels and reasons; what people wrote is theirs."""
    rows, _ = table(outputs, measured(outputs, lang="ru"), lang="ru")
    assert list(rows["q-1"])[:3] == ["id", "вопрос", "тип"]
    assert rows["q-1"]["достаточные наборы"] == "guide\nили term + sale"
    assert rows["q-3"]["достаточные наборы"] == "ответа в корпусе нет"
    assert rows["q-3"]["alpha: почему нет значения"] == "нет ответа в корпусе"
    assert "alpha: результат 1" in rows["q-1"]


def test_expected_answers_are_in_the_table(outputs):
    """They are no loss; a question without one has an empty cell."""
    queries, passages = outputs.gold()
    answer = (
        pl.when(pl.col("id") == "q-1").then(pl.lit("30 дней, кроме распродажи.")).alias("expected_answer")
    )
    grid, losses = people_table(queries.with_columns(answer), passages, ())
    column = grid.head.index("expected answer")
    assert {row[0]: row[column] for row in grid.rows if row[column]} == {"q-1": "30 дней, кроме распродажи."}
    assert not [one for one in losses if "expected answers" in one.what]


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
