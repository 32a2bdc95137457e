"""BEIR folders: read with all splits, written such that the same is read back."""

import json

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.beir.folder import Beir, read_beir
from assay.exchange.beir.writing import beir_files

CORPUS = """\
{"_id": "007", "title": "Возврат", "text": "Срок — 30 дней.", "metadata": {"url": "x"}}
{"_id": 7, "title": "", "text": "Other", "lang": "en", "metadata": {}}
{"_id": "q1", "text": ""}
"""
QUERIES = '{"_id": "q1", "text": "Какой срок?", "metadata": {}}\n{"_id": 2, "text": "other?"}'
TEST = "query-id\tcorpus-id\tscore\nq1\t007\t2\nq1\tq1\t1\n2\t7\t0\n"
FILES = {"corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, "qrels/test.tsv": TEST}


def read(files):
    return read_beir({name: text.encode() for name, text in files.items()}, "beir")


def rules(found):
    return [str(problem) for problem in found.problems]


def test_a_folder_is_read_with_all_its_splits(tmp_path):
    """From the disk as from the bytes; a folder without a last line end, another file beside it."""
    files = {**FILES, "qrels/dev.tsv": "query-id\tcorpus-id\tscore\r\n2\t007\t-1\r\n", "README.md": "x"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    found = read_beir(tmp_path, "beir")
    assert found.problems == []
    assert found.documents.rows() == [
        (1, "007", "Возврат", "Срок — 30 дней.", '{"url": "x"}'),
        (2, "7", "", "Other", '{"lang": "en"}'),
        (3, "q1", "", "", None),
    ]
    assert found.queries.rows() == [(1, "q1", "Какой срок?", None), (2, "2", "other?", None)]
    assert found.qrels.rows() == [
        ("dev", 2, "2", "007", -1),
        ("test", 2, "q1", "007", 2),
        ("test", 3, "q1", "q1", 1),
        ("test", 4, "2", "7", 0),
    ]
    bare = read(files)
    assert [bare.documents.equals(found.documents), bare.qrels.equals(found.qrels)] == [True, True]
    assert found.notes == [
        "beir/corpus.jsonl: lang joined the metadata",
        "beir/corpus.jsonl: 1 text is empty",
    ]


def test_a_document_with_the_id_of_a_query_stays():
    """With its label: BEIR's own evaluation drops such results."""
    found = read(FILES)
    assert ("q1", "q1", 1) in found.qrels.select("query_id", "chunk_id", "relevance").rows()
    assert '"_id": "q1", "title": "", "text": ""' in beir_files(found)["corpus.jsonl"].decode()


def test_files_that_are_absent_are_named(tmp_path):
    """All of them."""
    assert rules(read_beir(tmp_path, "beir")) == [
        f"beir/{name} is not there; a BEIR folder has it".replace(" is", ": is")
        for name in ("corpus.jsonl", "queries.jsonl", "qrels/<split>.tsv")
    ]


def test_every_fault_of_every_file_is_told():
    """Broken JSON, ids that are absent, no text or twice, texts that are none, scores that are no whole numbers."""
    corpus = '{"_id": "a", "text": "x"}\n{"text": "x"}\n{"_id": 1.5, "text": "x"}\n{"_id": "a", "text": "y"}\n{"_id"\n{"_id": true, "text": 5}\n'
    queries = '{"_id": "q"}\n{"_id": "", "text": "x"}\n{"_id": "r", "text": "x", "metadata": []}\n'
    qrels = "query-id\tcorpus-id\tscore\nq\ta\t0.5\nq\ta\n\nq\ta\t1\nq\ta\t0\n\ta\t1\nq\tb\t1.0\n"
    found = read({"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels/test.tsv": qrels})
    assert sorted(rules(found)) == [
        "beir/corpus.jsonl:2: _id is None, must be a text; give it an id",
        "beir/corpus.jsonl:3: _id is 1.5, must be a text; give it an id",
        "beir/corpus.jsonl:4: _id a stands twice, first on line 1; keep one of them",
        "beir/corpus.jsonl:5: is not JSON at column 7 (Expecting ':' delimiter); mend the line",
        "beir/corpus.jsonl:6: _id is True, must be a text; give it an id",
        "beir/corpus.jsonl:6: text is 5, must be a text; put it in quotes",
        "beir/qrels/test.tsv:2: score is '0.5', must be a whole number; correct it",
        "beir/qrels/test.tsv:3: has 2 columns, must have 3; write query, document and score with tabs between",
        "beir/qrels/test.tsv:6: query q, document a is labelled twice, first on line 5; keep one of them",
        "beir/qrels/test.tsv:7: has an empty id; fill it",
        "beir/qrels/test.tsv:8: score is '1.0', must be a whole number; correct it",
        "beir/queries.jsonl:1: text is None, must be a text; put it in quotes",
        "beir/queries.jsonl:2: _id is '', must be a text; give it an id",
        "beir/queries.jsonl:3: metadata is [], must be an object; put it in braces",
    ]


def test_labels_without_a_heading_are_a_problem():
    """Readers of the format pass over the first line, whatever it says."""
    found = read({**FILES, "qrels/test.tsv": "q1\t007\t1\n"})
    (problem,) = found.problems
    assert problem.where == "beir/qrels/test.tsv:1"
    assert problem.rule == "has no heading query-id, corpus-id, score: readers would lose its first label"


def test_ids_may_hold_blanks_and_numbers_stay_texts():
    """1 and "1" are one id, twice; 01 is another."""
    corpus = '{"_id": 1, "text": "x"}\n{"_id": "01", "text": "y"}\n{"_id": "a b", "text": "z"}\n{"_id": "1", "text": "x"}\n'
    found = read(
        {**FILES, "corpus.jsonl": corpus, "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\ta b\t1\n"}
    )
    assert rules(found) == ["beir/corpus.jsonl:4: _id 1 stands twice, first on line 1; keep one of them"]
    assert found.documents["chunk_id"].to_list() == ["1", "01", "a b"]
    assert found.qrels["chunk_id"].to_list() == ["a b"]


def test_labels_of_what_is_not_there_are_counted():
    """Published collections have them."""
    labels = "query-id\tcorpus-id\tscore\nq1\tgone\t1\nq1\t007\t1\nlost\tgone\t1\n"
    assert read({**FILES, "qrels/test.tsv": labels}).notes[-2:] == [
        "1 label names what is not in queries.jsonl, such as lost",
        "2 labels name what is not in corpus.jsonl, such as gone",
    ]


def test_what_is_written_is_sorted_and_has_the_forms_fields():
    """Every object has all of them, other tools expect them."""
    files = beir_files(read(FILES))
    assert list(files) == ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"]
    rows = [json.loads(line) for line in files["corpus.jsonl"].decode().splitlines()]
    assert [list(row) for row in rows] == [["_id", "title", "text", "metadata"]] * 3
    assert [row["_id"] for row in rows] == ["007", "7", "q1"]
    assert files["qrels/test.tsv"].decode() == "query-id\tcorpus-id\tscore\n2\t7\t0\nq1\t007\t2\nq1\tq1\t1\n"


def test_what_the_form_cannot_hold_is_refused():
    """By file, all at once."""
    found = read(FILES)
    found.documents = pl.concat([found.documents, found.documents[:1]])
    found.queries = found.queries.with_columns(query=pl.lit(None, pl.String))
    found.qrels = found.qrels.with_columns(relevance=pl.lit(None, pl.Int64))
    with pytest.raises(InputError) as caught:
        beir_files(found)
    assert [str(problem) for problem in caught.value.problems] == [
        "corpus.jsonl: 007 stands twice; keep one",
        "queries.jsonl: needs a query in every row, 2 rows without; fill it",
        "qrels: needs a relevance in every row, 3 rows without; fill it",
    ]


def test_names_that_break_a_line_or_leave_the_folder_are_refused():
    """Ids with a line end, splits that are paths."""
    found = read(FILES)
    found.queries = found.queries.with_columns(query_id=pl.col("query_id") + "\r")
    found.qrels = found.qrels.with_columns(split=pl.lit("../dev"))
    with pytest.raises(InputError) as caught:
        beir_files(found)
    assert [str(problem) for problem in caught.value.problems] == [
        "queries.jsonl: '2\\r' has a line end in it; rename it",
        "queries.jsonl: 'q1\\r' has a line end in it; rename it",
        "qrels: split '../dev' is no name of a file; use letters, digits, . _ and -",
    ]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
IDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), min_size=1, max_size=5)


@st.composite
def collections(draw):
    """Any collection: ids with blanks, tabs, quotation marks; two splits."""
    documents = [
        (
            name,
            draw(TEXTS),
            draw(TEXTS),
            draw(st.none() | TEXTS.map(lambda text: json.dumps({"k": text}, ensure_ascii=False))),
        )
        for name in sorted(draw(st.sets(IDS, min_size=1, max_size=3)), key=str.encode)
    ]
    queries = [
        (name, draw(TEXTS), None)
        for name in sorted(draw(st.sets(IDS, min_size=1, max_size=3)), key=str.encode)
    ]
    pairs = [(split, query[0], one[0]) for split in ("dev", "test") for query in queries for one in documents]
    labels = [(*pair, draw(st.integers(-9, 9))) for pair in pairs if draw(st.booleans())]
    text = pl.String
    return Beir(
        pl.DataFrame(
            documents, schema=dict.fromkeys(("chunk_id", "title", "text", "metadata"), text), orient="row"
        ),
        pl.DataFrame(queries, schema=dict.fromkeys(("query_id", "query", "metadata"), text), orient="row"),
        pl.DataFrame(
            labels,
            schema={"split": text, "query_id": text, "chunk_id": text, "relevance": pl.Int64},
            orient="row",
        ),
    )


@given(collection=collections())
def test_what_is_written_is_read_back(collection):
    """Every table, and the same bytes again."""
    files = beir_files(collection)
    found = read_beir(files, "beir")
    assert [problem for problem in found.problems if "qrels/<split>" not in problem.where] == []
    for ours, theirs in (
        (found.documents, collection.documents),
        (found.queries, collection.queries),
        (found.qrels, collection.qrels),
    ):
        assert ours.drop("line").equals(theirs)
    assert beir_files(found) == files
