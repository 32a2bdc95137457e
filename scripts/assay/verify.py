"""Holds what the stages recorded against what is there: seals, reads, writes, DVC's lock and Git.

DVC says "up to date" in all of the cases this finds: it hashes dependencies after a stage has run, merges
its lock as text, trusts its cache, and does not know what Python imports.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay import cache, git, manifest, params
from assay.errors import InputError, Problem
from assay.jsonl import MARKERS

RERUN = "run `dvc repro -f`, then commit what it writes"
RESTORE = "take it from the last commit (git checkout)"
COLLECTED = "reports/manifest.json"
EDITED = ("params.yaml", "dvc.yaml")
UNMERGED = {  # what DVC cannot read as it is
    **dict.fromkeys(EDITED, "resolve the conflict"),
    "dvc.lock": "take either side (git checkout --ours dvc.lock), then run `make repro`",
}
MERGED_FILES = ("dvc.lock", "params.yaml", COLLECTED, "reports/metrics.json", "reports/report.md")


@dataclass
class Verification:
    """What was found: problems, outputs that are not present, and how much was compared."""

    problems: list[Problem] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    stages: int = 0
    files: int = 0


@dataclass
class _State:
    """The repository as it lies there."""

    root: Path
    values: dict[str, Any]
    stages: list[str]
    lock: dict[str, Any]
    manifests: dict[str, tuple[manifest.Manifest, str]]
    tracked: set[str]
    digests: dict[str, str] = field(default_factory=dict)

    def digest(self, path: str) -> str | None:
        """SHA-256 of a file now, or None where there is none."""
        if path not in self.digests:
            file = self.root / path
            self.digests[path] = manifest.sha256(file.read_bytes()) if file.is_file() else ""
        return self.digests[path] or None


def verify(root: Path) -> Verification:
    """Compare everything that was recorded with everything that is present.

    Raises:
        InputError: a file that verification needs is absent, or holds conflict markers.
    """
    state = _load(root)
    done = Verification(stages=len(state.stages))
    for check in (_stages, _seals, _reads, _code, _writes, _params, _declared, _lock_hashes, _cache, _ghosts):
        done.problems += check(state)
    done.absent = [
        path
        for stage in state.stages
        if stage in state.manifests
        for path in state.manifests[stage][0].writes
        if state.digest(path) is None
    ]
    done.files = sum(1 for digest in state.digests.values() if digest)
    done.problems = sorted(set(done.problems))
    return done


def stage_names(stages: dict[str, Any], values: dict[str, Any]) -> list[str]:
    """Names of all stages that dvc.yaml and params.yaml define together."""
    names = []
    for name, stage in stages.items():
        over = stage.get("foreach")
        names += [f"{name}@{key}" for key in values[over.strip("${}")]] if over else [name]
    return names


def _load(root: Path) -> _State:
    problems = []
    data: dict[str, bytes] = {}
    for name in (*MERGED_FILES, "dvc.yaml"):
        path = root / name
        data[name] = path.read_bytes() if path.is_file() else b""
        if not path.is_file():
            problems.append(Problem(name, "is not there", RESTORE if name in EDITED else "run `make repro`"))
        for number, line in enumerate(data[name].split(b"\n"), 1):
            if line.startswith(tuple(mark.encode() for mark in MARKERS if mark != "=======")):
                rule, fix = "is a conflict marker of a merge", UNMERGED.get(name, RERUN)
                problems.append(Problem(f"{name}:{number}", rule, fix))
    if problems:
        raise InputError(problems)
    values = params.read(data["params.yaml"], "params.yaml")
    return _State(
        root,
        values,
        stage_names(params.stages(data["dvc.yaml"], "dvc.yaml"), values),
        _lock(data["dvc.lock"]),
        _manifests(data[COLLECTED]),
        set(git.tracked(cwd=root)),
    )


def _lock(data: bytes) -> dict[str, Any]:
    """Stages of dvc.lock, of the form in which DVC writes them."""
    stages = params.parse(data, "dvc.lock").get("stages", {})
    try:
        for entry in stages.values():
            _ = [item["path"] for part in ("deps", "outs") for item in entry.get(part, [])]
            _ = entry.get("params", {}).get("params.yaml", {}).keys()
    except (AttributeError, LookupError, TypeError):
        raise InputError(Problem("dvc.lock", "is not as DVC writes it", UNMERGED["dvc.lock"])) from None
    locked: dict[str, Any] = stages
    return locked


def _manifests(data: bytes) -> dict[str, tuple[manifest.Manifest, str]]:
    try:
        return manifest.expand(json.loads(data))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(Problem(COLLECTED, "is not as the stage seal wrote it", RERUN)) from None


def _stages(state: _State) -> Iterator[Problem]:
    """Stages that did not run, and blocks of stages that are gone."""
    for stage in state.stages:
        if stage not in state.manifests or stage not in state.lock:
            yield Problem(stage, "has not run", "run `make repro`")
    for stage in state.manifests:
        if stage not in state.stages:
            yield Problem(COLLECTED, f"names {stage}, which params.yaml does not list", RERUN)


def _seals(state: _State) -> Iterator[Problem]:
    for stage, (record, seal) in state.manifests.items():
        if record.seal != seal:
            yield Problem(f"{COLLECTED} {stage}", "the seal does not fit: this state never ran", RERUN)


def _current(state: _State) -> Iterator[tuple[str, manifest.Manifest]]:
    for stage in state.stages:
        if stage in state.manifests:
            yield stage, state.manifests[stage][0]


def _reads(state: _State) -> Iterator[Problem]:
    """Each read equals what an upstream stage wrote, or the file in the work tree."""
    written = {path: digest for _, record in _current(state) for path, digest in record.writes.items()}
    written_by = {path: stage for stage, record in _current(state) for path in record.writes}
    for stage, record in _current(state):
        for path, digest in record.reads.items():
            if path in written:
                if written[path] != digest:
                    yield Problem(stage, f"read another {path} than {written_by[path]} wrote", RERUN)
                continue
            now = state.digest(path)
            if now is None and path.startswith("runs/manifests/"):
                continue  # cached like every output, but no stage can list its own manifest
            if now != digest:
                what = "is not there any more" if now is None else "differs from what was read"
                yield Problem(stage, f"{path} {what}", RERUN)


def _code(state: _State) -> Iterator[Problem]:
    """Code that Git does not track, or that is another now; one problem a file, with the stages."""
    untracked: dict[str, list[str]] = {}
    edited: dict[str, list[str]] = {}
    for stage, record in _current(state):
        for path, digest in record.code.items():
            if path not in state.tracked:
                untracked.setdefault(path, []).append(stage)
            if state.digest(path) != digest:
                edited.setdefault(path, []).append(stage)
    for path, stages in untracked.items():
        yield Problem(_several(stages), f"ran {path}, which Git does not track", f"git add {path}")
    for path, stages in edited.items():
        yield Problem(_several(stages), f"ran another {path} than the one that is there", RERUN)


def _several(stages: list[str]) -> str:
    return stages[0] if len(stages) == 1 else f"{stages[0]} and {len(stages) - 1} more"


def _writes(state: _State) -> Iterator[Problem]:
    for stage, record in _current(state):
        for path, digest in record.writes.items():
            now = state.digest(path)
            if now is not None and now != digest:
                yield Problem(
                    stage,
                    f"{path} is not what the stage wrote",
                    "run `dvc checkout --force` or `dvc repro -f`",
                )


def _params(state: _State) -> Iterator[Problem]:
    """Each parameter used has the value that params.yaml gives now."""
    for stage, record in _current(state):
        for name, value in record.params.items():
            now: Any = state.values
            for key in name.split("."):
                now = now.get(key) if isinstance(now, dict) else None
            if now != value:
                yield Problem(stage, f"ran with another {name} than params.yaml has now", "run `make repro`")


def _covered(path: str, declared: list[str]) -> bool:
    return any(path == entry or path.startswith(entry + "/") for entry in declared)


def _declared(state: _State) -> Iterator[Problem]:
    """What a stage used is a subset of what DVC was told."""
    for stage, record in _current(state):
        entry = state.lock.get(stage, {})
        deps = [dep["path"] for dep in entry.get("deps", [])]
        outs = [out["path"] for out in entry.get("outs", [])]
        for path in (*record.code, *record.reads):
            if not _covered(path, deps):
                yield Problem(stage, f"used {path}, which is none of its deps", "add it to dvc.yaml")
        for path in record.writes:
            if not _covered(path, outs):
                yield Problem(stage, f"wrote {path}, which is none of its outs", "add it to dvc.yaml")
        recorded = entry.get("params", {}).get("params.yaml", {})
        for name, value in record.params.items():
            if name not in recorded:
                yield Problem(
                    stage, f"used the parameter {name}, which is none of its params", "add it to dvc.yaml"
                )
            elif recorded[name] != value:
                yield Problem(stage, f"ran with another {name} than dvc.lock says", RERUN)


def _lock_hashes(state: _State) -> Iterator[Problem]:
    """MD5 of what is present against dvc.lock, where the manifests agree with what is present.

    A folder is compared only if nothing of it is absent.
    """
    seen = [(path, digest) for _, record in _current(state) for path, digest in record.files()]
    absent = [path for path, _ in seen if state.digest(path) is None]
    differing = [path for path, digest in seen if state.digest(path) != digest]
    found: dict[str, list[str]] = {}
    known: dict[str, str | None] = {}
    for stage in state.stages:
        for part in ("deps", "outs"):
            for entry in state.lock.get(stage, {}).get(part, []):
                path = entry["path"]
                if path not in known:
                    skipped = any(_covered(file, [path]) for file in (*absent, *differing))
                    known[path] = None if skipped else cache.md5(state.root / path)
                if known[path] not in (None, entry.get("md5")):
                    found.setdefault(path, []).append(stage)
    for path, stages in found.items():
        yield Problem(_several(stages), f"dvc.lock records another state of {path}", RERUN)


def _cache(state: _State) -> Iterator[Problem]:
    """Cached objects that dvc.lock names still have the content that they are named for."""
    for stage in state.stages:
        for out in state.lock.get(stage, {}).get("outs", []):
            for path, name in cache.objects(state.root, out.get("md5", "")):
                if path.is_file() and cache.md5(path) != name:
                    rule = f"the cached copy of {out['path']} is damaged ({name[:8]})"
                    yield Problem(
                        stage, rule, f"delete {path.relative_to(state.root)} and run `dvc repro -f`"
                    )


def _ghosts(state: _State) -> Iterator[Problem]:
    """Folders of systems and snapshots that params.yaml does not list."""
    for kind, stage in (("systems", "retrieve"), ("snapshots", "snapshot")):
        listed = {name.partition("@")[2] for name in state.stages if name.startswith(stage + "@")}
        folder = state.root / "runs" / kind
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if path.is_dir() and path.name not in listed and any(path.iterdir()):
                yield Problem(
                    f"runs/{kind}/{path.name}", "belongs to nothing in params.yaml", "run `make repro`"
                )
