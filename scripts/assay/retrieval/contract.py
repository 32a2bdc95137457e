"""What every kind of system is given and gives back, and the tables of a run made of it.

Whatever the kind: ranks are dense from 1, cut at the declared depth, chunks of another subject or date left
out where the settings say so, and there is a status for every query that was asked. No list is padded with
chunks of score 0, except where one was recorded so elsewhere.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import polars as pl

from assay.retrieval.frames import ASKED, REPEAT_RESPONSES, REPEATS, RESPONSES, RESULTS
from assay.retrieval.topics import Topic
from assay.tables import DIGITS, digest, keys_of, round_floats


@dataclass(frozen=True)
class Input:
    """The run of a system that another one fuses: ``results``, ``responses`` (columns in ``frames``), its card."""

    name: str
    results: pl.DataFrame
    responses: pl.DataFrame
    card: Mapping[str, Any]


@dataclass(frozen=True)
class Request:
    """What a kind is given.

    Attributes:
        topics: the questions, sorted by id.
        chunks: the table ``chunks`` of the snapshot, sorted by id.
        card: the snapshot's card.
        settings: the system's section of params.yaml.
        files: bytes of the recorded run by file name; empty for other kinds.
        inputs: the two runs to fuse; none for other kinds.
    """

    topics: list[Topic]
    chunks: pl.DataFrame
    card: Mapping[str, Any]
    settings: Mapping[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)
    inputs: tuple[Input, ...] = ()


@dataclass(frozen=True)
class Returned:
    """What a kind gives back.

    Attributes:
        rows: columns of ``frames.ROWS``, ordered by ``rank`` within a query.
        asked: columns of ``frames.ASKED``, one row a query that was asked.
        mode: ``retrieve_only`` or ``retrieve_and_generate``.
        may_vary: what another machine may give otherwise; empty: nothing.
        stated: what a recorded run says about itself.
        absent: what it does not say.
        repeats: of a system that was asked several times, as :func:`assay.retrieval.foreign.changes` has it.
        others: rows and asked of the second time and those after it.
    """

    rows: pl.DataFrame
    asked: pl.DataFrame
    mode: str = "retrieve_only"
    may_vary: list[str] = field(default_factory=list)
    stated: dict[str, Any] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    repeats: dict[str, Any] | None = None
    others: list[tuple[pl.DataFrame, pl.DataFrame]] = field(default_factory=list)


@dataclass(frozen=True)
class Run:
    """The tables ``results`` and ``responses`` (columns in ``frames``) and the system's card.

    ``repeats`` and ``repeat_responses`` are the same of the second time that the system was asked, and those after it;
    empty where it was asked once.
    """

    results: pl.DataFrame
    responses: pl.DataFrame
    card: dict[str, Any]
    repeats: pl.DataFrame
    repeat_responses: pl.DataFrame


class Kind(Protocol):
    """A module of ``assay.retrieval.kinds``."""

    def retrieve(self, request: Request) -> Returned:
        """Results for every topic."""


def run(request: Request) -> Run:
    """Run the kind of system that the settings name, and complete what it gives back.

    Raises:
        InputError: whatever is wrong with a program's output or a recorded run.
    """
    name = f"assay.retrieval.kinds.{request.settings['kind']}"
    kind = cast("Kind", importlib.import_module(name))
    return complete(request, kind.retrieve(request))


def all_asked(topics: list[Topic]) -> pl.DataFrame:
    """Columns of ``frames.ASKED`` of a search that sends every topic's text and cannot fail."""
    columns: dict[str, list[str | None]] = {
        "query_id": [topic.id for topic in topics],
        "query_sha256": [topic.sha256 for topic in topics],
        "sent": [topic.query for topic in topics],
    }
    frame = pl.DataFrame(columns, schema_overrides=dict.fromkeys(columns, pl.String))
    rest = {"status": pl.lit("ok"), "message": pl.lit(None), "latency_ms": pl.lit(None)}
    return frame.with_columns(**rest).select(pl.col(name).cast(dtype) for name, dtype in ASKED.items())


def fits(subject: pl.Expr, as_of: pl.Expr) -> pl.Expr:
    """Whether a chunk (columns ``subject``, ``valid_from``, ``valid_to``) fits what a topic asks.

    Null fits everything, on both sides; the last day of validity is inclusive.
    """
    day = as_of.str.to_date("%Y-%m-%d")
    about = subject.is_null() | pl.col("subject").is_null() | (pl.col("subject") == subject)
    begun = pl.col("valid_from").is_null() | (pl.col("valid_from") <= day)
    ended = pl.col("valid_to").is_null() | (pl.col("valid_to") >= day)
    return about & (day.is_null() | (begun & ended))


def conditions(topics: list[Topic]) -> pl.DataFrame:
    """What each topic is asked about and for: ``query_id, asked_subject, asked_as_of``."""
    columns = {
        "query_id": [topic.id for topic in topics],
        "asked_subject": [topic.subject for topic in topics],
        "asked_as_of": [topic.as_of for topic in topics],
    }
    return pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))


def complete(request: Request, returned: Returned) -> Run:
    """Tables and card of a run.

    ``chars_read`` counts the characters of all chunks up to and including a rank, repeats again, and is null
    from a chunk on whose length is not known (of none, where ids alone are known). ``run_id`` is the SHA-256 of the snapshot's id, the settings,
    the responses without their latency, and the results.
    """
    rows = returned.rows if request.settings["kind"] == "recorded" else _unpadded(returned.rows)
    results, responses = _tables(request, rows, returned.asked)
    passes = [_tables(request, *other) for other in returned.others]
    inputs = {one.name: one.card["run_id"] for one in request.inputs}
    identity = [request.card["snapshot_id"], dict(request.settings), responses.drop("latency_ms"), results]
    card = {
        "run_id": digest(identity),
        "snapshot": request.card["name"],
        "snapshot_id": request.card["snapshot_id"],
        "kind": request.settings["kind"],
        "settings": dict(request.settings),
        "depth": request.settings["depth"],
        "mode": returned.mode,
        "counts": {**_counts(results, responses), "zero_scores": returned.rows.height - rows.height},
        "may_vary": returned.may_vary,
        "stated": returned.stated,
        "absent": returned.absent,
        **({"repeats": returned.repeats} if returned.repeats else {}),
        **({"inputs": inputs} if inputs else {}),
    }
    return Run(results, responses, card, *_repeated(passes))


def _tables(request: Request, rows: pl.DataFrame, asked: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Results and responses of one time that the system was asked."""
    results = _results(_with_chunks(request, rows), request.settings["depth"])
    return results, _responses(asked, results)


def _repeated(passes: list[tuple[pl.DataFrame, pl.DataFrame]]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables of all further times, numbered from 2."""
    numbered = [
        [table.with_columns(repeat=pl.lit(n, pl.UInt16)) for table in one] for n, one in enumerate(passes, 2)
    ]
    empty = pl.DataFrame(schema=REPEATS), pl.DataFrame(schema=REPEAT_RESPONSES)
    results, responses = zip(empty, *numbered, strict=True)
    return pl.concat(results), pl.concat(responses)


def _unpadded(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows without those at the end of a list whose score is 0.

    Only at the end: where 0 is the best score (a distance, a logarithm), it stands at the front. And only
    where some score is another: a system that gives all chunks 0 has no scores.
    """
    scored = (pl.col("score").round(DIGITS) != 0).fill_null(value=True)
    ordered = rows.sort("query_id", "rank", maintain_order=True)
    return ordered.filter(scored.cum_max(reverse=True).over("query_id") | ~scored.any())


def _with_chunks(request: Request, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with the key and length of each chunk, without those that do not fit the topic."""
    wanted = ("chunk_id", "chunk_key", "n_chars", "subject", "valid_from", "valid_to")
    chunks = request.chunks.select(wanted).with_columns(foreign=pl.lit(value=False))
    if request.card.get("ids_only"):  # the length of an id is not that of its text
        chunks = chunks.with_columns(n_chars=pl.lit(None, pl.UInt32))
    known = rows.join(
        chunks, on=["chunk_id", "foreign"], how="left", suffix="_known", maintain_order="left"
    ).with_columns(n_chars=pl.coalesce("n_chars_known", "n_chars"))
    if not request.settings.get("filter", False):
        return known
    asked = known.join(conditions(request.topics), on="query_id", how="left", maintain_order="left")
    return asked.filter(fits(pl.col("asked_subject"), pl.col("asked_as_of")))


def _results(rows: pl.DataFrame, depth: int | None) -> pl.DataFrame:
    ordered = rows.sort("query_id", "rank", maintain_order=True).rechunk()
    numbered = ordered.with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("query_id").alias("rank")
    )
    if depth is not None:
        numbered = numbered.filter(pl.col("rank") <= depth)
    read = pl.col("n_chars").cast(pl.UInt64).cum_sum().over("query_id")
    lost = pl.col("n_chars").is_null().cast(pl.UInt32).cum_sum().over("query_id") > 0
    frame = numbered.with_columns(
        keys_of(numbered["query_id"]).alias("query_key"),
        pl.when(~lost).then(read).cast(pl.UInt32).alias("chars_read"),
    )
    return round_floats(frame.select(pl.col(name).cast(dtype) for name, dtype in RESULTS.items()))


def _responses(asked: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    returned = results.group_by("query_id").agg(pl.len().alias("n_returned"))
    frame = asked.join(returned, on="query_id", how="left").sort("query_id")
    frame = frame.with_columns(
        pl.col("n_returned").fill_null(0), keys_of(frame["query_id"]).alias("query_key")
    )
    return round_floats(frame.select(pl.col(name).cast(dtype) for name, dtype in RESPONSES.items()))


def _counts(results: pl.DataFrame, responses: pl.DataFrame) -> dict[str, int]:
    fine = responses["status"] == "ok"
    distinct = results.select("query_id", "chunk_id").n_unique() if results.height else 0
    return {
        "asked": responses.height,
        "ok": int(fine.sum()),
        "error": int((~fine).sum()),
        "empty": int((fine & (responses["n_returned"] == 0)).sum()),
        "repeats": results.height - distinct,
        "foreign": results["chunk_key"].null_count(),
    }
