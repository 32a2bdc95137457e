"""The stage ``compare`` in one function: from scored systems to everything that is written."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from assay.comparison import gates, outcomes
from assay.comparison.comparability import Comparability, comparability
from assay.comparison.pairs import SCHEMA, excluded, pairs
from assay.comparison.plan import Measure, Plan, measures, named, plan, unknown
from assay.comparison.record import Comparisons
from assay.comparison.statistics import ALPHA, Statistics, detectable, holm, statistics
from assay.comparison.systems import System, differing, labelled
from assay.errors import InputError, Problem, refuse
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import DOWN

_CHANGES = {"system": pl.String, **outcomes.SCHEMA}
_DIFFERENCES = {"system": pl.String, **SCHEMA}


@dataclass(frozen=True)
class _Comparison:
    candidate: System
    state: Comparability
    rows: pl.DataFrame
    found: Mapping[str, Statistics]


@dataclass(frozen=True)
class Sections:
    """The sections of params.yaml that a comparison follows."""

    compare: Mapping[str, Any]
    gates: Sequence[Mapping[str, Any]]
    score: Mapping[str, Any]


def evaluate(
    systems: Mapping[str, System],
    groups: Mapping[str, pl.DataFrame],
    reviewed: pl.Series,
    sections: Sections,
) -> Comparisons:
    """Compare what params.yaml says, and hold its gates against the systems.

    Args:
        systems: by name.
        groups: slices.parquet by system.
        reviewed: ids of dev queries whose labels are reviewed.
        sections: of params.yaml.

    Raises:
        InputError: metrics that are not scored or have no mean; too few samples for so many tests.
    """
    checks = gate_checks(systems, groups, reviewed, sections)
    made = compare(systems, plan(sections.compare, systems, sections.score, labelled=labelled(systems)))
    refuse_few(made.record)
    return Comparisons({**made.record, "gates": checks}, made.differences, made.changes)


def gate_checks(
    systems: Mapping[str, System],
    groups: Mapping[str, pl.DataFrame],
    reviewed: pl.Series,
    sections: Sections,
) -> list[dict[str, Any]]:
    """Every gate held against every system that it is asked of, as it stands in comparisons.json.

    Args:
        systems: by name.
        groups: slices.parquet by system.
        reviewed: ids of dev queries whose labels are reviewed.
        sections: of params.yaml.

    Raises:
        InputError: metrics of comparison or gates that are not scored or have no mean.
    """
    known = measures(Settings.of(dict(sections.score)))
    refuse(unknown([*named(sections.compare), *gates.named(sections.gates)], known))  # all of them at once
    planned = plan(sections.compare, systems, sections.score, labelled=labelled(systems))
    asked = gates.gates(sections.gates, known)
    return [asdict(check) for check in gates.check(asked, systems, groups, reviewed, planned)]


def compare(systems: Mapping[str, System], plan: Plan) -> Comparisons:
    """Compare each candidate with the baseline, and correct for all tests together.

    Args:
        systems: by name, all that the plan names.
        plan: what is compared.
    """
    baseline = systems[plan.baseline or next(iter(systems))]
    made = [_compared(baseline, systems[name], plan) for name in plan.candidates]
    tests = [(one.candidate.name, name) for one in made for name in one.found]
    adjusted = holm([one.found[name].p for one in made for name in one.found])
    corrected = dict(zip(tests, adjusted, strict=True))
    made_together = sum(p is not None for p in adjusted)
    record = {
        "baseline": plan.baseline,
        "primary": plan.primary.name,
        "family": [measure.name for measure in plan.measures],
        "headline": plan.headline,
        "tests": made_together,
        "resamples": plan.resamples,
        "seed": plan.seed,
        "comparisons": [_record(baseline, one, plan, corrected, made_together) for one in made],
    }
    return Comparisons(
        record,
        _named(_DIFFERENCES, {one.candidate.name: one.rows for one in made}),
        _named(
            _CHANGES,
            {
                one.candidate.name: outcomes.changes(baseline, one.candidate, plan.headline)
                for one in made
                if not one.state.refusals
            },
        ),
    )


def refuse_few(record: Mapping[str, Any]) -> None:
    """Refuse samples so few that no difference, whatever it is, could be shown after the correction.

    Args:
        record: comparisons.json.

    Raises:
        InputError: what is needed at least.
    """
    resamples, tests = record["resamples"], record["tests"]
    needed = math.ceil(tests / ALPHA)
    if resamples + 1 < needed:
        rule = f"is {resamples}: with {tests} tests made together no adjusted p could be below {ALPHA:g}"
        raise InputError(Problem("params.yaml compare.resamples", rule, f"raise it to {needed} at least"))


def _compared(baseline: System, candidate: System, plan: Plan) -> _Comparison:
    state = comparability(baseline, candidate, plan)
    measures = [] if state.refusals else [one for one in plan.measures if one.name not in state.left_out]
    rows = pairs(baseline, candidate, measures)
    found = {measure.name: _statistics(rows, measure, plan) for measure in measures}
    return _Comparison(candidate, state, rows, found)


def _statistics(rows: pl.DataFrame, measure: Measure, plan: Plan) -> Statistics:
    paired = rows.filter(pl.col("metric") == measure.name).drop_nulls(["baseline", "candidate"])
    differences = (paired["candidate"] - paired["baseline"]).to_numpy()
    down = measure.metric.direction == DOWN
    return statistics(differences, plan.resamples, plan.seed, lower_is_better=down)


def _record(
    baseline: System,
    one: _Comparison,
    plan: Plan,
    corrected: Mapping[tuple[str, str], float | None],
    tests: int,
) -> dict[str, Any]:
    """What comparisons.json says about one candidate; ``tests`` are made together."""
    candidate, state = one.candidate, one.state
    metrics = {
        name: {
            **_means(one.rows.filter(pl.col("metric") == name)),
            **asdict(found),
            "p_holm": corrected[candidate.name, name],
            "detectable_holm": detectable(
                found.deviation, found.n, found.wins + found.losses, ALPHA / max(tests, 1)
            ),
        }
        for name, found in one.found.items()
    }
    status = "refused" if state.refusals else "restricted" if state.other_chunking else "compared"
    return {
        "candidate": candidate.name,
        "status": status,
        "refusals": [refusal._asdict() for refusal in state.refusals],
        "left_out": state.left_out,
        "settings": differing(baseline, candidate),
        "metrics": metrics,
        "outcomes": None
        if state.refusals
        else outcomes.counts(outcomes.outcomes(baseline, candidate, plan.headline)),
        "reading": {"baseline": _reading(baseline, plan), "candidate": _reading(candidate, plan)},
        "verdict": _verdict(metrics.get(plan.primary.name), plan.primary),
    }


def _means(rows: pl.DataFrame) -> dict[str, Any]:
    """Means of both sides over the pairs, and the queries that make none, by reason."""
    paired = rows.drop_nulls(["baseline", "candidate"]).rechunk()
    means = {side: _rounded(paired[side].mean()) for side in ("baseline", "candidate")}
    return {**means, "excluded": excluded(rows)}


def _rounded(value: Any) -> float | None:
    return None if value is None else round(float(value), 9)


def _reading(system: System, plan: Plan) -> dict[str, Any]:
    """How much is read at the headline cut-off, and how many passages are cut by a border of chunks."""
    chars = system.metrics.get(f"context_chars@{plan.headline}", {})
    return {"chars": chars.get("mean"), "straddling": system.summary["counts"]["straddling"]}


def _verdict(entry: Mapping[str, Any] | None, primary: Measure) -> str:
    """``better`` or ``worse`` where the primary metric's adjusted p says so, else ``not_shown``; ``refused`` where
    that metric is not compared.
    """
    if entry is None:
        return "refused"
    if entry["difference"] is None or entry["p_holm"] > ALPHA:
        return "not_shown"
    up = entry["difference"] > 0
    return "better" if up != (primary.metric.direction == DOWN) else "worse"


def _named(schema: Mapping[str, Any], parts: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """The rows of all candidates in one table, the candidate's name first."""
    rows = [part.select(pl.lit(name).alias("system"), pl.all()) for name, part in parts.items()]
    return pl.concat([pl.DataFrame(schema=schema), *rows]).rechunk()
