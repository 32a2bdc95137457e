"""Text of other tools, read by this project as one process: ``python texts.py trec|jsonl|import|import-trec FOLDER OUT``.

``trec``: a run and qrels as TREC text. ``jsonl``: the run as nested JSON Lines, qrels as TREC text. Both are read with
all checks and scored with every metric at three cut-offs in results, by query and as means, written; without a
pipeline, so keys are those of this process. ``import`` and ``import-trec``: the nested lines, the TREC run become a
results.jsonl, nothing is scored.
"""

import json
import sys
import time
from pathlib import Path

import polars as pl

K = (5, 10, 20)


def keyed(rows):
    """Results as scoring takes them."""
    return rows.select(
        query_key=pl.col("query_id").hash(),
        rank=pl.col("rank").cast(pl.UInt32),
        chunk_key=pl.col("chunk_id").hash(),
        chars_read=pl.lit(None, pl.UInt32),
    )


def inputs(results, qrels):
    """What scoring takes, of results and labels (``query_id, chunk_id, relevance``)."""
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
    returned = results.select(pl.col("query_key").rle()).unnest("query_key")
    responses = ids.to_frame().with_columns(query_key=pl.col("query_id").hash())
    returned = returned.select(query_key="value", n_returned="len")
    responses = responses.join(returned, on="query_key", how="left", maintain_order="left")
    responses = responses.with_columns(
        query_sha256=pl.lit(None, pl.String),
        sent="query_id",
        status=pl.lit("ok"),
    )
    run = Run(results.lazy(), responses.with_columns(pl.col("n_returned").fill_null(0)), repeats=False)
    return Inputs(labels, run, passages, projection, Settings(k=K))


def scored(results, qrels, out):
    """Scores by query and means, written; the means."""
    from assay.scoring.aggregate import means
    from assay.scoring.scored import score, scores
    from assay.tables import table_bytes

    given = inputs(results, qrels)
    made = scores(score(given), given.settings)
    out.joinpath("scores.parquet").write_bytes(table_bytes(made, ["query_id"]))
    figures = means(made, given.settings)
    out.joinpath("means.json").write_text(json.dumps(figures, sort_keys=True))
    return figures["recall@10"]["mean"]


def labels(folder):
    from assay.exchange.trec.qrels import read_qrels

    qrels = read_qrels(folder / "qrels.trec", "qrels.trec")
    assert not qrels.problems
    return qrels.frame


def of_trec(folder, out):
    from assay.exchange.trec.parts import Parts

    parts = Parts("run.trec")
    results = pl.concat(part.made for part in parts.read(folder / "run.trec", keyed))
    run, _ = parts.run()
    assert not run.problems
    return scored(results, labels(folder), out)


def of_lines(folder, out):
    from assay.retrieval.foreign import read

    run = read((folder / "run.jsonl").read_bytes(), "run.jsonl")
    assert not run.problems
    return scored(keyed(run.rows), labels(folder), out)


def written(lines, lists, out):
    """Lines of an import as its results.jsonl."""
    from assay.exchange.plan import Plan

    plan = Plan()
    assert not lines.problems
    (out / "results.jsonl").unlink(missing_ok=True)  # one that is there is held while it is replaced
    lists.add(plan, "results.jsonl", lines.values, bare=False)
    plan.carry_out(out)
    assert plan.streams["results.jsonl"].lines == len(lines.values)


def imported(folder, out):
    from assay.exchange.runs.large_files import read_large
    from assay.exchange.runs.run_lists import Spooled
    from assay.exchange.runs.spool import Spool

    spool = Spool()
    found = read_large(folder / "run.jsonl", spool, "refuse", {}, "bench")
    written(found.lines, Spooled(spool, found.chunks), out)


def imported_trec(folder, out):
    from assay.exchange.runs.large_runs import read_large_run
    from assay.exchange.runs.run_lists import Spooled
    from assay.exchange.runs.spool import Spool

    spool = Spool()
    found, _ = read_large_run(folder / "run.trec", spool, "trec10", "refuse", K)
    written(found.lines, Spooled(spool, found.chunks), out)


WAYS = {"trec": of_trec, "jsonl": of_lines, "import": imported, "import-trec": imported_trec}

if __name__ == "__main__":
    start = time.perf_counter()
    made = WAYS[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
    print(json.dumps({"seconds": time.perf_counter() - start, "recall": made}))
