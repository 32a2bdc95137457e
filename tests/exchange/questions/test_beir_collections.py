import json

import pytest

from assay.exchange.beir.folder import read_beir
from assay.exchange.losses import Loss, lines_of
from assay.exchange.questions.beir_collections import beir_chunks, beir_questions

QUERIES = [
    {
        "_id": "007",
        "text": "Срок возврата?",
        "metadata": {
            "type": "fact",
            "lang": "ru",
            "as_of": "2026-03-01",
            "subject": "Заря",
            "author": "В. П.",
        },
    },
    {"_id": "q2", "text": "What of shoes?", "metadata": {"as_of": "soon", "lang": "?"}, "tags": ["a"]},
    {"_id": "q3", "text": "Чужой?", "metadata": {"author": "x"}},
    {"_id": "q4", "text": "Ещё чужой?"},
]
DOCUMENTS = [
    {
        "_id": "d1",
        "title": "T",
        "text": "x",
        "metadata": {"doc_id": "page", "lang": "ru", "valid_from": "2026-01-01", "year": 7},
    },
    {"_id": "d2", "title": "Only", "text": "", "metadata": {"valid_from": "old"}},
]


def folder(**more):
    def lines(rows):
        return "".join(json.dumps(row) + "\n" for row in rows).encode()

    qrels = {"test": "007\td1\t1\nq2\td2\t2\n", **more}
    head = "query-id\tcorpus-id\tscore\n"
    files = {f"qrels/{name}.tsv": f"{head}{text}".encode() for name, text in qrels.items()}
    return read_beir({"corpus.jsonl": lines(DOCUMENTS), "queries.jsonl": lines(QUERIES), **files}, "b")


def test_metadata_of_queries_under_our_names():
    """Type, language, day and subject are those of the questions; what is none of that is counted by its name."""
    read = beir_questions(folder(), "b", None, {"split": "dev"})
    losses = read.losses
    said = [{name: one.row[name] for name in ("type", "lang", "as_of", "subject")} for one in read.questions]
    assert said == [
        {"type": "fact", "lang": "ru", "as_of": "2026-03-01", "subject": "Заря"},
        {"type": None, "lang": "en", "as_of": None, "subject": None},
    ]
    assert "lost: questions of queries.jsonl without a label in split test: 2 (q3, q4)" in list(
        lines_of(losses)
    )
    assert {one for one in losses if "metadata" in one.what} == {
        Loss(f"values of metadata.{name}, which no field takes", 1)
        for name in ("author", "as_of", "lang", "tags")
    }


@pytest.mark.parametrize(("split", "left"), [("test", ("q3", "q4")), ("train", ("007", "q2", "q4"))])
def test_questions_of_other_splits_are_said(split, left):
    """Which have no label in the chosen one."""
    losses = beir_questions(folder(train="q3\td1\t1\n"), "b", split, {"split": "dev"}).losses
    assert losses[0] == Loss(f"questions of queries.jsonl without a label in split {split}", len(left), left)


def test_documents_of_beir_as_chunks():
    """The title is kept apart, and stands for a text that is empty; metadata by name, the rest counted."""
    mapped = beir_chunks(folder(), "b")
    assert mapped.values == [
        {
            "chunk_id": "d1",
            "text": "x",
            "title": "T",
            "doc_id": "page",
            "lang": "ru",
            "valid_from": "2026-01-01",
        },
        {"chunk_id": "d2", "text": "Only", "title": "Only"},
    ]
    assert mapped.unused == {"metadata.year": 1, "metadata.valid_from": 1}
