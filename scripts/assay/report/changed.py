"""Queries that pass or fail with another system: what is missing, from which rank it went, what came instead."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from assay.comparison.outcomes import REGRESSION
from assay.comparison.record import Comparisons
from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.markdown import Markdown, code, finished, joined, plain, shorten
from assay.report.withheld import hashed

MOST = 100  # queries in a list
IN_LINE = 120  # characters of a question


Names = Mapping[tuple[str, int], str]


class Changed(NamedTuple):
    """One list of queries.

    Attributes:
        header: of the columns.
        rows: one a query; the first cell is its id.
        total: how many queries there are; the list may show less.
    """

    header: list[Markdown]
    rows: list[list[Markdown | str]]
    total: int


def changed(
    say: Catalogue, rows: pl.DataFrame, texts: Mapping[str, str | None], names: Names | None = None
) -> Changed:
    """The queries that changed, by id.

    Args:
        say: phrases.
        rows: of changes.parquet, of one candidate and one change.
        texts: of questions by id; absent or null: not shown.
        names: how chunks are called, by query and rank; None: by their ids.
    """
    shown = rows.sort("query_id").head(MOST)
    header = [say(f"head.{name}") for name in ("query", "question", "lost", "instead")]
    lines = [_line(say, row, texts.get(row["query_id"]), names) for row in shown.iter_rows(named=True)]
    return Changed(header, lines, len(rows))


def hashed_names(rows: pl.DataFrame) -> Names:
    """Hashes of the ids of all chunks in a list, by query and rank.

    Args:
        rows: of changes.parquet.
    """
    found = rows.select("query_id", "instead").explode("instead").drop_nulls().unnest("instead")
    short = hashed(found, pl.lit(None, dtype=pl.String))
    return {
        (query, rank): name for query, rank, name in short.select("query_id", "rank", "chunk_id").iter_rows()
    }


def of_report(
    say: Catalogue, material: Material, compared: Comparisons, candidate: str, change: str
) -> Changed:
    """The same in a report, which may withhold texts.

    Args:
        say: phrases.
        material: of the report.
        compared: what the stage ``compare`` wrote.
        candidate: the candidate's name.
        change: ``regression`` or ``improvement``.
    """
    rows = compared.changes.filter(pl.col("system") == candidate, pl.col("change") == change)
    failing = candidate if change == REGRESSION else compared.record["baseline"]
    texts = dict(material.queries.select("query_id", "query").iter_rows())
    return changed(say, rows, texts, _names(material, failing, rows["query_id"]))


def _names(material: Material, name: str, queries: pl.Series) -> Names:
    """Ids of a system's results by query and rank: those of the report, which may be hashed."""
    [system] = (one for one in material.systems if one.name == name)
    near = system.hits.filter(pl.col("query_id").is_in(queries.implode()))
    return {
        (query, rank): chunk for query, rank, chunk in near.select("query_id", "rank", "chunk_id").iter_rows()
    }


def _line(
    say: Catalogue, row: Mapping[str, Any], text: str | None, names: Names | None
) -> list[Markdown | str]:
    missing = (
        say(
            "change.passage",
            passage=code(one["passage_id"]),
            **{side: _rank(say, one[side]) for side in ("before", "now")},
        )
        for one in row["missing"]
    )
    called = {
        one["rank"]: names[row["query_id"], one["rank"]] if names else one["chunk_id"]
        for one in row["instead"]
    }
    instead = (Markdown(f"{rank}. {code(name)}") for rank, name in called.items())
    question = plain(shorten(text, IN_LINE)) if text else finished(None)
    return [row["query_id"], question, joined(missing, "; "), joined(instead, "; ")]


def _rank(say: Catalogue, rank: int | None) -> Markdown:
    return say("reason.not_found") if rank is None else finished(rank)
