"""Stage: cut a corpus into chunks."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.retrieval import snapshot
from assay.tables import write_table

with Stage("snapshot") as stage:
    settings = stage.params("snapshots", stage.key)
    files = stage.read_folder("source")
    made = snapshot.build(stage.key, settings, files, stage.path("source").as_posix())
    write_table(stage, "out", "documents.parquet", made.documents, key=["doc_id"])
    write_table(stage, "out", "chunks.parquet", made.chunks, key=["chunk_id"])
    stage.write_json("out", "card.json", made.card)
