"""What the repository says of its own state: settings, stages, DVC's lock, the collected manifests, Git."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from assay import git, manifest, params
from assay.errors import RESTORE, InputError, Problem, refuse
from assay.jsonl import MARKERS

RERUN = "run `dvc repro -f`, then commit what it writes"
COLLECTED = "reports/manifest.json"
EDITED = ("params.yaml", "dvc.yaml")
UNMERGED = {  # what DVC cannot read as it is
    **dict.fromkeys(EDITED, "resolve the conflict"),
    "dvc.lock": "take either side (git checkout --ours dvc.lock), then run `make repro`",
}
MERGED_FILES = ("dvc.lock", "params.yaml", COLLECTED, "reports/metrics.json", "reports/report.md")


@dataclass
class State:
    """The repository as it lies there.

    Attributes:
        root: its top folder.
        values: params.yaml, checked.
        stages: names of all stages that dvc.yaml and params.yaml define together.
        lock: entries of dvc.lock by stage.
        manifests: what each stage recorded, and the seal stated.
        tracked: files that Git knows.
    """

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

    def current(self) -> Iterator[tuple[str, manifest.Manifest]]:
        """Stages that are defined and have run, each with what it recorded."""
        for stage in self.stages:
            if stage in self.manifests:
                yield stage, self.manifests[stage][0]

    @cached_property
    def pins(self) -> dict[str, str]:
        """MD5 of each path that was put under DVC by hand (``dvc add``), as its tracked ``.dvc`` file says."""
        return pinned(self.root, self.tracked)

    def is_kept(self, path: str) -> bool:
        """Whether a commit holds the file: Git tracks it, or DVC does by a ``.dvc`` file that Git tracks."""
        return path in self.tracked or any(place in self.pins for place in _with_parents(path))

    def loose_pin(self, path: str) -> str | None:
        """The ``.dvc`` file that would keep a path, were it tracked by Git."""
        pins = [f"{place}.dvc" for place in _with_parents(path)[:-1]]
        return next((pin for pin in pins if (self.root / pin).is_file()), None)


def _with_parents(path: str) -> list[str]:
    return [path, *map(str, PurePosixPath(path).parents)]


def load(root: Path) -> State:
    """Read it.

    Raises:
        InputError: a file that is needed is absent, holds conflict markers, or is not of its form.
    """
    data: dict[str, bytes] = {}
    problems = []
    for name in (*MERGED_FILES, "dvc.yaml"):
        path = root / name
        data[name] = path.read_bytes() if path.is_file() else b""
        if not path.is_file():
            problems.append(Problem(name, "is not there", RESTORE if name in EDITED else "run `make repro`"))
        problems += _conflicts(data[name], name)
    if problems:
        raise InputError(problems)
    values = params.read(data["params.yaml"], "params.yaml")
    return State(
        root,
        values,
        stage_names(params.stages(data["dvc.yaml"], "dvc.yaml"), values),
        _lock(data["dvc.lock"]),
        _manifests(data[COLLECTED]),
        set(git.tracked(cwd=root)),
    )


def stage_names(stages: dict[str, Any], values: dict[str, Any]) -> list[str]:
    """Names of all stages that dvc.yaml and params.yaml define together."""
    names = []
    for name, stage in stages.items():
        over = stage.get("foreach")
        names += [f"{name}@{key}" for key in values[over.strip("${}")]] if over else [name]
    return names


def pinned(root: Path, tracked: Iterable[str]) -> dict[str, str]:
    """MD5 of each path that the ``.dvc`` files among some tracked files keep, where these are there.

    Raises:
        InputError: one of them is not as ``dvc add`` writes it.
    """
    found = {}
    for name in sorted(tracked):
        file = root / name
        if name.endswith(".dvc") and file.is_file():
            for out in added(file.read_bytes(), name):
                found[(PurePosixPath(name).parent / out["path"]).as_posix()] = out["md5"]
    return found


def added(data: bytes, where: str) -> list[dict[str, str]]:
    """Outputs that a ``.dvc`` file names.

    Raises:
        InputError: it is not as ``dvc add`` writes it.
    """
    outs = params.parse(data, where).get("outs")
    listed: list[dict[str, str]] = outs if isinstance(outs, list) else []
    if not listed or not all(isinstance(out, dict) and {"path", "md5"} <= out.keys() for out in listed):
        raise InputError(Problem(where, "is not as `dvc add` writes it", "remove it, or add the data again"))
    return listed


def unloadable(root: Path) -> Iterator[Problem]:
    """Files named ``.dvc`` that are none: with one of them DVC loads no pipeline."""
    for name in git.names("ls-files", "-co", "--exclude-standard", "-z", "--", "*.dvc", cwd=root):
        if (root / name).is_file():
            try:
                added((root / name).read_bytes(), name)
            except InputError as error:
                yield from error.problems


def _conflicts(data: bytes, name: str) -> Iterator[Problem]:
    marks = tuple(mark.encode() for mark in MARKERS if mark != "=======")
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.startswith(marks):
            rule, fix = "is a conflict marker of a merge", UNMERGED.get(name, RERUN)
            yield Problem(f"{name}:{number}", rule, fix)


def _lock(data: bytes) -> dict[str, Any]:
    """Stages of dvc.lock, of the form in which DVC writes them."""
    try:
        stages = params.parse(data, "dvc.lock").get("stages")
    except InputError:
        raise InputError(_not_dvc_s("dvc.lock")) from None
    locked: dict[str, Any] = stages if isinstance(stages, dict) else {}
    refuse([_not_dvc_s(f"dvc.lock {name}") for name, entry in locked.items() if not _is_entry(entry)])
    refuse([] if locked else [_not_dvc_s("dvc.lock")])
    return locked


def _is_entry(entry: Any) -> bool:
    try:
        items = [item for part in ("deps", "outs") for item in entry.get(part, [])]
        named = all(isinstance(item[key], str) for item in items for key in ("path", "md5"))
        return named and isinstance(entry.get("params", {}).get("params.yaml", {}), dict)
    except (AttributeError, LookupError, TypeError):
        return False


def _not_dvc_s(place: str) -> Problem:
    return Problem(place, "is not as DVC writes it", UNMERGED["dvc.lock"])


def _manifests(data: bytes) -> dict[str, tuple[manifest.Manifest, str]]:
    try:
        return manifest.expand(json.loads(data))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(Problem(COLLECTED, "is not as the stage seal wrote it", RERUN)) from None
