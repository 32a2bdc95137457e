"""Stage: ask one system all topics."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.retrieval import contract, topics
from assay.tables import read_table, write_table

with Stage("retrieve") as stage:
    request = contract.Request(
        topics=topics.from_bytes(stage.read("topics"), stage.path("topics").as_posix()),
        chunks=read_table(stage, "snapshot", "chunks.parquet"),
        card=stage.read_json("snapshot", "card.json"),
        settings=stage.params("systems", stage.key),
        files=stage.read_folder("input"),
    )
    run = contract.run(request)
    write_table(stage, "out", "results.parquet", run.results, key=["query_id", "rank"])
    write_table(stage, "out", "responses.parquet", run.responses, key=["query_id"])
    write_table(stage, "out", "repeats.parquet", run.repeats, key=["repeat", "query_id", "rank"])
    write_table(stage, "out", "repeat_responses.parquet", run.repeat_responses, key=["repeat", "query_id"])
    stage.write_json("out", "card.json", run.card)
