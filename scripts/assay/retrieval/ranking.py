"""Scores and order of search over vectors, the same on every machine.

Weights are whole multiples of 10⁻⁹, and scores are sums of products of whole numbers: neither the order of
summation nor fused multiplication can change a bit. They are rounded to 6 digits before anything is ranked,
so ties are ties everywhere. The only logarithm is taken with ``decimal``; the rest are single IEEE operations.
"""

from collections.abc import Iterable
from decimal import Context, Decimal
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_array

from assay.retrieval.contract import fits
from assay.retrieval.frames import ROWS
from assay.retrieval.topics import Topic

SCALE = 10**9  # of weights
DIGITS = 6  # of scores
_BLOCK = 64  # topics scored at once: bounds the memory where a corpus has many chunks
_PRECISION = Context(prec=30)  # digits; a float has 17


class _Ranked(NamedTuple):
    """Rows of the chunk table and their scores in parts of 10⁻⁶, best first."""

    places: NDArray[np.int64]
    scores: NDArray[np.int64]


def log_ratios(numerator: int, denominators: NDArray[np.int64]) -> NDArray[np.float64]:
    """ln(numerator / d) of each whole number d, correctly rounded."""
    distinct, places = np.unique(denominators, return_inverse=True)
    top = _PRECISION.ln(Decimal(numerator))
    logs = [float(_PRECISION.subtract(top, _PRECISION.ln(Decimal(int(bottom))))) for bottom in distinct]
    return np.array(logs, dtype=np.float64)[places]


def whole(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Weights in whole parts of 10⁻⁹."""
    return np.rint(weights * SCALE).astype(np.int64)


def counts(texts: Iterable[list[str]], vocabulary: dict[str, int]) -> csr_array:
    """How often each text holds each term: one row a text, one column a term of the vocabulary."""
    lists = [[vocabulary[term] for term in text if term in vocabulary] for text in texts]
    starts = np.cumsum([0, *map(len, lists)])
    columns = np.fromiter((column for text in lists for column in text), dtype=np.int64, count=starts[-1])
    ones = np.ones(len(columns), dtype=np.int64)
    matrix = csr_array((ones, columns, starts), shape=(len(lists), len(vocabulary)))
    matrix.sum_duplicates()
    return matrix


def rank(
    topics: list[Topic],
    chunks: pl.DataFrame,
    queries: csr_array,
    weights: csr_array,
    *,
    depth: int,
    restrict: bool,
    scale: int = SCALE,
) -> pl.DataFrame:
    """The best chunks of each topic.

    Args:
        topics: one a row of ``queries``.
        chunks: one a row of ``weights``, sorted by ``chunk_id``.
        queries: whole numbers, topics × terms.
        weights: whole numbers, chunks × terms.
        depth: most results a topic.
        restrict: leave out chunks of another subject than the topic's, or not valid at its ``as_of``.
        scale: what a sum of products is divided by to be a score.

    Returns:
        Columns of ``frames.ROWS``: order by score, ties by chunk id; no results with score 0.
    """
    allowed = _Allowed(chunks) if restrict else None
    across = weights.T.tocsr()
    step = scale // 10**DIGITS
    found: list[_Ranked] = []
    for start in range(0, len(topics), _BLOCK):
        products = queries[start : start + _BLOCK] @ across
        for n, topic in enumerate(topics[start : start + _BLOCK]):
            row = slice(products.indptr[n], products.indptr[n + 1])
            places = products.indices[row].astype(np.int64)
            scores = (products.data[row] + step // 2) // step
            keep = scores > 0
            if allowed is not None:
                keep &= allowed.mask(topic)[places]
            found.append(_best(places[keep], scores[keep], depth))
    return _rows(topics, chunks["chunk_id"], found)


def _best(places: NDArray[np.int64], scores: NDArray[np.int64], depth: int) -> _Ranked:
    if len(scores) > depth:
        # All that tie with the last one that fits stay until ids have decided.
        lowest = np.partition(scores, len(scores) - depth)[len(scores) - depth]
        places, scores = places[scores >= lowest], scores[scores >= lowest]
    order = np.lexsort((places, -scores))[:depth]
    return _Ranked(places[order], scores[order])


def _rows(topics: list[Topic], ids: pl.Series, found: list[_Ranked]) -> pl.DataFrame:
    lengths = np.array([len(one.places) for one in found], dtype=np.int64)
    none = np.empty(0, dtype=np.int64)
    queries = np.repeat(np.arange(len(topics)), lengths)
    before = np.repeat(np.cumsum(lengths) - lengths, lengths)
    columns = {
        "query_id": pl.Series([topic.id for topic in topics], dtype=pl.String)[queries],
        "rank": np.arange(len(queries)) - before + 1,
        "chunk_id": ids[np.concatenate([none, *(one.places for one in found)])],
        "score": np.concatenate([none, *(one.scores for one in found)]) / 10**DIGITS,
    }
    plain = pl.DataFrame(columns).with_columns(foreign=pl.lit(value=False), n_chars=pl.lit(None))
    return plain.select(pl.col(name).cast(dtype) for name, dtype in ROWS.items())


class _Allowed:
    """Which chunks a topic may get; asked once for each pair of subject and date."""

    def __init__(self, chunks: pl.DataFrame) -> None:
        self._chunks = chunks
        self._masks: dict[tuple[str | None, str | None], NDArray[np.bool_]] = {}

    def mask(self, topic: Topic) -> NDArray[np.bool_]:
        """True for each chunk, in the order of the table, that fits the topic."""
        key = (topic.subject, topic.as_of)
        if key not in self._masks:
            asked = pl.lit(topic.subject, dtype=pl.String), pl.lit(topic.as_of, dtype=pl.String)
            self._masks[key] = self._chunks.select(fits(*asked)).to_series().to_numpy()
        return self._masks[key]
