"""Gates: what the owner of a system asks of it before a release. There are none but those in params.yaml."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from assay.comparison.comparability import comparability
from assay.comparison.pairs import pairs
from assay.comparison.plan import Measure, Plan
from assay.comparison.systems import System
from assay.scoring.metrics import DOWN
from assay.scoring.nulls import reason
from assay.settings import GATE_RULES

INHERENT = ("no_answer", "not_labelled", "nothing_returned")  # such a query has no value to measure
_BY_QUERY = ("questions", "errors")  # of the queries that count, each without a value is named
_ROUNDING = 1e-9  # a mean of 0.8 passes "at least 0.8", whatever the sum was


@dataclass(frozen=True)
class Gate:
    """One requirement.

    Attributes:
        measure: the metric.
        rule: one of :data:`assay.settings.GATE_RULES`.
        limit: its number.
        slice: slice → value: queries that are in all of these groups; none: all.
        systems: names of those it is asked of; none: every candidate, or every system where there is none.
    """

    measure: Measure
    rule: str
    limit: float
    slice: Mapping[str, str]
    systems: tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """One gate held against one system.

    Attributes:
        gate: number of the gate in params.yaml, from 1.
        system: the system's name.
        metric: the metric's name.
        rule: as in the gate.
        limit: as in the gate.
        slice: as in the gate.
        value: the mean, or its difference from the baseline; null: not measured.
        n: queries that it rests on: reviewed ones of the slice.
        unmeasured: reason → ids of queries that should have a value and have none; where nothing has a value, of all.
        refused: rules by which run and baseline cannot be compared.
        passed: whether the gate is passed; never where something was not measured.
    """

    gate: int
    system: str
    metric: str
    rule: str
    limit: float
    slice: Mapping[str, str]
    value: float | None = None
    n: int = 0
    unmeasured: Mapping[str, list[str]] | None = None
    refused: tuple[str, ...] = ()
    passed: bool = False


def gates(section: Sequence[Mapping[str, Any]], known: Mapping[str, Measure]) -> list[Gate]:
    """The gates of params.yaml, whose form and metrics have been checked.

    Args:
        section: the list ``gates``.
        known: metrics by name (:func:`assay.comparison.plan.measures`).
    """
    return [
        Gate(
            known[entry["metric"]],
            rule := next(rule for rule in GATE_RULES if rule in entry),
            float(entry[rule]),
            entry.get("slice", {}),
            tuple(entry.get("systems", ())),
        )
        for entry in section
    ]


def named(section: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Key of params.yaml and metric, of every gate."""
    return [(f"gates {number}.metric", entry["metric"]) for number, entry in enumerate(section, 1)]


def check(
    asked: Sequence[Gate],
    systems: Mapping[str, System],
    slices: Mapping[str, pl.DataFrame],
    reviewed: pl.Series,
    plan: Plan,
) -> list[Check]:
    """Hold every gate against every system that it is asked of.

    Args:
        asked: the gates.
        systems: by name.
        slices: slices.parquet by system: ``query_id, slice, value``.
        reviewed: ids of the dev queries whose labels are reviewed; the others do not count.
        plan: for the baseline, and when two runs can be compared.
    """
    found = []
    for number, gate in enumerate(asked, 1):
        for name in gate.systems or plan.candidates or systems:
            scope = _scope(gate, slices[name], reviewed)
            blank = Check(number, name, gate.measure.name, gate.rule, gate.limit, gate.slice)
            if gate.rule == "no_regression_beyond":
                baseline = systems[plan.baseline] if plan.baseline else None
                found.append(_against_baseline(blank, gate, baseline, systems[name], scope, plan))
            else:
                found.append(_alone(blank, gate, systems[name], scope))
    return found


def _scope(gate: Gate, slices: pl.DataFrame, reviewed: pl.Series) -> pl.Series:
    """Ids of the reviewed queries in all of the gate's groups."""
    inside = pl.DataFrame({"query_id": reviewed})
    for name, value in gate.slice.items():
        group = slices.filter(pl.col("slice") == name, pl.col("value") == value)
        inside = inside.join(group, on="query_id", how="semi")
    return inside["query_id"].sort()


def _alone(blank: Check, gate: Gate, system: System, scope: pl.Series) -> Check:
    measure = gate.measure
    rows = system.scores.filter(pl.col("query_id").is_in(scope.implode())).sort("query_id")
    why = pl.when(pl.col(measure.name).is_null()).then(reason(measure.metric, measure.cutoff)).alias("why")
    values = rows.select("query_id", why, value=pl.col(measure.name).cast(pl.Float64)).rechunk()
    check = _measured(blank, values)
    if check.value is None:
        return check
    at_least = gate.rule == "at_least"
    reached = check.value >= gate.limit - _ROUNDING if at_least else check.value <= gate.limit + _ROUNDING
    return replace(check, passed=reached and not check.unmeasured)


def _against_baseline(
    blank: Check, gate: Gate, baseline: System | None, system: System, scope: pl.Series, plan: Plan
) -> Check:
    if baseline is None:
        return replace(blank, refused=("baseline",))
    state = comparability(baseline, system, replace(plan, measures=(gate.measure,)))
    refused = [refusal.rule for refusal in state.refusals if refusal.rule not in _BY_QUERY]
    refused = refused or list(state.left_out.values())
    if refused:
        return replace(blank, refused=tuple(refused))
    rows = pairs(baseline, system, [gate.measure]).filter(pl.col("query_id").is_in(scope.implode()))
    why = pl.coalesce("candidate_why", "baseline_why").alias("why")
    values = rows.select("query_id", why, value=pl.col("candidate") - pl.col("baseline")).rechunk()
    check = _measured(blank, values)
    if check.value is None:
        return check
    loss = check.value if gate.measure.metric.direction == DOWN else -check.value
    return replace(check, passed=loss <= gate.limit + _ROUNDING and not check.unmeasured)


def _measured(blank: Check, values: pl.DataFrame) -> Check:
    """Mean and n; queries that should have a value and have none, or any where there is no mean.

    Args:
        blank: the check without them.
        values: ``query_id, value, why``.
    """
    mean = values["value"].mean()
    allowed = [] if mean is None else INHERENT
    lacking = values.filter(pl.col("value").is_null(), ~pl.col("why").is_in(allowed))
    groups = lacking.group_by("why").agg(pl.col("query_id").sort()).sort("why")
    return replace(
        blank,
        value=None if mean is None else round(float(mean), 9),  # type: ignore[arg-type]  # of floats
        n=len(values) - values["value"].null_count(),
        unmeasured=dict(groups.iter_rows()),
    )
