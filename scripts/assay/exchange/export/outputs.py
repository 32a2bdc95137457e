"""What the pipeline left, taken only where it is of the gold set, the corpus and the settings of today."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import corpora, manifest
from assay.errors import InputError, Problem, refuse
from assay.files import files_below
from assay.systems import all_systems

if TYPE_CHECKING:
    import polars as pl

REPRO = "run `make repro`"
QUERIES, PASSAGES = "gold/queries.jsonl", "gold/passages.jsonl"


@dataclass
class Outputs:
    """A repository after `make repro`.

    Attributes:
        root: its top folder.
    """

    root: Path
    _digests: dict[str, str | None] = field(default_factory=dict)

    @cached_property
    def settings(self) -> dict[str, Any]:
        """params.yaml, checked."""
        return corpora.settings(self.root)

    def of_snapshot(self, name: str) -> dict[str, Any]:
        """Settings of a snapshot.

        Raises:
            InputError: params.yaml does not list it.
        """
        return _entry(self.settings["snapshots"], "snapshots", name)

    def of_system(self, name: str) -> dict[str, Any]:
        """Settings of a system.

        Raises:
            InputError: params.yaml does not list it.
        """
        return _entry(all_systems(self.settings), "systems", name)

    def refuse_outdated(self, stages: list[str]) -> None:
        """Hold what stages have read, written and been told against what is there now, as their manifests have it.

        Nothing is computed anew instead: a ranking cannot be, and labels of today beside a ranking of yesterday
        would be a state that never was.

        Args:
            stages: names as in dvc.yaml, ``project@fine``.

        Raises:
            InputError: stages that have not run, or that ran on something else.
        """
        problems = [problem for stage in stages for problem in self._differing(stage)]
        seen = {(problem.where, problem.rule.partition(" since ")[0]): problem for problem in problems[::-1]}
        refuse(sorted(seen.values()))

    def _differing(self, stage: str) -> Iterator[Problem]:
        where = f"runs/manifests/{stage}.json"
        path = self.root / where
        if not path.is_file():
            yield Problem(stage, "has not run", REPRO)
            return
        record, _ = manifest.parse(path.read_bytes(), where)
        for name, digest in {**record.reads, **record.writes}.items():
            now = self._digest(name)
            if now != digest:
                yield Problem(
                    name, "is not there" if now is None else f"has changed since {stage} ran", REPRO
                )
        for name, value in record.params.items():
            if self._param(name) != value:
                yield Problem(f"params.yaml {name}", f"has changed since {stage} ran", REPRO)
        for name in sorted(self._watched(stage) - record.reads.keys()):
            yield Problem(name, f"has come since {stage} ran", REPRO)

    def _watched(self, stage: str) -> set[str]:
        """Files of the folders that a stage reads as a whole."""
        kind, _, name = stage.partition("@")
        snapshots, searching = self.settings["snapshots"], self.settings["systems"]
        places = {
            "snapshot": [snapshots[name]["source"]] if name in snapshots else [],
            "retrieve": [searching[name]["input"]] if name in searching else [],
            "score": ["evidence/grades", "evidence/triage"],
            "score_fused": ["evidence/grades", "evidence/triage"],
        }
        folders = [self.root / place for place in places.get(kind, []) if (self.root / place).is_dir()]
        found = (path for folder in folders for path in files_below(folder))
        return {path.relative_to(self.root).as_posix() for path in found}

    def _param(self, name: str) -> Any:
        value: Any = self.settings
        for key in name.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def _digest(self, name: str) -> str | None:
        if name not in self._digests:
            path = self.root / name
            self._digests[name] = manifest.sha256(path.read_bytes()) if path.is_file() else None
        return self._digests[name]

    def table(self, name: str, columns: list[str] | None = None) -> "pl.DataFrame":
        """A table of the pipeline by its path.

        Raises:
            InputError: it is not there, or no table.
        """
        from assay.tables import parse_table

        path = self.root / name
        if not path.is_file():
            raise InputError(Problem(name, "is not there", REPRO))
        return parse_table(path.read_bytes(), name, columns)

    def card(self, folder: str) -> dict[str, Any]:
        """card.json of a snapshot or a system."""
        from assay.stage import parse_output

        where = f"{folder}/card.json"
        return parse_output((self.root / where).read_bytes(), where)

    def gold(self) -> "tuple[pl.DataFrame, pl.DataFrame]":
        """Queries and passages as they stand in gold/.

        Raises:
            InputError: every fault of their lines and fields.
        """
        from assay.gold.passages import parse_passages
        from assay.gold.queries import parse_queries

        queries, problems = parse_queries((self.root / QUERIES).read_bytes(), QUERIES)
        passages, more = parse_passages((self.root / PASSAGES).read_bytes(), PASSAGES)
        refuse([*problems, *more])
        return queries, passages


def _entry(known: dict[str, dict[str, Any]], section: str, name: str) -> dict[str, Any]:
    if name not in known:
        rule = f"is not among the {section} of params.yaml"
        option = f"--{section.removesuffix('s')} {name}"
        raise InputError(Problem(option, rule, f"one of: {', '.join(known)}"))
    return known[name]
