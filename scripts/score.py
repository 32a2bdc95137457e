"""Stage: hold what one system returned against the labels."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.entries import FIELDS
from assay.ledger import read
from assay.scoring.cutoffs import Settings
from assay.scoring.evaluation import evaluate
from assay.scoring.judgements import Judgements
from assay.scoring.labels import gold_revision, read_labels
from assay.scoring.repeats import others
from assay.scoring.results import Run, lazily
from assay.scoring.scored import Inputs
from assay.scoring.summary import Context
from assay.tables import read_table, write_table

with Stage("score") as stage:
    queries, passages = stage.read("gold", "queries.jsonl"), stage.read("gold", "passages.jsonl")
    gold = stage.path("gold").as_posix()
    context = Context(
        system=stage.key,
        card=stage.read_json("system", "card.json"),
        snapshot=stage.read_json("snapshot", "card.json"),
        gold_revision=gold_revision(queries, passages, gold),
    )
    inputs = Inputs(
        labels=read_labels(queries, f"{gold}/queries.jsonl"),
        run=Run.of(
            lazily(stage.read("system", "results.parquet")),
            read_table(stage, "system", "responses.parquet"),
            context.card,
        ),
        passages=read_table(stage, "snapshot", "passages.parquet"),
        projection=read_table(stage, "snapshot", "projection.parquet"),
        settings=Settings.of(stage.params("score")),
        judgements=Judgements.of(
            *(
                read(stage.read_folder(name), FIELDS[name], stage.path(name).as_posix())
                for name in ("grades", "triage")
            )
        ),
        chunks=lazily(stage.read("snapshot", "chunks.parquet")),
        documents=read_table(stage, "snapshot", "documents.parquet", columns=["doc_id", "folder"]),
        ids_only=bool(context.snapshot.get("ids_only")),
        others=others(
            lazily(stage.read("system", "repeats.parquet")),
            read_table(stage, "system", "repeat_responses.parquet"),
            context.card,
        ),
    )
    result = evaluate(inputs, context)
    write_table(stage, "out", "scores.parquet", result.scores, key=["query_id"])
    write_table(stage, "out", "details.parquet", result.details, key=["query_id"])
    write_table(stage, "out", "triage.parquet", result.triage, key=["query_id", "rank"])
    write_table(stage, "out", "hits.parquet", result.hits, key=["query_id", "rank"])
    write_table(stage, "out", "symptoms.parquet", result.symptoms, key=["query_id", "symptom", "passage_id"])
    write_table(stage, "out", "slices.parquet", result.slices, key=["query_id", "slice", "value"])
    stage.write_json("out", "summary.json", result.summary)
