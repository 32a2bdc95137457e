"""Stage: the candidates held against the baseline, and every system against the gates."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from functools import partial

from assay.comparison.evaluation import Sections, evaluate
from assay.comparison.inputs import SLICES, read_system, reviewed
from assay.tables import read_table, write_table

with Stage("compare") as stage:
    names = sorted(stage.params("systems") | stage.params("fusions"))
    stage.remove_unlisted("systems", set(names))
    tables = {name: partial(read_table, stage, "systems", name) for name in names}
    result = evaluate(
        {name: read_system(name, partial(stage.read, "systems", name), tables[name]) for name in names},
        {name: tables[name](SLICES) for name in names},
        reviewed(stage.read("gold", "queries.jsonl"), stage.path("gold", "queries.jsonl").as_posix()),
        Sections(stage.params("compare"), stage.params("gates"), stage.params("score")),
    )
    stage.write_json("out", "comparisons.json", result.record)
    write_table(stage, "out", "differences.parquet", result.differences, key=["system", "metric", "query_id"])
    write_table(stage, "out", "changes.parquet", result.changes, key=["system", "query_id"])
