"""Holds what the stages recorded against what is there: seals, reads, writes, DVC's lock and Git.

DVC says "up to date" in all of the cases this finds: it hashes dependencies after a stage has run, merges
its lock as text, trusts its cache, and does not know what Python imports.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay import cache
from assay.errors import Problem
from assay.state import COLLECTED, RERUN, State, load
from assay.systems import all_systems

ACCEPT = "take it back (git checkout {path}), or accept it: run `dvc repro -f` and commit what it writes"


@dataclass
class Verification:
    """What was found: problems, outputs that are not present, and how much was compared."""

    problems: list[Problem] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    stages: int = 0
    files: int = 0


def verify(root: Path) -> Verification:
    """Compare everything that was recorded with everything that is present.

    Raises:
        InputError: a file that verification needs is absent, or holds conflict markers.
    """
    state = load(root)
    done = Verification(stages=len(state.stages))
    for check in CHECKS:
        done.problems += check(state)
    done.absent = [
        path for _, record in state.current() for path in record.writes if state.digest(path) is None
    ]
    done.files = sum(1 for digest in state.digests.values() if digest)
    done.problems = sorted(set(done.problems))
    return done


def _stages(state: State) -> Iterator[Problem]:
    """Stages that did not run, and blocks of stages that are gone."""
    for stage in state.stages:
        if stage not in state.manifests or stage not in state.lock:
            yield Problem(stage, "has not run", "run `make repro`")
    for stage in state.manifests:
        if stage not in state.stages:
            yield Problem(COLLECTED, f"names {stage}, which params.yaml does not list", RERUN)


def _seals(state: State) -> Iterator[Problem]:
    for stage, (record, seal) in state.manifests.items():
        if record.seal != seal:
            yield Problem(f"{COLLECTED} {stage}", "the seal does not fit: this state never ran", RERUN)


def _reads(state: State) -> Iterator[Problem]:
    """Each read equals what an upstream stage wrote, or the file in the work tree."""
    written = {
        path: (stage, digest) for stage, record in state.current() for path, digest in record.writes.items()
    }
    for stage, record in state.current():
        for path, digest in record.reads.items():
            if path in written:
                if written[path][1] != digest:
                    yield Problem(stage, f"read another {path} than {written[path][0]} wrote", RERUN)
                continue
            now = state.digest(path)
            if now is None and _is_manifest(path):
                continue
            if now != digest:
                what = "is not there any more" if now is None else "differs from what was read"
                yield Problem(stage, f"{path} {what}", _either(path, state))


def _either(path: str, state: State) -> str:
    return ACCEPT.format(path=path) if path in state.tracked else RERUN


def _is_manifest(path: str) -> bool:
    """Cached like every output, but no stage can list its own manifest."""
    return path.startswith("runs/manifests/")


def _kept(state: State) -> Iterator[Problem]:
    """What was read and no stage wrote is in Git, or in DVC by a file that is; one problem a file."""
    written = {path for record, _ in state.manifests.values() for path in record.writes}  # ghosts, too
    lost: dict[str, list[str]] = {}
    for stage, record in state.current():
        for path in record.reads:
            if path not in written and not _is_manifest(path) and not state.is_kept(path):
                lost.setdefault(path, []).append(stage)
    pins = {path: state.loose_pin(path) for path in lost}
    for pin in sorted({pin for pin in pins.values() if pin}):
        rule = f"is not tracked by Git, so a commit does not hold {pin.removesuffix('.dvc')}"
        yield Problem(pin, rule, f"git add {pin}")
    for path, stages in lost.items():
        if not pins[path]:
            fix = f"git add {path}, or take it out and run `make repro`"
            yield Problem(_several(stages), f"read {path}, which Git does not track", fix)


def _pins(state: State) -> Iterator[Problem]:
    """What was put under DVC by hand is what its .dvc file says, where it is present."""
    for path, digest in state.pins.items():
        if cache.md5(state.root / path) not in (None, digest):
            fix = f"run `dvc checkout {path}.dvc`, or accept it: `dvc add {path}`"
            yield Problem(f"{path}.dvc", f"records another state of {path}", fix)


def _code(state: State) -> Iterator[Problem]:
    """Code that Git does not track, or that is another now; one problem a file, with the stages."""
    untracked: dict[str, list[str]] = {}
    edited: dict[str, list[str]] = {}
    for stage, record in state.current():
        for path, digest in record.code.items():
            if path not in state.tracked:
                untracked.setdefault(path, []).append(stage)
            if state.digest(path) != digest:
                edited.setdefault(path, []).append(stage)
    for path, stages in untracked.items():
        yield Problem(_several(stages), f"ran {path}, which Git does not track", f"git add {path}")
    for path, stages in edited.items():
        rule = f"ran another {path} than the one that is there"
        yield Problem(_several(stages), rule, _either(path, state))


def _several(stages: list[str]) -> str:
    return stages[0] if len(stages) == 1 else f"{stages[0]} and {len(stages) - 1} more"


def _writes(state: State) -> Iterator[Problem]:
    for stage, record in state.current():
        for path, digest in record.writes.items():
            if state.digest(path) not in (None, digest):
                # DVC does not replace a file whose size and times are as it left them.
                back = (
                    f"run `git checkout {path}`" if path in state.tracked else "delete it, run `dvc checkout`"
                )
                yield Problem(stage, f"{path} is not what the stage wrote", f"{back} or `dvc repro -f`")


def _params(state: State) -> Iterator[Problem]:
    """Each parameter used has the value that params.yaml gives now."""
    for stage, record in state.current():
        for name, value in record.params.items():
            now: Any = state.values
            for key in name.split("."):
                now = now.get(key) if isinstance(now, dict) else None
            if now != value:
                yield Problem(stage, f"ran with another {name} than params.yaml has now", "run `make repro`")


def _covered(path: str, declared: list[str]) -> bool:
    return any(path == entry or path.startswith(entry + "/") for entry in declared)


def _declared(state: State) -> Iterator[Problem]:
    """What a stage used is a subset of what DVC was told."""
    for stage, record in state.current():
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


def _lock_hashes(state: State) -> Iterator[Problem]:
    """MD5 of what is present against dvc.lock, where the manifests agree with what is present.

    A folder is compared only if nothing of it is absent.
    """
    seen = [(path, digest) for _, record in state.current() for path, digest in record.files()]
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


def _cache(state: State) -> Iterator[Problem]:
    """Cached objects that dvc.lock names still have the content that they are named for."""
    for stage in state.stages:
        for out in state.lock.get(stage, {}).get("outs", []):
            for path, name in cache.objects(state.root, out.get("md5", "")):
                if path.is_file() and cache.md5(path) != name:
                    rule = f"the cached copy of {out['path']} is damaged ({name[:8]})"
                    yield Problem(
                        stage, rule, f"delete {path.relative_to(state.root)} and run `dvc repro -f`"
                    )


def _ghosts(state: State) -> Iterator[Problem]:
    """Folders of systems and snapshots that params.yaml does not list."""
    for kind, listed in (("systems", all_systems(state.values)), ("snapshots", state.values["snapshots"])):
        folder = state.root / "runs" / kind
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if path.is_dir() and path.name not in listed and any(path.iterdir()):
                yield Problem(
                    f"runs/{kind}/{path.name}", "belongs to nothing in params.yaml", "run `make repro`"
                )


CHECKS = (
    _stages,
    _seals,
    _reads,
    _kept,
    _pins,
    _code,
    _writes,
    _params,
    _declared,
    _lock_hashes,
    _cache,
    _ghosts,
)
