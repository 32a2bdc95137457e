"""BM25 over the terms of ``assay.retrieval.tokens``.

score(q, c) = Σ over terms of q of idf(t) · tf / (tf + k1 · (1 − b + b · |c| / mean length)), where
idf(t) = ln(1 + (N − n + 0.5) / (n + 0.5)), N chunks, n of them with t; a term twice in q counts twice.
Source: Robertson & Zaragoza, The Probabilistic Relevance Framework (2009), with the idf of Lucene, which is
never negative, and without the constant factor k1 + 1, which changes no order.

Statistics are those of the whole snapshot, also where a topic's subject or date leaves chunks out. The
sparse product is our own, in whole numbers (``ranking``): libraries such as bm25s take idf from the
machine's ``log`` and add up floats, so that ties, and with them the order, depend on the machine.
"""

import numpy as np
from scipy.sparse import csr_array

from assay.retrieval.contract import Request, Returned, all_asked
from assay.retrieval.ranking import counts, log_ratios, rank, whole
from assay.retrieval.tokens import terms


def retrieve(request: Request) -> Returned:
    """The best chunks of each topic; a topic without a known term gets none.

    Settings: ``depth``, ``stem``, ``k1``, ``b``, ``filter``.
    """
    settings = request.settings
    texts = [terms(text, stem=settings["stem"]) for text in request.chunks["text"]]
    # Sorted, so that no sum depends on the order of a set of strings.
    vocabulary = {term: n for n, term in enumerate(sorted(set().union(*texts)))}
    questions = [terms(topic.query, stem=settings["stem"]) for topic in request.topics]
    rows = rank(
        request.topics,
        request.chunks,
        counts(questions, vocabulary),
        _weights(counts(texts, vocabulary), settings["k1"], settings["b"]),
        depth=settings["depth"],
        restrict=settings["filter"],
    )
    return Returned(rows, all_asked(request.topics))


def _weights(frequencies: csr_array, k1: float, b: float) -> csr_array:
    """Summand of each chunk and term."""
    n_chunks, n_terms = frequencies.shape
    holding = np.bincount(frequencies.indices, minlength=n_terms)
    # 1 + (N − n + 0.5) / (n + 0.5) = (2 N + 2) / (2 n + 1)
    idf = log_ratios(2 * n_chunks + 2, 2 * holding + 1)
    lengths = frequencies.sum(axis=1)
    mean = max(lengths.sum(), 1) / n_chunks
    slowness = k1 * (1 - b + b * lengths / mean)
    tf = frequencies.data
    rows = np.repeat(np.arange(n_chunks), np.diff(frequencies.indptr))
    weights = whole(idf[frequencies.indices] * (tf / (tf + slowness[rows])))
    return csr_array((weights, frequencies.indices, frequencies.indptr), shape=frequencies.shape)
