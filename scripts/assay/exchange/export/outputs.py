"""What the pipeline left, taken only where it is of the gold set, the corpus and the settings of today."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import corpora
from assay.errors import InputError, Problem, refuse
from assay.outdated import REPRO, outdated
from assay.systems import all_systems

if TYPE_CHECKING:
    import polars as pl

QUERIES, PASSAGES = "gold/queries.jsonl", "gold/passages.jsonl"


@dataclass
class Outputs:
    """A repository after `make repro`.

    Attributes:
        root: its top folder.
    """

    root: Path

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
        """Hold what stages have read, written and been told against what is there now.

        Args:
            stages: names as in dvc.yaml, ``project@fine``.

        Raises:
            InputError: stages that have not run, or that ran on something else.
        """
        refuse(outdated(self.root, self.settings, stages))

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
