"""What the stages wrote about one system, as far as a comparison needs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

ASKED = "why:labels"  # of scores.parquet: holds `error` and `not_asked` before any other reason
_OF_RECORDING = ("recorded_at", "notes")  # what people say of a run, not of the system
_OF_PLACE = {"kind", "snapshot", "input", "depth"}  # a fusion has its own


@dataclass(frozen=True)
class System:
    """One system, scored.

    Attributes:
        name: as in params.yaml, or as a command calls it.
        summary: summary.json: means, slices, counts, cards.
        scores: one row a dev query, one column a metric, ``why:<family>`` beside them; sorted by ``query_id``.
        details: one row a dev query: ``best_set, members, missing, found, reason``; sorted by ``query_id``.
        hits: hits.parquet: the first results of each dev query, and what of the labels each carries.
    """

    name: str
    summary: dict[str, Any]
    scores: pl.DataFrame
    details: pl.DataFrame
    hits: pl.DataFrame

    @property
    def metrics(self) -> dict[str, dict[str, Any]]:
        """Mean or median, n and nulls by metric."""
        found: dict[str, dict[str, Any]] = self.summary["metrics"]
        return found

    @property
    def corpus_id(self) -> str:
        """The id of the documents, or of the chunks, that it searched."""
        return str(self.summary["snapshot"]["corpus_id"])

    @property
    def snapshot_id(self) -> str:
        """The id of the chunks it searched."""
        return str(self.summary["snapshot"]["snapshot_id"])

    @property
    def depth(self) -> int | None:
        """Results asked for, as declared; None: not declared."""
        depth: int | None = self.summary["card"]["depth"]
        return depth

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of the system and of the snapshot it searches, as they were when it ran; null: not declared.

        A fusion has those of the systems it is of besides.
        """
        return {**_joint(self.fused), **self.own_settings}

    @property
    def own_settings(self) -> dict[str, Any]:
        """The same without those of fused systems."""
        card, snapshot = self.summary["card"], self.summary["snapshot"]
        varying = {"may_vary": card["may_vary"]} if card["may_vary"] else {}
        named = {"systems": list(self.fused)} if self.fused else {}
        own = {**card["settings"], **named, "mode": card["mode"], **card.get("stated", {}), **varying}
        return {**snapshot["settings"], **dict.fromkeys(card.get("absent", [])), **own}

    @property
    def fused(self) -> dict[str, dict[str, Any]]:
        """Settings of the systems whose results a fusion is of, by name; of another system none."""
        inputs: dict[str, dict[str, Any]] = self.summary["card"]["settings"].get("systems", {})
        return inputs

    def without(self, state: str) -> pl.Series:
        """Ids of the dev queries that are in a state: ``error``, ``not_asked``."""
        return self.scores.filter(pl.col(ASKED) == state)["query_id"]


def labelled(systems: Mapping[str, System]) -> bool:
    """Whether evidence sets are stated for some query that a system was measured on."""
    return any(
        entry["n"]
        for system in systems.values()
        for name, entry in system.metrics.items()
        if name.startswith("sufficient@")
    )


def differing(baseline: System, candidate: System) -> list[dict[str, Any]]:
    """Settings in which two systems differ: ``name, baseline, candidate``; ``absent``: who does not have it at all.

    A snapshot's name or id stands for settings of its own, another kind has another module, and each recorded run a
    folder of its own: these are not told, nor what a card says of the recording alone. Of two fusions that are of one
    system, its settings are told as ``system.name``; held against another system, a fusion has those of both.
    """
    own = [
        one.own_settings if baseline.fused and candidate.fused else one.settings
        for one in (baseline, candidate)
    ]
    rows = _unlike(*own)
    for name in sorted(baseline.fused.keys() & candidate.fused.keys()):
        inner = _unlike(baseline.fused[name], candidate.fused[name])
        rows += [{**row, "name": f"{name}.{row['name']}"} for row in inner]
    return rows


def _joint(fused: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Settings of the systems that a fusion is of: the value where all that have it agree, else that of each."""
    found: dict[str, Any] = {}
    for setting in sorted({name for settings in fused.values() for name in settings} - _OF_PLACE):
        values = {name: settings[setting] for name, settings in fused.items() if setting in settings}
        alike = len({repr(value) for value in values.values()}) == 1
        found[setting] = (
            next(iter(values.values())) if alike else [f"{name}: {value}" for name, value in values.items()]
        )
    return found


def _unlike(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[dict[str, Any]]:
    kinds = {one.get("kind"), other.get("kind")}
    own_input = len(kinds) > 1 or kinds == {"recorded"}
    implied = {"snapshot", "snapshot_id", *_OF_RECORDING, *(("input",) if own_input else ())}
    rows = []
    for name in sorted({*one, *other} - implied):
        sides = {"baseline": one, "candidate": other}
        absent = [side for side, values in sides.items() if name not in values]
        if absent or one[name] != other[name]:
            values = {side: settings.get(name) for side, settings in sides.items()}
            rows.append({"name": name, **values, "absent": absent})
    return rows
