"""Pairs of query and chunk that stand in a table more than once."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

_PAIR = ("query_id", "chunk_id")


def repeated(frame: "pl.DataFrame", key: tuple[str, ...] = _PAIR) -> "pl.DataFrame":
    """Rows whose pair stands on an earlier line, by line.

    Args:
        frame: ``line``, the texts of the key, and others.
        key: the columns that make a pair.

    Returns:
        Its columns, ``first`` (line where the pair stands first) and the other columns of that line with
        ``_first`` at the end of their names.
    """
    import polars as pl

    few = _suspects(frame, key).sort("line")
    firsts = few.unique(key, keep="first", maintain_order=True).rename({"line": "first"})
    return few.join(firsts, on=key, suffix="_first").filter(pl.col("line") != pl.col("first")).sort("line")


def _suspects(frame: "pl.DataFrame", key: tuple[str, ...]) -> "pl.DataFrame":
    """Rows whose pair has the hash of another one's: among millions of rows none, as a rule."""
    import numpy as np

    hashes = frame.select(hash=_hash(key))["hash"]
    ordered = np.sort(hashes.to_numpy())
    if not (ordered[1:] == ordered[:-1]).any():
        return frame.clear()
    return frame.filter(hashes.is_duplicated())


def _hash(key: tuple[str, ...]) -> "pl.Expr":
    import polars as pl

    found = pl.lit(0, pl.UInt64)
    for number, name in enumerate(key):
        found = found ^ pl.col(name).hash(number)
    return found
