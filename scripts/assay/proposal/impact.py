"""What a change of the gold set does to recorded runs: metrics before and after, and the queries that flip."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from assay.changes.difference import Difference
from assay.comparison.outputs import Absent
from assay.proposal.rescoring import Measured, Outcome
from assay.retrieval.topics import Topic
from assay.scoring import aggregate
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import columns

_TOLD = ("history", "lang", "as_of", "subject")  # what a retriever is told beside the words


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
        elsewhere: those that searched the documents in another state than they are in now.
        asked_otherwise: by side, dev queries that the runs were asked in other words or under other conditions.
        holdout: holdout queries that change, or whose passages do; nothing is said of their results.
        moved: those of them that were dev, or are now.
        definitions: metrics that meant something else on the older side: name → definition ids (then, now).
        settings: keys of params.yaml that made the older side's figures other ones: key → values (then, now).
    """

    systems: tuple[SystemImpact, ...]
    absent: Mapping[str, Absent]
    outdated: tuple[str, ...]
    elsewhere: tuple[str, ...]
    asked_otherwise: Mapping[str, list[str]]
    holdout: int
    moved: int
    definitions: Mapping[str, tuple[str | None, str]]
    settings: Mapping[str, tuple[Any, Any]]


def system_impact(
    system: str, before: Measured | None, after: Measured, settings: Settings, hidden: Collection[str] = ()
) -> SystemImpact:
    """Hold one run's scores on both sides against each other.

    Args:
        system: its name.
        before: the run on the older labels; None: there are none.
        after: the same run on the newer labels.
        settings: the section ``score``.
        hidden: queries of whose outcomes nothing may be said.
    """
    if before is None:
        before = Measured(after.scores.clear(), {}, {})
    shown = {name for name in (*before.outcomes, *after.outcomes) if name not in hidden}
    both = sorted(before.outcomes.keys() & after.outcomes.keys() & shown)
    flips = [
        Flip(name, before.outcomes[name], after.outcomes[name])
        for name in both
        if _state(before.outcomes[name]) != _state(after.outcomes[name])
    ]
    return SystemImpact(
        system,
        tuple(_metrics(before, after, settings)),
        tuple(flips),
        {
            name: value
            for name, value in sorted(after.outcomes.items())
            if name not in before.outcomes and name in shown
        },
        {
            name: value
            for name, value in sorted(before.outcomes.items())
            if name not in after.outcomes and name in shown
        },
    )


def asked_otherwise(changed: Difference, topics: Mapping[str, Topic]) -> dict[str, list[str]]:
    """Dev queries that a side asks in other words or under other conditions than the runs were asked.

    Args:
        changed: the difference of the two sides.
        topics: what the runs were asked, by query id.

    Returns:
        ids by name of the side, only of queries that differ between the sides.
    """
    found: dict[str, list[str]] = {}
    for change in changed.queries:
        topic = topics.get(change.id)
        if topic is None or change.id in changed.closed:
            continue
        asked = (topic.query, topic.history, topic.lang, topic.as_of, topic.subject)
        for side, row in ((changed.base, change.before), (changed.head, change.after)):
            if row and asked != (row.get("rewritten") or row["query"], *(row.get(name) for name in _TOLD)):
                found.setdefault(side.name, []).append(change.id)
    return found


def moved_splits(changed: Difference) -> int:
    """Queries that were dev and are holdout now, or the other way round."""
    return sum("split" in change.fields for change in changed.queries)


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
        one, other = before.metrics.get(name, {"n": 0}), after.metrics[name]
        values = (one.get(metric.summary), other[metric.summary], one["n"], other["n"])
        found.append(MetricChange(name, *values, len(both), *middle))
    return found
