"""No field of the gold set and of runs is lost in silence, of whatever form, nor one that comes later."""

import json

import polars as pl
import pytest

import shop
from assay.exchange.cells import csv_bytes
from assay.exchange.export.flat import beir_export, nested_export, trec_export
from assay.exchange.export.gold_losses import BEIR, FORMS, KINDS, NESTED, SETS, TABLE, TREC
from assay.exchange.export.people_table import Measured, people_table
from assay.exchange.export.rankings import read_ranking
from assay.exchange.losses import lines_of
from assay.gold.fields import PASSAGE, QUERY
from assay.gold.passages import parse_passages, passages_bytes
from assay.manifest import sha256
from assay.retrieval.frames import REPEAT_RESPONSES, REPEATS, RESPONSES, RESULTS
from assay.scoring.cutoffs import Settings
from assay.scoring.labels import read_labels
from assay.tables import table_bytes
from exchange.flat import gold
from scoring import cases

# Two values of each field of a question; a field that is added needs two here, and then a place or a loss in each form.
VALUES = {
    "id": ("q1", "q2"),
    "query": ("What?", "Where?"),
    "lang": ("en", "ru"),
    "history": (None, [{"role": "user", "text": "Сколько?"}]),
    "rewritten": (None, "What of shoes?"),
    "type": ("exact", "other"),
    "split": ("dev", "holdout"),
    "as_of": (None, "2026-11-01"),
    "subject": (None, "b2b"),
    "evidence_sets": ([["a", "b"]], [["a"], ["b"]]),
    "relevant": ({"d": 1}, {"d": 2}),
    "why": (None, {"a": "because"}),
    "rationale": (None, "enough"),
    "expected_answer": (None, "two"),
    "claims": (None, [{"id": "c", "text": "It is two.", "passages": ["a"]}]),
    "unanswerable": (None, ["when"]),
    "found_by": (None, "browse"),
    "reviewed_by": (None, ["Анна"]),
    "checked_corpus": (None, "corpus-7"),
    "status": ("reviewed", "unreviewed"),
}
PLACES = {
    "doc_id": "other",
    "doc_version": "v2",
    "url": "https://kb/x",
    "anchor": "x",
    "section": "X",
    "start": 5,
    "end": 6,
    "before": "в",
    "after": "п",
}
# Of runs: what stands in every form, what others of the same table tell, or the words of the loss.
CARRIED, DERIVED = object(), object()
OF_RUNS = {
    "query_id": CARRIED,
    "rank": CARRIED,
    "chunk_id": CARRIED,
    "score": CARRIED,  # but in a table
    "query_key": DERIVED,
    "chunk_key": DERIVED,
    "chars_read": DERIVED,
    "n_returned": DERIVED,
    "query_sha256": "asked with another text than today's",
    "sent": "questions that the system sent in other words",
    "status": "the system answered with an error",
    "message": "the system answered with an error",
    "latency_ms": "latencies",
    "repeat": "further times that the system was asked",
}


def written(form, question):
    """The files of a gold set of one question, or of this one and one of the other split; and the losses."""
    rest = cases.query("q9", sets=[["a"]], split="dev")
    passages = {name: [f"c{name}"] for name in "abd"}
    labelled = gold([question, rest], [*(f"c{name}" for name in "abd")], passages)
    if form == TABLE:
        grid, losses = people_table(labelled.queries, of_passages(), [])
        return {"t.csv": csv_bytes(grid)[0]}, losses
    made = {
        TREC: lambda: trec_export(labelled, []),
        SETS: lambda: trec_export(labelled, [], each_set=True),
        BEIR: lambda: beir_export(labelled, ["dev", "holdout"]),
        NESTED: lambda: nested_export(labelled, []),
    }[form]()
    return made.files, made.losses


def of_passages(**more):
    rows = [
        dict.fromkeys(PASSAGE)
        | {"id": name, "text": name, "sha256": sha256(name.encode()), "doc_id": "d"}
        | more
        for name in "abd"
    ]
    frame, problems = parse_passages(passages_bytes(rows), "gold/passages.jsonl")
    assert problems == []
    return frame


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("field", QUERY)
def test_each_field_of_a_question_is_written_or_said_to_be_lost(field, form):
    """Files differ where the field does, or a loss that names the field is told for one of the two."""
    flat = (
        {"sets": None, "relevant": VALUES["relevant"][0]} if field == "relevant" else {"sets": [["a", "b"]]}
    )
    one, other = (
        written(form, cases.query(**({"identifier": "q1"} | flat)) | {field: value})
        for value in VALUES[field]
    )
    if one[0] != other[0]:
        return
    told = {loss.what for _, losses in (one, other) for loss in losses}
    named = {kind.what[form] for kind in KINDS if field in kind.fields and form in kind.what}
    assert told & named


@pytest.mark.parametrize("form", FORMS)
def test_each_field_of_a_passage_is_written_or_said_to_be_lost(form):
    """Of flat forms none is written, and one line says so; a table names those that it leaves out."""
    _, losses = written(form, cases.query(sets=[["a"]]))
    (said,) = [
        loss.what for loss in losses if "passages.jsonl" in loss.what or "where passages stand" in loss.what
    ]
    if form != TABLE:
        assert said == "exact passages, and all that passages.jsonl says of them; a label names a whole chunk"
        return
    assert PLACES.keys() | {"id", "text", "sha256"} == PASSAGE.keys()
    labelled = cases.query(sets=[["a"]])
    queries = gold([labelled], ["ca"], {"a": ["ca"]}).queries
    table = csv_bytes(people_table(queries, of_passages(), [])[0])[0]
    for field, value in PLACES.items():
        more = {"start": 0, "end": 1} if field in ("start", "end") else {}
        same = csv_bytes(people_table(queries, of_passages(**more | {field: value}), [])[0])[0] == table
        assert not same or f"{field}," in said or f"{field})" in said


def test_each_column_of_a_run_is_written_derived_or_said_to_be_lost(outputs):
    """Whatever comes later needs a line in the table above."""
    assert {*RESULTS, *RESPONSES, *REPEATS, *REPEAT_RESPONSES} == OF_RUNS.keys()
    folder = outputs.root / "runs/systems/alpha"
    card = json.loads((folder / "card.json").read_bytes())
    (folder / "card.json").write_text(json.dumps(card | {"repeats": {"n": 3}}))
    answers = pl.read_parquet(folder / "responses.parquet")
    sent = pl.when(pl.col("query_id") == "q-2").then(pl.lit("курьер срок")).otherwise("sent")
    answers = answers.with_columns(latency_ms=pl.lit(12.5), sent=sent)
    (folder / "responses.parquet").write_bytes(table_bytes(answers, ["query_id"]))
    labels = read_labels((outputs.root / "gold/queries.jsonl").read_bytes(), "gold/queries.jsonl")
    chunks = outputs.table("runs/snapshots/fine/chunks.parquet")
    ranking = read_ranking(outputs, "alpha", labels, chunks)
    said = "\n".join(lines_of(ranking.losses))
    assert all(how in said for how in OF_RUNS.values() if isinstance(how, str))
    assert "alpha: further times that the system was asked (repeat); the first answers are written: 2" in said
    assert {name for name, how in OF_RUNS.items() if how is CARRIED} == set(ranking.rows.columns)
    scores = outputs.table("runs/systems/alpha/scores.parquet")
    queries, passages = outputs.gold()
    _, losses = people_table(queries, passages, [Measured(ranking, scores, Settings.of(shop.SCORE), {})])
    assert "alpha: scores of results" in {one.what for one in losses}
