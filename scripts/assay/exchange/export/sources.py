"""What an export is made of: gold of the chosen splits, one snapshot, the systems that search it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import InputError, Problem, refuse
from assay.exchange.export.outputs import QUERIES, Outputs
from assay.exchange.losses import Loss
from assay.gold.fields import SPLITS
from assay.systems import all_systems, stages

if TYPE_CHECKING:
    import polars as pl

    from assay.exchange.export.flat import Labelled
    from assay.exchange.export.people_table import Measured
    from assay.exchange.export.rankings import Ranking
    from assay.scoring.labels import Labels


@dataclass
class Questions:
    """The gold set, and systems beside it.

    Attributes:
        outputs: of the pipeline.
        split: ``dev``, ``holdout`` or ``all``.
    """

    outputs: Outputs
    split: str

    def __post_init__(self) -> None:
        self._runs: list[str] = []

    @classmethod
    def of(cls, root: Path, split: str) -> "Questions":
        """Of a repository; nothing of the pipeline is needed yet."""
        return cls(Outputs(root), split)

    @property
    def splits(self) -> tuple[str, ...]:
        """Names of the splits."""
        return SPLITS if self.split == "all" else (self.split,)

    @cached_property
    def _gold(self) -> "tuple[pl.DataFrame, pl.DataFrame]":
        return self.outputs.gold()

    def gold(self) -> "tuple[pl.DataFrame, pl.DataFrame]":
        """Queries of the splits, and all passages.

        Raises:
            InputError: every fault of the files; no query of these splits.
        """
        import polars as pl

        queries, passages = self._gold
        chosen = queries.filter(pl.col("split").is_in(self.splits))
        if chosen.is_empty():
            rule = f"holds no query of split {self.split}"
            raise InputError(Problem(QUERIES, rule, "choose another with --split"))
        return chosen, passages

    def others(self) -> list[Loss]:
        """The questions of other splits, which are left out."""
        counts = dict(self._gold[0]["split"].value_counts().iter_rows())
        what = "questions of split {0} left out, with their labels (--split {0} writes them)"
        closed = "; it is closed, and its rankings leave in no form"
        left = [split for split in SPLITS if split not in self.splits and counts.get(split)]
        return [
            Loss(what.format(split) + (closed if split == SPLITS[1] else ""), counts[split]) for split in left
        ]

    @cached_property
    def _labels(self) -> "Labels":
        from assay.scoring.labels import from_gold

        return from_gold(self._gold[0], QUERIES)

    def ranking(self, system: str, chunks: "pl.DataFrame") -> "Ranking":
        """What a system found for dev queries."""
        from assay.exchange.export.rankings import read_ranking

        ranking = read_ranking(self.outputs, system, self._labels, chunks)
        self._runs.append(f"run of {system}, run_id {ranking.run_id}")
        return ranking

    @property
    def lang(self) -> str:
        """The language of reports, in which people read."""
        return str(self.outputs.settings["report"]["lang"])

    def measured(self, systems: tuple[str, ...]) -> "list[Measured]":
        """Systems with their scores.

        Raises:
            InputError: names that params.yaml does not list; outputs that are not there, or out of date.
        """
        from assay.exchange.export.people_table import Measured
        from assay.scoring.cutoffs import Settings

        cuts = {name: self.outputs.of_system(name)["snapshot"] for name in dict.fromkeys(systems)}
        made = [stage for name in cuts for stage in stages(self.outputs.settings, name)]
        before = [f"snapshot@{cut}" for cut in sorted(set(cuts.values()))]
        self.outputs.refuse_outdated([*before, *(["topics"] if cuts else []), *made])
        settings = Settings.of(self.outputs.settings["score"])
        found = []
        for name, cut in cuts.items():
            chunks = self.outputs.table(f"runs/snapshots/{cut}/chunks.parquet", ["chunk_id", "text"])
            scores = self.outputs.table(f"runs/systems/{name}/scores.parquet")
            responses = self.outputs.table(f"runs/systems/{name}/responses.parquet", ["query_id", "message"])
            texts, errors = dict(chunks.iter_rows()), dict(responses.iter_rows())
            ranking = self.ranking(name, chunks)
            found.append(Measured(ranking, scores, settings, texts, errors, self.lang))
        return found

    def origin(self) -> list[str]:
        """What an export of this was made of, so that it can be told from another one."""
        from assay.gold.revision import gold_revision

        return [f"gold of split {self.split}, revision {gold_revision(*self._gold)}", *self._runs]


@dataclass
class Source(Questions):
    """The same with the chunks of one snapshot.

    Attributes:
        snapshot: its name.
        systems: those whose rankings are wanted.
    """

    snapshot: str
    systems: tuple[str, ...]

    @classmethod
    def on(cls, root: Path, snapshot: str, split: str, systems: tuple[str, ...] | None = ()) -> "Source":
        """Of a repository whose stages have run on what is there now.

        Args:
            root: its top folder.
            snapshot: name of the snapshot.
            split: ``dev``, ``holdout`` or ``all``.
            systems: those whose rankings are wanted; none named: all that search the snapshot; None: no rankings.

        Raises:
            InputError: a name that params.yaml does not list; a system of another snapshot; outputs that are not
                there, or out of date.
        """
        outputs = Outputs(root)
        outputs.of_snapshot(snapshot)
        searching = [
            name for name, one in all_systems(outputs.settings).items() if one["snapshot"] == snapshot
        ]
        refuse([_elsewhere(outputs, name, snapshot) for name in systems or () if name not in searching])
        wanted = [] if systems is None or split == "holdout" else list(dict.fromkeys(systems)) or searching
        before = ["topics", *(stages(outputs.settings, name)[0] for name in wanted)] if wanted else []
        outputs.refuse_outdated([f"snapshot@{snapshot}", f"project@{snapshot}", *before])
        return cls(outputs, split, snapshot, tuple(wanted))

    @cached_property
    def _chunks(self) -> "pl.DataFrame":
        return self.outputs.table(f"{self._folder}/chunks.parquet")

    @property
    def _folder(self) -> str:
        return f"runs/snapshots/{self.snapshot}"

    def labelled(self) -> "Labelled":
        """Labels on the snapshot's chunks."""
        from assay.exchange.export.chunk_labels import carriers
        from assay.exchange.export.flat import Labelled

        score = self.outputs.settings["score"]
        projection, status = (
            self.outputs.table(f"{self._folder}/{name}.parquet") for name in ("projection", "passages")
        )
        carried = carriers(projection, status, self._chunks, cover=score["cover"], twins=score["twins"])
        return Labelled.of(self.gold()[0], self._chunks, carried, self.others())

    def rankings(self) -> "list[Ranking]":
        """What each of the systems found."""
        return [self.ranking(name, self._chunks) for name in self.systems]

    def origin(self) -> list[str]:
        """The same, with the snapshot."""
        first, *rest = super().origin()
        made = self.outputs.card(self._folder)["snapshot_id"]
        return [first, f"snapshot {self.snapshot}, snapshot_id {made}", *rest]


def _elsewhere(outputs: Outputs, name: str, snapshot: str) -> Problem:
    other = outputs.of_system(name)["snapshot"]
    return Problem(
        f"--system {name}", f"searches snapshot {other}, not {snapshot}", f"use --snapshot {other}"
    )
