import hashlib
import json

import pytest

from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.revision import gold_revision

from .samples import frame, passage, query

ROWS = [
    query("q1", evidence_sets=[["p1"], ["p2", "p3"]], relevant={"p4": 1, "p5": 2}, as_of="2026-03-01"),
    query("q2", type="no_answer", evidence_sets=[]),
]
PASSAGES = [passage("p1"), passage("p2")]


def revision(queries=ROWS, passages=PASSAGES):
    return gold_revision(parse_queries(queries_bytes(queries), "q")[0], frame(passages))


def changed(**values):
    return revision([{**ROWS[0], **values}, ROWS[1]])


def test_the_revision_is_the_hash_of_what_scoring_reads():
    """SHA-256 of canonical JSON: if it moves, every recorded comparison loses its gold set."""
    kept = ("id", "query", "lang", "history", "rewritten", "type", "split", "as_of", "subject", "status")
    first, second = ({name: row[name] for name in kept} for row in ROWS)
    first |= {
        "evidence_sets": [["p1"], ["p2", "p3"]],
        "relevant": [{"passage_id": "p4", "grade": 1}, {"passage_id": "p5", "grade": 2}],
    }
    second |= {"evidence_sets": [], "relevant": []}
    spans = ("id", "doc_id", "doc_version", "start", "end", "sha256")
    content = {
        "passages": [{name: row[name] for name in spans} for row in PASSAGES],
        "queries": [first, second],
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert revision() == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "values",
    [
        {"query": "Иначе?"},
        {"lang": "en"},
        {"history": [{"role": "user", "text": "А?"}]},
        {"rewritten": "Иначе?"},
        {"type": "paraphrase"},
        {"split": "holdout"},
        {"as_of": None},
        {"subject": "furniture"},
        {"evidence_sets": [["p1"], ["p2"]]},
        {"evidence_sets": [["p2", "p3"], ["p1"]]},
        {"evidence_sets": None},
        {"relevant": {"p4": 2, "p5": 2}},
        {"status": "unreviewed"},
    ],
)
def test_what_scoring_reads_makes_a_new_revision(values):
    """Texts, conditions, sets, grades, status."""
    assert changed(**values) != revision()


@pytest.mark.parametrize(
    "values",
    [
        {"why": {"p1": "Иначе."}},
        {"rationale": "Иначе."},
        {"expected_answer": "Иначе."},
        {"claims": [{"id": "c1", "text": "x", "passages": ["p1"]}]},
        {"unanswerable": ["срок"]},
        {"found_by": "triage"},
        {"reviewed_by": ["кто-то"]},
        {"checked_corpus": "a"},
        {"evidence_sets": [["p1"], ["p3", "p2"]]},
        {"relevant": {"p5": 2, "p4": 1}},
    ],
)
def test_what_scoring_does_not_read_makes_none(values):
    """Reviewers and reasons, the order within a set and of relevant."""
    assert changed(**values) == revision()


def test_the_order_of_lines_has_no_meaning():
    """Neither of queries nor of passages."""
    assert revision(ROWS[::-1], PASSAGES[::-1]) == revision()


def test_passages_count_by_document_version_span_and_hash():
    """Their section and page do not."""
    for values in ({"doc_version": "d1-v2"}, {"doc_id": "d2"}, {"start": 1, "end": 26}, {"sha256": "0" * 64}):
        assert revision(passages=[passage("p1", **values), PASSAGES[1]]) != revision()
    assert revision(passages=[passage("p1", section="Срок", url="/x"), PASSAGES[1]]) == revision()
