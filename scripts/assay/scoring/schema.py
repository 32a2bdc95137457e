"""Models of what scoring writes, in order of flow: what each column means and which values it may hold.

Scoring trusts its own tables by their hashes; tests hold them against these models.
"""

from typing import Any

import pandera.polars as pa
import polars as pl

from assay.scoring.metrics import METRICS
from assay.scoring.nulls import REASONS

_FOUND = {"inner": pl.Struct({"passage_id": pl.String, "found_at": pl.UInt32, "chars_at": pl.UInt32})}
_CUT = r"@[0-9]+c?$"
_RANKS = tuple(metric.name for metric in METRICS if metric.summary == "median")


def _metrics(*, bounded: bool) -> str:
    names = (metric.name for metric in METRICS if metric.bounded == bounded and metric.name not in _RANKS)
    return f"^({'|'.join(names)}){_CUT}"


def _about(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, **rules)


class _Strict(pa.DataFrameModel):
    class Config:
        """No other columns."""

        strict = True


class Scores(_Strict):
    """scores.parquet: one row a query, one column a metric and cut-off; key ``query_id``."""

    query_id: str = _about("query", unique=True)
    query_key: pl.UInt64 = _about("first 8 bytes of the query id's SHA-256; null: not asked", nullable=True)
    share: float = _about(
        "metric between 0 and 1 (`recall@5`, `sufficient@1500c` …); null for the reason in its `why:` columns",
        alias=_metrics(bounded=True),
        regex=True,
        nullable=True,
        in_range={"min_value": 0, "max_value": 1},
    )
    amount: float = _about(
        "metric without an upper bound", alias=_metrics(bounded=False), regex=True, nullable=True, ge=0
    )
    rank: pl.UInt32 = _about(
        "rank, or characters read up to it", alias=f"^({'|'.join(_RANKS)})$", regex=True, nullable=True, ge=1
    )
    why: str = _about(
        "reason code of a null family; null: it has nothing against a value",
        alias="^why:.+$",
        regex=True,
        nullable=True,
        isin=tuple(REASONS),
    )


class Details(_Strict):
    """details.parquet: one row a query, by the headline cut-off; key ``query_id``."""

    query_id: str = _about("query", unique=True)
    type: str = _about("kind of question")
    best_set: pl.UInt16 = _about(
        "number of the evidence set that is found most fully, from 1; null: no sets", nullable=True
    )
    missing: pl.List = _about("passages of that set that are not found", dtype_kwargs={"inner": pl.String})
    found: pl.List = _about(
        "labelled passages: first rank at which each is found, characters read up to it", dtype_kwargs=_FOUND
    )
    n_returned: pl.UInt32 = _about("results returned")
    repeats: pl.UInt32 = _about("results that repeat a chunk of an earlier rank")
    reason: str = _about("why `sufficient` is null", nullable=True, isin=tuple(REASONS))


class Triage(_Strict):
    """triage.parquet: one row a chunk that was found and that gold does not know; key ``query_id, rank``."""

    query_id: str = _about("query that is not sufficient at the headline cut-off")
    rank: pl.UInt32 = _about("place in its results", ge=1)
    chunk_id: str = _about("chunk")
    sha256: str = _about("SHA-256 of its text", str_matches=r"^[0-9a-f]{64}$")
    text: str = _about("its text")
    doc_id: str = _about("document it is from", nullable=True)
    section: str = _about("section of the document", nullable=True)
