"""Text of other tools, read and scored by this project as one process: ``python texts.py trec|jsonl|import FOLDER OUT``.

``trec``: a run and qrels as TREC text. ``jsonl``: the run as nested JSON Lines, qrels as TREC text. Both are read with
all checks and scored with every metric at three cut-offs in results, by query and as means, written; without a
pipeline, so keys are those of this process. ``import``: the nested lines become a results.jsonl, nothing is scored.
"""

import json
import sys
import time
from pathlib import Path

import polars as pl

K = (5, 10, 20)


def inputs(rows, qrels):
    """What scoring takes, of lists (``query_id, rank, chunk_id``) and labels (``query_id, chunk_id, relevance``)."""
    from assay.scoring.cutoffs import Settings
    from assay.scoring.labels import Labels
    from assay.scoring.results import Run
    from assay.scoring.scored import Inputs

    ids = qrels["query_id"].unique().sort()
    said = dict.fromkeys(
        ("type", "lang", "subject", "status", "checked_corpus"), pl.lit(None, dtype=pl.String)
    )
    queries = ids.to_frame().with_row_index("q")
    queries = queries.with_columns(sent="query_id", stated=pl.lit(value=False), **said)
    labels = Labels(
        queries.select("q", "query_id", "sent", *said, "stated"),
        pl.DataFrame(schema={"q": pl.UInt32, "set": pl.UInt16, "passage_id": pl.String}),
        qrels.join(queries, on="query_id", maintain_order="left").select(
            "q", passage_id="chunk_id", grade=pl.col("relevance").cast(pl.UInt8)
        ),
        pl.Series([], dtype=pl.String),
    )
    relevant = qrels["chunk_id"].unique()
    key = pl.col("chunk_id").hash()
    passages = relevant.to_frame().select(passage_id="chunk_id", passage_key=key, status=pl.lit("span"))
    one = {"location": pl.lit(0, pl.UInt16), "n_chars": pl.lit(1, pl.UInt32), "weight": pl.lit(1, pl.UInt32)}
    projection = relevant.to_frame().select(passage_key=key, atom=key, chunk_key=key, **one)
    results = rows.select(
        query_key=pl.col("query_id").hash(),
        rank=pl.col("rank").cast(pl.UInt32),
        chunk_key=key,
        chars_read=pl.lit(None, pl.UInt32),
    )
    returned = (
        rows.select(pl.col("query_id").rle()).unnest("query_id").select(query_id="value", n_returned="len")
    )
    responses = ids.to_frame().join(returned, on="query_id", how="left", maintain_order="left")
    responses = responses.with_columns(
        query_key=pl.col("query_id").hash(),
        query_sha256=pl.lit(None, pl.String),
        sent="query_id",
        status=pl.lit("ok"),
    )
    run = Run(results.lazy(), responses.with_columns(pl.col("n_returned").fill_null(0)), repeats=False)
    return Inputs(labels, run, passages, projection, Settings(k=K))


def scored(rows, qrels, out):
    """Scores by query and means, written; the means."""
    from assay.scoring.aggregate import means
    from assay.scoring.scored import score, scores
    from assay.tables import table_bytes

    given = inputs(rows, qrels)
    made = scores(score(given), given.settings)
    out.joinpath("scores.parquet").write_bytes(table_bytes(made, ["query_id"]))
    figures = means(made, given.settings)
    out.joinpath("means.json").write_text(json.dumps(figures, sort_keys=True))
    return figures["recall@10"]["mean"]


def of_trec(folder, out):
    from assay.exchange.trec.qrels import read_qrels
    from assay.exchange.trec.runs import read_run

    run, qrels = read_run(folder / "run.trec", "run.trec"), read_qrels(folder / "qrels.trec", "qrels.trec")
    assert not run.problems + qrels.problems
    return scored(run.frame, qrels.frame, out)


def of_lines(folder, out):
    from assay.exchange.trec.qrels import read_qrels
    from assay.retrieval.foreign import read

    run, qrels = (
        read((folder / "run.jsonl").read_bytes(), "run.jsonl"),
        read_qrels(folder / "qrels.trec", "qrels.trec"),
    )
    assert not run.problems + qrels.problems
    return scored(run.rows, qrels.frame, out)


def imported(folder, out):
    from assay.exchange.plan import Plan
    from assay.exchange.runs.large_files import read_large
    from assay.exchange.runs.run_lists import Spooled
    from assay.exchange.runs.spool import Spool

    spool, plan = Spool(), Plan()
    found = read_large(folder / "run.jsonl", spool, "refuse", {}, "bench")
    assert not found.lines.problems
    Spooled(spool, found.chunks).add(plan, "results.jsonl", found.lines.values, bare=False)
    plan.carry_out(out)
    assert plan.streams["results.jsonl"].lines == len(found.lines.values)


if __name__ == "__main__":
    start = time.perf_counter()
    made = {"trec": of_trec, "jsonl": of_lines, "import": imported}[sys.argv[1]](
        Path(sys.argv[2]), Path(sys.argv[3])
    )
    print(json.dumps({"seconds": time.perf_counter() - start, "recall": made}))
