"""What a change of the gold set does to recorded runs: metrics before and after, and the queries that flip."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from assay.changes.difference import Difference
from assay.proposal.rescoring import Measured, Outcome
from assay.scoring import aggregate
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import columns

# What a retriever is told of a query: the topics of the pipeline.
ASKED = {"query", "history", "rewritten", "lang", "as_of", "subject"}


class MetricChange(NamedTuple):
    """One metric of one system on both sides.

    Attributes:
        name: with its cut-off.
        before: mean or median; None: nothing was measured.
        after: the same now.
        n_before: queries that it rests on.
        n_after: the same now.
        n_common: queries that both sides measure.
        common_before: the metric over those.
        common_after: the same now.
    """

    name: str
    before: float | None
    after: float | None
    n_before: int
    n_after: int
    n_common: int
    common_before: float | None
    common_after: float | None


class Flip(NamedTuple):
    """A dev query that a system met and no longer meets, or the other way round; or that is no longer measured."""

    query_id: str
    before: Outcome
    after: Outcome


@dataclass(frozen=True)
class SystemImpact:
    """What the change does to one system.

    Attributes:
        system: its name.
        metrics: every metric of both sides.
        flips: queries of both sides whose outcome differs, by id.
        arrived: outcomes of queries that are new.
        left: outcomes of queries that are gone.
    """

    system: str
    metrics: tuple[MetricChange, ...]
    flips: tuple[Flip, ...]
    arrived: Mapping[str, Outcome]
    left: Mapping[str, Outcome]


@dataclass(frozen=True)
class Impact:
    """What the change does.

    Attributes:
        systems: those that could be scored on both sides.
        absent: those that could not, and why.
        outdated: those whose outputs are of other settings than params.yaml has now.
        asked_otherwise: dev queries of both sides that the newer one asks in other words or under other conditions.
        holdout: holdout queries that change; nothing else is said of them.
        definitions: metrics that meant something else on the older side: name → definition ids (then, now).
    """

    systems: tuple[SystemImpact, ...]
    absent: Mapping[str, str]
    outdated: tuple[str, ...]
    asked_otherwise: tuple[str, ...]
    holdout: int
    definitions: Mapping[str, tuple[str | None, str]]


def system_impact(system: str, before: Measured, after: Measured, settings: Settings) -> SystemImpact:
    """Hold one run's scores on both sides against each other.

    Args:
        system: its name.
        before: the run on the older labels.
        after: the same run on the newer labels.
        settings: the section ``score``.
    """
    both = sorted(before.outcomes.keys() & after.outcomes.keys())
    flips = [
        Flip(name, before.outcomes[name], after.outcomes[name])
        for name in both
        if _state(before.outcomes[name]) != _state(after.outcomes[name])
    ]
    return SystemImpact(
        system,
        tuple(_metrics(before, after, settings)),
        tuple(flips),
        {name: value for name, value in sorted(after.outcomes.items()) if name not in before.outcomes},
        {name: value for name, value in sorted(before.outcomes.items()) if name not in after.outcomes},
    )


def asked_otherwise(changed: Difference) -> tuple[str, ...]:
    """Dev queries whose words or conditions differ, so that what was returned answers another question."""
    return tuple(
        change.id
        for change in changed.queries
        if not _is_holdout(change.before) and not _is_holdout(change.after) and ASKED & set(change.fields)
    )


def holdout_changes(changed: Difference) -> int:
    """Holdout queries that came, went, or changed in what scoring reads; or whose passages did."""
    passages = {change.id for change in changed.passages}
    ids = {change.id for change in changed.queries if _is_holdout(change.before) or _is_holdout(change.after)}
    held = changed.holdout
    return len(ids | {query for name in passages for query in changed.users.get(name, []) if query in held})


def _is_holdout(row: Mapping[str, object] | None) -> bool:
    return row is not None and row.get("split") == "holdout"


def _state(outcome: Outcome) -> tuple[bool | None, str | None]:
    return outcome.met, outcome.reason


def _metrics(before: Measured, after: Measured, settings: Settings) -> list[MetricChange]:
    """Each metric, and the same over the queries that have a value of it on both sides."""
    pairs = (
        before.scores.join(after.scores, on="query_id", how="inner", suffix=" after")
        .sort("query_id")
        .rechunk()
    )
    found = []
    for name, metric, _ in columns(settings):
        both = pairs.filter(pl.col(name).is_not_null(), pl.col(f"{name} after").is_not_null())
        middle = [
            aggregate.rounded(getattr(both[column], metric.summary)()) for column in (name, f"{name} after")
        ]
        one, other = before.metrics[name], after.metrics[name]
        values = (one[metric.summary], other[metric.summary], one["n"], other["n"])
        found.append(MetricChange(name, *values, len(both), *middle))
    return found
