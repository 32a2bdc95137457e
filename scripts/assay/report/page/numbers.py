"""Numbers that stand for ids on the page: of queries, passages and chunks."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from assay.report.inputs import Material
from assay.report.page.chunks import Chunks, chunks

SHOWN = 10  # results of a query, unless the headline cut-off lies deeper


@dataclass(frozen=True)
class Numbers:
    """What the numbers of the page stand for.

    Attributes:
        queries: of the material; their places are their numbers.
        passages: ``passage`` (number), ``passage_id, text, section, doc_id`` of those labelled for some query.
        chunks: of the results shown.
        depth: how many results of a query are shown.
    """

    queries: pl.DataFrame
    passages: pl.DataFrame
    chunks: Chunks
    depth: int

    @classmethod
    def of(cls, material: Material) -> "Numbers":
        """Those of a report."""
        depth = min(max(material.score["k"]), max(SHOWN, material.headline))
        labelled = _labelled(material.queries).join(material.passages, on="passage_id", how="left")
        known = labelled.sort("passage_id").with_row_index("passage")
        return cls(material.queries, known, chunks(material.systems, depth), depth)

    @cached_property
    def passage(self) -> dict[str, int]:
        """Number of each passage by its id."""
        return dict(self.passages.select("passage_id", "passage").iter_rows())

    def listed(self, ids: Iterable[str] | None) -> list[int]:
        """Numbers of the passages of a list; none for null."""
        return [self.passage[name] for name in ids or ()]

    def with_passages(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Rows that have a ``passage_id``, with ``passage``: its number; null: there is none."""
        known = self.passages.select("passage_id", "passage")
        return rows.join(known, on="passage_id", how="left", maintain_order="left")


def _labelled(queries: pl.DataFrame) -> pl.DataFrame:
    """``passage_id`` of every passage that is labelled for some query, once."""
    members = (
        queries["evidence_sets"]
        .drop_nulls()
        .explode(empty_as_null=False)
        .drop_nulls()
        .explode(empty_as_null=False)
    )
    graded = queries["relevant"].drop_nulls().explode(empty_as_null=False).struct.field("passage_id")
    return pl.DataFrame({"passage_id": pl.concat([members, graded]).drop_nulls().unique()})


def columns(rows: pl.DataFrame, names: dict[str, str]) -> dict[str, list[Any]]:
    """Columns under other names as lists; days as texts.

    Args:
        rows: a table.
        names: new name → column.
    """
    return {
        new: rows[name].cast(pl.String).to_list() if rows.schema[name] == pl.Date else rows[name].to_list()
        for new, name in names.items()
    }
