"""What is compared with what: the section ``compare`` of params.yaml, its defaults filled in."""

import difflib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import Problem, refuse
from assay.scoring.cutoffs import Cutoff, Settings
from assay.scoring.metrics import MEAN, Metric, columns
from assay.systems import all_systems

PARAMS = "params.yaml"


@dataclass(frozen=True)
class Measure:
    """One metric at one cut-off; ``name`` is its column of scores.parquet."""

    name: str
    metric: Metric
    cutoff: Cutoff


@dataclass(frozen=True)
class Plan:
    """A comparison as it is asked for.

    Attributes:
        baseline: name of the system that the others are held against; None: nothing is compared.
        candidates: names of those, sorted.
        measures: the family of metrics that is tested, the primary one first.
        headline: cut-off in results by which queries count as met.
        resamples: of the bootstrap and of the randomisation.
        seed: of both.
        max_error_share: share of a run's queries that may have ended in an error.
    """

    baseline: str | None
    candidates: tuple[str, ...]
    measures: tuple[Measure, ...]
    headline: int
    resamples: int = 10_000
    seed: int = 1
    max_error_share: float = 0.05

    @property
    def primary(self) -> Measure:
        """The metric that decides the verdict."""
        return self.measures[0]


def plan(
    section: Mapping[str, Any], systems: Collection[str], score: Mapping[str, Any], *, labelled: bool
) -> Plan:
    """Fill in what the section leaves open.

    Args:
        section: ``compare`` of params.yaml; without a baseline there are no candidates.
        systems: names that can be compared.
        score: the section ``score``.
        labelled: whether some query has evidence sets; else hits are compared.

    Raises:
        InputError: metrics that are not scored or have no mean.
    """
    settings = Settings.of(dict(score))
    stated = section["candidates"]
    others = set(systems) - {section["baseline"]} if stated is None else stated
    candidates = sorted(others) if section["baseline"] else []
    known = measures(settings)
    refuse(unknown(named(section), known))
    return Plan(
        section["baseline"],
        tuple(candidates),
        tuple(known[name] for name in _names(section, settings, labelled=labelled)),
        settings.headline,
        *(section[key] for key in ("resamples", "seed", "max_error_share")),
    )


def measures(settings: Settings) -> dict[str, Measure]:
    """Every metric that can be compared by its mean."""
    return {
        name: Measure(name, metric, cutoff)
        for name, metric, cutoff in columns(settings)
        if cutoff and metric.summary == MEAN
    }


def _names(section: Mapping[str, Any], settings: Settings, *, labelled: bool) -> list[str]:
    """Metrics of the family, the primary one first."""
    leading, second = ("sufficient", "coverage") if labelled else ("hit", "recall")
    at = f"@{settings.headline}"
    default = [leading + at, second + at, *(f"{leading}@{n}c" for n in sorted(settings.chars))]
    family = section["metrics"] if section["metrics"] is not None else default
    primary = section["primary"] or (family[0] if family else leading + at)
    return list(dict.fromkeys([primary, *family]))


def planned(values: Mapping[str, Any], baseline: str, candidate: str) -> list[str]:
    """The candidates that are tested together with one, as params.yaml plans it; itself alone where it does not.

    Args:
        values: params.yaml.
        baseline: a run, as a command calls it.
        candidate: another one.
    """
    section = values["compare"]
    others = section["candidates"]
    named = sorted(set(all_systems(values)) - {baseline}) if others is None else sorted(others)
    return named if section["baseline"] == baseline and candidate in named else [candidate]


def named(section: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Key of params.yaml and metric, of all that the section ``compare`` names."""
    primary = [("compare.primary", section["primary"])] if section["primary"] else []
    return primary + [("compare.metrics", name) for name in section["metrics"] or ()]


def unknown(named: Iterable[tuple[str, str]], known: Collection[str]) -> list[Problem]:
    """What is wrong with names of metrics.

    Args:
        named: key of params.yaml, and the name that stands there.
        known: metrics that can be compared.
    """
    rule = "{!r} is no metric that is scored and has a mean"
    return [
        Problem(f"{PARAMS} {key}", rule.format(name), _near(name, known))
        for key, name in named
        if name not in known
    ]


def _near(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"one of: {', '.join(known)}"
