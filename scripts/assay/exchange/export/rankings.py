"""What a system found for the dev queries, as other tools may have it; the holdout's rankings never leave."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from assay.exchange.export.loss_report import loss
from assay.exchange.export.outputs import Outputs
from assay.exchange.losses import Loss

if TYPE_CHECKING:
    import polars as pl

    from assay.scoring.labels import Labels

FOREIGN = "foreign:"  # before the id of a chunk that is another one than the snapshot's of that id


@dataclass(frozen=True)
class Ranking:
    """Results of one system.

    Attributes:
        system: its name.
        run_id: id of the run.
        rows: ``query_id, rank, chunk_id, score``, by query and rank, of the queries below.
        answered: ids of dev queries that were asked as they stand in gold and brought no error, sorted.
        losses: what is left out, and what lists of ids and scores cannot say.
        repeats: whether a chunk may stand twice in one result.
    """

    system: str
    run_id: str
    rows: "pl.DataFrame"
    answered: "pl.Series"
    losses: list[Loss]
    repeats: bool

    @property
    def empty(self) -> "pl.Series":
        """Ids of queries for which nothing was found, sorted."""
        return self.answered.filter(~self.answered.is_in(self.rows["query_id"].unique().implode()))

    def without(self, queries: list[str]) -> "Ranking":
        """The same without these queries."""
        rows, answered = self.rows, self.answered
        if queries:
            rows = rows.filter(~rows["query_id"].is_in(queries))
            answered = answered.filter(~answered.is_in(queries))
        return replace(self, rows=rows, answered=answered)


def read_ranking(outputs: Outputs, system: str, labels: "Labels", chunks: "pl.DataFrame") -> Ranking:
    """Results of a system for the dev queries.

    Args:
        outputs: of the pipeline.
        system: its name.
        labels: of the dev queries.
        chunks: ``chunk_id`` of the snapshot that it searches.

    Raises:
        InputError: as :func:`assay.scoring.asked.queries`.
    """
    import polars as pl

    from assay.scoring import asked
    from assay.scoring.results import Returned, Run

    folder = f"runs/systems/{system}"
    columns = ["query_id", "query_key", "rank", "chunk_id", "chunk_key", "score", "chars_read"]
    results = outputs.table(f"{folder}/results.parquet", columns)
    responses, card = outputs.table(f"{folder}/responses.parquet"), outputs.card(folder)
    states = asked.queries(labels, responses, Returned(Run.of(results.lazy(), responses, card)))
    answered = states.filter(pl.col("state") == "ok")
    rows = results.filter(pl.col("query_key").is_in(answered["query_key"].implode()))
    losses = [*_left_out(states, responses, labels), *_unsaid(answered, responses), *_strange(rows)]
    losses += _again(card)
    prefixed = [Loss(f"{system}: {one.what}", one.count, one.examples) for one in losses]
    told = rows.with_columns(_told_apart(chunks)).select("query_id", "rank", "chunk_id", "score")
    return Ranking(
        system, card["run_id"], told, answered["query_id"].sort(), prefixed, card["counts"]["repeats"] > 0
    )


def _left_out(states: "pl.DataFrame", responses: "pl.DataFrame", labels: "Labels") -> list[Loss]:
    import polars as pl

    known = pl.concat([labels.queries["query_id"], labels.others])
    closed = int(responses["query_id"].is_in(labels.others.implode()).sum())
    unknown = responses.filter(~pl.col("query_id").is_in(known.implode()))["query_id"].sort()
    return [
        *loss("queries left out, the system answered with an error", _ids(states, "error")),
        *loss(
            "queries left out, not asked, or asked with another text than today's", _ids(states, "not_asked")
        ),
        *loss("queries left out, gold does not know them", unknown),
        *([Loss("queries of the holdout left out; their rankings are closed", closed)] if closed else []),
    ]


def _ids(states: "pl.DataFrame", state: str) -> "pl.Series":
    import polars as pl

    return states.filter(pl.col("state") == state)["query_id"].sort()


def _unsaid(answered: "pl.DataFrame", responses: "pl.DataFrame") -> list[Loss]:
    import polars as pl

    both = answered.select("query_id", wanted="sent").join(responses, on="query_id").sort("query_id")
    other = both.filter(pl.col("sent").is_not_null() & (pl.col("sent") != pl.col("wanted")))
    return [
        *loss("latencies", both.filter(pl.col("latency_ms").is_not_null())["query_id"]),
        *loss("questions that the system sent in other words", other["query_id"]),
    ]


def _again(card: Mapping[str, Any]) -> list[Loss]:
    times = (card.get("repeats") or {"n": 1})["n"] - 1
    what = "further times that the system was asked (repeat); the first answers are written"
    return [Loss(what, times)] if times else []


def _strange(rows: "pl.DataFrame") -> list[Loss]:
    import polars as pl

    found = rows.filter(pl.col("chunk_key").is_null()).sort("query_id", "rank")
    places = found.select("query_id", "chunk_id").iter_rows()
    what = "results that are no chunk of the snapshot; they stand among the others by their ids"
    return loss(what, [f"{query}: {chunk}" for query, chunk in places])


def _told_apart(chunks: "pl.DataFrame") -> "pl.Expr":
    """Ids of chunks; that of a foreign one is marked where the snapshot has another of this id."""
    import polars as pl

    name = pl.col("chunk_id")
    double = pl.col("chunk_key").is_null() & name.is_in(chunks["chunk_id"].implode())
    return pl.when(double).then(pl.concat_str(pl.lit(FOREIGN), name)).otherwise(name).alias("chunk_id")
