"""The small shop as a repository whose stages have run, manifests and all, without DVC."""

import subprocess

import shop
from assay.manifest import Manifest, pretty, sha256
from assay.retrieval import topics

READS = {
    "snapshot": ["corpus/*.md"],
    "project": ["gold/*.jsonl", "runs/snapshots/{cut}/chunks.parquet"],
    "retrieve": ["runs/topics/topics.jsonl", "runs/snapshots/{cut}/chunks.parquet"],
    "score": ["gold/*.jsonl", "runs/snapshots/{cut}/p*.parquet", "runs/systems/{name}/results.parquet"],
}
WRITES = {
    "snapshot": ["runs/snapshots/{cut}/chunks.parquet", "runs/snapshots/{cut}/card.json"],
    "project": ["runs/snapshots/{cut}/projection.parquet", "runs/snapshots/{cut}/passages.parquet"],
    "retrieve": [
        f"runs/systems/{{name}}/{file}" for file in ("results.parquet", "responses.parquet", "card.json")
    ],
    "score": ["runs/systems/{name}/scores.parquet", "runs/systems/{name}/details.parquet"],
}


def lay_out(top, made):
    """Everything that the stages leave, of the systems that were made."""
    shop.write(top, made)
    for name, data in shop.FILES.items():
        _put(top / "corpus" / name, data)
    found = topics.from_queries((top / "gold/queries.jsonl").read_bytes(), "gold/queries.jsonl")
    _put(top / "runs/topics/topics.jsonl", topics.to_bytes(found))
    _seal(top, "topics", ["gold/queries.jsonl"], ["runs/topics/topics.jsonl"], {})
    for name, one in made.items():
        cut = shop.SYSTEMS[name]["snapshot"]
        _put(top / f"runs/snapshots/{cut}/card.json", pretty(one.snapshot.card))
        _put(top / f"runs/systems/{name}/card.json", pretty(one.evaluation.summary["card"]))
    for name, system in shop.SYSTEMS.items():
        cut = system["snapshot"]
        keys = {"snapshot": cut, "project": cut, "retrieve": name, "score": name}
        used = {
            "snapshot": {f"snapshots.{cut}": shop.SNAPSHOTS[cut]},
            "retrieve": {f"systems.{name}": system},
            "score": {"score": shop.SCORE},
        }
        for stage, key in keys.items():
            reads, writes = (
                [path.format(cut=cut, name=name) for path in of[stage]] for of in (READS, WRITES)
            )
            _seal(top, f"{stage}@{key}", reads, writes, used.get(stage, {}))
    subprocess.run(["git", "init", "-q"], cwd=top, check=True)


def _seal(top, stage, reads, writes, params):
    record = Manifest(stage, {}, _hashes(top, reads), _hashes(top, writes), params)
    _put(top / f"runs/manifests/{stage}.json", record.to_bytes())


def _hashes(top, patterns):
    paths = [path for pattern in patterns for path in sorted(top.glob(pattern))]
    assert paths
    return {path.relative_to(top).as_posix(): sha256(path.read_bytes()) for path in paths}


def _put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
