"""Models of what the stage ``compare`` writes; it trusts its own tables by their hashes, tests hold them to these."""

from typing import Any

import pandera.polars as pa
import polars as pl

from assay.comparison.outcomes import IMPROVEMENT, REGRESSION, SCHEMA
from assay.scoring.nulls import REASONS

_MISSING, _INSTEAD = ({"inner": SCHEMA[name].inner} for name in ("missing", "instead"))  # type: ignore[union-attr]


def _about(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, **rules)


class _Strict(pa.DataFrameModel):
    class Config:
        """No other columns."""

        strict = True


class Differences(_Strict):
    """differences.parquet: one row a candidate, metric of the family and dev query; key ``system, metric, query_id``."""

    system: str = _about("candidate")
    query_id: str = _about("query")
    metric: str = _about("metric with its cut-off")
    baseline: float = _about("value of the baseline", nullable=True)
    candidate: float = _about("value of the candidate; with both it is a pair", nullable=True)
    baseline_why: str = _about("why the baseline has none", nullable=True, isin=tuple(REASONS))
    candidate_why: str = _about("why the candidate has none", nullable=True, isin=tuple(REASONS))


class Changes(_Strict):
    """changes.parquet: one row a candidate and query that it or the baseline meets alone; key ``system, query_id``."""

    system: str = _about("candidate")
    query_id: str = _about("query")
    change: str = _about(
        "regression: the baseline meets it, the candidate does not; improvement: the other way round",
        isin=(REGRESSION, IMPROVEMENT),
    )
    missing: pl.List = _about(
        "passages of the evidence set that one side completed within the cut-off and the failing side did not find "
        "there: first rank in the baseline, in the candidate (null: not found)",
        dtype_kwargs=_MISSING,
    )
    instead: pl.List = _about(
        "results of the failing side within the cut-off that carry no labelled passage, and that the other side "
        "does not have there",
        dtype_kwargs=_INSTEAD,
    )
