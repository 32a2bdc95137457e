"""What a report is made of. Holdout queries, and texts that must not be shown, are dropped here: at the door."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from assay.errors import refuse
from assay.gold.passages import parse_passages
from assay.gold.queries import parse_queries
from assay.tables import text_sha256

SUMMARY, RESULTS, RESPONSES = "summary.json", "results.parquet", "responses.parquet"
SCORES, DETAILS, TRIAGE = "scores.parquet", "details.parquet", "triage.parquet"
_TEXTUAL = ("text", "section")  # headings are words of the documents
_SAFE = r"^(HTTP \d{3}|timed out after [\d.]+ s|no connection|connection broken off)"  # of messages
_HASH = 12  # characters of the hash that stands for a chunk's own part of its id


@dataclass(frozen=True)
class System:
    """What the stages wrote about one system.

    Attributes:
        name: as in params.yaml.
        summary: summary.json: means, slices, counts, cards.
        scores: one row a query, one column a metric, ``why:<family>`` beside them.
        details: one row a query: ``best_set``, ``missing``, ``found``, ``reason``.
        triage: chunks that gold does not know.
        first: ``query_id, chunk_id`` of the first result of each query.
        errors: ``query_id, message`` of each query to which an error came instead of results.
    """

    name: str
    summary: dict[str, Any]
    scores: pl.DataFrame
    details: pl.DataFrame
    triage: pl.DataFrame
    first: pl.DataFrame
    errors: pl.DataFrame

    @property
    def metrics(self) -> dict[str, dict[str, Any]]:
        """Mean or median, n and nulls by metric."""
        found: dict[str, dict[str, Any]] = self.summary["metrics"]
        return found

    @property
    def corpus_id(self) -> str:
        """The id of the documents, or of the chunks, that it searched."""
        return str(self.summary["snapshot"]["corpus_id"])

    @property
    def own_chunks(self) -> bool:
        """Whether it is a recorded run that is scored on its own chunk table."""
        source = str(self.summary["snapshot"]["settings"].get("source"))
        return source.startswith(f"{self.summary['card']['settings'].get('input')}/")

    @property
    def snapshot_id(self) -> str:
        """The id of the chunks it searched."""
        return str(self.summary["snapshot"]["snapshot_id"])


@dataclass(frozen=True)
class Material:
    """Everything a report is made of.

    Attributes:
        systems: by name (DVC does not see the order of params.yaml, so it must not show).
        queries: the dev queries of the gold set, sorted by id; ``query`` and ``rewritten`` are null where
            texts are left out.
        passages: ``passage_id``, ``text`` (null where texts are left out).
        holdout: number of closed queries.
        score: the section ``score`` of params.yaml.
        lang: language of the report.
        texts: whether texts are shown.
    """

    systems: list[System]
    queries: pl.DataFrame
    passages: pl.DataFrame
    holdout: int
    score: dict[str, Any]
    lang: str
    texts: bool

    @property
    def headline(self) -> int:
        """The cut-off in results that failures and the first table look at."""
        return int(self.score["headline"])

    @property
    def one_snapshot(self) -> bool:
        """Whether all systems search the same chunks."""
        return len({system.snapshot_id for system in self.systems}) <= 1


def gather(
    systems: list[System],
    queries: bytes,
    passages: bytes,
    where: str,
    score: dict[str, Any],
    report: dict[str, Any],
) -> Material:
    """Put together what is shown, and nothing else.

    Args:
        systems: as :func:`read_system` gives them.
        queries: bytes of queries.jsonl.
        passages: bytes of passages.jsonl.
        where: their folder, for messages.
        score: the section ``score`` of params.yaml.
        report: the section ``report`` of params.yaml.

    Raises:
        InputError: a line of the gold set that cannot be read.
    """
    gold, problems = parse_queries(queries, f"{where}/queries.jsonl")
    labelled, more = parse_passages(passages, f"{where}/passages.jsonl")
    refuse(problems + more)
    dev = gold.filter(pl.col("split") == "dev").sort("id")
    shown = dev.select(
        pl.col("id").alias("query_id"),
        *("query", "rewritten", "lang", "type", "status", "evidence_sets", "relevant"),
    )
    material = Material(
        systems=[_of_dev(system, dev["id"]) for system in systems],
        queries=shown,
        passages=labelled.select(pl.col("id").alias("passage_id"), "text").sort("passage_id"),
        holdout=len(gold) - len(dev),
        score=score,
        lang=report["lang"],
        texts=report["include_text"],
    )
    return material if material.texts else without_texts(material)


def read_system(name: str, read: Callable[[str], bytes], table: Callable[[str], pl.DataFrame]) -> System:
    """One system from the files of its folder.

    Args:
        name: the system's name.
        read: bytes of a file by its name.
        table: table of a file by its name.
    """
    first = table(RESULTS).filter(pl.col("rank") == 1).select("query_id", "chunk_id")
    scores, errors = table(SCORES), failed(table(RESPONSES))
    return System(name, json.loads(read(SUMMARY)), scores, table(DETAILS), table(TRIAGE), first, errors)


def failed(responses: pl.DataFrame) -> pl.DataFrame:
    """``query_id, message`` of the queries to which an error came.

    Args:
        responses: responses.parquet.
    """
    return responses.filter(pl.col("status") == "error").select("query_id", "message")


def without_texts(material: Material) -> Material:
    """The same without a word of queries, passages or chunks: ids and numbers are left.

    The ids of chunks are hashed, but for the document: they hold words of headings.
    """
    blank = pl.lit(None, dtype=pl.String)
    return replace(
        material,
        systems=[_without_words(system) for system in material.systems],
        queries=material.queries.with_columns(query=blank, rewritten=blank),
        passages=material.passages.with_columns(text=blank),
        texts=False,
    )


def _without_words(system: System) -> System:
    """A system without texts of chunks.

    Only ids that this project made are known to begin with the document's: not those of a corpus chunked
    elsewhere, nor of results that the snapshot does not know.
    """
    cut, counts = system.summary["snapshot"]["settings"]["chunking"], system.summary["card"]["counts"]
    ours = cut != "ready" and not counts["foreign"]
    document = pl.col("chunk_id").str.extract("^([^#]*)#") if ours else pl.lit(None, dtype=pl.String)
    return replace(
        system,
        triage=_hashed(system.triage.drop(_TEXTUAL), pl.col("doc_id")),
        first=_hashed(system.first, document),
        # A service may say a question again where it says what went wrong.
        errors=system.errors.with_columns(pl.col("message").str.extract(_SAFE)),
    )


def _hashed(rows: pl.DataFrame, document: pl.Expr) -> pl.DataFrame:
    """Rows whose ``chunk_id`` is ``<document>#<hash of the id>``, or the hash where no document is known."""
    hashes = pl.Series([text_sha256(name)[:_HASH] for name in rows["chunk_id"]], dtype=pl.String)
    return rows.with_columns(
        chunk_id=pl.concat_str(document, pl.lit(hashes), separator="#", ignore_nulls=True)
    )


def _of_dev(system: System, dev: pl.Series) -> System:
    """A system's rows of dev queries; scoring writes no others, and a report trusts nobody with the holdout."""
    inside = pl.col("query_id").is_in(dev.implode())
    known = set(dev)
    unanswered = system.details.filter(pl.col("reason") == "error")[
        "query_id"
    ]  # to the question as it is now
    rows = [row for row in system.summary["no_answer"] if row["query_id"] in known]
    return System(
        system.name,
        {**system.summary, "no_answer": rows},
        system.scores.filter(inside).sort("query_id"),
        system.details.filter(inside).sort("query_id"),
        system.triage.filter(inside).sort("query_id", "rank"),
        system.first.filter(inside).sort("query_id"),
        system.errors.filter(inside, pl.col("query_id").is_in(unanswered.implode())).sort("query_id"),
    )
