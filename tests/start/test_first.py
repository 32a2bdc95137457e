import io
import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import InputError
from assay.gold.review import Corpus, review
from assay.retrieval.documents import read_documents
from assay.retrieval.frames import CHUNKS
from assay.retrieval.snapshot import chunk_table, corpus_id, document_table
from assay.start import asking, first
from assay.start.asking import Answers, Document, Question

from .told import ANSWERS

NAMES = {"queries": "gold/queries.jsonl", "passages": "gold/passages.jsonl"}


def corpus_of(files):
    """The corpus as the gold set is held against it."""
    import polars as pl

    pages = {name.removeprefix("corpus/"): data for name, data in files.items() if name.startswith("corpus/")}
    documents, chunks = document_table(read_documents(pages, "corpus")), pl.DataFrame(schema=CHUNKS)
    return Corpus(documents, chunk_table(chunks), {"corpus": corpus_id(documents, chunks)})


def held(files):
    gold = {name: files[path] for name, path in NAMES.items()}
    return review(gold, NAMES, corpus_of(files))


def lines(files, name):
    return [json.loads(line) for line in files[NAMES[name]].splitlines()]


def answers(questions):
    text = Document("Returns", "Goods can be returned within 30 days.\nNot those on sale.")
    return Answers([text, Document("Delivery", "By courier."), Document("Returns", "More.")], questions, "")


@pytest.fixture
def told(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(ANSWERS))
    return asking.ask("ru")


def test_what_was_told_is_a_gold_set_in_order(told):
    """Documents, passages where the words stand, a question without answer checked against this corpus."""
    files = first.files(told, "ru")
    found = held(files)
    assert (found.corpus, found.problems) == ([], [])
    assert found.counts["passages span"] == 2
    assert not [warning for warning in found.warnings if "has no answer" in warning.rule]
    assert [row["lang"] for row in lines(files, "queries")] == ["ru", "en", "ru"]
    assert [row["type"] for row in lines(files, "queries")] == ["question", "question", "no_answer"]
    assert {row["status"] for row in lines(files, "queries")} == {"reviewed"}
    assert [row["text"] for row in lines(files, "passages")] == ["within 30 days", "в течение 30 дней"]
    assert {name: text.lang for name, text in _documents(files).items()} == {
        "returns-in-english": "en",
        "возврат-товаров": "ru",
        "доставка": "ru",
    }


def _documents(files):
    pages = {name.removeprefix("corpus/"): data for name, data in files.items() if name.startswith("corpus/")}
    return {document.doc_id: document for document in read_documents(pages, "corpus")}


def test_labels_that_nobody_checked_say_so():
    """Without a name they are unreviewed."""
    files = first.files(answers([Question("When?", 0, (22, 36))]), "en")
    (row,) = lines(files, "queries")
    assert (row["status"], row["reviewed_by"]) == ("unreviewed", None)


def test_one_text_is_one_passage():
    """However many questions it answers; another text of the document is another."""
    asked = [
        Question("When?", 0, (22, 36)),
        Question("How long?", 0, (22, 36)),
        Question("All?", 0, (38, 56)),
    ]
    files = first.files(answers(asked), "en")
    assert {row["id"]: row["text"] for row in lines(files, "passages")} == {
        "returns#1": "within 30 days",
        "returns#2": "Not those on sale.",
    }
    assert [row["evidence_sets"] for row in lines(files, "queries")] == [
        [["returns#1"]],
        [["returns#1"]],
        [["returns#2"]],
    ]
    assert held(files).problems == []


def test_titles_that_are_alike_make_different_ids():
    """A README is no document; a long title makes no long name of a file."""
    assert first.ids(["Возврат!", "возврат", "Возврат 2"]) == ["возврат", "возврат-2", "возврат-2-2"]
    assert first.ids(["README", "ReadMe"]) == ["readme-2", "readme-3"]
    assert [len(name) for name in first.ids(["ы" * 300, "ы" * 200])] == [60, 62]


LETTERS = st.text("аbё1 .:#'\"-–{}[]|\\`*", min_size=1, max_size=12)


@settings(max_examples=40)
@given(st.lists(LETTERS, min_size=3, max_size=3), st.lists(LETTERS, min_size=3, max_size=3))
def test_whatever_is_told_makes_documents_in_order(titles, texts):
    """Marks that YAML, Markdown or JSON read for themselves are texts here."""
    told = "".join(f"{title}x\n{text}y\n\n" for title, text in zip(titles, texts, strict=True))
    asked = "".join(f"{text}?z\n{n}\n{text}y\n" for n, text in enumerate(texts, 1))
    before, sys.stdin = sys.stdin, io.StringIO(told + asked + "\n")
    try:
        files = first.files(asking.ask("en"), "en")
    finally:
        sys.stdin = before
    assert held(files).problems == []
    assert {document.title for document in _documents(files).values()} == {
        " ".join(f"{title}x".split()) for title in titles
    }


def test_a_document_that_breaks_a_rule_is_named():
    """One that the talk does not know."""
    with pytest.raises(InputError, match="is a conflict marker of a merge"):
        first.files(Answers([Document("x", "a\n<<<<<<< b")], [], ""), "en")
