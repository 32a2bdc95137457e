"""What a report is made of. Holdout queries, and texts that must not be shown, are dropped here: at the door."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from assay.comparison import inputs
from assay.comparison.systems import System as Scored
from assay.errors import refuse
from assay.gold.passages import parse_passages
from assay.gold.queries import parse_queries
from assay.report import withheld

RESPONSES, TRIAGE, SYMPTOMS = "responses.parquet", "triage.parquet", "symptoms.parquet"
_SYMPTOM = ("query_id", "symptom", "passage_id", "rank")  # what tells one from another


@dataclass(frozen=True)
class System(Scored):
    """What the stages wrote about one system: what a comparison needs, and what people read besides.

    Attributes:
        triage: chunks that gold does not know.
        errors: ``query_id, message`` of each query to which an error came instead of results.
        symptoms: symptoms.parquet: what can be seen of each dev query that is not met.
        groups: slices.parquet: which groups each dev query is in.
    """

    triage: pl.DataFrame
    errors: pl.DataFrame
    symptoms: pl.DataFrame
    groups: pl.DataFrame

    @property
    def first(self) -> pl.DataFrame:
        """``query_id, chunk_id`` of the first result of each query."""
        return self.hits.filter(pl.col("rank") == 1).select("query_id", "chunk_id")

    @property
    def own_chunks(self) -> bool:
        """Whether it is a recorded run that is scored on its own chunk table."""
        source = str(self.summary["snapshot"]["settings"].get("source"))
        return source.startswith(f"{self.summary['card']['settings'].get('input')}/")


@dataclass(frozen=True)
class Material:
    """Everything a report is made of.

    Attributes:
        systems: by name (DVC does not see the order of params.yaml, so it must not show).
        queries: the dev queries of the gold set, sorted by id; ``query``, ``rewritten`` and ``rationale`` are
            null where texts are left out.
        passages: ``passage_id``, ``text``, ``section`` (both null where texts are left out), ``doc_id``.
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
        *("query", "rewritten", "lang", "type", "status", "subject", "as_of", "rationale"),
        *("evidence_sets", "relevant"),
    )
    material = Material(
        systems=[_of_dev(system, dev["id"]) for system in systems],
        queries=shown,
        passages=labelled.select(pl.col("id").alias("passage_id"), "text", "section", "doc_id").sort(
            "passage_id"
        ),
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
    scored = inputs.read_system(name, read, table)
    return System(
        **vars(scored),
        triage=table(TRIAGE),
        errors=failed(table(RESPONSES)),
        symptoms=table(SYMPTOMS),
        groups=table(inputs.SLICES),
    )


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
        queries=material.queries.with_columns(query=blank, rewritten=blank, rationale=blank),
        passages=material.passages.with_columns(text=blank, section=blank),
        texts=False,
    )


def _without_words(system: System) -> System:
    """A system without texts of chunks."""
    document = withheld.document(system.summary)
    return replace(
        system,
        triage=withheld.hashed(withheld.dropped(system.triage), pl.col("doc_id")),
        hits=withheld.hashed(withheld.blank(system.hits), document),
        symptoms=withheld.hashed(system.symptoms, document),
        errors=withheld.said(system.errors),
    )


def _of_dev(system: System, dev: pl.Series) -> System:
    """A system's rows of dev queries; scoring writes no others, and a report trusts nobody with the holdout."""
    inside = pl.col("query_id").is_in(dev.implode())
    known = set(dev)
    unanswered = system.details.filter(pl.col("reason") == "error")[
        "query_id"
    ]  # to the question as it is now
    rows = [row for row in system.summary["no_answer"] if row["query_id"] in known]
    return replace(
        system,
        summary={**system.summary, "no_answer": rows},
        scores=system.scores.filter(inside).sort("query_id"),
        details=system.details.filter(inside).sort("query_id"),
        hits=system.hits.filter(inside).sort("query_id", "rank"),
        triage=system.triage.filter(inside).sort("query_id", "rank"),
        errors=system.errors.filter(inside, pl.col("query_id").is_in(unanswered.implode())).sort("query_id"),
        symptoms=system.symptoms.filter(inside).sort(*_SYMPTOM),
        groups=system.groups.filter(inside).sort("slice", "value", "query_id"),
    )
