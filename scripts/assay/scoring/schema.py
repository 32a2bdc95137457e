"""Models of what scoring writes, in order of flow: what each column means and which values it may hold.

Scoring trusts its own tables by their hashes; tests hold them against these models.
"""

from typing import Any

import pandera.polars as pa
import polars as pl

from assay.scoring.metrics import METRICS
from assay.scoring.nulls import REASONS
from assay.scoring.symptoms import SYMPTOMS

_FOUND = {"inner": pl.Struct({"passage_id": pl.String, "found_at": pl.UInt32, "chars_at": pl.UInt32})}
_CARRIED = {"inner": pl.Struct({"passage_id": pl.String, "share": pl.Float64})}
_SHA256 = r"^[0-9a-f]{64}$"
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
    members: pl.List = _about("passages of that set", dtype_kwargs={"inner": pl.String})
    missing: pl.List = _about("those of them that are not found", dtype_kwargs={"inner": pl.String})
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
    sha256: str = _about("SHA-256 of its text", str_matches=_SHA256)
    text: str = _about("its text")
    doc_id: str = _about("document it is from", nullable=True)
    section: str = _about("section of the document", nullable=True)


class Hits(_Strict):
    """hits.parquet: one row a query and rank, as deep as the largest cut-off in results; key ``query_id, rank``."""

    query_id: str = _about("query")
    rank: pl.UInt32 = _about("place in its results", ge=1)
    chunk_id: str = _about("chunk")
    chunk_key: pl.UInt64 = _about(
        "first 8 bytes of its id's SHA-256; null: the snapshot does not know the chunk, nor what follows",
        nullable=True,
    )
    doc_id: str = _about("document it is from", nullable=True)
    doc_version: str = _about("version of the document", nullable=True)
    title: str = _about("title of the document", nullable=True)
    section: str = _about("section of the document", nullable=True)
    url: str = _about("where people read it", nullable=True)
    subject: str = _about("product or department; null: any", nullable=True)
    valid_from: pl.Date = _about("first day of validity; null: always", nullable=True)
    valid_to: pl.Date = _about("last day of validity, inclusive; null: without end", nullable=True)
    n_chars: pl.UInt32 = _about("characters of the text; null: the text is not known", nullable=True)
    sha256: str = _about("SHA-256 of the text", nullable=True, str_matches=_SHA256)
    text: str = _about("the text", nullable=True)
    carries: pl.List = _about(
        "labelled passages of the query that the chunk holds, with the share of their letters and digits",
        dtype_kwargs=_CARRIED,
    )
    repeat: bool = _about("an earlier rank has the chunk already")
    outdated: bool = _about(
        "the day of the question lies outside its validity; without a day: no needed passage is valid with it"
    )
    other_subject: bool = _about(
        "it has a subject, neither the query's nor, where that has none, one of a needed passage"
    )
    grade: pl.UInt8 = _about("what people graded it; null: they did not", nullable=True, isin=(0, 1, 2))
    harmful: bool = _about("whether they called it harmful; null: no grade", nullable=True)


class Symptoms(_Strict):
    """symptoms.parquet: what is observed of queries that are not met; key ``query_id, symptom, passage_id``."""

    query_id: str = _about("query that is not sufficient (no sets: has no hit) at the headline cut-off")
    symptom: str = _about(
        "; ".join(f"{code}: {words}" for code, words in SYMPTOMS.items()), isin=tuple(SYMPTOMS)
    )
    passage_id: str = _about("labelled passage that it is about; null: the query", nullable=True)
    rank: pl.UInt32 = _about("where in the results it is seen, first", nullable=True, ge=1)
    chunk_id: str = _about("chunk at that rank", nullable=True)
    n: pl.UInt32 = _about("number of such results", nullable=True, ge=1)


class Slices(_Strict):
    """slices.parquet: which groups each query is in; key ``query_id, slice, value``."""

    query_id: str = _about("query")
    slice: str = _about("what queries are grouped by")
    value: str = _about("the group; empty: that of queries that have none")
