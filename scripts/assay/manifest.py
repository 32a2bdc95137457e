"""What a stage read and wrote, and the seal over it."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from assay.errors import InputError, Problem

_encode = json.JSONEncoder(sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def sha256(data: bytes) -> str:
    """Hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def canonical(value: object) -> bytes:
    """JSON for hashing: sorted keys, no spaces, non-ASCII as is."""
    return _encode(value).encode()


def pretty(value: object) -> bytes:
    """JSON for files: sorted keys, one value a line, final newline."""
    return (json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode()


@dataclass
class Manifest:
    """One run of one stage.

    Attributes:
        stage: name as in dvc.yaml (``score@bm25``).
        code: SHA-256 of the source bytes compiled, by path.
        reads: SHA-256 of the bytes read, by path.
        writes: SHA-256 of the bytes written, by path.
        params: value of every parameter used, by dotted name.
    """

    stage: str
    code: dict[str, str] = field(default_factory=dict)
    reads: dict[str, str] = field(default_factory=dict)
    writes: dict[str, str] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def seal(self) -> str:
        """SHA-256 over everything else."""
        return sha256(canonical(self.body()))

    def body(self) -> dict[str, Any]:
        """All fields but the seal."""
        return {
            "stage": self.stage,
            "code": self.code,
            "reads": self.reads,
            "writes": self.writes,
            "params": self.params,
        }

    def files(self) -> list[tuple[str, str]]:
        """Every file with its hash, as compiled, read or written."""
        return [*self.code.items(), *self.reads.items(), *self.writes.items()]

    def to_bytes(self) -> bytes:
        """The manifest file of one stage."""
        return pretty({**self.body(), "seal": self.seal})


def file_names(snapshots: Iterable[str], systems: Iterable[str], fusions: Iterable[str]) -> set[str]:
    """Names of the manifest files that a pipeline over these entries leaves."""
    stages = ["topics", "compare", "evidence", "report"]
    stages += [f"{stage}@{key}" for key in snapshots for stage in ("snapshot", "project")]
    stages += [f"{stage}@{key}" for key in systems for stage in ("retrieve", "score")]
    stages += [f"{stage}@{key}" for key in fusions for stage in ("fuse", "score_fused")]
    return {f"{stage}.json" for stage in stages}


def parse(data: bytes, where: str) -> tuple[Manifest, str]:
    """A manifest file's content and the seal it states.

    Raises:
        InputError: it is no manifest.
    """
    try:
        value = json.loads(data)
        seal = value.pop("seal")
        return Manifest(**value), seal
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(
            Problem(where, "is no manifest as a stage wrote it", "delete it and run `make repro`")
        ) from None


def collect(manifests: list[Manifest]) -> dict[str, Any]:
    """All manifests in one table without repeating hashes: reports/manifest.json.

    ``files`` holds the hash of each file that stages compiled or read (what most of them saw); a stage's
    block lists names only, and ``differs`` where it saw other bytes.
    """
    seen: dict[str, list[str]] = {}
    for manifest in manifests:
        for path, digest in {**manifest.code, **manifest.reads}.items():
            seen.setdefault(path, []).append(digest)
    files = {path: max(sorted(set(digests)), key=digests.count) for path, digests in seen.items()}
    return {"files": files, "stages": {m.stage: _block(m, files) for m in manifests}}


def _block(manifest: Manifest, files: dict[str, str]) -> dict[str, Any]:
    inputs = {**manifest.code, **manifest.reads}
    block = {
        "code": sorted(manifest.code),
        "reads": sorted(manifest.reads),
        "writes": manifest.writes,
        "params": manifest.params,
        "seal": manifest.seal,
        "differs": {path: digest for path, digest in inputs.items() if files[path] != digest},
    }
    return {name: value for name, value in block.items() if value or name == "seal"}


def expand(collected: dict[str, Any]) -> dict[str, tuple[Manifest, str]]:
    """The reverse of :func:`collect`: manifests and the seals stated, by stage."""
    files = collected["files"]
    expanded = {}
    for stage, block in collected["stages"].items():
        known = {**files, **block.get("differs", {})}
        manifest = Manifest(
            stage,
            code={path: known[path] for path in block.get("code", [])},
            reads={path: known[path] for path in block.get("reads", [])},
            writes=dict(block.get("writes", {})),
            params=dict(block.get("params", {})),
        )
        expanded[stage] = (manifest, block["seal"])
    return expanded


def collected_bytes(collected: dict[str, Any]) -> bytes:
    """reports/manifest.json: one line a file, one short block a stage, the seal on a line of its own."""
    lines = ["{", ' "files": {']
    lines += [_lines(collected["files"], 2), " },", ' "stages": {']
    blocks = []
    for stage, block in sorted(collected["stages"].items()):
        blocks.append(f"  {json.dumps(stage)}: {{\n{_lines(block, 3)}\n  }}")
    return "\n".join([*lines, ",\n".join(blocks), " }", "}", ""]).encode()


def _lines(values: dict[str, Any], indent: int) -> str:
    return ",\n".join(
        " " * indent + json.dumps(name) + ": " + json.dumps(value, sort_keys=True, ensure_ascii=False)
        for name, value in sorted(values.items())
    )
