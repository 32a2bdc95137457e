"""Stage: find the gold set's passages in the chunks of a snapshot."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.gold.passages import read_passages
from assay.gold.projection import PROJECTION_KEY, STATUS_KEY, project
from assay.tables import read_table, write_table

with Stage("project") as stage:
    gold = read_passages(
        stage.read("gold", "passages.jsonl"), stage.path("gold", "passages.jsonl").as_posix()
    )
    documents = read_table(stage, "snapshot", "documents.parquet")
    chunks = read_table(stage, "snapshot", "chunks.parquet")
    projection, status = project(gold, documents, chunks)
    write_table(stage, "out", "projection.parquet", projection, key=PROJECTION_KEY)
    write_table(stage, "out", "passages.parquet", status, key=STATUS_KEY)
