"""What people decided about retrieved chunks: blind grades and triage decisions, by query and text."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import polars as pl

_GRADE_COLUMNS = {"query_id": pl.String, "sha256": pl.String, "grade": pl.UInt8, "harmful": pl.Boolean}
_DECISION_COLUMNS = {"query_id": pl.String, "sha256": pl.String}
_CODE_COLUMNS = {"query_id": pl.String, "reason_code": pl.String}


@dataclass(frozen=True)
class Judgements:
    """Judgements in force, one row a query and text.

    Attributes:
        grades: ``query_id, sha256`` (of the chunk's text)``, grade`` (2, 1, 0)``, harmful``.
        decisions: ``query_id, sha256`` of texts that triage has decided on.
        codes: ``query_id, reason_code`` of the grades that count, each once.
    """

    grades: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_GRADE_COLUMNS))
    decisions: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_DECISION_COLUMNS))
    codes: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=_CODE_COLUMNS))

    @classmethod
    def of(cls, grades: Iterable[dict[str, Any]], triage: Iterable[dict[str, Any]]) -> "Judgements":
        """Judgements of the ledgers' rows in force (:func:`assay.ledger.read`).

        Where several people graded one text, the rows that adjudicate are taken alone; among those that are
        left the lowest grade counts, and one *harmful* is enough: what is disputed is not taken for good.
        """
        columns = {**_GRADE_COLUMNS, **_CODE_COLUMNS}
        rows = [
            {**{name: row[name] for name in columns}, "final": bool(row["adjudicates"])} for row in grades
        ]
        frame = pl.DataFrame(rows, schema={**columns, "final": pl.Boolean})
        last = frame.filter(pl.col("final") == pl.col("final").any().over("query_id", "sha256"))
        decided = [{"query_id": row["query_id"], "sha256": row["text_sha256"]} for row in triage]
        return cls(
            last.group_by("query_id", "sha256")
            .agg(pl.col("grade").min(), pl.col("harmful").any())
            .sort("query_id", "sha256"),
            pl.DataFrame(decided, schema=_DECISION_COLUMNS).unique().sort("query_id", "sha256"),
            last.select(*_CODE_COLUMNS).drop_nulls().unique().sort(*_CODE_COLUMNS),
        )

    def on_chunks(self, queries: pl.DataFrame, chunks: pl.LazyFrame) -> pl.DataFrame:
        """The chunks whose texts were judged for a query: ``q, query_key, chunk_key, grade, harmful``.

        Args:
            queries: ``q, query_id, query_key``.
            chunks: chunks.parquet, lazily: ``chunk_key, sha256`` are read, and only if there are judgements.
        """
        both = self.grades.join(self.decisions, on=["query_id", "sha256"], how="full", coalesce=True)
        asked = both.join(queries.select("q", "query_id", "query_key"), on="query_id")
        columns = ["q", "query_key", "chunk_key", "grade", "harmful"]
        if not len(asked):
            keys = {"q": pl.UInt32, "query_key": pl.UInt64, "chunk_key": pl.UInt64}
            return pl.DataFrame(schema={**keys, "grade": pl.UInt8, "harmful": pl.Boolean})
        texts = chunks.select("chunk_key", "sha256").filter(pl.col("sha256").is_in(asked["sha256"].implode()))
        return asked.join(texts.collect(), on="sha256").select(columns)
