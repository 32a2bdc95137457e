import json

import pytest

from assay.errors import InputError
from assay.exchange.questions.question_files import Labels, read_file
from assay.exchange.records.reading import Asked
from exchange.imports import write

DEFAULTS = {"split": "dev", "lang": None, "type": None}
TOPICS = "<top>\n<num> Number: 301\n<title> Возврат товара\n<desc> Description:\nКак вернуть товар?\n</top>\n"
QRELS = "301 0 c1 2\n301 0 c2 0\n"


def read(file, **labels):
    return read_file(file, Asked(), None, Labels(**labels), DEFAULTS)


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def rows(found):
    return [
        (one.row["id"], one.row["query"], [(ref.chunk_id, ref.grade) for ref in one.references or []])
        for one in found.read.questions
    ]


def test_records_keep_their_mapping(tmp_path):
    """What is not mapped is told as lost."""
    found = read(
        write(tmp_path / "q.jsonl", [{"id": "1", "query": "А?", "relevant_ids": ["c"], "user": "x"}])
    )
    assert rows(found) == [("1", "А?", [("c", None)])]
    assert found.shape.fields["relevant"] == "relevant_ids"
    assert [(loss.what, loss.count) for loss in found.losses] == [("values of user, which no field takes", 1)]


@pytest.mark.parametrize(
    ("text", "query"), [("title", "Возврат товара"), ("description", "Как вернуть товар?")]
)
def test_topics_with_and_without_qrels(tmp_path, text, query):
    """Unlabelled, or with the grades of the qrels; no mapping is kept."""
    topics, qrels = put(tmp_path / "topics.txt", TOPICS), put(tmp_path / "qrels.txt", QRELS)
    plain = read(topics, text=text)
    assert (rows(plain), plain.shape) == ([("301", query, [])], None)
    assert rows(read(topics, text=text, qrels=qrels)) == [("301", query, [("c1", 2), ("c2", 0)])]


def test_topics_in_a_table_without_headings(tmp_path):
    """A TSV of ids and texts; one with headings is a table of records."""
    assert rows(read(put(tmp_path / "t.tsv", "7\tКак вернуть?\n007\tКогда?\n"))) == [
        ("7", "Как вернуть?", []),
        ("007", "Когда?", []),
    ]
    assert rows(read(put(tmp_path / "u.tsv", "id\tquery\n7\tКак вернуть?\n"))) == [("7", "Как вернуть?", [])]


def test_qrels_alone(tmp_path):
    """The id of each question stands for its text, and people are told."""
    found = read(put(tmp_path / "qrels", QRELS))
    assert rows(found) == [("301", "301", [("c1", 2), ("c2", 0)])]
    assert any("the texts of the questions are not known" in fact for fact in found.read.facts)


def test_labels_of_questions_that_are_not_there(tmp_path):
    """A fault by the line of the qrels."""
    questions = write(tmp_path / "q.jsonl", [{"id": "1", "query": "А?"}])
    found = read(questions, qrels=put(tmp_path / "qrels", QRELS))
    (problem,) = found.read.problems
    assert str(problem).startswith(
        f"{tmp_path}/qrels:1: labels question '301', which is not among the questions"
    )


def test_a_beir_folder(tmp_path):
    """The split is named where there are several; queries without labels of it are left out."""
    put(tmp_path / "b/corpus.jsonl", json.dumps({"_id": "c1", "title": "", "text": "т"}) + "\n")
    put(
        tmp_path / "b/queries.jsonl",
        "".join(json.dumps({"_id": n, "text": f"{n}?"}) + "\n" for n in ("1", "2")),
    )
    put(tmp_path / "b/qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\tc1\t2\n")
    assert rows(read(tmp_path / "b")) == [("1", "1?", [("c1", 2)])]
    put(tmp_path / "b/qrels/dev.tsv", "query-id\tcorpus-id\tscore\n2\tc1\t1\n")
    assert rows(read(tmp_path / "b", split="dev")) == [("2", "2?", [("c1", 1)])]
    with pytest.raises(InputError, match="has labels of dev, test; name one with --qrels-split"):
        read(tmp_path / "b")
    with pytest.raises(InputError, match="has labels of dev, test"):
        read(tmp_path / "b", split="train")


def test_faults_of_trec_files(tmp_path):
    """A grade that is no whole number, by its line."""
    with pytest.raises(InputError, match=r"qrels:1: .*0\.5"):
        read(put(tmp_path / "qrels", "1 0 c 0.5\n"))


def test_a_text_of_questions(tmp_path):
    """One a line, unlabelled; ids are made of the texts, whatever stands around them; repetitions are counted."""
    found = read(put(tmp_path / "q.txt", "# чат\nКак вернуть?\n\nКогда?\nКак  вернуть?\n"))
    assert [(query, refs) for _, query, refs in rows(found)] == [("Как вернуть?", []), ("Когда?", [])]
    assert found.read.facts[:2] == [
        f"{tmp_path}/q.txt: one question a line, 3 questions",
        f"{tmp_path}/q.txt: 1 line with # left out",
    ]
    assert "1 repetition of questions that were there already: each question is kept once" in found.read.facts
    again = read(put(tmp_path / "other.txt", "1. Новый вопрос?\n2. Когда?\n"))
    assert rows(again)[1] == rows(found)[1]
    assert found.shape is None


def test_a_question_of_four_words_is_no_line_of_qrels(tmp_path):
    """Though its last word is a number."""
    found = read(put(tmp_path / "q.txt", "Какой лимит на 2026\nСколько дней на возврат товара?\n"))
    assert [query for _, query, _ in rows(found)] == [
        "Какой лимит на 2026",
        "Сколько дней на возврат товара?",
    ]
