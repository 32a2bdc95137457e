"""The files of a run, as every stage that makes one writes them."""

from assay.retrieval.contract import Run
from assay.stage import Stage
from assay.tables import write_table


def write_run(stage: Stage, run: Run) -> None:
    """Write tables and card of a run into the folder that the stage was given as ``--out``."""
    write_table(stage, "out", "results.parquet", run.results, key=["query_id", "rank"])
    write_table(stage, "out", "responses.parquet", run.responses, key=["query_id"])
    write_table(stage, "out", "repeats.parquet", run.repeats, key=["repeat", "query_id", "rank"])
    write_table(stage, "out", "repeat_responses.parquet", run.repeat_responses, key=["repeat", "query_id"])
    stage.write_json("out", "card.json", run.card)
