"""The field's tools as one process: ``python peers.py pytrec_eval|ranx trec|parquet|jsonl FOLDER OUT``.

What they have of the metrics, at three cut-offs in results, by query and as means, written. Nested JSON Lines
none of them reads: a line is parsed by Python's json and becomes the dictionary that pytrec_eval takes.
"""

import json
import statistics
import sys
import time
from pathlib import Path

TOOL, SOURCE = sys.argv[1:3]
FOLDER, OUT = Path(sys.argv[3]), Path(sys.argv[4])
K = (5, 10, 20)

if TOOL == "ranx":
    import ranx
else:
    import pytrec_eval
if SOURCE == "parquet":
    import polars as pl


def nested(name, value):
    """Query → chunk → value, as pytrec_eval takes it."""
    columns = pl.read_parquet(FOLDER / name, columns=["query_id", "chunk_id", value])
    lists = columns.group_by("query_id", maintain_order=True).agg("chunk_id", value)
    rows = zip(lists["query_id"].to_list(), lists["chunk_id"].to_list(), lists[value].to_list(), strict=True)
    return {query: dict(zip(chunks, values, strict=True)) for query, chunks, values in rows}


def from_lines(name):
    """The same of nested JSON Lines."""
    with (FOLDER / name).open(encoding="utf-8") as file:
        lines = map(json.loads, file)
        return {line["id"]: {one["chunk_id"]: one["score"] for one in line["retrieved"]} for line in lines}


def parsed(parse, name):
    with (FOLDER / name).open() as file:
        return parse(file)


def with_pytrec_eval():
    if SOURCE == "parquet":
        qrels, run = nested("qrels.parquet", "grade"), nested("results.parquet", "score")
    else:
        qrels = parsed(pytrec_eval.parse_qrel, "qrels.trec")
        run = from_lines("run.jsonl") if SOURCE == "jsonl" else parsed(pytrec_eval.parse_run, "run.trec")
    cuts = ",".join(map(str, K))
    measures = {f"{name}.{cuts}" for name in ("recall", "P", "map_cut", "ndcg_cut", "success")} | {
        "recip_rank"
    }
    by_query = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=2).evaluate(run)
    names = sorted(next(iter(by_query.values())))
    means = {name: statistics.fmean(row[name] for row in by_query.values()) for name in names}
    if SOURCE == "parquet":
        columns = {name: [row[name] for row in by_query.values()] for name in names}
        pl.DataFrame({"query_id": list(by_query), **columns}).write_parquet(OUT / "peer.parquet")
    else:
        (OUT / "peer.json").write_text(json.dumps(by_query))
    return means["recall_10"]


def with_ranx():
    if SOURCE == "parquet":
        qrels = ranx.Qrels.from_parquet(str(FOLDER / "qrels.parquet"), "query_id", "chunk_id", "grade")
        run = ranx.Run.from_parquet(str(FOLDER / "results.parquet"), "query_id", "chunk_id", "score")
    else:
        qrels = ranx.Qrels.from_file(str(FOLDER / "qrels.trec"), kind="trec")
        run = ranx.Run.from_file(str(FOLDER / "run.trec"), kind="trec")
    names = ("recall", "precision", "map", "ndcg", "hit_rate", "mrr")
    # Its recall and others take "-l2" for relevance from grade 2 on.
    measures = [f"{name}@{k}" + ("" if name == "ndcg" else "-l2") for name in names for k in K]
    means = ranx.evaluate(qrels, run, measures, make_comparable=True)
    by_query = {
        name: {query: float(value) for query, value in rows.items()} for name, rows in run.scores.items()
    }
    (OUT / "peer.json").write_text(json.dumps(by_query))
    return float(means["recall@10-l2"])


if __name__ == "__main__":
    start = time.perf_counter()
    recall = with_ranx() if TOOL == "ranx" else with_pytrec_eval()
    print(json.dumps({"seconds": time.perf_counter() - start, "recall": recall}))
