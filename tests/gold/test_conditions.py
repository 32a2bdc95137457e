from .samples import documents, messages, passage, query

ABOUT = documents(
    {"doc_id": "returns-2025", "body": "x", "valid_from": "2025-01-01", "valid_to": "2026-02-28"},
    {"doc_id": "returns", "body": "x", "valid_from": "2026-03-01"},
    {"doc_id": "bridge", "body": "x", "valid_from": "2026-02-28", "valid_to": "2026-03-01"},
    {"doc_id": "always", "body": "x"},
    {"doc_id": "sofa", "body": "x", "subject": "furniture"},
    {"doc_id": "phone", "body": "x", "subject": "electronics"},
)
PASSAGES = [passage(name, doc_id=name) for name in ABOUT["doc_id"]]


def said(**values):
    return messages([query("q-017", **values)], PASSAGES, ABOUT)


def test_passages_of_a_set_share_a_day():
    """Both bounds count; documents without dates are always valid."""
    assert said(evidence_sets=[["returns", "always", "bridge"]]) == []
    assert said(evidence_sets=[["returns-2025", "bridge"]]) == []
    assert said(evidence_sets=[["always", "returns", "returns-2025"]]) == [
        (
            "gold/queries.jsonl:1 q-017: the passages of evidence set 1 share no day of validity: "
            "returns-2025 ends 2026-02-28, returns begins 2026-03-01; keep passages of one period in a set"
        )
    ]


def test_sets_of_a_query_share_a_day():
    """Different periods are different questions."""
    assert said(evidence_sets=[["always"], ["returns"], ["returns-2025"]]) == [
        (
            "gold/queries.jsonl:1 q-017: evidence sets 2 and 3 share no day of validity: "
            "returns-2025 ends 2026-02-28, returns begins 2026-03-01; make it two queries, each with its as_of"
        )
    ]


def test_evidence_is_valid_on_the_day_of_the_question():
    """With as_of that day is meant; its first and last day count."""
    assert said(as_of="2026-03-01", evidence_sets=[["returns"], ["bridge"], ["always"]]) == []
    assert said(as_of="2026-03-02", evidence_sets=[["returns"], ["bridge"]]) == [
        (
            "gold/queries.jsonl:1 q-017: as_of is 2026-03-02, but bridge of evidence set 2 is valid "
            "2026-02-28…2026-03-01; take the passage valid on that day, or correct as_of"
        )
    ]
    assert said(as_of="2026-02-28", evidence_sets=[["returns"]]) == [
        (
            "gold/queries.jsonl:1 q-017: as_of is 2026-02-28, but returns of evidence set 1 is valid "
            "2026-03-01…; take the passage valid on that day, or correct as_of"
        )
    ]


def test_passages_of_a_set_share_a_subject():
    """No subject fits any."""
    assert said(evidence_sets=[["sofa", "always"]]) == []
    assert said(evidence_sets=[["sofa", "phone", "always"]]) == [
        (
            "gold/queries.jsonl:1 q-017: the passages of evidence set 1 have different subjects: "
            "electronics, furniture; keep passages of one subject in a set"
        )
    ]


def test_sets_of_a_query_share_a_subject():
    """Different products are different questions."""
    assert said(evidence_sets=[["sofa"], ["phone"]]) == [
        (
            "gold/queries.jsonl:1 q-017: evidence sets have different subjects: electronics, furniture; "
            "make it two queries, each with its subject"
        )
    ]


def test_evidence_is_about_the_subject_of_the_question():
    """Or about none."""
    assert said(subject="furniture", evidence_sets=[["sofa"], ["always"]]) == []
    assert said(subject="clothing", evidence_sets=[["always"], ["sofa"]]) == [
        (
            "gold/queries.jsonl:1 q-017: subject is clothing, but sofa of evidence set 2 is about furniture; "
            "take the passage about that subject, or correct subject"
        )
    ]


def test_a_document_that_is_gone_breaks_no_condition():
    """It is stale, which is said elsewhere."""
    lost = [*PASSAGES, passage("lost", doc_id="lost")]
    assert messages([query(evidence_sets=[["lost", "sofa"]])], lost, ABOUT) == []
