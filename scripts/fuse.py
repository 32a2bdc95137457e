"""Stage: one order of what two systems returned."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.retrieval import contract
from assay.retrieval.kinds import fusion
from assay.retrieval.outputs import write_run
from assay.systems import fused
from assay.tables import read_table

with Stage("fuse") as stage:
    settings = stage.params("fusions", stage.key)
    inputs = tuple(
        contract.Input(
            name,
            read_table(stage, place, "results.parquet"),
            read_table(stage, place, "responses.parquet"),
            stage.read_json(place, "card.json"),
        )
        for name, place in zip(settings["systems"], ("first", "second"), strict=True)
    )
    request = contract.Request(
        topics=[],
        chunks=read_table(stage, "snapshot", "chunks.parquet"),
        card=stage.read_json("snapshot", "card.json"),
        settings=fused(settings, {one.name: one.card["settings"] for one in inputs}),
        inputs=inputs,
    )
    write_run(stage, contract.complete(request, fusion.retrieve(request)))
