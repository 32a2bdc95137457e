"""Stage: hold the gold set against its rules, and find its passages in the chunks of a snapshot."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.gold.conditions import stated
from assay.gold.faults import sound_gold
from assay.gold.projection import PROJECTION_KEY, STATUS_KEY, project
from assay.tables import read_table, write_table

with Stage("project") as stage:
    queries, passages = stage.read("gold", "queries.jsonl"), stage.read("gold", "passages.jsonl")
    documents = read_table(stage, "snapshot", "documents.parquet")
    chunks = read_table(stage, "snapshot", "chunks.parquet")
    gold = sound_gold(queries, passages, stage.path("gold").as_posix(), stated(documents, chunks))
    projection, status = project(gold.passages, documents, chunks)
    write_table(stage, "out", "projection.parquet", projection, key=PROJECTION_KEY)
    write_table(stage, "out", "passages.parquet", status, key=STATUS_KEY)
