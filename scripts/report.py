"""Stage: the report, its figures and the tables behind it."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from functools import partial

from assay.report.files import files
from assay.report.inputs import gather, read_system
from assay.tables import read_table

with Stage("report") as stage:
    listed = stage.params("systems")
    stage.remove_unlisted("systems", set(listed))
    material = gather(
        [
            read_system(
                name, partial(stage.read, "systems", name), partial(read_table, stage, "systems", name)
            )
            for name in sorted(listed)
        ],
        stage.read("gold", "queries.jsonl"),
        stage.read("gold", "passages.jsonl"),
        stage.path("gold").as_posix(),
        score=stage.params("score"),
        report=stage.params("report"),
    )
    for file, data in files(material, stage.read_folder("templates")).items():
        stage.write("out", file, data)
