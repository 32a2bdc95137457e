"""Cosine over TF-IDF of character n-grams within word borders: no stemmer, forgiving about typing errors.

w(g, c) = tf · (1 + ln((1 + N) / (1 + n))), each chunk's and query's vector divided by its length; the
n-grams are those of scikit-learn's ``char_wb``, and so are the figures of its ``TfidfVectorizer``
(``smooth_idf``, norm ``l2``), except that they come out the same on every machine (``ranking``).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from assay.retrieval.contract import Request, Returned, all_asked
from assay.retrieval.ranking import SCALE, log_ratios, rank, whole
from assay.retrieval.tokens import fold


def retrieve(request: Request) -> Returned:
    """The best chunks of each topic; a topic that shares no n-gram with a chunk does not get it.

    Settings: ``depth``, ``n_min``, ``n_max``, ``filter``.
    """
    settings = request.settings
    texts = _counter(settings)
    frequencies = csr_array(texts.fit_transform(request.chunks["text"].to_list()))
    n_chunks, n_grams = frequencies.shape
    holding = np.bincount(frequencies.indices, minlength=n_grams)
    idf = 1 + log_ratios(1 + n_chunks, 1 + holding)
    questions = csr_array(texts.transform([topic.query for topic in request.topics]))
    rows = rank(
        request.topics,
        request.chunks,
        _unit_vectors(questions, idf),
        _unit_vectors(frequencies, idf),
        depth=settings["depth"],
        restrict=settings["filter"],
        scale=SCALE * SCALE,
    )
    return Returned(rows, all_asked(request.topics))


def _counter(settings: Any) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    lengths = (settings["n_min"], settings["n_max"])
    return CountVectorizer(analyzer="char_wb", ngram_range=lengths, preprocessor=fold, dtype=np.int64)


def _unit_vectors(frequencies: csr_array, idf: NDArray[np.float64]) -> csr_array:
    """Weights over the length of their row, in whole parts of 10⁻⁹."""
    frequencies.sort_indices()
    weights = frequencies.data * idf[frequencies.indices]
    rows = np.repeat(np.arange(frequencies.shape[0]), np.diff(frequencies.indptr))
    # bincount adds one by one in the order given; numpy's other sums depend on the CPU's vector width.
    squares = np.bincount(rows, weights=weights * weights, minlength=frequencies.shape[0])
    shares = whole(weights / np.sqrt(squares)[rows])
    return csr_array((shares, frequencies.indices, frequencies.indptr), shape=frequencies.shape)
