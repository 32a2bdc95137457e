"""Whether two runs can be compared at all, and by which metrics."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from assay.comparison.plan import Measure, Plan
from assay.comparison.systems import System

# What one result holds decides the others: a passage cut over two chunks in perfect order has MRR 0.5.
ACROSS_CHUNKINGS = {"recall", "hit", "coverage", "sufficient", "char_recall", "char_precision", "char_iou"}


class Refusal(NamedTuple):
    """Why two runs are not compared.

    Attributes:
        rule: ``gold``, ``corpus``, ``questions``, ``cutoff`` or ``errors``.
        baseline: what the baseline has: an id, ids of queries, a depth, a share.
        candidate: what the candidate has.
    """

    rule: str
    baseline: Any
    candidate: Any


@dataclass(frozen=True)
class Comparability:
    """What of a comparison stands.

    Attributes:
        refusals: why there is none; none: there is.
        other_chunking: whether the two searched the same documents cut otherwise.
        left_out: metric → why it is not compared: ``chunking`` or ``depth``.
    """

    refusals: tuple[Refusal, ...]
    other_chunking: bool
    left_out: dict[str, str]


def comparability(baseline: System, candidate: System, plan: Plan) -> Comparability:
    """Hold two runs against the conditions of a comparison.

    Refused: different gold revisions, corpora, questions asked, a depth that the primary cut-off lies beyond, too many
    errors. Another chunking of the same corpus leaves the metrics that do not depend on what one result holds.
    """
    other = baseline.snapshot_id != candidate.snapshot_id
    left_out = {}
    for measure in plan.measures:
        if other and measure.metric.name not in ACROSS_CHUNKINGS:
            left_out[measure.name] = "chunking"
        elif any(_beyond(system, measure) for system in (baseline, candidate)):
            left_out[measure.name] = "depth"
    return Comparability(tuple(_refusals(baseline, candidate, plan)), other, left_out)


def _refusals(baseline: System, candidate: System, plan: Plan) -> Iterator[Refusal]:
    one, other = baseline.summary["gold_revision"], candidate.summary["gold_revision"]
    if one != other:
        yield Refusal("gold", one, other)
    if baseline.corpus_id != candidate.corpus_id:
        yield Refusal("corpus", baseline.corpus_id, candidate.corpus_id)
    unasked = [set(system.without("not_asked")) for system in (baseline, candidate)]
    if unasked[0] != unasked[1]:
        here, there = sorted(unasked[1] - unasked[0]), sorted(unasked[0] - unasked[1])
        yield Refusal("questions", here, there)  # asked by the one alone
    if any(_beyond(system, plan.primary) for system in (baseline, candidate)):
        yield Refusal("cutoff", baseline.depth, candidate.depth)
    shares = [_error_share(system) for system in (baseline, candidate)]
    if max(shares) > plan.max_error_share:
        yield Refusal("errors", *shares)


def _beyond(system: System, measure: Measure) -> bool:
    """Whether a cut-off in results lies beyond the declared depth."""
    deeper = system.depth is not None and measure.cutoff.size > system.depth
    return deeper and not measure.cutoff.by_characters


def _error_share(system: System) -> float:
    asked = len(system.scores) - len(system.without("not_asked"))
    return round(len(system.without("error")) / asked, 6) if asked else 0.0
