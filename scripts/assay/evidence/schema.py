"""Models of what the stage ``evidence`` writes; it trusts its own tables by their hashes, tests hold them to these."""

from typing import Any

import pandera.polars as pa
import polars as pl

from assay.entries import ATTACHMENTS, CORPUS, FIELDS, KINDS, SUPPORTS
from assay.evidence import stored
from assay.evidence.fields import ANSWER

_SHA256 = r"^[0-9a-f]{64}$"


def _about(text: str, **rules: Any) -> Any:
    return pa.Field(description=text, **rules)


def _list(table: dict[str, Any], name: str, text: str, **rules: Any) -> Any:
    return pa.Field(description=text, dtype_kwargs={"inner": table[name].inner}, **rules)


def _recorded(name: str) -> Any:
    return _about(ANSWER[name].doc, nullable=True)


def _claim(name: str, **rules: Any) -> Any:
    return _about(FIELDS["claims"][name].doc, **rules)


class _Strict(pa.DataFrameModel):
    class Config:
        """No other columns."""

        strict = True


class Answers(_Strict):
    """answers.parquet: one row a recorded answer to a question that is not closed; key ``run, position``."""

    run: str = _about("`<system>/<run>`")
    position: pl.UInt32 = _about("order in the run's file, from 0")
    place: str = _about("file and line")
    run_id: str = _about("SHA-256 of the run's card and answers", str_matches=_SHA256)
    answer_id: str = _about(ANSWER["answer_id"].doc, unique=True)
    scenario_id: str = _recorded("scenario_id")
    query_id: str = _recorded("query_id")
    query: str = _recorded("query")
    lang: str = _recorded("lang")
    answer: str = _recorded("answer")
    retrieved: pl.List = _list(stored.ANSWERS, "retrieved", ANSWER["retrieved"].doc, nullable=True)
    citations: pl.List = _list(stored.ANSWERS, "citations", ANSWER["citations"].doc, nullable=True)
    declines: pl.List = _list(stored.ANSWERS, "declines", ANSWER["declines"].doc, nullable=True)
    card: str = _about("card.json of the run with what the answer itself states, as JSON")
    source: str = _about(
        "where the expected evidence is stated; null: nowhere", nullable=True, isin=("gold", "record")
    )
    sets: pl.List = _list(stored.ANSWERS, "sets", "evidence sets of the gold set", nullable=True)
    needed: pl.List = _list(stored.ANSWERS, "needed", "fragments that the record names", nullable=True)
    unanswerable: pl.List = _list(stored.ANSWERS, "unanswerable", "parts that the corpus cannot answer")
    held: bool = _about("whether the retrieved fragments hold an evidence set whole", nullable=True)
    lacks: pl.List = _list(stored.ANSWERS, "lacks", "elements that the record lacks")


class Claims(_Strict):
    """claims.parquet: one row a row of evidence/claims/, superseded ones too; key ``answer_id, position``."""

    position: pl.UInt32 = _about("order by author, then of writing, from 0")
    row_id: str = _about("hash of the row", unique=True)
    by: str = _about("reviewer")
    at: str = _about("when it was written")
    schema_version: pl.UInt32 = _about("form of the row")
    supersedes: pl.List = _list(stored.CLAIMS, "supersedes", "rows that it takes out of force")
    supersede_reason: str = _about("why", nullable=True)
    decision: str = _about("name that rows of one split or merge share", nullable=True)
    claim_id: str = _claim("claim_id")
    scenario_id: str = _claim("scenario_id", nullable=True)
    query_id: str = _claim("query_id", nullable=True)
    answer_id: str = _claim("answer_id")
    run_id: str = _claim("run_id", str_matches=_SHA256)
    kind: str = _claim("kind", isin=KINDS)
    claim: str = _claim("claim")
    quote: pl.List = _list(stored.CLAIMS, "quote", FIELDS["claims"]["quote"].doc)
    citations: pl.List = _list(stored.CLAIMS, "citations", FIELDS["claims"]["citations"].doc)
    evidence: pl.List = _list(stored.CLAIMS, "evidence", FIELDS["claims"]["evidence"].doc)
    attachment: str = _claim("attachment", nullable=True, isin=ATTACHMENTS)
    attachment_reason: str = _claim("attachment_reason", nullable=True)
    support: str = _claim("support", nullable=True, isin=SUPPORTS)
    support_reason: str = _claim("support_reason", nullable=True)
    contradicts: bool = _claim("contradicts", nullable=True)
    missing: str = _claim("missing", nullable=True)
    corpus: str = _claim("corpus", nullable=True, isin=CORPUS)
    observation: str = _claim("observation", nullable=True)
    hypothesis: str = _claim("hypothesis", nullable=True)
    open_question: str = _claim("open_question", nullable=True)
    adjudicates: pl.List = _list(
        stored.CLAIMS, "adjudicates", FIELDS["claims"]["adjudicates"].doc, nullable=True
    )
    in_force: bool = _about("whether no other row supersedes it")
