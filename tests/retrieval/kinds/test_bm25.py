import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from assay.retrieval.contract import run
from assay.retrieval.kinds.bm25 import retrieve
from assay.retrieval.tokens import terms

SETTINGS = {"kind": "bm25", "snapshot": "fine", "input": "x", "depth": 10, "filter": False, "stem": True,
            "k1": 1.2, "b": 0.75}  # fmt: skip
TEXTS = {
    "a": "Товар можно вернуть в течение 30 дней. Возврат товара бесплатен.",
    "b": "Возврат денег начинается, когда товар поступил на склад.",
    "c": "Delivery takes ten days. Returns are free; a return label is in the box.",
    "d": "API-ключ создаётся в кабинете. Ключ действует 24/7.",
    "e": "Пылесос V20: гарантия 36 месяцев; C++ тут ни при чём.",
    "f": "!!!",
}
QUERIES = [
    "возврат товара",
    "return returns label",
    "ключ API",
    "C++",
    "V20 гарантия",
    "я",
    "дней дней возврата",
]


def reference(query, texts, settings):
    """BM25 from its definition, term by term and chunk by chunk."""
    bags = {chunk: Counter(terms(text, stem=settings["stem"])) for chunk, text in texts.items()}
    lengths = {chunk: sum(bag.values()) for chunk, bag in bags.items()}
    mean = sum(lengths.values()) / len(texts)
    k1, b = settings["k1"], settings["b"]
    scores = {}
    for chunk, bag in bags.items():
        score = 0.0
        for term in terms(query, stem=settings["stem"]):
            holding = sum(term in other for other in bags.values())
            idf = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
            score += (
                idf * bag[term] / (bag[term] + k1 * (1 - b + b * lengths[chunk] / mean)) if bag[term] else 0
            )
        scores[chunk] = score
    return sorted(((-round(score, 6), chunk) for chunk, score in scores.items() if score > 0))


@pytest.mark.parametrize("changes", [{}, {"stem": False}, {"k1": 0.0}, {"b": 0.0}, {"k1": 2.0, "b": 1.0}])
def test_scores_are_those_of_the_formula(make, changes):
    """Order and scores to 6 digits, for every setting; a term twice in a query counts twice."""
    settings = {**SETTINGS, **changes}
    topics = [make.topic(f"q-{n}", query) for n, query in enumerate(QUERIES)]
    rows = retrieve(make.ask(TEXTS, topics, settings)).rows
    for topic in topics:
        found = [(-score, chunk) for query, _, chunk, score, *_ in rows.iter_rows() if query == topic.id]
        expected = reference(topic.query, TEXTS, settings)
        assert [chunk for _, chunk in found] == [chunk for _, chunk in expected]
        # Half a unit of the sixth digit: both sides round.
        assert [score for score, _ in found] == pytest.approx([score for score, _ in expected], abs=1.1e-6)


def test_numbers_by_hand(make):
    """Two chunks of one and two terms: idf ln 2 for a term in one of two; weight tf / (tf + k1 · norm)."""
    rows = retrieve(make.ask({"a": "x", "b": "y z"}, [make.topic(query="x")], SETTINGS)).rows
    norm = 1.2 * (1 - 0.75 + 0.75 * 1 / 1.5)
    assert rows["score"].to_list() == [round(math.log(2) / (1 + norm), 6)]


def test_unknown_words_return_nothing(make):
    """Not k chunks with score 0."""
    made = run(make.ask(TEXTS, [make.topic(query="quux")], SETTINGS))
    assert (made.results.height, made.responses["n_returned"].to_list(), made.card["counts"]["empty"]) == (
        0,
        [0],
        1,
    )


def test_a_depth_above_the_corpus_is_fine(make):
    """All that share a term."""
    rows = retrieve(make.ask(TEXTS, [make.topic(query="товар")], {**SETTINGS, "depth": 1000})).rows
    assert sorted(rows["chunk_id"]) == ["a", "b"]


def test_stems_find_other_forms(make):
    """Stemmed, «возвраты» finds «возврат»; not stemmed, it does not."""
    topics = [make.topic(query="возвраты")]
    assert retrieve(make.ask(TEXTS, topics, SETTINGS)).rows.height == 2
    assert retrieve(make.ask(TEXTS, topics, {**SETTINGS, "stem": False})).rows.height == 0


def test_texts_without_any_term(make):
    """A corpus of punctuation is searched, in vain."""
    assert retrieve(make.ask({"a": "!!!"}, [make.topic(query="?")], SETTINGS)).rows.height == 0


def test_order_does_not_depend_on_the_hash_seed():
    """Same bytes with any PYTHONHASHSEED."""
    code = (
        "import sys; sys.path[:0] = ['tests', 'scripts']\n"
        "from retrieval.conftest import ask, topic\n"
        "from retrieval.kinds.test_bm25 import QUERIES, SETTINGS, TEXTS\n"
        "from assay.retrieval.contract import run\n"
        "print(run(ask(TEXTS, [topic(str(n), q) for n, q in enumerate(QUERIES)], SETTINGS)).card['run_id'])"
    )
    root = Path(__file__).resolve().parents[3]
    ids = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(ids) == 1


def test_the_path_loads_no_checker():
    """Pandera is for what comes from outside; it costs half a second."""
    code = (
        "import sys, assay.retrieval.contract, assay.retrieval.kinds.bm25;"
        "print([m for m in ('pandera', 'sklearn') if m in sys.modules])"
    )
    scripts = Path(__file__).resolve().parents[3] / "scripts"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=scripts, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
