"""Small runs in plain Python, and what scoring takes made of them."""

import hashlib
import json
from dataclasses import dataclass, field, replace

import polars as pl

from assay.gold.fields import QUERY as FIELDS
from assay.retrieval.frames import CHUNKS
from assay.scoring.cutoffs import Settings
from assay.scoring.judgements import Judgements
from assay.scoring.labels import read_labels
from assay.scoring.results import Run
from assay.scoring.scored import Inputs, score, scores
from assay.tables import key_of, text_sha256

QUERY = dict.fromkeys(FIELDS) | {
    "id": "q1",
    "query": "What?",
    "lang": "en",
    "type": "exact",
    "split": "dev",
    "status": "reviewed",
}
CHUNK = dict.fromkeys(CHUNKS) | {"doc_id": "d", "section": "", "spans": [{"start": 0, "end": 700}]}
STATUS = {"reason": None, "section": None, "doc_id": None, "subject": None, "straddles": False}


def query(identifier="q1", sets=None, relevant=None, **more):
    kind = "no_answer" if sets == [] else "exact"
    return {**QUERY, "id": identifier, "type": kind, "evidence_sets": sets, "relevant": relevant, **more}


@dataclass
class Case:
    """A run on a snapshot.

    Attributes:
        queries: rows of queries.jsonl.
        held: passage id → locations; a location is a list of stretches ``(atom, n_chars, weight, chunks)``.
        results: query id → chunk ids in order; a chunk absent from ``chunks`` is foreign.
        chunks: chunk id → n_chars, or None where its length is not known (foreign chunks may be listed in
            ``foreign_lengths``).
        stale: passage ids that no longer stand in the snapshot.
        errors: ids of queries that the system failed on.
        not_asked: ids of queries without a response.
        changed: ids of queries whose text was another one.
        grades: (query id, chunk id) → (grade, harmful).
        codes: (query id, chunk id) → reason code of that grade.
        decided: (query id, chunk id) with a triage decision.
        ids_only: whether no texts of chunks are known.
        about: chunk id → columns of chunks.parquet that are not as those of the others; ``about`` of a passage id:
            of passages.parquet.
    """

    queries: list
    held: dict
    results: dict
    chunks: dict
    depth: int | None = None
    foreign_lengths: dict = field(default_factory=dict)
    stale: set = field(default_factory=set)
    errors: set = field(default_factory=set)
    not_asked: set = field(default_factory=set)
    changed: set = field(default_factory=set)
    grades: dict = field(default_factory=dict)
    codes: dict = field(default_factory=dict)
    decided: set = field(default_factory=set)
    k: tuple = (1, 3, 5)
    chars: tuple = (100, 250)
    headline: int = 3
    cover: float = 1.0
    extra_queries: str = "error"
    twins: bool = True
    ids_only: bool = False
    about: dict = field(default_factory=dict)

    @property
    def settings(self):
        return Settings(
            k=self.k,
            chars=self.chars,
            headline=self.headline,
            cover=self.cover,
            extra_queries=self.extra_queries,
            twins=self.twins,
        )

    def with_(self, **changes):
        return replace(self, **changes)


def inputs(case, split="dev"):
    """What scoring takes."""
    return Inputs(
        labels=read_labels(queries_bytes(case.queries), "gold/queries.jsonl", split),
        run=Run(results_frame(case).lazy(), responses_frame(case), case.depth),
        passages=passages_frame(case),
        projection=projection_frame(case),
        settings=case.settings,
        judgements=judgements(case),
        chunks=chunks_frame(case).lazy(),
        ids_only=case.ids_only,
    )


def table(case, split="dev"):
    """scores.parquet of the case."""
    made = inputs(case, split)
    return scores(score(made), made.settings)


def values(case, *names):
    """Values of some columns by query id; one column: bare values."""
    frame = table(case)
    rows = {row["query_id"]: tuple(row[name] for name in names) for row in frame.iter_rows(named=True)}
    return {key: row[0] if len(names) == 1 else row for key, row in rows.items()}


def queries_bytes(queries):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in queries).encode()


def results_frame(case):
    rows = []
    for query_id, chunks in case.results.items():
        read = 0
        for rank, chunk in enumerate(chunks, 1):
            size = case.chunks.get(chunk, case.foreign_lengths.get(chunk))
            read = None if read is None or size is None else read + size
            key = key_of(chunk) if chunk in case.chunks else None
            rows.append((query_id, rank, chunk, 1 / rank, key_of(query_id), key, read))
    schema = {
        "query_id": pl.String,
        "rank": pl.UInt32,
        "chunk_id": pl.String,
        "score": pl.Float64,
        "query_key": pl.UInt64,
        "chunk_key": pl.UInt64,
        "chars_read": pl.UInt32,
    }
    return pl.DataFrame(rows, schema=schema, orient="row").sort("query_id", "rank")


def responses_frame(case):
    rows = []
    for row in case.queries:
        if row["id"] in case.not_asked:
            continue
        text = row["rewritten"] or row["query"]
        sent = f"{text} (as it was)" if row["id"] in case.changed else text
        digest = hashlib.sha256(sent.encode()).hexdigest()
        status = "error" if row["id"] in case.errors else "ok"
        n = len(case.results.get(row["id"], []))
        rows.append((row["id"], key_of(row["id"]), digest, sent, status, None, n, None))
    schema = {
        "query_id": pl.String,
        "query_key": pl.UInt64,
        "query_sha256": pl.String,
        "sent": pl.String,
        "status": pl.String,
        "message": pl.String,
        "n_returned": pl.UInt32,
        "latency_ms": pl.Float64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row").sort("query_id")


def projection_frame(case):
    rows = [
        (passage, key_of(passage), location, atom, n_chars, weight, key_of(chunk))
        for passage, locations in case.held.items()
        if passage not in case.stale
        for location, stretches in enumerate(locations)
        for atom, n_chars, weight, chunks in stretches
        for chunk in chunks
    ]
    schema = {
        "passage_id": pl.String,
        "passage_key": pl.UInt64,
        "location": pl.UInt16,
        "atom": pl.UInt64,
        "n_chars": pl.UInt32,
        "weight": pl.UInt32,
        "chunk_key": pl.UInt64,
    }
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return frame.sort("passage_id", "location", "atom", "chunk_key")


def passages_frame(case):
    rows = []
    for passage, locations in sorted(case.held.items()):
        stale = passage in case.stale
        size = sum(n_chars for _, n_chars, _, _ in locations[0])
        rows.append(
            {
                "passage_id": passage,
                "passage_key": key_of(passage),
                "status": "stale" if stale else "span",
                "n_chars": size,
                "weight": size,
                "locations": 0 if stale else len(locations),
                **STATUS,
                **case.about.get(passage, {}),
            }
        )
    schema = {
        "passage_id": pl.String,
        "passage_key": pl.UInt64,
        "status": pl.String,
        "reason": pl.String,
        "n_chars": pl.UInt32,
        "weight": pl.UInt32,
        "locations": pl.UInt16,
        "straddles": pl.Boolean,
        "section": pl.String,
        "doc_id": pl.String,
        "subject": pl.String,
    }
    return pl.DataFrame(rows, schema=schema)


def chunks_frame(case):
    rows = [
        {
            **CHUNK,
            "chunk_id": chunk,
            "chunk_key": key_of(chunk),
            "position": 10 * number,
            "text": f"text of {chunk}",
            "sha256": text_sha256(f"text of {chunk}"),
            "n_chars": n_chars,
            **case.about.get(chunk, {}),
        }
        for number, (chunk, n_chars) in enumerate(case.chunks.items())
    ]
    return pl.DataFrame(rows, schema=CHUNKS)


def grade_row(query_id, chunk, grade, *, harmful=False, code=None, adjudicates=None):
    """The values of a row of the ledger of grades."""
    return {
        "query_id": query_id,
        "chunk_id": chunk,
        "sha256": text_sha256(f"text of {chunk}"),
        "grade": grade,
        "harmful": harmful,
        "reason": "names the term",
        "reason_code": code,
        "adjudicates": adjudicates,
    }


def judgements(case):
    graded = [
        grade_row(*pair, grade, harmful=harmful, code=case.codes.get(pair))
        for pair, (grade, harmful) in case.grades.items()
    ]
    decided = [
        {"query_id": query_id, "text_sha256": text_sha256(f"text of {chunk}")}
        for query_id, chunk in case.decided
    ]
    return Judgements.of(graded, decided)
