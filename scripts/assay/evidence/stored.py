"""Evidence tables as the stage ``evidence`` writes them and the report reads them: two tables and a card."""

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from assay.entries import ENVELOPE, FIELDS
from assay.evidence.expected import Expected
from assay.evidence.gathering import Evidence
from assay.evidence.record import Answer
from assay.evidence.table import Table

_TEXT, _WHOLE = pl.String, pl.UInt32
_SPAN = pl.List(_WHOLE)
_CITATIONS = pl.List(pl.Struct({"marker": _TEXT, "doc_id": _TEXT, "chunk_id": _TEXT, "span": _SPAN}))
_SOURCE = {"doc_id": _TEXT, "doc_version": _TEXT, "rank": _WHOLE, "sha256": _TEXT, "text": _TEXT}
_RECORDED = ("scenario_id", "query_id", "query", "lang", "answer", "retrieved", "citations", "declines")
ANSWERS: dict[str, Any] = {
    "run": _TEXT,
    "position": _WHOLE,
    "place": _TEXT,
    "run_id": _TEXT,
    "answer_id": _TEXT,
    **dict.fromkeys(("scenario_id", "query_id", "query", "lang", "answer"), _TEXT),
    "retrieved": pl.List(pl.Struct({"chunk_id": _TEXT, **_SOURCE, "score": pl.Float64, "url": _TEXT})),
    "citations": _CITATIONS,
    "declines": pl.List(pl.Struct({"part": _TEXT, "span": _SPAN})),
    "card": _TEXT,
    "source": _TEXT,
    "sets": pl.List(pl.List(_TEXT)),
    "needed": pl.List(pl.Struct(dict.fromkeys(("doc_id", "chunk_id", "text", "supports"), _TEXT))),
    "unanswerable": pl.List(_TEXT),
    "held": pl.Boolean,
    "lacks": pl.List(_TEXT),
}
CLAIMS: dict[str, Any] = {
    "position": _WHOLE,
    **dict.fromkeys((*ENVELOPE, *FIELDS["claims"]), _TEXT),
    "schema_version": _WHOLE,
    "supersedes": pl.List(_TEXT),
    "adjudicates": pl.List(_TEXT),
    "contradicts": pl.Boolean,
    "quote": pl.List(pl.Struct({"start": _WHOLE, "end": _WHOLE, "text": _TEXT})),
    "citations": _CITATIONS,
    "evidence": pl.List(pl.Struct({"chunk_id": _TEXT, **_SOURCE})),
    "in_force": pl.Boolean,
}
KEYS = {"answers": ["run", "position"], "claims": ["answer_id", "position"]}


def answers(evidence: Evidence) -> pl.DataFrame:
    """One row a recorded answer, as :class:`assay.evidence.schema.Answers`."""
    rows = [
        {
            **{name: table.answer.value.get(name) for name in _RECORDED},
            "retrieved": _scored(table.answer.value.get("retrieved")),
            "run": run,
            "position": at,
            "place": table.answer.place,
            "run_id": table.answer.run_id,
            "answer_id": table.answer.id,
            "card": json.dumps(table.answer.card, ensure_ascii=False, sort_keys=True),
            **table.expected._asdict(),
            "held": evidence.held.get(table.answer.id),
            "lacks": evidence.lacks[table.answer.id],
        }
        for run, found in evidence.runs.items()
        for at, table in enumerate(found)
    ]
    return pl.DataFrame(rows, schema=ANSWERS)


def _scored(retrieved: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
    """Fragments whose scores are numbers of one type: a record may have 1 beside 0.5."""
    return retrieved and [
        {**one, "score": None if one.get("score") is None else float(one["score"])} for one in retrieved
    ]


def claims(evidence: Evidence) -> pl.DataFrame:
    """One row a row of the ledger, superseded ones too, as :class:`assay.evidence.schema.Claims`."""
    rows = [
        {**row, "position": at, "in_force": row["row_id"] in current}
        for table in evidence.tables
        for current in [{row["row_id"] for row in table.current}]
        for at, row in enumerate(table.rows)
    ]
    return pl.DataFrame(rows, schema=CLAIMS)


def restored(answers: pl.DataFrame, claims: pl.DataFrame, closed: Mapping[str, int]) -> Evidence:
    """The tables that the stage wrote.

    Args:
        answers: answers.parquet.
        claims: claims.parquet.
        closed: answers to closed questions by run, from the card.
    """
    names = [*ENVELOPE, *FIELDS["claims"]]
    about: dict[str, list[dict[str, Any]]] = {}
    for row in claims.sort(KEYS["claims"]).select(names).iter_rows(named=True):
        about.setdefault(row["answer_id"], []).append(row)
    tables = [
        Table(
            Answer(
                row["place"],
                row["run"],
                row["run_id"],
                {"answer_id": row["answer_id"], **{name: row[name] for name in _RECORDED}},
                json.loads(row["card"]),
            ),
            Expected(row["source"], row["sets"], row["needed"], row["unanswerable"]),
            about.get(row["answer_id"], []),
        )
        for row in answers.sort(KEYS["answers"]).iter_rows(named=True)
    ]
    held = dict(answers.select("answer_id", "held").iter_rows())
    lacks = dict(answers.select("answer_id", "lacks").iter_rows())
    return Evidence(tables, dict(closed), held, lacks)
