"""Whether what the pipeline left is of the files and settings of today, as the manifests of its stages have it.

Nothing is computed anew instead: a ranking cannot be, and labels of today beside a ranking of yesterday would be a
state that never was.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay import manifest
from assay.errors import RESTORE, Problem
from assay.files import files_below

REPRO = "run `make repro`"
_LEDGERS = ("evidence/grades", "evidence/triage")
_MADE = ("runs/", "reports/")


def outdated(root: Path, values: Mapping[str, Any], stages: Iterable[str]) -> list[Problem]:
    """Stages that have not run, and what has changed since they ran; each file and key once.

    Args:
        root: top folder of the repository.
        values: params.yaml.
        stages: names as in dvc.yaml, ``project@fine``.
    """
    present = _Present(root, values)
    problems = [problem for stage in stages for problem in present.differing(stage)]
    seen = {(problem.where, problem.rule.partition(" since ")[0]): problem for problem in problems[::-1]}
    return sorted(seen.values())


@dataclass
class _Present:
    root: Path
    values: Mapping[str, Any]
    digests: dict[str, str | None] = field(default_factory=dict)

    def differing(self, stage: str) -> Iterator[Problem]:
        where = f"runs/manifests/{stage}.json"
        path = self.root / where
        if not path.is_file():
            yield Problem(stage, "has not run", REPRO)
            return
        record, _ = manifest.parse(path.read_bytes(), where)
        for name, digest in {**record.reads, **record.writes}.items():
            now = self._digest(name)
            if now is None:
                yield Problem(name, "is not there", REPRO if name.startswith(_MADE) else RESTORE)
            elif now != digest:
                yield Problem(name, f"has changed since {stage} ran", REPRO)
        for name, value in record.params.items():
            if self._param(name) != value:
                yield Problem(f"params.yaml {name}", f"has changed since {stage} ran", REPRO)
        for name in sorted(self._watched(stage) - record.reads.keys()):
            yield Problem(name, f"has come since {stage} ran", REPRO)

    def _watched(self, stage: str) -> set[str]:
        """Files of the folders that a stage reads as a whole."""
        kind, _, name = stage.partition("@")
        snapshots, searching = self.values["snapshots"], self.values["systems"]
        places = {
            "snapshot": [snapshots[name]["source"]] if name in snapshots else [],
            "retrieve": [searching[name]["input"]] if name in searching else [],
            "score": _LEDGERS,
            "score_fused": _LEDGERS,
        }
        folders = [self.root / place for place in places.get(kind, []) if (self.root / place).is_dir()]
        found = (path for folder in folders for path in files_below(folder))
        return {path.relative_to(self.root).as_posix() for path in found}

    def _param(self, name: str) -> Any:
        value: Any = self.values
        for key in name.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def _digest(self, name: str) -> str | None:
        if name not in self.digests:
            path = self.root / name
            self.digests[name] = manifest.sha256(path.read_bytes()) if path.is_file() else None
        return self.digests[name]
