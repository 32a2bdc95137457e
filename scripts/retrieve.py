"""Stage: ask one system all topics."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.retrieval import contract, topics
from assay.retrieval.outputs import write_run
from assay.tables import read_table

with Stage("retrieve") as stage:
    request = contract.Request(
        topics=topics.from_bytes(stage.read("topics"), stage.path("topics").as_posix()),
        chunks=read_table(stage, "snapshot", "chunks.parquet"),
        card=stage.read_json("snapshot", "card.json"),
        settings=stage.params("systems", stage.key),
        files=stage.read_folder("input"),
    )
    write_run(stage, contract.run(request))
