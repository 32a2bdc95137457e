"""What the example must show, so that every part of a report and every rule has something to work on."""

import re
from collections import Counter

import pytest

import pipeline
from assay.files import read_files
from assay.gold.repository import review_repository
from assay.retrieval.documents import read_documents
from conftest import ROOT

QUERIES = pipeline.rows(ROOT / "gold" / "queries.jsonl")
DOCUMENTS = {document.doc_id: document for document in read_documents(read_files(ROOT / "corpus"), "corpus")}
TYPES = {"exact", "paraphrase", "multi_condition", "abbreviation", "near_topic", "no_answer"}


def count(holds):
    """Queries of which something holds."""
    return sum(bool(holds(row)) for row in QUERIES)


def having(pattern):
    """Documents in which a line begins so."""
    return sum(bool(re.search(pattern, text.body, re.MULTILINE)) for text in DOCUMENTS.values())


def test_queries_are_of_every_kind():
    """All types, both languages, both splits, 100 or more."""
    assert len(QUERIES) >= 100
    assert {row["type"] for row in QUERIES} == TYPES
    assert {row["lang"] for row in QUERIES} == {"ru", "en"}
    assert {row["split"] for row in QUERIES} == {"dev", "holdout"}


@pytest.mark.parametrize(
    ("least", "holds"),
    [
        (15, lambda row: len(row["evidence_sets"]) >= 2),
        (20, lambda row: any(len(one) >= 2 for one in row["evidence_sets"])),
        (12, lambda row: row["type"] == "no_answer"),
        (5, lambda row: row["as_of"]),
        (5, lambda row: row["subject"]),
        (2, lambda row: row["history"] and row["rewritten"]),
        (5, lambda row: row["relevant"]),
        (5, lambda row: row["claims"]),
    ],
    ids=[
        "alternatives",
        "sets of several passages",
        "no answer",
        "on a day",
        "for a subject",
        "follow-ups",
        "graded outside sets",
        "claims",
    ],
)
def test_every_feature_of_a_label_is_used(least, holds):
    """Often enough to be measured."""
    assert count(holds) >= least


def test_every_label_says_why():
    """Each query has its rationale, each passage of a set or of relevant its reason; nothing needs a look."""
    for row in QUERIES:
        named = {name for one in row["evidence_sets"] for name in one} | row["relevant"].keys()
        assert row["rationale"], row["id"]
        assert named <= row["why"].keys(), row["id"]
    found = review_repository(ROOT)
    assert (found.corpus, found.problems, found.warnings) == ([], [], [])


def test_documents_are_like_those_of_a_help_centre():
    """Some 60 to 100, in two languages, with tables, lists and steps."""
    languages = Counter(text.lang for text in DOCUMENTS.values())
    assert 60 <= len(DOCUMENTS) <= 100
    assert min(languages["ru"], languages["en"]) >= 5
    assert min(having(r"^\| --- \|"), having(r"^- "), having(r"^1\. ")) >= 10


def test_headings_repeat_in_one_document():
    """«Примечание» under several sections: told apart by their place alone."""
    repeated = [
        text.doc_id
        for text in DOCUMENTS.values()
        if max(Counter(mark.heading for mark in text.outline).values()) > 1
    ]
    assert len(repeated) >= 5


def test_rules_have_versions_and_subjects():
    """A rule that was replaced stays, and another holds for one product alone."""
    ended = [text for text in DOCUMENTS.values() if text.valid_to]
    assert len(ended) >= 5
    old, new = DOCUMENTS["returns-2025"], DOCUMENTS["returns"]
    assert (new.valid_from - old.valid_to).days == 1
    assert len({text.subject for text in DOCUMENTS.values()} - {None}) >= 5


def test_a_paragraph_is_repeated_in_many_documents():
    """Boilerplate, as every help centre has it."""
    parts = Counter(
        part for text in DOCUMENTS.values() for part in set(text.body.split("\n\n")) if len(part) > 60
    )
    assert max(parts.values()) >= 20


@pytest.mark.parametrize(
    ("doc_id", "words"),
    [
        (
            "returns",
            "купленный напрямую у «Вереска», можно вернуть в течение 30 календарных дней со дня доставки",
        ),
        ("returns", "Товары с отметкой «Финальная распродажа» возврату не подлежат"),
        (
            "refunds",
            "Обработка возврата денег начинается в тот момент, когда возвращённый товар поступил на склад",
        ),
        ("returns-en", "within 30 days from delivery. Final-sale goods are not accepted"),
        ("returns-en", "Processing of the refund starts when the parcel reaches our warehouse"),
    ],
)
def test_the_policy_on_returns_says(doc_id, words):
    """What is returned within which term, and when processing of the refund begins."""
    assert words in DOCUMENTS[doc_id].body


def test_how_long_a_refund_takes_is_said_nowhere_and_asked():
    """The question that tempts a system to make something up: in both languages, and no passage answers it."""
    takes = re.compile(
        r"(?:обработк\w+ возврата|деньги (?:придут|поступят|вернутся|зачисл)|refund)[^.|\n]*\d+[^.|\n]*(?:дн|час|day|hour)"
    )
    assert [name for name, text in DOCUMENTS.items() if takes.search(text.body)] == []
    asked = [
        row
        for row in QUERIES
        if row["type"] == "no_answer" and re.search(r"деньг|refund", row["query"]) and row["unanswerable"]
    ]
    assert {row["lang"] for row in asked} == {"ru", "en"}
    assert all(row["evidence_sets"] == [] for row in asked)
