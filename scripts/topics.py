"""Stage: of the gold set, what a retriever may know."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.retrieval import topics

with Stage("topics") as stage:
    where = stage.path("queries").as_posix()
    stage.write("out", "topics.jsonl", topics.to_bytes(topics.from_queries(stage.read("queries"), where)))
