"""Labels on passages as labels on the chunks of one snapshot: what flat formats call relevant."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.exchange.export.loss_report import loss
from assay.exchange.losses import Loss

if TYPE_CHECKING:
    import polars as pl

PART = 1  # grade of a chunk that holds a relevant passage only in part


@dataclass(frozen=True)
class Carriers:
    """Where the passages of a snapshot stand.

    Attributes:
        rows: ``passage_id, chunk_id, whole``: every chunk that holds a passage whole; of a passage that none holds
            whole, every chunk that holds a part of it.
        stale: passages that no longer stand in the snapshot.
    """

    rows: "pl.DataFrame"
    stale: "pl.Series"


@dataclass(frozen=True)
class ChunkLabels:
    """Labels of queries on chunks.

    Attributes:
        frame: ``query_id, chunk_id, relevance`` (1 or 2), sorted, each pair once with its highest grade.
        left_out: ids of queries of which a passage is stale, sorted.
        losses: what these labels no longer say.
    """

    frame: "pl.DataFrame"
    left_out: list[str]
    losses: list[Loss]


def carriers(
    projection: "pl.DataFrame",
    status: "pl.DataFrame",
    chunks: "pl.DataFrame",
    *,
    cover: float = 1.0,
    twins: bool = True,
) -> Carriers:
    """The chunks that carry each passage.

    Args:
        projection: projection.parquet of the snapshot.
        status: its passages.parquet.
        chunks: its chunks.parquet, ``chunk_key, chunk_id``.
        cover: share of a passage's letters and digits that counts as whole (``score.cover``).
        twins: whether equal words elsewhere count (``score.twins``).
    """
    import polars as pl

    rows = projection if twins else projection.filter(pl.col("location") == 0)
    place = ["passage_id", "location"]
    total = rows.unique([*place, "atom"]).group_by(place).agg(total=pl.col("weight").sum())
    held = rows.group_by(*place, "chunk_key").agg(pl.col("weight").sum()).join(total, on=place)
    enough = pl.col("weight") >= pl.col("total") * cover - 1e-9  # float noise of the product, as in scoring
    chunk = held.filter(pl.col("weight") > 0).group_by("passage_id", "chunk_key").agg(whole=enough.any())
    best = chunk.filter(pl.col("whole") | ~pl.col("whole").any().over("passage_id"))
    named = best.join(chunks.select("chunk_key", "chunk_id"), on="chunk_key")
    gone = status.filter(pl.col("status") == "stale")["passage_id"]
    return Carriers(named.select("passage_id", "chunk_id", "whole").sort("passage_id", "chunk_id"), gone)


def on_chunks(labels: "pl.DataFrame", carried: Carriers) -> ChunkLabels:
    """Labels of passages put onto the chunks that carry them.

    Args:
        labels: ``query_id, passage_id, grade``, each pair once.
        carried: where the passages stand.
    """
    import polars as pl

    stale = labels.filter(pl.col("passage_id").is_in(carried.stale.implode()))["query_id"].unique().sort()
    measured = labels.filter(~pl.col("query_id").is_in(stale.implode()))
    rows = measured.join(carried.rows, on="passage_id")
    relevance = pl.when("whole").then("grade").otherwise(PART).cast(pl.Int64)
    pair = ["query_id", "chunk_id"]
    frame = rows.with_columns(relevance=relevance).group_by(pair).agg(pl.col("relevance").max()).sort(pair)
    return ChunkLabels(frame, stale.to_list(), _losses(rows, stale.to_list()))


def _losses(rows: "pl.DataFrame", stale: list[str]) -> list[Loss]:
    import polars as pl

    label = ["query_id", "passage_id"]
    several = rows.filter("whole").filter(pl.len().over(label) > 1).unique(label)
    parts = rows.filter(~pl.col("whole")).unique(label)
    shared = rows.filter(pl.len().over("query_id", "chunk_id") > 1).unique(["query_id", "chunk_id"])
    return [
        *loss("queries left out, a passage of theirs no longer stands in the snapshot", stale),
        *loss(
            "labels on passages that several chunks hold whole; all are written, recall counts each of them",
            _named(several, "passage_id"),
        ),
        *loss(
            f"labels on passages that no chunk holds whole; chunks with a part are written, of grade {PART}",
            _named(parts, "passage_id"),
        ),
        *loss(
            "labelled chunks that hold several passages of their query; one label stands for all of them",
            _named(shared, "chunk_id"),
        ),
    ]


def _named(rows: "pl.DataFrame", column: str) -> list[str]:
    """``query: what`` of each row, sorted."""
    return [
        f"{query}: {name}"
        for query, name in rows.select("query_id", column).sort("query_id", column).iter_rows()
    ]
