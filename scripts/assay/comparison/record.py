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

    def only(self, candidate: str) -> "Comparisons":
        """The comparison of one candidate, with the figures of all that were tested together."""
        entries = [one for one in self.record["comparisons"] if one["candidate"] == candidate]
        tables = (rows.filter(pl.col("system") == candidate) for rows in (self.differences, self.changes))
        return Comparisons({**self.record, "comparisons": entries}, *tables)
