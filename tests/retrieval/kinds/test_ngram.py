import numpy as np
import pytest

from assay.retrieval.kinds.ngram import retrieve
from assay.retrieval.tokens import fold

SETTINGS = {
    "kind": "ngram",
    "snapshot": "fine",
    "input": "x",
    "depth": 10,
    "filter": False,
    "n_min": 3,
    "n_max": 5,
}
TEXTS = {
    "a": "Товар можно вернуть в течение 30 дней.",
    "b": "Ёлки и ели: возврат ёлок.",
    "c": "Delivery takes ten days; a return label is in the box.",
    "d": "API-ключ создаётся в кабинете.",
}
QUERIES = ["вернуть товар", "ВОЗВРАТ елок", "retrun lable", "api ключи", "ещё дней"]


def test_figures_are_those_of_scikit_learn(make):
    """Cosine of TfidfVectorizer(char_wb, smooth idf, l2) to 6 digits, in falling order."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    topics = [make.topic(f"q-{n}", query) for n, query in enumerate(QUERIES)]
    rows = retrieve(make.ask(TEXTS, topics, SETTINGS)).rows
    vectors = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), preprocessor=fold)
    chunks = vectors.fit_transform(list(TEXTS.values()))
    cosine = (vectors.transform(QUERIES) @ chunks.T).toarray()
    assert (cosine > 0).sum() == rows.height
    for query, rank, chunk, score, *_ in rows.iter_rows():
        line = cosine[int(query[2:])]
        assert score == pytest.approx(line[list(TEXTS).index(chunk)], abs=1e-6)  # both sides round
        assert score == pytest.approx(np.sort(line)[::-1][rank - 1], abs=1e-6)


def test_typing_errors_are_forgiven(make):
    """«retrun lable» shares n-grams with "return label"."""
    rows = retrieve(make.ask(TEXTS, [make.topic(query="retrun lable")], SETTINGS)).rows
    assert rows["chunk_id"][0] == "c"


def test_nothing_in_common_is_nothing_returned(make):
    """Also for a query without a letter."""
    topics = [make.topic("q-1", "退货规则说明"), make.topic("q-2", " ")]
    assert retrieve(make.ask(TEXTS, topics, SETTINGS)).rows.height == 0


def test_a_long_monotonous_text(make):
    """Weights are floats until they are shares, so no square overflows."""
    texts = {"a": "ы" * 100_000, "b": "ыыыы"}
    rows = retrieve(make.ask(texts, [make.topic(query="ыыыы")], SETTINGS)).rows
    assert rows["chunk_id"].to_list() == ["b", "a"]
    assert rows["score"][0] == 1.0
