"""Stage seal: the tracked part of the report, and one table of what every stage read and wrote."""

from assay.stage import Stage

# isort: split
from assay import manifest

with Stage("seal") as stage:
    snapshots, systems = stage.params("snapshots"), stage.params("systems")
    stage.remove_unlisted("snapshots", set(snapshots))
    stage.remove_unlisted("manifests", manifest.file_names(snapshots, systems, stage.params("fusions")))
    for name in ("metrics.json", "report.md"):
        stage.write("out", name, stage.read("tables", name))
    records = [
        manifest.parse(data, stage.path("manifests", file).as_posix())[0]
        for file, data in stage.read_folder("manifests").items()
    ]
    collected = manifest.collect([*records, stage.record()])
    stage.write("out", "manifest.json", manifest.collected_bytes(collected))
