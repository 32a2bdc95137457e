import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from assay.retrieval.ranking import SCALE, counts, log_ratios, rank, whole


def matrix(rows):
    return csr_array(whole(np.array(rows, dtype=float)))


def ranked(make, weights, *, depth=10, topics=None, restrict=False, **columns):
    texts = {f"c{n:02}": "x" for n in range(len(weights))}
    topics = topics or [make.topic()]
    queries = csr_array(np.ones((len(topics), 1), dtype=np.int64))
    frame = rank(
        topics,
        make.chunks(texts, **columns),
        queries,
        matrix([[weight] for weight in weights]),
        depth=depth,
        restrict=restrict,
    )
    return frame.select("query_id", "rank", "chunk_id", "score").rows()


def test_logarithms_are_correctly_rounded():
    """As `decimal` gives them with 50 digits; near those of `math`."""
    bottoms = np.array([1, 3, 7, 999, 3], dtype=np.int64)
    with localcontext(prec=50):
        expected = [float((Decimal(1000) / Decimal(int(bottom))).ln()) for bottom in bottoms]
    assert log_ratios(1000, bottoms).tolist() == expected
    assert log_ratios(1000, bottoms) == pytest.approx(
        [math.log(1000 / bottom) for bottom in bottoms], rel=1e-14
    )


def test_terms_outside_the_vocabulary_are_not_counted():
    """Rows of counts, columns by term, empty texts included."""
    found = counts([["b", "a", "b"], [], ["z"]], {"a": 0, "b": 1})
    assert found.toarray().tolist() == [[1, 2], [0, 0], [0, 0]]


def test_order_is_by_score_then_id(make):
    """Equal scores stand in the order of their ids, also across the cut."""
    assert ranked(make, [0.5, 0.7, 0.5, 0.5], depth=3) == [
        ("q-1", 1, "c01", 0.7),
        ("q-1", 2, "c00", 0.5),
        ("q-1", 3, "c02", 0.5),
    ]


def test_noise_is_no_difference(make):
    """Scores are rounded to 6 digits before anything is ranked."""
    assert [row[2] for row in ranked(make, [0.5, 0.5 + 3e-7])] == ["c00", "c01"]
    assert [row[2] for row in ranked(make, [0.5, 0.5 + 3e-6])] == ["c01", "c00"]


def test_nothing_is_padded_with_zeros(make):
    """A chunk that shares nothing is no result, whatever the depth."""
    assert [row[2] for row in ranked(make, [0.0, 0.2, 4e-7], depth=100)] == ["c01"]
    assert ranked(make, [0.0, 0.0]) == []


def test_subject_and_date_leave_chunks_out_before_the_cut(make):
    """The depth is filled with what fits."""
    topics = [make.topic("q-1", subject="a"), make.topic("q-2", subject="b"), make.topic("q-3")]
    rows = ranked(make, [0.3, 0.2, 0.1], depth=1, topics=topics, restrict=True, subject=["b", "a", None])
    assert [(query, chunk) for query, _, chunk, _ in rows] == [("q-1", "c01"), ("q-2", "c00"), ("q-3", "c00")]


def test_many_topics_are_scored_in_blocks(make):
    """Their number makes no difference."""
    topics = [make.topic(f"q-{n:03}") for n in range(130)]
    rows = ranked(make, [0.1, 0.2], topics=topics)
    assert rows == [
        (f"q-{n:03}", r, c, s) for n in range(130) for r, c, s in ((1, "c01", 0.2), (2, "c00", 0.1))
    ]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30), st.integers(1, 12))
def test_law_of_ranking(values, depth):
    """As a sort of all pairs (−score, id), cut, without zeros."""
    from retrieval.conftest import chunks, topic

    weights = [value / 5 for value in values]
    found = rank(
        [topic()],
        chunks({f"c{n:02}": "x" for n in range(len(values))}),
        csr_array(np.ones((1, 1), dtype=np.int64)),
        matrix([[weight] for weight in weights]),
        depth=depth,
        restrict=False,
        scale=SCALE,
    )
    expected = sorted((-round(weight, 6), f"c{n:02}") for n, weight in enumerate(weights) if weight)[:depth]
    assert found["chunk_id"].to_list() == [chunk for _, chunk in expected]
    assert found["rank"].to_list() == list(range(1, len(expected) + 1))
