"""gold/queries.jsonl: reading, writing, and the frames that scoring and the rules work on."""

import datetime as dt
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import polars as pl

from assay.errors import Problem
from assay.gold import fields
from assay.gold.fields import QUERY
from assay.gold.typed import typed_columns, typed_frame
from assay.jsonl import Row, conflicts, read_all

NO_ANSWER = "no_answer"
TYPES = (
    "exact",
    "paraphrase",
    "multi_condition",
    "abbreviation",
    "near_topic",
    NO_ANSWER,
)  # a team may have its own

_BY_PASSAGE = {"relevant": ("grade", pl.UInt8()), "why": ("text", pl.String())}
SCHEMA: dict[str, pl.DataType] = {
    "line": pl.UInt32(),
    **dict.fromkeys(QUERY, pl.String()),
    "history": pl.List(pl.Struct({"role": pl.String(), "text": pl.String()})),
    "as_of": pl.Date(),
    "evidence_sets": pl.List(pl.List(pl.String())),
    "claims": pl.List(pl.Struct({"id": pl.String(), "text": pl.String(), "passages": pl.List(pl.String())})),
    "unanswerable": pl.List(pl.String()),
    "reviewed_by": pl.List(pl.String()),
    **{
        name: pl.List(pl.Struct({"passage_id": pl.String(), item: dtype}))
        for name, (item, dtype) in _BY_PASSAGE.items()
    },
}


class Parsed(NamedTuple):
    """A file as it was read.

    Attributes:
        rows: its lines that could be read; None: it is in its fixed form and has no fault, so nobody looks at them.
        frame: the rows without faults.
        problems: every fault of lines and fields.
    """

    rows: list[Row] | None
    frame: pl.DataFrame
    problems: list[Problem]


def parse_queries(data: bytes, where: str) -> tuple[pl.DataFrame, list[Problem]]:
    """Rows without faults, and the problems of the others: so that all can be reported together."""
    return read_queries(data, where)[1:]


def read_queries(data: bytes, where: str) -> Parsed:
    """queries.jsonl, by types where nothing is in doubt, else line by line."""
    columns = typed_columns(data, QUERY)
    if columns is None:
        return strictly(data, where, query_frame)
    items = {name: item for name, (item, _) in _BY_PASSAGE.items()}
    return Parsed(None, typed_frame(columns, SCHEMA, items, ["as_of"]), [])


def strictly(
    data: bytes, where: str, frame_of: Callable[[list[Row], str], tuple[pl.DataFrame, list[Problem]]]
) -> Parsed:
    """Lines that can be read, the rows among them without faults, and every fault of the file.

    One line that is no JSON hides nothing of the others.
    """
    rows, faults = read_all(data, where)
    if conflicts(data.decode(errors="replace"), where):
        rows = []  # both sides of a merge: nearly every id stands twice
    frame, problems = frame_of(rows, where)
    return Parsed(rows, frame, faults + (problems if rows or not faults else []))


def query_frame(rows: list[Row], where: str) -> tuple[pl.DataFrame, list[Problem]]:
    """The same of lines already parsed."""
    if not rows:
        return pl.DataFrame(schema=SCHEMA), [Problem(where, "holds no queries", "add at least one")]
    found = [(row, fields.problems(row, QUERY, where)) for row in rows]
    problems = [problem for _, faults in found for problem in faults] + repeated_ids(rows, where)
    # Rules across rows still run on the rows without faults, so that one slip does not hide another.
    good = [_frame_row(row) for row, faults in found if not faults]
    return pl.DataFrame(good, schema=SCHEMA), problems


def queries_bytes(rows: Iterable[dict[str, Any]]) -> bytes:
    """queries.jsonl: fixed order of fields, absent ones null, one line each, sorted by id."""
    return fields.file_bytes(rows, QUERY)


def repeated_ids(rows: Iterable[Row], where: str) -> list[Problem]:
    """Rows whose id an earlier line has."""
    first: dict[Any, int] = {}
    problems = []
    for row in rows:
        name = row.value.get("id")
        if isinstance(name, str) and first.setdefault(name, row.line) != row.line:
            rule = f"the id is already used at line {first[name]}"
            problems.append(Problem(fields.place(where, row), rule, "give each its own id, or remove one"))
    return problems


def members(queries: pl.DataFrame) -> pl.DataFrame:
    """One row a query × evidence set × place in it: ``line, id, set`` (from 1, as in the file), ``passage_id``."""
    return (
        queries.select("line", "id", "evidence_sets")
        .filter(pl.col("evidence_sets").list.len() > 0)
        .with_columns(set=pl.int_ranges(1, pl.col("evidence_sets").list.len() + 1, dtype=pl.UInt16))
        .explode("evidence_sets", "set")
        .filter(pl.col("evidence_sets").list.len() > 0)
        .explode("evidence_sets")
        .select("line", "id", "set", passage_id="evidence_sets")
    )


def grades(queries: pl.DataFrame) -> pl.DataFrame:
    """One row a query × labelled passage: ``line, id, passage_id, grade`` (members of sets are of grade 2)."""
    stated = (
        queries.select("line", "id", "relevant")
        .filter(pl.col("relevant").list.len() > 0)
        .explode("relevant")
        .unnest("relevant")
    )
    members_of_sets = members(queries).select("line", "id", "passage_id", grade=pl.lit(2, dtype=pl.UInt8))
    return (
        pl.concat([stated, members_of_sets])
        .group_by("line", "id", "passage_id")
        .agg(pl.col("grade").max())
        .sort("line", "passage_id")
    )


def supports(queries: pl.DataFrame) -> pl.DataFrame:
    """One row a query × claim × passage that supports it: ``line, id, claim, passage_id`` (null: none)."""
    return (
        queries.select("line", "id", "claims")
        .filter(pl.col("claims").list.len() > 0)
        .explode("claims")
        .select(
            "line",
            "id",
            claim=pl.col("claims").struct.field("id"),
            passage_id=pl.col("claims").struct.field("passages"),
        )
        .explode("passage_id", empty_as_null=True)
    )


def _frame_row(row: Row) -> dict[str, Any]:
    values = {"line": row.line, **row.value}
    if values["as_of"] is not None:
        values["as_of"] = dt.date.fromisoformat(values["as_of"])
    for name, (item, _) in _BY_PASSAGE.items():
        if values[name] is not None:
            values[name] = [{"passage_id": key, item: value} for key, value in values[name].items()]
    return values
