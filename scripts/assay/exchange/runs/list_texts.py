"""The JSON of lists of results, made by columns: what Python would write of them, without an object each."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import polars as pl

_LEAST, _MOST = (
    1e-4,
    1e16,
)  # between these all writers of JSON give a number the same digits, without an exponent
_QUOTE, _CONTROL = ord('"'), 32
_QUOTES = 8  # of a result
_RESULT, _COMMA = '{{"chunk_id": "{}", "rank": {}, "score": {}}}', ", "


@dataclass(frozen=True)
class Texts:
    """The JSON of some lists, one after another, and of each how many bytes it has."""

    data: bytes
    sizes: list[int]

    @classmethod
    def of(cls, bodies: Sequence[bytes]) -> Self:
        """Lists of which it is known what stands between their brackets."""
        parts = chain.from_iterable((b"[", body, b"]") for body in bodies)
        return cls(b"".join(parts), [len(body) + 2 for body in bodies])


def is_plain(scores: "pl.Series") -> bool:
    """Whether Python writes every score of a column with the digits that others write.

    Args:
        scores: a series of numbers, null where there is none.
    """
    import polars as pl

    size = pl.col("score").abs()
    plain = (size == 0) | size.is_between(_LEAST, _MOST, closed="left")
    return bool(scores.alias("score").to_frame().select(plain.all()).item())


def list_texts(
    chunks: "pl.Series", ranks: "pl.Series", scores: "pl.Series", counts: Sequence[int]
) -> Texts | None:
    """The text of each list; None where a letter or a number is written otherwise, or a score is not known.

    Args:
        chunks: ids of all results, list by list.
        ranks: their ranks.
        scores: their scores.
        counts: how many results each list has.
    """
    import numpy as np
    import polars as pl

    if scores.null_count() or not is_plain(scores):
        return None
    columns = pl.DataFrame([chunks.alias("chunk"), ranks.alias("rank"), scores.alias("score")])
    rows = columns.select(pl.format(_RESULT, "chunk", "rank", "score"))
    buffer = io.BytesIO()
    rows.write_csv(buffer, include_header=False, quote_style="never", line_terminator=_COMMA)
    text = buffer.getvalue()
    codes = np.frombuffer(text, dtype=np.uint8)
    if (
        b"\\" in text
        or np.count_nonzero(codes == _QUOTE) != _QUOTES * rows.height
        or (codes < _CONTROL).any()
    ):
        return None
    ends = np.cumsum(rows.to_series().str.len_bytes().to_numpy() + len(_COMMA))
    borders = np.concatenate((np.zeros(1, ends.dtype), ends))[[0, *accumulate(counts)]].tolist()
    spans = pairwise(borders)
    return Texts.of([text[start : max(start, end - len(_COMMA))] for start, end in spans])
