"""Everything that is wrong with a gold set, at once: fields, rules, places in the corpus, personal data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import polars as pl

from assay.errors import InputError, Problem
from assay.gold import rules
from assay.gold.disclosure import disclosures, texts_of
from assay.gold.labelling import Gold
from assay.gold.passages import passage_frame, passages_bytes, text_faults
from assay.gold.queries import queries_bytes, query_frame
from assay.gold.sources import Sources, read_sources
from assay.gold.staleness import findings
from assay.jsonl import Row, read_rows
from assay.manifest import canonical, sha256

WRITERS = {"queries": queries_bytes, "passages": passages_bytes}


@dataclass(frozen=True)
class Corpus:
    """The corpus as it is now: documents (none for chunks cut elsewhere) and such chunks (else none)."""

    documents: pl.DataFrame
    chunks: pl.DataFrame

    @property
    def corpus_id(self) -> str:
        """Its content-derived id, as on the card of every snapshot of it."""
        kind = ("doc_id", self.documents) if len(self.documents) else ("chunk_id", self.chunks)
        return sha256(canonical(kind[1].select(kind[0], "sha256").sort(kind[0]).rows()))

    @property
    def sources(self) -> Sources:
        """The texts in which passages are looked for."""
        return read_sources(self.documents, self.chunks)

    @property
    def conditions(self) -> pl.DataFrame:
        """Validity and subject of each document."""
        named = self.documents if len(self.documents) else self.chunks.sort("chunk_id").drop_nulls("doc_id")
        return named.select("doc_id", "subject", "valid_from", "valid_to").unique("doc_id", keep="first")


@dataclass
class Review:
    """What was found: problems make the check fail, warnings do not; ``counts`` by what was counted."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


def review(files: Mapping[str, bytes], names: Mapping[str, str], corpus: Corpus | None) -> Review:
    """Review a gold set.

    Args:
        files: bytes of ``queries`` and ``passages``.
        names: names of the same for messages.
        corpus: None where it cannot be read: rules that need it are left out.
    """
    rows_q, faults_q = _rows(files["queries"], names["queries"])
    rows_p, faults_p = _rows(files["passages"], names["passages"])
    queries, of_queries = query_frame(rows_q, names["queries"])
    passages, of_passages = passage_frame(rows_p, names["passages"])
    faults_q += [] if faults_q else of_queries
    faults_p += of_passages
    faults_q += disclosures(texts_of(queries), names["queries"])
    faults_p += text_faults(passages, names["passages"]) + disclosures(texts_of(passages), names["passages"])
    found = Review(faults_q + faults_p)
    # The form is asked for last: a line with a fault will be edited anyway.
    for name, rows, faults in (("queries", rows_q, faults_q), ("passages", rows_p, faults_p)):
        found.problems += [] if faults else form_faults(name, rows, files[name], names[name])
    documents = corpus.conditions if corpus else pl.DataFrame(schema=_CONDITIONS)
    gold = Gold(queries, passages, documents, corpus.corpus_id if corpus else None)
    # A line that cannot be read may hold what another file seems to lack.
    unsure: dict[Any, list[Problem]] = {rules.unknown_passages: faults_p, rules.unused_passages: faults_q}
    for rule in rules.RULES:
        if not unsure.get(rule.rows):
            (found.warnings if rule.warning else found.problems).extend(rule.problems(gold, dict(names)))
    if corpus:
        places = findings(passages, corpus.sources, names["passages"])
        found.problems += places.problems
        found.warnings += places.warnings
        found.counts |= {f"passages {state}": count for state, count in places.counts.items()}
    found.counts = _counts(queries, passages) | found.counts
    found.problems.sort(key=lambda problem: _file_line(problem.where))
    return found


def form_faults(name: str, rows: list[Row], data: bytes, where: str) -> list[Problem]:
    """The first line that is not in the form in which the file is always written."""
    wanted = WRITERS[name](row.value for row in rows)
    if wanted == data:
        return []
    lines = zip_longest(*(text.removesuffix(b"\n").split(b"\n") for text in (data, wanted)))
    number = next(n for n, (actual, right) in enumerate(lines, 1) if actual != right)
    rule = "is not in the fixed form: order of lines by id, order of fields, spaces"
    return [Problem(f"{where}:{number}", rule, "run `assay gold format`")]


def _rows(data: bytes, where: str) -> tuple[list[Row], list[Problem]]:
    try:
        return read_rows(data, where), []
    except InputError as error:
        return [], error.problems


_CONDITIONS = {"doc_id": pl.String, "subject": pl.String, "valid_from": pl.Date, "valid_to": pl.Date}


def _counts(queries: pl.DataFrame, passages: pl.DataFrame) -> dict[str, int]:
    sets = pl.col("evidence_sets").list.len()
    splits = dict(queries.group_by("split").len().sort("split").iter_rows())
    types = dict(queries.group_by("type").len().sort("type").iter_rows())
    return {
        "queries": len(queries),
        **{f"queries {name}": count for name, count in (splits | types).items()},
        "queries with alternative sets": len(queries.filter(sets > 1)),
        "queries not labelled": queries["evidence_sets"].null_count(),
        "queries unreviewed": len(queries.filter(status="unreviewed")),
        "passages": len(passages),
    }


def _file_line(where: str) -> tuple[str, int]:
    place = where.split(" ", maxsplit=1)[0]
    file, _, line = place.rpartition(":")
    return (file, int(line)) if line.isdigit() else (place, 0)
