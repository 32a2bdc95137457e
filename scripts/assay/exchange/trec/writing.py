"""Tables as TREC qrels, runs and topics, such that every trec_eval reads the same back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.counting import counted
from assay.errors import Problem, refuse, shown
from assay.exchange.trec.ids import encoding_note, n_encoded, written
from assay.exchange.trec.order import ranks
from assay.exchange.trec.pairs import repeated

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Written:
    """A file and what it says otherwise than the table.

    Attributes:
        data: its bytes.
        notes: one sentence for each thing that was changed, for the loss report.
    """

    data: bytes
    notes: list[str]


def qrels_bytes(frame: "pl.DataFrame", where: str = "qrels", *, encode: bool = False) -> Written:
    """``query 0 chunk relevance`` by query and chunk.

    Args:
        frame: ``query_id, chunk_id, relevance`` (whole numbers).
        where: name of the file, for messages.
        encode: percent-encode ids that have white space, instead of refusing them.

    Raises:
        InputError: ids that a line cannot hold; no relevance; a chunk twice for one query.
    """
    import polars as pl

    ids = ("query_id", "chunk_id")
    safe = written(frame, ids, where, encode=encode)
    _refuse_repeats(safe, where)
    if safe["relevance"].null_count():
        refuse([Problem(where, "needs a relevance in every row", "leave out rows that are not judged")])
    rows = safe.sort(ids).select("query_id", pl.lit("0").alias("iteration"), "chunk_id", "relevance")
    return Written(_lines(rows, " "), encoding_note(n_encoded(frame, safe, ids)))


def run_bytes(frame: "pl.DataFrame", tag: str, where: str = "run", *, encode: bool = False) -> Written:
    """``query Q0 chunk rank score tag`` by query and rank, ranks from 1 without gaps.

    The scores of a query are kept where they fall strictly from rank to rank, as 32-bit numbers too. Else they are
    written anew, falling by 1 to 1 at its last rank: readers order by score alone, and differ on equal ones.

    Args:
        frame: ``query_id, chunk_id, rank`` and, where there are any, ``score``.
        tag: name of the system, the last column.
        where: name of the file, for messages.
        encode: percent-encode ids that have white space, instead of refusing them.

    Raises:
        InputError: ids or a tag that a line cannot hold; a chunk twice, or a rank twice or none, for one query.
    """
    import polars as pl

    ids = ("query_id", "chunk_id")
    refuse(
        [] if _is_word(tag) else [Problem(where, f"tag {shown(tag)} is no word", "name it without blanks")]
    )
    safe = written(frame, ids, where, encode=encode)
    _refuse_repeats(safe, where)
    rows = safe.sort("query_id", "rank")
    _refuse_ranks(rows, where)
    score = pl.col("score").cast(pl.Float64) if "score" in rows.columns else pl.lit(None, pl.Float64)
    rows, anew = _falling(rows.with_columns(score.alias("score"), rank=ranks(rows["query_id"])))
    columns = ["query_id", pl.lit("Q0").alias("Q0"), "chunk_id", "rank", "score", pl.lit(tag).alias("tag")]
    notes = _score_note(anew) + encoding_note(n_encoded(frame, safe, ids))
    return Written(_lines(rows.select(columns), " "), notes)


def _falling(rows: "pl.DataFrame") -> "tuple[pl.DataFrame, int]":
    """Rows by query and rank with scores that fall in each query, as 32-bit numbers too; queries with new ones."""
    import polars as pl

    score = pl.col("score").cast(pl.Float32)
    falls = score.is_finite() & ((pl.col("rank") == 1) | (score < score.shift()))
    queries = rows.filter(~falls.fill_null(value=False))["query_id"].unique()
    if queries.is_empty():
        return rows, 0
    anew = pl.col("query_id").is_in(queries.implode())
    places = (pl.len() + 1 - pl.col("rank")).over("query_id").cast(pl.Float64)
    return rows.with_columns(pl.when(anew).then(places).otherwise("score").alias("score")), len(queries)


def topics_bytes(frame: "pl.DataFrame", where: str = "topics", *, encode: bool = False) -> Written:
    """``query<TAB>text`` by query; line ends and tabs inside a text become blanks.

    Args:
        frame: ``query_id, query``.
        where: name of the file, for messages.
        encode: percent-encode ids that have white space, instead of refusing them.

    Raises:
        InputError: ids that a line cannot hold, or twice; a query without a text.
    """
    import polars as pl

    safe = written(frame, ("query_id",), where, encode=encode)
    twice = safe.filter(pl.col("query_id").is_duplicated())["query_id"].unique().sort()
    problems = [Problem(where, f"query_id {shown(one)} stands twice", "keep one of them") for one in twice]
    text = pl.col("query").str.replace_all(r"\s+", " ").str.strip_chars()
    rows = safe.select("query_id", text).sort("query_id")
    bare = rows.filter(pl.col("query").fill_null("") == "")["query_id"]
    problems += [Problem(where, f"query {shown(one)} has no text", "write one") for one in bare]
    refuse(problems)
    joined = int((safe.sort("query_id")["query"] != rows["query"]).sum())
    said = f"white space was joined in {counted(joined, 'query', 'queries')}: a topic is one line"
    notes = ([said] if joined else []) + encoding_note(n_encoded(frame, safe, ("query_id",)))
    return Written(_lines(rows, "\t"), notes)


def _score_note(queries: int) -> list[str]:
    which = counted(queries, "query", "queries")
    said = f"scores of {which} were written anew from the ranks: absent, equal or not falling along them"
    return [said] if queries else []


def _is_word(tag: str) -> bool:
    return len(tag.split()) == 1 and tag == tag.strip()


def _refuse_repeats(frame: "pl.DataFrame", where: str) -> None:
    twice = repeated(frame.select("query_id", "chunk_id").with_row_index("line"))
    pairs = twice.select("query_id", "chunk_id").unique().sort("query_id", "chunk_id").iter_rows()
    refuse(
        [Problem(where, f"query {query} has chunk {one} twice", "keep one of them") for query, one in pairs]
    )


def _refuse_ranks(rows: "pl.DataFrame", where: str) -> None:
    """Of rows by query and rank."""
    import polars as pl

    again = (pl.col("query_id") == pl.col("query_id").shift()) & (pl.col("rank") == pl.col("rank").shift())
    queries = rows.filter(pl.col("rank").is_null() | again)["query_id"].unique().sort()
    refuse([Problem(where, f"query {one} has a rank twice or none", "number its results") for one in queries])


def _lines(rows: "pl.DataFrame", mark: str) -> bytes:
    text: str = rows.write_csv(separator=mark, include_header=False, quote_style="never")
    return text.encode()
