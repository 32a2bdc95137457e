"""A gold set on chunks, and a ranking, made of a few plain values."""

import polars as pl

from assay.exchange.export.chunk_labels import Carriers
from assay.exchange.export.flat import Labelled
from assay.exchange.export.rankings import Ranking
from assay.gold.queries import parse_queries, queries_bytes
from assay.retrieval.frames import CHUNKS


def gold(queries, chunks, carried, texts=None):
    """Queries as parsed, chunks by id; ``carried``: passage → chunks that hold it whole."""
    frame, problems = parse_queries(queries_bytes(queries), "gold/queries.jsonl")
    assert problems == []
    rows = [
        dict.fromkeys(CHUNKS) | {"chunk_id": one, "title": f"t {one}", "text": (texts or {}).get(one, one)}
        for one in chunks
    ]
    table = pl.DataFrame(rows, schema=CHUNKS)
    pairs = [(passage, chunk, True) for passage, held in carried.items() for chunk in held]
    schema = {"passage_id": pl.String, "chunk_id": pl.String, "whole": pl.Boolean}
    stale = pl.Series([], dtype=pl.String)
    return Labelled.of(frame, table, Carriers(pl.DataFrame(pairs, schema=schema, orient="row"), stale))


def ranking(results, *, scores=None, system="s", repeats=False):
    rows = [
        (query, rank, chunk, None if scores is None else scores(query, rank))
        for query, found in sorted(results.items())
        for rank, chunk in enumerate(found, 1)
    ]
    schema = {"query_id": pl.String, "rank": pl.UInt32, "chunk_id": pl.String, "score": pl.Float64}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return Ranking(system, "id", frame, pl.Series(sorted(results), dtype=pl.String), [], repeats)
