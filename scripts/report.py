"""Stage: the report as a document and as a page, its figures and the tables behind it."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from dataclasses import replace
from functools import partial

from assay.comparison.record import Comparisons
from assay.evidence.stored import restored
from assay.report.evidence.recorded import recorded
from assay.report.files import files
from assay.report.inputs import gather, read_system
from assay.report.page.document import page_bytes
from assay.tables import read_table

with Stage("report") as stage:
    names = sorted(stage.params("systems") | stage.params("fusions"))
    material = gather(
        [
            read_system(
                name, partial(stage.read, "systems", name), partial(read_table, stage, "systems", name)
            )
            for name in names
        ],
        stage.read("gold", "queries.jsonl"),
        stage.read("gold", "passages.jsonl"),
        stage.path("gold").as_posix(),
        score=stage.params("score"),
        report=stage.params("report"),
    )
    compared = Comparisons(
        stage.read_json("comparisons", "comparisons.json"),
        read_table(stage, "comparisons", "differences.parquet"),
        read_table(stage, "comparisons", "changes.parquet"),
    )
    evidence = restored(
        read_table(stage, "evidence", "answers.parquet"),
        read_table(stage, "evidence", "claims.parquet"),
        stage.read_json("evidence", "card.json")["closed"],
    )
    passages = material.passages.select("passage_id", "text").drop_nulls()
    evidence = replace(evidence, passages=dict(passages.iter_rows()))
    answers = recorded(evidence, material.lang, texts=material.texts)
    templates = stage.read_folder("templates")
    for file, data in files(material, compared, templates, answers).items():
        stage.write("out", file, data)
    stage.write("page", "", page_bytes(material, compared, templates, answers))
