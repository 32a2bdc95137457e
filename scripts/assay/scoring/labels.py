"""What scoring needs of the gold set: queries, members of evidence sets, grades.

A file without faults is read column by column, forty times faster than line by line. At the first doubt the
strict reader of :mod:`assay.gold` takes over: it says what is wrong, and where.
"""

import io
import json
from dataclasses import dataclass

import polars as pl
from polars.exceptions import PolarsError

from assay.errors import Problem, refuse
from assay.gold import revision
from assay.gold.fields import PASSAGE_FIELDS, QUERY_FIELDS
from assay.gold.passages import SCHEMA as PASSAGES
from assay.gold.passages import parse_passages
from assay.gold.queries import NO_ANSWER, members, parse_queries
from assay.gold.queries import SCHEMA as QUERIES

_NEEDED = ("id", "query", "lang", "type", "split", "status")
_TEXTS = (*_NEEDED, "rewritten", "subject", "as_of", "checked_corpus", "evidence_sets", "relevant")
# Nested values arrive as JSON text. Without an escape in it a quotation mark always delimits an id; these
# marks beside one could be an id that looks like the punctuation between ids.
_SET_DOUBTS = ["\\", '["]', ', "]', '[",', ', ",']
_GRADE_DOUBTS = ["\\", ', ":']
_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
_GRADE = r'^\{("[^"]+": [12](, |\}$))*$|^\{\}$'


@dataclass(frozen=True)
class Labels:
    """The labels of one split; ``q`` numbers its queries in order of their ids.

    Attributes:
        queries: ``q, query_id, sent, type, lang, subject, as_of, status, checked_corpus, stated``; ``sent`` is
            the text to send, ``as_of`` a day, ``stated`` whether evidence sets are stated.
        members: ``q, set, passage_id``; sets are numbered from 1, as in the file.
        relevant: ``q, passage_id, grade`` of passages graded outside sets.
        others: ids of the queries of other splits.
    """

    queries: pl.DataFrame
    members: pl.DataFrame
    relevant: pl.DataFrame
    others: pl.Series


def read_labels(data: bytes, where: str, split: str = "dev") -> Labels:
    """Labels of one split of queries.jsonl.

    Raises:
        InputError: every fault of lines and fields; empty evidence sets.
    """
    labels = _quick(data, split)
    if labels is not None:
        return labels
    queries, problems = parse_queries(data, where)
    refuse(problems)
    return from_gold(queries, where, split)


def from_gold(queries: pl.DataFrame, where: str, split: str = "dev") -> Labels:
    """Labels of one split of the gold set's own frame (:class:`assay.gold.schema.Queries`).

    Raises:
        InputError: empty evidence sets.
    """
    empty = queries.filter(pl.col("evidence_sets").list.eval(pl.element().list.len() == 0).list.any())
    refuse(
        [
            Problem(f"{where} {name}", "an evidence set is empty", "see `assay gold check`")
            for name in empty["id"]
        ]
    )
    chosen, others = _numbered(queries, split)
    graded = chosen.filter(pl.col("relevant").list.len() > 0).select("q", "relevant")
    stated = members(chosen).join(chosen.select("line", "q"), on="line", maintain_order="left")
    return Labels(
        _described(chosen),
        stated.select("q", "set", "passage_id"),
        graded.explode("relevant").unnest("relevant"),
        others,
    )


def gold_revision(queries: bytes, passages: bytes, where: str) -> str:
    """Id of what the labels say (:mod:`assay.gold.revision`).

    Args:
        queries: bytes of queries.jsonl.
        passages: bytes of passages.jsonl.
        where: their folder, for messages.

    Raises:
        InputError: every fault of lines and fields.
    """
    typed = _typed(queries, passages) if _quick(queries, "dev") is not None else None
    if typed is not None:
        return revision.gold_revision(*typed)
    asked, problems = parse_queries(queries, f"{where}/queries.jsonl")
    marked, more = parse_passages(passages, f"{where}/passages.jsonl")
    refuse([*problems, *more])
    return revision.gold_revision(asked, marked)


def _typed(queries: bytes, passages: bytes) -> tuple[pl.DataFrame, pl.DataFrame] | None:
    """The fields that make a revision, typed as the strict readers type them; None at a doubt."""
    of_query = {name: QUERIES[name] for name in QUERY_FIELDS}
    of_passage = {name: PASSAGES[name] for name in PASSAGE_FIELDS}
    try:
        asked = pl.read_ndjson(
            io.BytesIO(queries), schema={**of_query, "as_of": pl.String, "relevant": pl.String}
        )
        marked = pl.read_ndjson(io.BytesIO(passages), schema=of_passage)
        days = asked["as_of"].str.to_date("%Y-%m-%d")
    except PolarsError:
        return None
    if marked["id"].has_nulls() or marked["id"].is_duplicated().any() or marked["sha256"].has_nulls():
        return None
    graded = [_grades(text) for text in asked["relevant"]]
    relevant = pl.Series("relevant", graded, dtype=QUERIES["relevant"])
    return asked.with_columns(days, relevant), marked


def _grades(text: str | None) -> list[dict[str, object]] | None:
    if text is None:
        return None
    return [{"passage_id": passage, "grade": grade} for passage, grade in json.loads(text).items()]


def _quick(data: bytes, split: str) -> Labels | None:
    """Labels of a file without doubt, else None."""
    try:
        texts = pl.read_ndjson(io.BytesIO(data), schema=dict.fromkeys(_TEXTS, pl.String))
        frame = texts.with_columns(pl.col("as_of").str.to_date("%Y-%m-%d"))
    except PolarsError:
        return None
    sets, graded = pl.col("evidence_sets"), pl.col("relevant")
    doubt = texts.select(
        pl.any_horizontal(pl.col(_NEEDED).has_nulls())
        | pl.col("id").is_duplicated().any()
        | ~pl.col("split").is_in(["dev", "holdout"]).all()
        | ~pl.col("as_of").str.contains(_DAY).all()
        | ((pl.col("type") == NO_ANSWER) != (sets == "[]").fill_null(value=False)).any()
        | sets.str.contains_any(_SET_DOUBTS).any()
        | ((sets != "[]") & sets.str.contains("[]", literal=True)).any()
        | graded.str.contains_any(_GRADE_DOUBTS).any()
        | ~graded.str.contains(_GRADE).all()
    ).item()
    if doubt or not len(frame):
        return None
    chosen, others = _numbered(frame, split)
    return Labels(_described(chosen), _split_sets(chosen), _split_grades(chosen), others)


def _numbered(frame: pl.DataFrame, split: str) -> tuple[pl.DataFrame, pl.Series]:
    """Queries of the split with their number ``q``, and the ids of all others."""
    inside = pl.col("split") == split
    chosen = frame.filter(inside).sort("id").with_row_index("q")
    return chosen, frame.filter(~inside)["id"]


def _described(chosen: pl.DataFrame) -> pl.DataFrame:
    return chosen.select(
        "q",
        pl.col("id").alias("query_id"),
        pl.coalesce("rewritten", "query").alias("sent"),
        *("type", "lang", "subject", "as_of", "status", "checked_corpus"),
        pl.col("evidence_sets").is_not_null().alias("stated"),
    )


def _split_sets(chosen: pl.DataFrame) -> pl.DataFrame:
    """``[["a", "b"], ["c"]]`` → one row a member."""
    inner = pl.col("evidence_sets").str.strip_prefix('[["').str.strip_suffix('"]]').str.split('"], ["')
    sets = chosen.filter(pl.col("evidence_sets") != "[]").select("q", inner)
    numbered = sets.with_columns(
        set=pl.int_ranges(1, pl.col("evidence_sets").list.len() + 1, dtype=pl.UInt16)
    )
    each = numbered.explode("evidence_sets", "set", empty_as_null=False)
    members = each.select("q", "set", pl.col("evidence_sets").str.split('", "').alias("passage_id"))
    return members.explode("passage_id", empty_as_null=False)


def _split_grades(chosen: pl.DataFrame) -> pl.DataFrame:
    """``{"a": 2, "b": 1}`` → one row a passage."""
    items = pl.col("relevant").str.strip_prefix('{"').str.strip_suffix("}").str.split(', "')
    rows = (
        chosen.filter(pl.col("relevant") != "{}").select("q", items).explode("relevant", empty_as_null=False)
    )
    return rows.select(
        "q",
        pl.col("relevant").str.head(-4).alias("passage_id"),
        pl.col("relevant").str.tail(1).cast(pl.UInt8).alias("grade"),
    )
