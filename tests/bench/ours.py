"""Scoring of this project as one process: ``python ours.py FOLDER OUT``.

From Parquet and the gold set's JSON Lines to written scores: labels read and checked, ranks checked, every
metric at three cut-offs in results and two in characters, by query and as means with their denominators.
"""

import json
import sys
import time
from pathlib import Path

import polars as pl

from assay.scoring.aggregate import means
from assay.scoring.cutoffs import Settings
from assay.scoring.labels import read_labels
from assay.scoring.results import Run
from assay.scoring.scored import Inputs, score, scores
from assay.tables import table_bytes

SETTINGS = Settings(k=(5, 10, 20), chars=(1500, 3000), headline=5)


def main(folder, out):
    def table(name, *columns):
        return pl.read_parquet(folder / name, columns=list(columns))

    inputs = Inputs(
        labels=read_labels((folder / "queries.jsonl").read_bytes(), "queries.jsonl"),
        run=Run(
            pl.scan_parquet(folder / "results.parquet"),
            table(
                "responses.parquet", "query_id", "query_key", "query_sha256", "sent", "status", "n_returned"
            ),
            depth=100,
            repeats=False,  # the run's card says so
        ),
        passages=table("passages.parquet", "passage_id", "passage_key", "status"),
        projection=table(
            "projection.parquet", "passage_key", "location", "atom", "n_chars", "weight", "chunk_key"
        ),
        settings=SETTINGS,
    )
    made = scores(score(inputs), SETTINGS)
    out.joinpath("scores.parquet").write_bytes(table_bytes(made, ["query_id"]))
    figures = means(made, SETTINGS)
    out.joinpath("means.json").write_text(json.dumps(figures, sort_keys=True))
    return figures


if __name__ == "__main__":
    start = time.perf_counter()
    found = main(Path(sys.argv[1]), Path(sys.argv[2]))
    print(json.dumps({"seconds": time.perf_counter() - start, "recall": found["recall@10"]["mean"]}))
