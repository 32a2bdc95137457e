import json

import pytest

from assay.errors import InputError
from assay.exchange.records.reading import Asked
from assay.exchange.runs.result_files import read_file, repeat_faults
from exchange.imports import TERM, write


def read(place, items=(), values=None, **asked):
    lines, shape = read_file(place, Asked(**asked), items, "refuse", values or {}, "prod")
    assert not lines.problems
    return lines, shape


def test_a_mapping_that_is_kept_is_used(tmp_path):
    """Of the records and of the results within them; --guess makes both anew."""
    log = write(
        tmp_path / "l.jsonl", [{"id": "1", "mine": ["a"], "retrieved": [{"chunk_id": "b", "other": "c"}]}]
    )
    kept = {
        "import": {
            "results": {
                "prod": {
                    "l.jsonl": {
                        "fields": {"id": "id", "retrieved": "retrieved"},
                        "items": {"chunk_id": "other"},
                    }
                }
            }
        }
    }
    assert read(log)[0].values[0]["retrieved"][0]["chunk_id"] == "b"
    assert read(log, values=kept)[0].values[0]["retrieved"][0]["chunk_id"] == "c"
    assert read(log, values=kept, anew=True)[0].values[0]["retrieved"][0]["chunk_id"] == "b"
    assert read(log, ("chunk_id=other",))[0].values[0]["retrieved"][0]["chunk_id"] == "c"
    assert read(log, fields={"retrieved": "mine"})[0].values[0]["retrieved"][0]["chunk_id"] == "a"
    with pytest.raises(InputError, match="is no field=PATH"):
        read(log, ("nonsense",))


def test_responses_are_named_by_their_files(tmp_path):
    """Only where no record names its question, and each file is one response."""
    for name in ("q1", "q.2"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"hits": {"hits": [{"_id": "a"}]}}))
    lines, _ = read(tmp_path)
    assert [line["id"] for line in lines.values] == ["q.2", "q1"]
    assert "no record names its question: the name of its file does" in lines.facts
    (tmp_path / "q1.json").write_text(json.dumps({"query_id": "x", "hits": {"hits": []}}))
    (tmp_path / "q.2.json").write_text(json.dumps({"query_id": "y", "hits": {"hits": [{"_id": "a"}]}}))
    assert [line["id"] for line in read(tmp_path)[0].values] == ["y", "x"]


def test_what_rows_are_is_asked_once(tmp_path):
    """Two objects by plain words are refused; not where --rows says what they are, nor where a mapping is kept."""
    hits = {"hits": {"hits": [{"_id": "a"}]}}
    place = tmp_path / "answers.json"
    place.write_text(json.dumps({"returns": hits, "delivery": hits}))
    with pytest.raises(InputError, match=r"--rows '\*' reads each of them as a record"):
        read(place)
    lines, shape = read(place, rows="*")
    assert [line["id"] for line in lines.values] == ["returns", "delivery"]
    kept = {"rows": shape.rows, "fields": dict(shape.fields)}
    again, _ = read(place, values={"import": {"results": {"prod": {place.name: kept}}}})
    assert again.values == lines.values


def test_a_page_instead_of_a_list_is_an_error_of_its_request(tmp_path):
    """Where other records have a list; a column that holds none is a fault of the file."""
    good = {"retrieved": [{"text": TERM}]}
    records = [{"id": "1", "retrieved": "<html>502</html>"}, {"id": "2", "retrieved": {"error": 1}}]
    records += [{"id": str(n), **good} for n in range(3, 9)]
    lines, _ = read(write(tmp_path / "l.jsonl", records))
    assert [line.get("message") for line in lines.values[:3]] == [
        "'<html>502</html>' instead of results",
        "{'error': 1} instead of results",
        None,
    ]
    none = write(tmp_path / "n.jsonl", [{"id": "1", "retrieved": "a; b"}])
    lines, _ = read_file(none, Asked(fields={"retrieved": "retrieved"}), (), "refuse", {}, "prod")
    assert "must be a list" in str(lines.problems[0])


def test_ragas_contexts(tmp_path):
    """Texts without ids, under the question's text."""
    lines, shape = read(
        write(tmp_path / "r.jsonl", [{"user_input": "Срок?", "retrieved_contexts": [TERM, TERM + "!"]}])
    )
    assert shape.fields == {"query": "user_input", "retrieved": "retrieved_contexts"}
    assert [item["text"] for item in lines.values[0]["retrieved"]] == [TERM, TERM + "!"]


@pytest.mark.parametrize(
    ("repeated", "is_run", "words"),
    [
        ("best", False, "is for TREC runs"),
        ("first", True, "is for records"),
        ("best", True, None),
        ("last", False, None),
    ],
)
def test_words_on_repeats_that_say_nothing(tmp_path, repeated, is_run, words):
    """They are refused, not passed over."""
    found = [str(problem) for problem in repeat_faults(repeated, tmp_path / "f", is_run=is_run)]
    assert [words in problem for problem in found] == ([] if words is None else [True])


def outcomes(lines):
    return {line.get("id") or line["query"]: line.get("message", line["status"]) for line in lines.values}


SORRY = "Извините, сервис временно недоступен. Попробуйте позже."
REFUSAL = "В базе знаний нет ответа на этот вопрос."


def test_an_apology_beside_nothing_found_is_an_error(tmp_path):
    """Neither a refusal nor 0; a refusal, and an apology beside results, stay what they are. The answer is a loss."""
    found = [{"text": TERM}]
    log = [
        {"id": "1", "retrieved": found, "answer": "30 дней"},
        {"id": "2", "retrieved": [], "answer": SORRY, "status": 200},
        {"id": "3", "retrieved": [], "answer": "Sorry…"},
        {"id": "4", "retrieved": found, "answer": REFUSAL},
        {"id": "5", "retrieved": [], "answer": REFUSAL},
        {"id": "6", "retrieved": found, "answer": SORRY},
    ]
    lines, shape = read(write(tmp_path / "l.jsonl", log))
    assert outcomes(lines) == {"1": "ok", "2": SORRY, "3": "Sorry…", "4": "ok", "5": "ok", "6": "ok"}
    assert "6 questions asked: 2 with an error, 1 with nothing found" in lines.facts
    assert [(loss.what, loss.count) for loss in lines.losses] == [
        ("values of answer, which no field takes", 6)
    ]
    kept = {"import": {"results": {"prod": {"l.jsonl": {"fields": dict(shape.fields)}}}}}
    assert outcomes(read(tmp_path / "l.jsonl", values=kept)[0]) == outcomes(lines)


def test_an_apology_in_the_responses_of_a_search_engine_and_in_a_table(tmp_path):
    """An empty list of hits; a row without a chunk."""
    hits = [
        {"id": "1", "hits": {"hits": [{"_id": "a", "_source": {"text": TERM}}]}, "output": "30 дней"},
        {"id": "2", "hits": {"hits": []}, "output": SORRY},
    ]
    assert outcomes(read(write(tmp_path / "h.jsonl", hits))[0]) == {"1": "ok", "2": SORRY}
    table = f'вопрос,chunk_id,ответ\nСрок?,c1,30 дней\nКод?,,"{SORRY}"\n'
    (tmp_path / "t.csv").write_text(table, "utf-8")
    assert outcomes(read(tmp_path / "t.csv")[0]) == {"Срок?": "ok", "Код?": SORRY}


def test_responses_of_one_request_need_their_questions(tmp_path):
    """Each beside its own, and an error is that one's; without them the order is nobody's knowledge."""
    good = {"hits": {"hits": [{"_id": "a", "_source": {"text": TERM}}]}, "status": 200}
    bad = {"error": {"type": "index_not_found_exception", "reason": "no such index"}, "status": 404}
    place = tmp_path / "m.json"
    place.write_text(json.dumps({"took": 3, "responses": [good, bad]}))
    with pytest.raises(InputError) as caught:
        read(place)
    assert str(caught.value) == (
        f"{place}: holds 2 responses in the order of a request that is not in the file, and none names its question; "
        'put the question beside each, as {"query_id": "q1", "hits": …}, or write each into a file q1.json of a '
        "folder, and import that"
    )
    named = [{"query_id": "q1", **good}, {"query_id": "q2", **bad}]
    place.write_text(json.dumps({"took": 3, "responses": named}))
    lines, shape = read(place)
    assert shape.rows == "responses"
    assert outcomes(lines) == {"q1": "ok", "q2": "HTTP 404: index_not_found_exception: no such index"}


def test_a_row_of_an_address_and_a_place_names_no_chunk(tmp_path):
    """What may stand for it is offered, and works."""
    place = tmp_path / "r.csv"
    place.write_text("query,url,position\nСрок?,https://x/a,1\nСрок?,https://x/b,2\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read(place)
    assert str(caught.value) == (
        f"{place}:2: each record is one result (it has rank = position), and nothing in it looks like the id or text of "
        "a chunk; if url tells chunks apart: --map chunk_id=url"
    )
    lines, _ = read(place, fields={"chunk_id": "url"})
    assert [item["chunk_id"] for item in lines.values[0]["retrieved"]] == ["https://x/a", "https://x/b"]
    nested = write(tmp_path / "n.jsonl", [{"id": "1", "results": [{"url": "https://x/a", "position": 1}]}])
    lines, _ = read_file(nested, Asked(), (), "refuse", {}, "prod")
    assert str(lines.problems[0]).endswith("say what tells chunks apart: --item chunk_id=url")
    lines, _ = read(nested, ("chunk_id=url",))
    assert lines.values[0]["retrieved"] == [{"chunk_id": "https://x/a", "rank": 1}]


def test_units_of_latency_and_what_chunk_is_are_said(tmp_path):
    """What was assumed, and how to say otherwise; nothing of it is called stated."""
    (tmp_path / "r.csv").write_text(f"query,chunk,latency\nСрок?,{TERM},0.25\nКод?,{TERM},1.5\n", "utf-8")
    lines, _ = read(tmp_path / "r.csv")
    assert [line["latency_ms"] for line in lines.values] == [250, 1500]
    assert [line["retrieved"][0]["text"] for line in lines.values] == [TERM, TERM]
    assert lines.facts[0].startswith("latency says no unit: read as seconds; ")
    assert lines.facts[-1].startswith("chunk holds texts, as it looks: if not, --map chunk_id=chunk")
    assert not any("stated" in fact for fact in lines.facts)
    (tmp_path / "i.csv").write_text("query,chunk,took\nСрок?,c-17,0.25\nКод?,c-18,1.5\n", "utf-8")
    lines, _ = read(tmp_path / "i.csv")
    assert [line["retrieved"][0]["chunk_id"] for line in lines.values] == ["c-17", "c-18"]
    assert any(fact.startswith("took is read as milliseconds, and its values look") for fact in lines.facts)
    told, _ = read(tmp_path / "i.csv", fields={"latency_s": "took", "latency_ms": ""})
    assert [line["latency_ms"] for line in told.values] == [250, 1500]


def test_a_log_that_is_a_page_of_more_is_a_loss(tmp_path):
    """A list of results is the top of a search; a list of records is to be all of them."""
    hits = [{"_id": "1", "_source": {"query": "Срок?", "results": [{"text": TERM}]}}]
    (tmp_path / "s.json").write_text(json.dumps({"hits": {"total": {"value": 90}, "hits": hits}}))
    lines, _ = read(tmp_path / "s.json", rows="hits.hits")
    assert lines.losses[0].count == 89
    top = [{"id": "1", "hits": {"total": {"value": 90}, "hits": [{"_id": "a", "_source": {"text": TERM}}]}}]
    assert not any(
        "not in the file" in loss.what for loss in read(write(tmp_path / "t.jsonl", top))[0].losses
    )


def test_every_fault_of_a_file_of_results_at_once(tmp_path):
    """Lines that cannot be read, wrong values, questions twice, results without an id."""
    rows = [
        {"id": "1", "retrieved": [{"text": TERM}], "latency_ms": "fast"},
        {"id": "1", "retrieved": [{"text": TERM}]},
        {"id": "2", "retrieved": [{"score": 1}]},
    ]
    place = write(tmp_path / "l.jsonl", rows)
    place.write_text(place.read_text("utf-8") + "{\n", "utf-8")
    lines, _ = read_file(place, Asked(fields={"latency_ms": "latency_ms"}), (), "refuse", {}, "prod")
    assert [str(one).removeprefix(str(tmp_path))[:33] for one in lines.problems] == [
        "/l.jsonl:4: is not JSON at column",
        "/l.jsonl:1 latency_ms: is 'fast',",
        "/l.jsonl:2: its question is also ",
        "/l.jsonl:3 result 1: has no id, n",
    ]


def of_log(*pairs, service="1.1"):
    """A log of a service: who asked, what, and what was found."""
    hits = [{"score": 1.5, "chunk": {"id": "kb_1", "text": TERM}}]
    return [
        {
            "trace_id": f"t{number}",
            "service": {"version": service},
            "request": {"body": {"query": query, "user": {"id": user}}},
            "response": {"status": 200, "body": {"hits": hits}},
        }
        for number, (user, query) in enumerate(pairs)
    ]


def test_who_asked_is_no_question(tmp_path):
    """No record of a user who asked several is thrown away, and the service's version is no document's."""
    log = write(tmp_path / "l.jsonl", of_log((7, "Где заказ?"), (7, "Как вернуть?"), (8, "Когда?")))
    lines, shape = read(log)
    assert [line["query"] for line in lines.values] == ["Где заказ?", "Как вернуть?", "Когда?"]
    assert not {"id", "doc_version"} & shape.fields.keys()


def test_an_id_of_several_questions_is_none(tmp_path):
    """Guessed, it is left out, and that is said and kept; stated, it is a fault."""
    values = [{"id": "7", "query": text, "retrieved": ["a"]} for text in ("Где заказ?", "Как вернуть?")]
    log = write(tmp_path / "l.jsonl", values)
    lines, shape = read(log)
    assert [line["id"] for line in lines.values] == [None, None]
    assert "id" not in shape.fields
    assert any(fact.startswith("id is no id of a question: 1 of 1 value") for fact in lines.facts)
    stated, _ = read_file(log, Asked(fields={"id": "id"}), (), "first", {}, "prod")
    assert "is also that of" in stated.problems[0].rule
    own = write(tmp_path / "own.jsonl", [{"id": "7", "query": "Где?", "retrieved": ["a"]}])
    assert read(own)[0].guessed_id == "id"
    assert read(own, fields={"id": "id"})[0].guessed_id is None
