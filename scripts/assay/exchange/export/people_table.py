"""The gold set as a table for people: one row a question, its evidence in words, and how systems did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.exchange.cells import Grid
from assay.exchange.export import gold_losses
from assay.exchange.export.loss_report import loss
from assay.exchange.losses import Loss

if TYPE_CHECKING:
    import polars as pl

    from assay.exchange.export.rankings import Ranking
    from assay.scoring.cutoffs import Settings

HEAD = (
    "id",
    "question",
    "type",
    "split",
    "date",
    "subject",
    "evidence",
    "passages",
    "rationale",
    "status",
    "reviewers",
)
SHOWN = 10  # results of a system, at most: a column each
_FIGURES = ("sufficient", "coverage", "recall")
_FIRST = "first_relevant_rank"

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Measured:
    """One system, for its columns.

    Attributes:
        ranking: its results.
        scores: its scores.parquet.
        settings: of scoring.
        texts: text of each chunk of its snapshot by id.
    """

    ranking: "Ranking"
    scores: "pl.DataFrame"
    settings: "Settings"
    texts: Mapping[str, str]

    @property
    def head(self) -> list[str]:
        """Names of its columns."""
        names = [f"{name}@{self.settings.headline}" for name in _FIGURES]
        places = [f"result {rank}" for rank in range(1, self.shown + 1)]
        return [f"{self.ranking.system}: {name}" for name in (*names, _FIRST, "no value because", *places)]

    @property
    def shown(self) -> int:
        """How many results have a column."""
        return min(self.settings.headline, SHOWN)

    @property
    def closed(self) -> tuple[str, ...]:
        """Its cells for a query of the holdout."""
        return *[""] * len(_FIGURES), "", "holdout: closed", *[""] * self.shown

    def cells(self) -> dict[str, tuple[str, ...]]:
        """Its cells by query."""
        import polars as pl

        places = self.ranking.rows.filter(pl.col("rank") <= self.shown)
        found: dict[str, dict[int, str]] = {}
        for query, rank, chunk in places.select("query_id", "rank", "chunk_id").iter_rows():
            text = self.texts.get(chunk)
            found.setdefault(query, {})[rank] = chunk if text is None else f"{chunk}\n{text}"
        return {
            query: (*figures, *(found.get(query, {}).get(rank, "") for rank in range(1, self.shown + 1)))
            for query, *figures in self._figures().iter_rows()
        }

    def _figures(self) -> "pl.DataFrame":
        """Figures as texts, and the reasons of those that are null."""
        import polars as pl

        from assay.scoring import nulls
        from assay.scoring.metrics import columns

        wanted = [f"{name}@{self.settings.headline}" for name in _FIGURES] + [_FIRST]
        known = {name: (metric, cutoff) for name, metric, cutoff in columns(self.settings)}
        why = [
            pl.when(pl.col(name).is_null()).then(
                pl.concat_str(pl.lit(f"{name}: "), nulls.reason(*known[name]))
            )
            for name in wanted
        ]
        texts = [pl.col(name).round(3).cast(pl.String).fill_null("") for name in wanted]
        reasons = pl.concat_str(why, separator="; ", ignore_nulls=True).alias("why")
        return self.scores.select("query_id", *texts, reasons)


def people_table(
    queries: "pl.DataFrame", passages: "pl.DataFrame", systems: Sequence[Measured]
) -> tuple[Grid, list[Loss]]:
    """The table, and what it does not say.

    Args:
        queries: as :class:`assay.gold.schema.Queries`.
        passages: as :class:`assay.gold.schema.Passages`.
        systems: those whose figures and results stand beside the questions.
    """
    texts = dict(passages.select("id", "text").iter_rows())
    made = [(one, one.cells()) for one in systems]
    rows = []
    for query in queries.sort("id").iter_rows(named=True):
        cells = [*_question(query, texts)]
        for one, by_query in made:
            cells += by_query.get(query["id"], one.closed)
        rows.append(tuple(cells))
    head = (*HEAD, *(name for one in systems for name in one.head))
    return Grid(head, rows), list(_losses(queries, systems))


def _question(query: Record, texts: Mapping[str, str]) -> Iterator[str]:
    sets = query["evidence_sets"]
    yield query["id"]
    yield query["query"]
    yield query["type"]
    yield query["split"]
    yield str(query["as_of"] or "")
    yield query["subject"] or ""
    flat = [item["passage_id"] for item in query["relevant"] or []] if sets is None else []
    yield in_words(sets, flat)
    named = dict.fromkeys([*(name for one in sets or [] for name in one), *flat])
    yield "\n\n".join(f"{name}: {texts.get(name, 'is not in passages.jsonl')}" for name in named)
    yield query["rationale"] or ""
    yield query["status"]
    yield ", ".join(query["reviewed_by"] or [])


def in_words(sets: Sequence[Sequence[str]] | None, relevant: Sequence[str] = ()) -> str:
    """``a + b`` on a line, ``or c`` on the next one; what is said of none, and of what nobody has labelled."""
    if sets is None:
        return f"sets not stated; relevant: {', '.join(relevant)}" if relevant else "not labelled yet"
    if not sets:
        return "the corpus has no answer"
    return "\nor ".join(" + ".join(one) for one in sets)


def _losses(queries: "pl.DataFrame", systems: Sequence[Measured]) -> Iterator[Loss]:
    yield from gold_losses.gold_losses(queries, gold_losses.TABLE)
    for one in systems:
        yield from one.ranking.losses
        deeper = one.ranking.rows.filter(one.ranking.rows["rank"] > one.shown)["query_id"].unique().sort()
        name = one.ranking.system
        yield from loss(f"{name}: queries with more results than the first {one.shown}", deeper)
        yield from loss(f"{name}: queries for which nothing was found", one.ranking.empty)
