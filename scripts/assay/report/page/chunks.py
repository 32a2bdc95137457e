"""The chunks that were returned, each once, whichever system returned it."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from assay.report.inputs import System

_ABOUT = ("doc_id", "title", "section", "subject", "valid_from", "valid_to", "sha256")
KEY = ("chunk_id", *_ABOUT)


@dataclass(frozen=True)
class Chunks:
    """Chunks by number.

    Attributes:
        table: ``chunk`` (number), ``chunk_id, doc_id, title, section, subject, valid_from, valid_to, sha256, text``,
            sorted.
        places: ``system`` (number), ``chunk_id, chunk``: snapshots may give one id to different chunks.
    """

    table: pl.DataFrame
    places: pl.DataFrame

    def of(self, system: int) -> pl.DataFrame:
        """``chunk_id, chunk`` of one system."""
        return self.places.filter(pl.col("system") == system).select("chunk_id", "chunk")


def chunks(systems: Sequence[System], depth: int) -> Chunks:
    """The chunks among the first results.

    Args:
        systems: in the order of their numbers.
        depth: how many results of each query.
    """
    parts = [
        system.hits.filter(pl.col("rank") <= depth)
        .select(*KEY, "text")
        .unique("chunk_id", keep="first", maintain_order=True)
        .with_columns(system=pl.lit(number, dtype=pl.UInt32))
        for number, system in enumerate(systems)
    ]
    rows = pl.concat(parts)
    table = rows.drop("system").unique(KEY, keep="first", maintain_order=True).sort(KEY)
    table = table.with_row_index("chunk").rechunk()
    places = rows.drop("text").join(table.drop("text"), on=KEY, nulls_equal=True, maintain_order="left")
    return Chunks(table, places.select("system", "chunk_id", "chunk"))
