"""Queries for which flat labels say the same as passages: where metrics of other tools must equal ours."""

import polars as pl

from assay.exchange.export.chunk_labels import carriers
from assay.exchange.export.outputs import Outputs
from assay.gold.queries import grades


def alike(queries, projection, status, chunks, results, responses):
    """Ids of dev queries that were answered without repeats, each of whose passages is held by one chunk of its own."""
    dev = queries.filter(pl.col("split") == "dev")
    labels = grades(dev).select("passage_id", query_id="id")
    rows = labels.join(carriers(projection, status, chunks).rows, on="passage_id", how="left")
    single = rows.group_by("query_id").agg(
        pl.col("whole").fill_null(value=False).all()
        & (pl.len() == pl.col("passage_id").n_unique())
        & (pl.len() == pl.col("chunk_id").n_unique())
    )
    repeated = results.filter(pl.struct("query_id", "chunk_id").is_duplicated())["query_id"]
    answered = responses.filter(status="ok")["query_id"]
    fit = single.filter(pl.col("whole") & pl.col("query_id").is_in(answered.implode()))["query_id"]
    return sorted(set(fit) - set(repeated))


def values(scores, queries, names):
    """Values of queries by id and name; what is null is left out."""
    rows = {row["query_id"]: row for row in scores.select("query_id", *names).to_dicts()}
    return {one: {name: rows[one][name] for name in names if rows[one][name] is not None} for one in queries}


def of_repository(top, system, names):
    """Values of the queries that are alike, from the outputs of a repository."""
    outputs = Outputs(top)
    cut = f"runs/snapshots/{outputs.of_system(system)['snapshot']}"
    tables = [outputs.table(f"{cut}/{name}.parquet") for name in ("projection", "passages", "chunks")]
    run = [
        outputs.table(f"runs/systems/{system}/{name}.parquet") for name in ("results", "responses", "scores")
    ]
    return values(run[2], alike(outputs.gold()[0], *tables, *run[:2]), names)
