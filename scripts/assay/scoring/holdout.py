"""Figures of the holdout: the same formulas, means only; its queries and rankings are shown nowhere."""

from typing import Any

from assay.scoring.aggregate import means
from assay.scoring.scored import Inputs, score, scores


def holdout_figures(inputs: Inputs) -> dict[str, Any]:
    """Means and medians of every metric over the queries of the split that ``inputs.labels`` holds.

    Args:
        inputs: of one system, with the labels of ``holdout``
            (``read_labels(data, where, split="holdout")``).

    Returns:
        ``queries`` (how many) and ``metrics`` (as in summary.json).
    """
    scored = score(inputs)
    table = scores(scored, inputs.settings)
    return {"queries": len(table), "metrics": means(table, inputs.settings)}
