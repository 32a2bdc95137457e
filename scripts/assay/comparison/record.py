"""What the stage ``compare`` writes, and the report reads."""

from dataclasses import dataclass
from typing import Any

import polars as pl


@dataclass(frozen=True)
class Comparisons:
    """Every candidate held against the baseline.

    Attributes:
        record: comparisons.json.
        differences: the pairs of every metric of the family: ``system`` (the candidate), then the columns of
            :func:`assay.comparison.pairs.pairs`.
        changes: queries that one of two systems meets alone: ``system`` (the candidate), then the columns of
            :func:`assay.comparison.outcomes.changes`.
    """

    record: dict[str, Any]
    differences: pl.DataFrame
    changes: pl.DataFrame
