"""The gold set as a table for people: one row a question, its evidence in words, and how systems did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from assay.exchange.cells import Grid
from assay.exchange.export import gold_losses
from assay.exchange.export.loss_report import loss
from assay.exchange.export.people_words import HEAD, Words, words
from assay.exchange.losses import Loss

if TYPE_CHECKING:
    import polars as pl

    from assay.exchange.export.rankings import Ranking
    from assay.scoring.cutoffs import Settings

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
        errors: message of each query to which an error came, by id.
        lang: of the words in its cells.
    """

    ranking: "Ranking"
    scores: "pl.DataFrame"
    settings: "Settings"
    texts: Mapping[str, str]
    errors: Mapping[str, str | None] = field(default_factory=dict)
    lang: str = "en"

    @property
    def head(self) -> list[str]:
        """Names of its columns."""
        names = [f"{name}@{self.settings.headline}" for name in _FIGURES]
        say = words(self.lang)
        places = [f"{say('result')} {rank}" for rank in range(1, self.shown + 1)]
        return [
            f"{self.ranking.system}: {name}" for name in (*names, _FIRST, say("no value because"), *places)
        ]

    @property
    def shown(self) -> int:
        """How many results have a column."""
        return min(self.settings.headline, SHOWN)

    @property
    def closed(self) -> tuple[str, ...]:
        """Its cells for a query of the holdout."""
        return *[""] * len(_FIGURES), "", words(self.lang)("holdout: closed"), *[""] * self.shown

    def cells(self) -> dict[str, tuple[str, ...]]:
        """Its cells by query."""
        import polars as pl

        places = self.ranking.rows.filter(pl.col("rank") <= self.shown)
        found: dict[str, dict[int, str]] = {}
        for query, rank, chunk in places.select("query_id", "rank", "chunk_id").iter_rows():
            text = self.texts.get(chunk)
            found.setdefault(query, {})[rank] = chunk if text is None else f"{chunk}\n{text}"
        return {
            query: (*figures, why, *(found.get(query, {}).get(rank, "") for rank in range(1, self.shown + 1)))
            for query, figures, why in self._figures()
        }

    def _figures(self) -> "Iterator[tuple[str, list[str], str]]":
        """By query: figures as texts, and why some are null."""
        import polars as pl

        from assay.scoring import nulls
        from assay.scoring.metrics import columns

        wanted = [f"{name}@{self.settings.headline}" for name in _FIGURES] + [_FIRST]
        known = {name: (metric, cutoff) for name, metric, cutoff in columns(self.settings)}
        why = [
            pl.when(pl.col(name).is_null()).then(nulls.reason(*known[name])).alias(f"why:{name}")
            for name in wanted
        ]
        texts = [pl.col(name).round(3).cast(pl.String).fill_null("") for name in wanted]
        for query, *cells in self.scores.select("query_id", *texts, *why).iter_rows():
            reasons = dict(zip(wanted, cells[len(wanted) :], strict=True))
            yield query, cells[: len(wanted)], self._why(query, reasons)

    def _why(self, query: str, reasons: Mapping[str, str | None]) -> str:
        """The reasons in words, each once, after the figures that it is of; those alone where all have one reason."""
        from assay.report.phrases import PHRASES
        from assay.wording import LANGUAGES

        place = LANGUAGES.index(self.lang)
        there = [(reason, name) for name, reason in reasons.items() if reason]
        parts = []
        for reason, alike in groupby(there, key=lambda pair: pair[0]):
            message = self.errors.get(query) if reason == "error" else None
            said = message or PHRASES[f"reason.{reason}"][place]
            names = [name for _, name in alike]
            parts.append(said if len(names) == len(reasons) else f"{', '.join(names)}: {said}")
        return "; ".join(parts)


def people_table(
    queries: "pl.DataFrame", passages: "pl.DataFrame", systems: Sequence[Measured], lang: str = "en"
) -> tuple[Grid, list[Loss]]:
    """The table, and what it does not say.

    Args:
        queries: as :class:`assay.gold.schema.Queries`.
        passages: as :class:`assay.gold.schema.Passages`.
        systems: those whose figures and results stand beside the questions.
        lang: of headings, and of what cells say of labels.
    """
    say = words(lang)
    texts = dict(passages.select("id", "text").iter_rows())
    made = [(one, one.cells()) for one in systems]
    rows = []
    for query in queries.sort("id").iter_rows(named=True):
        cells = [*_question(query, texts, say)]
        for one, by_query in made:
            cells += by_query.get(query["id"], one.closed)
        rows.append(tuple(cells))
    head = (*map(say, HEAD), *(name for one in systems for name in one.head))
    return Grid(head, rows), list(_losses(queries, systems))


def _question(query: Record, texts: Mapping[str, str], say: Words) -> Iterator[str]:
    sets = query["evidence_sets"]
    yield query["id"]
    yield query["query"]
    yield query["type"]
    yield query["split"]
    yield str(query["as_of"] or "")
    yield query["subject"] or ""
    flat = [item["passage_id"] for item in query["relevant"] or []] if sets is None else []
    yield in_words(sets, flat, say)
    named = dict.fromkeys([*(name for one in sets or [] for name in one), *flat])
    yield "\n\n".join(f"{name}: {texts.get(name, say('is not in passages.jsonl'))}" for name in named)
    yield query["expected_answer"] or ""
    yield query["rationale"] or ""
    yield query["status"]
    yield ", ".join(query["reviewed_by"] or [])


def _named(queries: "pl.DataFrame") -> set[str]:
    """Ids of the passages that the questions name."""
    from assay.gold.queries import grades

    return set(grades(queries)["passage_id"])


def in_words(sets: Sequence[Sequence[str]] | None, relevant: Sequence[str], say: Words) -> str:
    """``a + b`` on a line, ``or c`` on the next one; what is said of none, and of what nobody has labelled."""
    if sets is None:
        return (
            f"{say('sets not stated; relevant')}: {', '.join(relevant)}"
            if relevant
            else say("not labelled yet")
        )
    if not sets:
        return say("the corpus has no answer")
    return f"\n{say('or')} ".join(" + ".join(one) for one in sets)


def _losses(queries: "pl.DataFrame", systems: Sequence[Measured]) -> Iterator[Loss]:
    yield from gold_losses.gold_losses(queries, gold_losses.TABLE)
    yield from gold_losses.passage_losses(_named(queries))
    for one in systems:
        yield from one.ranking.losses
        deeper = one.ranking.rows.filter(one.ranking.rows["rank"] > one.shown)["query_id"].unique().sort()
        name = one.ranking.system
        scored = one.ranking.rows.filter(one.ranking.rows["score"].is_not_null())["query_id"].unique().sort()
        yield from loss(f"{name}: scores of results", scored)
        yield from loss(f"{name}: queries with more results than the first {one.shown}", deeper)
        yield from loss(f"{name}: queries for which nothing was found", one.ranking.empty)
