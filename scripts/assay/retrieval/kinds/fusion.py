"""Reciprocal rank fusion of two systems.

score(q, c) = Σ over both systems of 1 / (k + rank of c); a list without c adds nothing, and of a chunk that stands
in a list several times the first place counts. Source: Cormack, Clarke & Büttcher, Reciprocal Rank Fusion
outperforms Condorcet and individual Rank Learning Methods (SIGIR 2009), where k is 60.

Ranks alone are used: scores of two systems have no common scale. The sum is one of whole numbers, so that ties are
ties on every machine.
"""

import polars as pl

from assay.retrieval.contract import Input, Request, Returned
from assay.retrieval.frames import ASKED, ROWS
from assay.tables import DIGITS

_SCALE = 10**15
_STEP = _SCALE // 10**DIGITS
_KEY = ["query_id", "chunk_id", "foreign"]


def retrieve(request: Request) -> Returned:
    """The chunks of two systems in one order, ties by chunk id.

    Settings: ``k``, ``depth``. A question that only one system was asked was not asked; where one failed, or was
    asked another text, the fusion has failed.
    """
    asked = _asked(*request.inputs)
    fine = asked.filter(pl.col("status") == "ok").select("query_id")
    ranked = pl.concat([_first_places(one, request.settings["k"]) for one in request.inputs])
    summed = (
        ranked.join(fine, on="query_id", how="semi")
        .group_by(_KEY)
        .agg(pl.col("score").sum(), pl.col("n_chars").drop_nulls().first())
        .with_columns((pl.col("score") + _STEP // 2) // _STEP)
        .sort("query_id", "score", "chunk_id", "foreign", descending=[False, True, False, False])
        .with_columns(pl.col("score") / 10**DIGITS, rank=pl.int_range(1, pl.len() + 1).over("query_id"))
    )
    rows = summed.select(pl.col(name).cast(dtype) for name, dtype in ROWS.items())
    varying = [f"{one.name}: {what}" for one in request.inputs for what in one.card["may_vary"]]
    return Returned(rows, asked, may_vary=varying)


def _first_places(one: Input, k: int) -> pl.DataFrame:
    """Each chunk of a system's lists once, with its share of the score and its length as far as that is known."""
    lengths = pl.col("chars_read").cast(pl.Int64).diff().over("query_id").fill_null(pl.col("chars_read"))
    return (
        one.results.sort("query_id", "rank")
        .with_columns(n_chars=lengths, foreign=pl.col("chunk_key").is_null())
        .unique(_KEY, keep="first", maintain_order=True)
        .select(*_KEY, "n_chars", score=_SCALE // (k + pl.col("rank").cast(pl.Int64)))
    )


def _asked(one: Input, other: Input) -> pl.DataFrame:
    """Columns of ``frames.ASKED``: what both were asked, and what came of it."""
    both = one.responses.join(other.responses, on="query_id", how="inner", suffix="_other")
    failures = [
        pl.when(pl.col(f"status{end}") == "error").then(
            pl.format(f"{side.name}: {{}}", pl.col(f"message{end}").fill_null("error"))
        )
        for side, end in ((one, ""), (other, "_other"))
    ]
    alike = pl.col("query_sha256") == pl.col("query_sha256_other")
    other_text = pl.when(~alike).then(pl.lit("the two systems were asked different texts"))
    failed = pl.concat_str(*failures, other_text, separator="; ", ignore_nulls=True)
    frame = both.with_columns(
        message=pl.when(failed != "").then(failed),
        status=pl.when(failed != "").then(pl.lit("error")).otherwise(pl.lit("ok")),
        sent=pl.when(pl.col("sent") == pl.col("sent_other")).then("sent"),
        latency_ms=pl.lit(None),
    )
    return frame.select(pl.col(name).cast(dtype) for name, dtype in ASKED.items())
