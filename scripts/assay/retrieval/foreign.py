"""Results of other people's systems: nested JSON Lines, one object a query.

``{"id": "q01", "retrieved": [{"chunk_id": "…", "rank": 1, "score": 0.81}]}``; beside these a query may have
``status`` (``ok`` or ``error``), ``message``, ``query`` (the question as it was asked), ``sent`` (the text
sent to the index), ``latency_ms``; a result ``doc_id``, ``doc_version``, ``sha256`` and ``text`` of the chunk.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.errors import InputError, Problem, shown
from assay.jsonl import Row, read_all
from assay.retrieval.records import Field, by_line, faults, place
from assay.tables import check

QUERY = {
    "id": Field(str, required=True),
    "retrieved": Field(list),
    "status": Field(str),
    "message": Field(str),
    "query": Field(str),
    "sent": Field(str),
    "latency_ms": Field(float),
}
RESULT = {
    "chunk_id": Field(str, required=True),
    "rank": Field(int, required=True),
    "score": Field(float),
    "doc_id": Field(str),
    "doc_version": Field(str),
    "sha256": Field(str),
    "text": Field(str),
}
_FIXES = {
    "chunk_id": "write the id of the chunk",
    "rank": "number ranks from 1",
    "score": "leave it out where it is not known",
    "sha256": "leave it out, or record text instead",
    "status": "leave it out where the query was answered",
    "query": "leave it out where it is not known",
    "sent": "leave it out where nothing was rewritten",
    "latency_ms": "leave it out where it is not known",
}
_TYPES = {str: pl.String, int: pl.Int64, float: pl.Float64}
_SHOWN = 5


@dataclass(frozen=True)
class Foreign:
    """What a file says.

    Attributes:
        rows: columns of ``schema.ForeignRows``, sorted by query and rank.
        asked: columns of ``schema.ForeignAsked``.
        places: ``file:line id`` of each query.
        problems: what is wrong with lines, rows and queries, by line; the caller adds what only it knows.
    """

    rows: pl.DataFrame
    asked: pl.DataFrame
    places: Mapping[str, str]
    problems: list[Problem]

    def name(self, rows: pl.DataFrame, rule: str, fix: str) -> Iterator[Problem]:
        """One problem a query that has some of ``rows``; ``rule`` is filled with their chunk ids."""
        for (query,), found in rows.group_by("query_id", maintain_order=True):
            ids = [shown(chunk) for chunk in found["chunk_id"].unique(maintain_order=True)]
            more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
            words = rule.format(", ".join(ids[:_SHOWN]) + more)
            yield Problem(self.places[str(query)], words, fix)


def read(data: bytes, where: str) -> Foreign:
    """Parse a file of results; faults are collected, not raised: of lines, objects and values."""
    from assay.retrieval import nested

    found = nested.tables(data)
    if found is None:
        return _read_closely(data, where)
    ids = found.asked["query_id"].to_list()
    places = {
        name: place(where, line, {"id": name}, "id") for name, line in zip(ids, found.lines, strict=True)
    }
    return Foreign(found.rows, found.asked, places, [])


def _read_closely(data: bytes, where: str) -> Foreign:
    """The same, ten times slower, of any file: only here it is said what is wrong."""
    from assay.retrieval import schema

    lines, problems = read_all(data, where)
    places: dict[str, str] = {}
    queries: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    spots: list[str] = []
    for row in lines:
        spot = place(where, row.line, row.value, "id")
        found = list(_faults(row, spot, places))
        problems += found
        if not found:
            places[row.value["id"]] = spot
            queries.append(row.value)
            for n, item in enumerate(row.value.get("retrieved") or [], 1):
                results.append({"query_id": row.value["id"], **item})
                spots.append(f"{spot} result {n}")
    rows = _frame(results, {"query_id": Field(str), **RESULT})
    asked = _frame(queries, QUERY).rename({"id": "query_id"}).with_columns(pl.col("status").fill_null("ok"))
    asked = asked.select("query_id", "query", "sent", "status", "message", "latency_ms")
    labels = pl.Series(spots, dtype=pl.String)
    problems += _rule_faults(schema.ForeignRows, rows, where, labels)
    problems += _rule_faults(
        schema.ForeignAsked, asked, where, pl.Series(list(places.values()), dtype=pl.String)
    )
    rows = rows.sort("query_id", "rank", maintain_order=True)
    return Foreign(rows, asked, places, by_line([*problems, *_rank_faults(rows, places)]))


def _frame(values: list[dict[str, Any]], fields: Mapping[str, Field]) -> pl.DataFrame:
    columns = {
        key: pl.Series([value.get(key) for value in values], dtype=_TYPES[field.kind])
        for key, field in fields.items()
        if field.kind is not list
    }
    return pl.DataFrame(columns)


def _faults(row: Row, spot: str, places: Mapping[str, str]) -> Iterator[Problem]:
    value = row.value
    yield from faults(value, QUERY, spot)
    identifier, retrieved = value.get("id"), value.get("retrieved")
    if isinstance(identifier, str) and identifier in places:
        yield Problem(spot, f"query is also that of {places[identifier]}", "remove one of them")
    if retrieved is None and value.get("status") != "error":
        yield Problem(spot, "retrieved is missing", "add it: [] where nothing was found, or status error")
    if retrieved and value.get("status") == "error":
        yield Problem(spot, "has status error and results", "leave out one of them")
    for n, item in enumerate(retrieved if isinstance(retrieved, list) else [], 1):
        if isinstance(item, dict):
            yield from faults(item, RESULT, f"{spot} result {n}")
        else:
            yield Problem(
                f"{spot} result {n}", f"is {shown(item)}, must be an object", "write chunk_id and rank"
            )


def _rule_faults(model: Any, frame: pl.DataFrame, where: str, labels: pl.Series) -> list[Problem]:
    try:
        check(model, frame, where, labels, _FIXES)
    except InputError as error:
        return error.problems
    return []


def _rank_faults(rows: pl.DataFrame, places: Mapping[str, str]) -> Iterator[Problem]:
    ranks = rows.group_by("query_id", maintain_order=True).agg("rank")
    dense = pl.int_ranges(1, pl.col("rank").list.len() + 1, dtype=pl.Int64)
    for query, found in ranks.filter(pl.col("rank") != dense).iter_rows():
        shown = ", ".join(map(str, found[:_SHOWN])) + (", …" if len(found) > _SHOWN else "")
        yield Problem(places[query], f"ranks are {shown}", "number them from 1, without gaps or repeats")


def changes(passes: Sequence[tuple[pl.DataFrame, pl.DataFrame]], depth: int | None) -> dict[str, Any]:
    """In how many queries the results differ between passes, the system having been asked several times.

    Args:
        passes: of each its rows (``query_id, rank, chunk_id``) and what was asked (``query_id, query_sha256, status``).
        depth: the last rank that is looked at; None: the longest list's.

    Returns:
        ``n`` passes; ``queries`` that were answered in all of them, asked with one text; ``changed``: of these, for
        each rank from 1 on, in how many the results up to it are not the same list (``order``), not the same set
        of chunks (``set``).
    """
    n = len(passes)
    asked = pl.concat([asked.select("query_id", "query_sha256", "status") for _, asked in passes])
    times = asked.filter(status="ok").group_by("query_id").agg(pl.len(), pl.col("query_sha256").n_unique())
    alike = times.filter(len=n, query_sha256=1)
    found = [
        rows.select("query_id", pl.col("rank").cast(pl.Int64), "chunk_id", turn=pl.lit(turn))
        for turn, (rows, _) in enumerate(passes)
    ]
    rows = pl.concat(found).join(alike, on="query_id", how="semi")
    last = depth if depth is not None else int(rows.select(pl.col("rank").max().fill_null(0)).item())
    rows = rows.filter(pl.col("rank") <= last)
    return {
        "n": n,
        "queries": alike.height,
        "changed": {
            "order": _covered(_reordered(rows, n, last), last),
            "set": _covered(_swapped(rows, n, last), last),
        },
    }


def _reordered(rows: pl.DataFrame, n: int, last: int) -> pl.DataFrame:
    """Ranks ``low`` to ``high`` (excluded) at which a query's lists are not the same."""
    unlike = (pl.len() != n) | (pl.col("chunk_id").n_unique() > 1)
    differing = rows.group_by("query_id", "rank").agg(unlike.alias("unlike")).filter("unlike")
    return differing.group_by("query_id").agg(low=pl.col("rank").min(), high=pl.lit(last + 1, dtype=pl.Int64))


def _swapped(rows: pl.DataFrame, n: int, last: int) -> pl.DataFrame:
    """The same of sets: from where the first list holds a chunk up to where the last one does."""
    firsts = rows.group_by("query_id", "chunk_id", "turn").agg(pl.col("rank").min())
    everywhere = pl.when(pl.len() == n).then(pl.col("rank").max()).otherwise(pl.lit(last + 1, dtype=pl.Int64))
    spans = firsts.group_by("query_id", "chunk_id").agg(low=pl.col("rank").min(), high=everywhere)
    spans = spans.filter(pl.col("low") < pl.col("high")).sort("query_id", "low", "high")
    reached = pl.col("high").cum_max().shift(1).over("query_id")
    apart = (pl.col("low") > reached).fill_null(value=True).cum_sum().over("query_id")
    return spans.group_by("query_id", apart.alias("part")).agg(pl.col("low").min(), pl.col("high").max())


def _covered(spans: pl.DataFrame, last: int) -> list[int]:
    """How many spans cover each rank from 1 to the last."""
    ends = pl.concat(
        [
            spans.select(rank=pl.col("low"), step=pl.lit(1, dtype=pl.Int64)),
            spans.select(rank=pl.col("high"), step=pl.lit(-1, dtype=pl.Int64)),
        ]
    )
    steps = ends.group_by("rank").agg(pl.col("step").sum())
    ranks = pl.DataFrame({"rank": pl.int_range(1, last + 1, dtype=pl.Int64, eager=True)})
    joined = ranks.join(steps, on="rank", how="left", maintain_order="left")
    return joined["step"].fill_null(0).cum_sum().to_list()
