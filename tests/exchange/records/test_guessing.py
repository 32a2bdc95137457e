import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.records.files import read_records
from assay.exchange.records.guessing import SAMPLE, guess_fields, guess_rows, rivals
from assay.exchange.records.reading import Asked, read, read_all
from assay.exchange.records.targets import ASKED, CHUNK, QUESTION

TEXT = "Товар можно вернуть в течение 30 дней."
PLACE = {"source": "kb/returns.md", "start_index": 0}


def node(name):
    """A LlamaIndex TextNode."""
    return {
        "id_": name,
        "embedding": None,
        "metadata": {"file_path": "/kb/returns.md", "title": "Возврат"},
        "excluded_embed_metadata_keys": ["file_path"],
        "relationships": {
            "1": {"node_id": "doc-1", "node_type": "4", "metadata": {"file_path": "x"}, "hash": "h"},
            "2": {"node_id": "before", "node_type": "1", "metadata": {}},
        },
        "text": f"{TEXT} {name}",
        "start_char_idx": 5,
        "end_char_idx": 47,
        "class_name": "TextNode",
    }


NODE = {
    "chunk_id": "n1",
    "text": f"{TEXT} n1",
    "doc_id": "doc-1",
    "title": "Возврат",
    "start": 5,
    "end": 47,
}
SEARCH = {
    "_index": "kb",
    "_id": "7",
    "_score": 1.5,
    "_version": 3,
    "_source": {"id": "inner", "text": TEXT, "document_id": "returns", "embedding": [0.1, 0.2]},
}
FOUND = {"chunk_id": "7", "text": TEXT, "doc_id": "returns"}
WEAVIATE = {"text": TEXT, "doc_id": "returns", "_additional": {"id": "7", "distance": 0.2}}
CHUNKS = {
    "LangChain documents": (
        "a.json",
        [{"id": None, "page_content": TEXT, "metadata": PLACE, "type": "Document"}],
        {"text": TEXT, "doc_id": "kb/returns.md", "start": 0},
    ),
    "LangChain, serialized": (
        "a.jsonl",
        [
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain", "schema", "document", "Document"],
                "kwargs": {"id": "c1", "page_content": TEXT, "metadata": PLACE, "type": "Document"},
            }
        ],
        {"chunk_id": "c1", "text": TEXT, "doc_id": "kb/returns.md", "start": 0},
    ),
    "LlamaIndex nodes": ("a.json", [node("n1")], NODE),
    "LlamaIndex docstore": (
        "docstore.json",
        {
            "docstore/metadata": {"n1": {"doc_hash": "h", "ref_doc_id": "doc-1"}},
            "docstore/data": {"n1": {"__data__": node("n1"), "__type__": "1"}},
            "docstore/ref_doc_info": {"doc-1": {"node_ids": ["n1"], "metadata": {}}},
        },
        NODE,
    ),
    "LlamaIndex in Qdrant": (
        "a.json",
        {
            "result": {
                "points": [
                    {
                        "id": "n1",
                        "payload": {
                            "_node_content": json.dumps(node("n1")),
                            "_node_type": "TextNode",
                            "doc_id": "doc-1",
                            "ref_doc_id": "doc-1",
                        },
                    }
                ]
            }
        },
        NODE,
    ),
    "OpenSearch search": (
        "a.json",
        {"took": 3, "timed_out": False, "hits": {"total": {"value": 1}, "hits": [SEARCH]}},
        FOUND,
    ),
    "Elasticsearch scroll": (
        "a.jsonl",
        [{"_scroll_id": "x", "took": 1, "hits": {"hits": page}} for page in ([SEARCH], [])],
        FOUND,
    ),
    "elasticdump": ("a.json", [{"_type": "_doc", **SEARCH}], FOUND),
    "Qdrant scroll": (
        "a.json",
        {
            "result": {
                "points": [{"id": 7, "payload": {"page_content": TEXT, "metadata": PLACE}, "vector": None}],
                "next_page_offset": None,
            },
            "status": "ok",
            "time": 0.01,
        },
        {"chunk_id": "7", "text": TEXT, "doc_id": "kb/returns.md", "start": 0},
    ),
    "Qdrant search": (
        "a.json",
        {
            "result": [
                {"id": "u-7", "version": 9, "score": 0.9, "payload": {"text": TEXT, "doc_id": "returns"}}
            ],
            "status": "ok",
        },
        {"chunk_id": "u-7", "text": TEXT, "doc_id": "returns"},
    ),
    "Chroma get()": (
        "a.json",
        {
            "ids": ["7", "8"],
            "embeddings": None,
            "documents": [TEXT, "x"],
            "metadatas": [PLACE, None],
            "uris": None,
            "included": ["documents", "metadatas"],
            "data": None,
        },
        {"chunk_id": "7", "text": TEXT, "doc_id": "kb/returns.md", "start": 0},
    ),
    "Weaviate GraphQL": ("a.json", {"data": {"Get": {"Chunk": [WEAVIATE]}}}, FOUND),
    "Weaviate objects": (
        "a.json",
        {"objects": [{"class": "Chunk", "id": "7", "properties": {"text": TEXT, "doc_id": "returns"}}]},
        FOUND,
    ),
    "pgvector": (
        "a.csv",
        (
            f'id,collection_id,embedding,document,cmetadata\n7,c,"[0.1,0.2]",{TEXT},'
            '"{""source"": ""returns"", ""start_index"": 3}"\n'
        ),
        {**FOUND, "start": 3},
    ),
    "Haystack": (
        "a.json",
        [
            {
                "id": "7",
                "content": TEXT,
                "content_type": "text",
                "meta": {"source_id": "returns", "split_id": 0, "split_idx_start": 12},
                "score": None,
                "embedding": None,
            }
        ],
        {**FOUND, "start": 12},
    ),
    "MongoDB": (
        "a.jsonl",
        [{"_id": {"$oid": "65f0"}, "text": TEXT, "source": "returns", "embedding": [0.1]}],
        {"chunk_id": "65f0", "text": TEXT, "doc_id": "returns"},
    ),
    "pandas by columns": (
        "a.json",
        {"chunk_id": {"0": "7"}, "text": {"0": TEXT}, "doc_id": {"0": "returns"}},
        FOUND,
    ),
    "lists by column": ("a.json", {"chunk_id": ["7"], "text": [TEXT], "doc_id": ["returns"]}, FOUND),
}
REFERENCES = [{"content": "30 дней", "start_index": 5, "end_index": 12}]
QUESTIONS = {
    "Ragas": (
        "a.jsonl",
        [
            {
                "user_input": "Как вернуть?",
                "retrieved_contexts": ["x"],
                "reference_contexts": [TEXT],
                "response": "y",
                "reference": "За 30 дней",
                "synthesizer_name": "single_hop",
            }
        ],
        {"query": "Как вернуть?", "quote": [TEXT], "expected_answer": "За 30 дней"},
    ),
    "DeepEval": (
        "a.json",
        [
            {
                "input": "Как вернуть?",
                "actual_output": None,
                "expected_output": "За 30 дней",
                "context": [TEXT],
                "retrieval_context": ["x"],
            }
        ],
        {"query": "Как вернуть?", "relevant": [TEXT], "expected_answer": "За 30 дней"},
    ),
    "chunking_evaluation": (
        "questions_df.csv",
        f'question,references,corpus_id\nКак вернуть?,"{json.dumps(REFERENCES).replace(chr(34), chr(34) * 2)}",wiki\n',
        {"query": "Как вернуть?", "relevant": json.dumps(REFERENCES), "doc": "wiki"},
    ),
    "LegalBench-RAG": (
        "a.json",
        {
            "tests": [
                {
                    "query": "Does it?",
                    "snippets": [{"file_path": "nda/a.txt", "span": [5, 9], "answer": "it is"}],
                }
            ]
        },
        {"query": "Does it?", "relevant": [{"file_path": "nda/a.txt", "span": [5, 9], "answer": "it is"}]},
    ),
    "protocol": (
        "a.jsonl",
        [{"id": "q1", "query": "Как вернуть?", "relevant_ids": ["a", "b"]}],
        {"id": "q1", "query": "Как вернуть?", "relevant": ["a", "b"]},
    ),
    "a question with lists of its own": (
        "a.jsonl",
        [{"id": "q1", "question": "Как вернуть?", "documents": [{"id": "d", "text": TEXT}]}],
        {"id": "q1", "query": "Как вернуть?"},
    ),
    "support's sheet": (
        "a.csv",
        "№;Вопрос;Ответ;Ссылки;Комментарий\n007;Как вернуть?;За 30 дней;https://kb/1;срочно\n",
        {
            "id": "007",
            "query": "Как вернуть?",
            "expected_answer": "За 30 дней",
            "relevant": "https://kb/1",
            "rationale": "срочно",
        },
    ),
    "Ragas, a test set of the first versions": (
        "a.jsonl",
        [
            {
                "question": "Как вернуть?",
                "contexts": [TEXT],
                "ground_truth": "За 30 дней",
                "evolution_type": "simple",
                "metadata": [{"source": "kb.md"}],
            }
        ],
        {"query": "Как вернуть?", "relevant": [TEXT], "expected_answer": "За 30 дней"},
    ),
    "Ragas, an evaluation of the first versions": (
        "a.jsonl",
        [{"question": "Как вернуть?", "contexts": ["x y z"], "answer": "y", "ground_truth": "За 30 дней"}],
        {"query": "Как вернуть?", "expected_answer": "За 30 дней"},
    ),
    "Ragas with ids": (
        "a.jsonl",
        [{"user_input": "Как вернуть?", "reference_context_ids": ["a"], "reference_contexts": [TEXT]}],
        {"query": "Как вернуть?", "relevant": ["a"], "quote": [TEXT]},
    ),
    "DeepEval goldens": (
        "a.json",
        {
            "goldens": [
                {
                    "input": "Как вернуть?",
                    "expected_output": "За 30 дней",
                    "context": [TEXT],
                    "source_file": "kb.md",
                }
            ]
        },
        {"query": "Как вернуть?", "relevant": [TEXT], "expected_answer": "За 30 дней", "doc": "kb.md"},
    ),
    "LangSmith": (
        "a.jsonl",
        [
            {
                "id": "e1",
                "inputs": {"question": "Как вернуть?"},
                "outputs": {"answer": "За 30 дней"},
                "metadata": {},
            }
        ],
        {"id": "e1", "query": "Как вернуть?", "expected_answer": "За 30 дней"},
    ),
    "LangSmith, CSV": (
        "a.csv",
        "input_question,output_answer\nКак вернуть?,За 30 дней\n",
        {"query": "Как вернуть?", "expected_answer": "За 30 дней"},
    ),
    "Phoenix": (
        "a.csv",
        "example_id,attributes.input.value,reference\ne1,Как вернуть?,За 30 дней\n",
        {"id": "e1", "query": "Как вернуть?", "expected_answer": "За 30 дней"},
    ),
    "LlamaIndex": (
        "a.json",
        {
            "examples": [
                {"query": "Как вернуть?", "reference_contexts": [TEXT], "reference_answer": "За 30 дней"}
            ]
        },
        {"query": "Как вернуть?", "quote": [TEXT], "expected_answer": "За 30 дней"},
    ),
    "TruLens": (
        "a.json",
        [{"query": "Как вернуть?", "expected_response": "За 30 дней", "expected_chunks": ["a", "b"]}],
        {"query": "Как вернуть?", "relevant": ["a", "b"], "expected_answer": "За 30 дней"},
    ),
    "Giskard": (
        "a.jsonl",
        [
            {
                "id": "g1",
                "question": "Как вернуть?",
                "reference_answer": "За 30 дней",
                "reference_context": TEXT,
                "conversation_history": [],
                "metadata": {"question_type": "simple"},
            }
        ],
        {
            "id": "g1",
            "query": "Как вернуть?",
            "quote": TEXT,
            "expected_answer": "За 30 дней",
            "type": "simple",
            "history": [],
        },
    ),
    "golden columns": (
        "a.csv",
        "question_id,question,golden_chunk_ids,golden_answer\n007,Как вернуть?,a;b,За 30 дней\n",
        {"id": "007", "query": "Как вернуть?", "relevant": "a;b", "expected_answer": "За 30 дней"},
    ),
    "evidence that is quoted": (
        "a.jsonl",
        [{"question": "Как вернуть?", "evidence": TEXT, "citations": ["kb-7"]}],
        {"query": "Как вернуть?", "relevant": ["kb-7"], "quote": TEXT},
    ),
    "a sheet of spans": (
        "a.csv",
        (
            "№ п/п;Текст вопроса;Ответы;Документ;Начало;Конец;Цитаты;Тема;Кем задан\n"
            f"1;Как вернуть?;За 30 дней;kb.md;5;12;{TEXT};возврат;Анна\n"
        ),
        {
            "id": "1",
            "query": "Как вернуть?",
            "expected_answer": "За 30 дней",
            "doc": "kb.md",
            "start": 5,
            "end": 12,
            "quote": TEXT,
            "type": "возврат",
        },
    ),
    "an Эталон of ids": (
        "a.csv",
        "Номер,Запрос,Эталон\n1,Как вернуть?,kb-7\n",
        {"id": "1", "query": "Как вернуть?", "relevant": "kb-7"},
    ),
    "an Эталон of words": (
        "a.csv",
        "Номер,Запрос,Эталон,Раздел\n1,Как вернуть?,За 30 дней,Возврат\n",
        {"id": "1", "query": "Как вернуть?", "expected_answer": "За 30 дней", "type": "Возврат"},
    ),
    "numbered columns": (
        "a.csv",
        "Вопрос,Ссылка 1,Ссылка 2\nКак вернуть?,https://kb/1,https://kb/2\n",
        {"query": "Как вернуть?", "relevant": ["https://kb/1", "https://kb/2"]},
    ),
    "a group that is one label": (
        "a.csv",
        "Вопрос,Источник,,\n,Документ,Цитата,Начало\nКак вернуть?,kb.md,30 дней,5\n",
        {"query": "Как вернуть?", "doc": "kb.md", "quote": "30 дней", "start": 5},
    ),
    "chunk as an id": (
        "a.csv",
        "question,chunk\nКак вернуть?,kb#7\n",
        {"query": "Как вернуть?", "chunk_id": "kb#7"},
    ),
    "chunk as a text": (
        "a.csv",
        f"question,chunk\nКак вернуть?,{TEXT}\n",
        {"query": "Как вернуть?", "quote": TEXT},
    ),
}


def taken(name, value, targets):
    """The first record of a file under our names, the mapping guessed."""
    if isinstance(value, str):
        data = value
    elif name.endswith("jsonl"):
        data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in value)
    else:
        data = json.dumps(value, ensure_ascii=False)
    got = read(read_all({name: data.encode()}, Asked()), targets, Asked(), None)
    assert got.mapped.problems == []
    return got.mapped.values[0]


@pytest.mark.parametrize("shape", CHUNKS)
def test_chunks_of_other_tools_are_understood(shape):
    """Each in the form that the tool writes."""
    name, value, expected = CHUNKS[shape]
    assert taken(name, value, CHUNK) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,chunk\n1,Товар можно вернуть.\n", {"chunk_id": "1", "text": "Товар можно вернуть."}),
        ("chunk,content\nkb#7,Товар можно вернуть.\n", {"chunk_id": "kb#7", "text": "Товар можно вернуть."}),
        (
            "ID чанка;Документ;Раздел;Текст\n7;kb.md;Возврат;Товар можно вернуть.\n",
            {"chunk_id": "7", "doc_id": "kb.md", "section": "Возврат", "text": "Товар можно вернуть."},
        ),
    ],
)
def test_columns_of_chunks(text, expected):
    """`chunk` is an id or a text, as its contents are."""
    assert taken("c.csv", text, CHUNK) == expected


@pytest.mark.parametrize("shape", QUESTIONS)
def test_questions_of_other_tools_are_understood(shape):
    """What was retrieved is no label."""
    name, value, expected = QUESTIONS[shape]
    assert taken(name, value, QUESTION) == expected


def test_a_result_within_a_question_is_no_record():
    """A search response that stands beside the question is what was found for it."""
    records = read_records(
        b'{"query": "x", "hits": {"hits": [{"_id": "1", "_source": {"text": "t"}}]}}', "a.json"
    )
    assert guess_rows(records, ASKED) is None
    assert guess_rows(records, CHUNK) == "hits.hits"
    assert guess_fields(records.values, ASKED, {}) == {"query": "query", "retrieved": "hits.hits"}


ROWS = [
    {"b": {"text": "x"}, "a": {"text": "y"}, "id": "1", "meta": {"id": "2"}},
    {"a": {"text": "y"}, "meta": {"id": "2"}, "id": "3"},
]


@given(st.permutations(ROWS), st.randoms())
def test_the_order_of_records_and_keys_does_not_matter(rows, random):
    """The likelier name, the shorter path, the first by letters; what else would fit is told."""

    def shuffled(value):
        if not isinstance(value, dict):
            return value
        keys = list(value)
        random.shuffle(keys)
        return {key: shuffled(value[key]) for key in keys}

    given_rows = [shuffled(row) for row in rows]
    fields = guess_fields(given_rows, CHUNK, {})
    assert fields == {"chunk_id": "id", "text": "a.text"}
    assert rivals(given_rows, CHUNK, fields) == {"chunk_id": ["meta.id"], "text": ["b.text"]}


def test_a_path_is_taken_once():
    """Neither it nor what stands above or below it is another field, stated ones too."""
    rows = [{"id": "1", "text": "x", "content": "y"}]
    assert guess_fields(rows, QUESTION, {"id": "text"}) == {"id": "text", "quote": "content"}
    fields = guess_fields([{"query": "q", "relevant": {"text": 2, "id": 1}}], QUESTION, {})
    assert fields == {"query": "query", "relevant": "relevant"}


def test_a_list_is_never_a_text():
    """Not even of one text, and not where only some records have it."""
    rows = [{"id": "1", "text": ["x"], "content": "y"}, {"id": "2", "text": "z", "content": "y"}]
    assert guess_fields(rows, CHUNK, {})["text"] == "content"


def test_a_column_with_a_few_miswritten_days_is_taken():
    """They are faults then, and not silently left out with the column; a column of words is none of days."""
    rows = [{"query": "q", "date": day} for day in ("2026-03-01", "01.03.2026", "весной")]
    assert guess_fields(rows, QUESTION, {})["as_of"] == "date"
    assert "as_of" not in guess_fields([{"query": "q", "date": "весной"}, *rows[:1]], QUESTION, {})


def test_what_comes_late_is_seen():
    """A guess looks at records from all over the file."""
    rows = [{"id": str(number)} | ({"text": "x"} if number > SAMPLE else {}) for number in range(SAMPLE * 3)]
    assert guess_fields(rows, CHUNK, {}) == {"chunk_id": "id", "text": "text"}


def test_two_columns_below_one_heading_of_links_are_both_links():
    """As a list of their cells."""
    rows = [{"Вопрос": "q", "Ссылки / Статья": "a", "Ссылки / Раздел": None}]
    fields = guess_fields(rows, QUESTION, {})
    assert fields["relevant"] == '["Ссылки / Раздел", "Ссылки / Статья"]'
    assert guess_fields([{"Главное / Вопрос": "q"}], QUESTION, {}) == {"query": '"Главное / Вопрос"'}


def test_signs_are_compared_as_they_are():
    """`№` is a number's heading, `#` and `%` are not."""
    assert guess_fields([{"#": "1", "%": "2", "№": "3", "вопрос": "q"}], QUESTION, {})["id"] == '"№"'


def test_an_id_with_a_point_is_a_fault_and_no_reason_to_make_ids():
    """The column is taken, so that its values are refused by name; a version with a point is simply left out."""
    rows = [{"id": 7.0, "text": "a", "version": 1.5}, {"id": 8.0, "text": "b", "version": 1.5}]
    assert guess_fields(rows, CHUNK, {}) == {"chunk_id": "id", "text": "text"}


def test_a_column_of_our_own_name_is_taken_for_one_right_value():
    """The other one is a fault to be named: left out, the day of both would be lost without a word."""
    values = [{"query": "a?", "as_of": "2026-01-01"}, {"query": "b?", "as_of": "soon"}]
    assert guess_fields(values, QUESTION, {})["as_of"] == "as_of"


LOG = {
    "trace_id": "4efb",
    "service": {"name": "helpbot", "version": "1.1.0"},
    "request": {"url": "https://bot/ask", "body": {"query": "Как вернуть?", "user": {"id": 3791}}},
    "response": {"body": {"hits": [{"chunk": {"id": "kb_1", "text": TEXT}}]}},
}


@pytest.mark.parametrize(
    "owner", ["user", "customer", "session", "trace", "request", "клиент", "thread", "document"]
)
def test_the_id_of_something_else_is_none_of_a_question(owner):
    """Nor is its version, address or kind; below the question itself it is its own."""
    for targets in (ASKED, QUESTION):
        assert "id" not in guess_fields([{owner: {"id": "7"}, "query": "Как вернуть?"}], targets, {})
        assert "id" not in guess_fields([{f"{owner} / id": "7", "query": "Как вернуть?"}], targets, {})
        assert guess_fields([{owner: {"question": {"id": "7"}}}], targets, {})["id"].endswith("question.id")


def test_what_a_log_says_of_its_service_is_nothing_of_what_was_found():
    """Fields of a result are looked for in the results, where there is a list of them."""
    found = {"query": "request.body.query", "retrieved": "response.body.hits"}
    assert guess_fields([LOG], ASKED, {}) == found
    flat = {"query": "Как вернуть?", "chunk_id": "a", "rank": 1, "service": {"version": "1.1"}}
    assert "doc_version" not in guess_fields([flat], ASKED, {})
    assert guess_fields([LOG], QUESTION, {}) == {"query": "request.body.query"}


GROUPS = {
    "Вопрос / №": "001",
    "Вопрос / Текст вопроса": "Как вернуть?",
    "{0} / Краткий ответ": "30 дней",
    "{0} / Ссылки на статьи": "https://kb/1, https://kb/2",
    "{0} / Цитата со страницы": TEXT,
    "Служебное / Дата": "2026-03-01",
}


@pytest.mark.parametrize("group", ["Ответ", "Эталон", "Ссылки", "Источник"])
def test_columns_below_one_heading_are_what_they_say(group):
    """Not one list of an answer, links and words; the day below another heading is not that of the question."""
    row = {name.format(group): cell for name, cell in GROUPS.items()}
    fields = guess_fields([row], QUESTION, {})
    assert fields == {
        "id": '"Вопрос / №"',
        "query": '"Вопрос / Текст вопроса"',
        "relevant": f'"{group} / Ссылки на статьи"',
        "expected_answer": f'"{group} / Краткий ответ"',
        "quote": f'"{group} / Цитата со страницы"',
    }
    assert guess_fields([{"Вопрос / Текст": "q", "Вопрос / Дата": "2026-03-01"}], QUESTION, {})["as_of"]


def test_numbered_columns_below_one_heading_are_a_list():
    """As those without a heading over them."""
    row = {"Вопрос": "q", "Ответ / Ссылка 1": "https://kb/1", "Ответ / Ссылка 2": "https://kb/2"}
    assert guess_fields([row], QUESTION, {})["relevant"] == '["Ответ / Ссылка 1", "Ответ / Ссылка 2"]'
    answers = {"Вопрос": "q", "Эталон / Да": "Товар можно вернуть", "Эталон / Нет": "Вернуть нельзя"}
    assert "relevant" not in guess_fields([answers], QUESTION, {})


def test_a_link_to_a_person_is_no_source():
    """`Ссылка на статью` is one, `Ссылка на чат` and `Ссылка на профиль клиента` are not."""
    row = {"Вопрос": "q", "Ссылка на чат": "https://c/1", "Ссылка на профиль клиента": "https://c/2"}
    assert "relevant" not in guess_fields([row], QUESTION, {})
    assert (
        guess_fields([{**row, "Ссылка на статью": "https://kb/1"}], QUESTION, {})["relevant"]
        == '"Ссылка на статью"'
    )


@pytest.mark.parametrize("ids", [["", None, "", "z"], ["a", 7.5, {"x": 1}, "b"], [None, None, None, "null"]])
def test_an_id_that_only_some_have_is_asked_of_all(ids):
    """None is made of the texts without a word: each record that has none is named, with what makes all of them."""
    lines = [{"id": one, "text": f"{TEXT} {n}"} for n, one in enumerate(ids)]
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    found = read(read_all({"f.jsonl": data}, Asked()), CHUNK, Asked(), None)
    assert found.shape.fields["chunk_id"] == "id"
    faulty = [n for n, one in enumerate(ids, 1) if not isinstance(one, str) or not one]
    assert [problem.where for problem in found.mapped.problems] == [f"f.jsonl:{n} id" for n in faulty]
    none = guess_fields([{**line, "id": None} for line in lines], CHUNK, {})
    assert "chunk_id" not in none
    assert "chunk_id" not in guess_fields([{**line, "id": ["lc", "Document"]} for line in lines], CHUNK, {})
