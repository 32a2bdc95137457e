"""Lists made by columns are what Python writes, or none is made."""

import json

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.runs.list_texts import Texts, list_texts

NAME = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
EDGES = [0.0, -0.0, 1e-4, 9.999e-5, 9999999999999998.0, 1e16, 0.1, 1 / 3, 123456789012345.6]
SCORE = st.sampled_from(EDGES) | st.floats(-1e17, 1e17) | st.none()
LISTS = st.lists(st.lists(st.tuples(NAME, SCORE), max_size=4), min_size=1, max_size=4)


@given(LISTS)
def test_lists_are_those_of_python(lists):
    """Whatever letters and numbers; with empty lists; where something is written otherwise, it is left alone."""
    rows = [(chunk, rank, score) for found in lists for rank, (chunk, score) in enumerate(found, 1)]
    chunks, ranks, scores = zip(*rows, strict=True) if rows else ((), (), ())
    columns = (
        pl.Series(chunks, dtype=pl.String),
        pl.Series(ranks, dtype=pl.UInt32),
        pl.Series(scores, dtype=pl.Float64),
    )
    made = list_texts(*columns, list(map(len, lists)))
    expected = [
        json.dumps(
            [{"chunk_id": c, "rank": rank, "score": s} for rank, (c, s) in enumerate(found, 1)],
            ensure_ascii=False,
        ).encode()
        for found in lists
    ]
    odd = any(
        score is None
        or (score != 0 and not 1e-4 <= abs(score) < 1e16)
        or any(ord(letter) < 32 or letter in '"\\' for letter in chunk)
        for chunk, _, score in rows
    )
    if odd:
        assert made is None
    else:
        assert made == Texts(b"".join(expected), list(map(len, expected)))


def test_letters_of_any_script_are_written_as_they_are():
    """As in all our files."""
    made = list_texts(pl.Series(["«я»", "\x7f"]), pl.Series([1, 1]), pl.Series([0.5, -2.0]), [1, 0, 1])
    texts = [
        '[{"chunk_id": "«я»", "rank": 1, "score": 0.5}]',
        "[]",
        '[{"chunk_id": "\x7f", "rank": 1, "score": -2.0}]',
    ]
    assert made == Texts("".join(texts).encode(), [len(one.encode()) for one in texts])
