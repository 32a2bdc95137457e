import pytest

from assay.errors import InputError
from assay.exchange.runs.asked import asked
from assay.exchange.runs.results import Lines
from assay.manifest import sha256
from assay.retrieval.topics import Topic


def topic(name, query, original=None):
    return Topic(name, query, original or query, None, "ru", None, None, sha256(query.encode()))


TOPICS = [
    topic("q1", "Ещё один вопрос?"),
    topic("q2", "Сколько стоит доставка курьером?", "А если курьером?"),
    topic("q3", "Равные слова"),
    topic("q4", "равные слова"),
    topic("7", "Седьмой"),
]


def match(*values, guessed=None, **options):
    rows = [{"id": None, "status": "ok", "retrieved": [], **value} for value in values]
    lines = Lines(rows, [f"f:{number}" for number in range(1, len(rows) + 1)], guessed_id=guessed)
    return asked(lines, TOPICS, **{"all_asked": False, **options})


@pytest.mark.parametrize(
    ("value", "name", "query", "sent"),
    [
        ({"id": "q1"}, "q1", None, None),
        ({"id": "q1", "query": "Ещё один вопрос?"}, "q1", "Ещё один вопрос?", None),
        ({"query": "еще  один\nвопрос?"}, "q1", "Ещё один вопрос?", "еще  один\nвопрос?"),
        ({"id": "q1", "query": "ЕЩЁ ОДИН ВОПРОС?", "sent": "х"}, "q1", "Ещё один вопрос?", "х"),
        ({"query": "а если курьером?"}, "q2", "А если курьером?", "а если курьером?"),
        ({"query": "Сколько стоит доставка курьером?"}, "q2", "Сколько стоит доставка курьером?", None),
        ({"id": "7", "query": "Ещё один вопрос?"}, "q1", "Ещё один вопрос?", None),
        ({"id": "q4", "query": "Равные слова"}, "q4", "равные слова", "Равные слова"),
        ({"id": "q1", "query": "Совсем другой"}, "q1", "Совсем другой", None),
    ],
)
def test_questions_by_id_or_text(value, name, query, sent):
    """Case, spaces, ё/е do not count, and what was asked is kept; where id and text disagree, the text decides."""
    (line,) = match(value).values
    assert (line["id"], line.get("query"), line.get("sent")) == (name, query, sent)


def test_counts_and_what_gold_does_not_know():
    """Numbers of each way; lines that are left out, with the reason; questions that were not asked."""
    done = match({"id": "q1"}, {"query": "седьмой"}, {"id": "zz", "query": "?"}, {"query": "РАВНЫЕ слова"})
    assert done.facts == [
        "questions matched: 1 by id, 1 by text, 1 not in the gold set, 1 with a text that several questions have",
        "3 questions of the gold set not in the file (q2, q3, q4), not asked: not measured",
    ]
    assert done.lost == {"not in the gold set": 1, "with a text that several questions have": 1}
    assert len(done.values) == len(done.spots) == 2


def test_another_text_under_an_id_is_said():
    """It is another question: the pipeline does not measure it, and people are told."""
    assert (
        "1 question had another text when asked than in the gold set: not measured"
        in match({"id": "q1", "query": "Совсем другой"}).facts
    )


def test_the_text_of_a_question_is_stronger_than_its_id():
    """A line with its id and other words neither takes its place nor is taken for a repetition of it."""
    done = match(
        {"id": "q1", "query": "Совсем другой"}, {"id": "zz", "query": "Ещё один вопрос?", "latency_ms": 2}
    )
    assert [(line["id"], line["latency_ms"]) for line in done.values] == [("q1", 2)]
    assert "1 with the id of a question that another line has the text of" in done.facts[0]


def test_guessed_ids_of_records_are_no_questions():
    """Numbers of rows that the gold set's ids happen to equal: texts of other people would be kept under them."""
    lines = ({"id": "7", "query": "Мой заказ 5"}, {"id": "8", "query": "седьмой"})
    done = match(*lines, guessed="row.id")
    assert [(line["id"], line["query"]) for line in done.values] == [("7", "Седьмой")]
    assert done.facts[0] == "row.id is no id of a question of the gold set: told by their texts"
    assert match(lines[0]).values[0]["query"] == "Мой заказ 5"  # stated ids are believed


def test_missing_questions_that_were_asked_found_nothing():
    """0, as trec_eval -c: an empty list for each."""
    done = match({"id": "q1"}, all_asked=True)
    assert [line["id"] for line in done.values] == ["q1", "7", "q2", "q3", "q4"]
    assert all(line["retrieved"] == [] for line in done.values[1:])
    assert "0 (as trec_eval -c)" in done.facts[-1]


def test_several_lines_of_one_question():
    """Refused with both places; or the first or the last of the file counts, and the number is said."""
    lines = ({"id": "q1", "latency_ms": 1}, {"query": "еще один вопрос?", "latency_ms": 2})
    with pytest.raises(InputError, match="f:2: question 'q1' is also that of f:1; give --repeated first"):
        match(*lines)
    for repeated, latency in (("first", 1), ("last", 2)):
        done = match(*lines, repeated=repeated)
        assert [line["latency_ms"] for line in done.values] == [latency]
        assert "1 line more of the same questions: one of each counts" in done.facts


def test_a_file_of_other_questions():
    """Nothing to measure: the questions are to be imported first."""
    with pytest.raises(
        InputError, match="knows none of the questions of the file; import the questions first"
    ):
        match({"id": "zz"})
