"""Files of other tools become recorded runs."""

import json

import pytest

from assay.errors import InputError
from assay.exchange.answers.answer_plan import plan_answers
from assay.exchange.runs.run_place import Where
from assay.gold.fields import QUERY
from assay.gold.queries import queries_bytes
from conftest import ROOT
from exchange.imports import lay_out, write

PLAIN = {"fields": (), "rows": None, "sheet": None, "header": None, "anew": False}
FOLDER = "runs/recorded/shop/1"
RAGAS = [
    {
        "user_input": "Сколько дней на возврат?",
        "response": "30 дней [1].",
        "retrieved_contexts": ["Товар можно вернуть 30 дней.", "Деньги идут 5 дней."],
        "reference": "30 дней",
        "reference_contexts": ["Товар можно вернуть 30 дней."],
    },
    {"user_input": "Как?", "response": "Так.", "retrieved_contexts": []},
]
DEEPEVAL = [
    {
        "input": "What is X?",
        "actual_output": "X is Y.",
        "expected_output": "Y",
        "context": ["X is Y, as it should be."],
        "retrieval_context": ["X may be Y."],
        "tags": None,
    },
    {"input": "What is Z?", "actual_output": "Q.", "context": ["Z."], "retrieval_context": None},
]


@pytest.fixture
def top(tmp_path):
    """A repository without answers."""
    lay_out(tmp_path / "top")
    return tmp_path / "top"


def plan(top, file, *items, where=None, **how):
    return plan_answers(top, file, {**PLAIN, **how}, items, where or Where("shop", "1"))


def lines(found, folder=FOLDER):
    return [json.loads(line) for line in found.writes[f"{folder}/answers.jsonl"].decode().splitlines()]


def refused(top, file, *items, **how):
    with pytest.raises(InputError) as caught:
        plan(top, file, *items, **how)
    return list(map(str, caught.value.problems))


def test_samples_of_ragas(top, tmp_path):
    """As EvaluationDataset.to_jsonl writes them; a right answer has no field, and that is said."""
    found = plan(top, write(tmp_path / "r.jsonl", RAGAS))
    first, second = lines(found)
    assert (first["answer_id"], first["query"], first["answer"]) == (
        "A-001",
        RAGAS[0]["user_input"],
        RAGAS[0]["response"],
    )
    assert [one["text"] for one in first["retrieved"]] == RAGAS[0]["retrieved_contexts"]
    assert first["expected_evidence"] == {"needed": [{"text": RAGAS[0]["reference_contexts"][0]}]}
    assert second == {"answer_id": "A-002", "query": "Как?", "answer": "Так.", "retrieved": []}
    assert [loss.what for loss in found.losses] == ["values of reference, which no field takes"]
    assert json.loads(found.writes[f"{FOLDER}/card.json"]) == {"mode": "retrieve_and_generate"}
    assert found.following == ["next: assay answers check shop/1"]


def test_test_cases_of_deepeval(top, tmp_path):
    """A JSON list; ``context`` is what should be retrieved, there alone."""
    file = tmp_path / "d.json"
    file.write_text(json.dumps(DEEPEVAL), "utf-8")
    first, second = lines(plan(top, file))
    assert [one["text"] for one in first["retrieved"]] == ["X may be Y."]
    assert first["expected_evidence"] == {"needed": [{"text": "X is Y, as it should be."}]}
    assert "retrieved" not in second
    file.write_text(json.dumps([{"input": "?", "answer": "!", "context": ["Раз"]}]), "utf-8")
    (other,) = lines(plan(top, file))
    assert [one["text"] for one in other["retrieved"]] == ["Раз"]


def test_a_data_frame_saved_as_csv(top, tmp_path):
    """Lists as Python writes them into cells."""
    file = tmp_path / "f.csv"
    file.write_text(
        'question,answer,contexts,ground_truth\nЧто?,Это.,"[\'Раз\', ""it\'s""]",x\nКак?,Так.,[],x\n', "utf-8"
    )
    found = plan(top, file)
    assert [[one["text"] for one in line["retrieved"]] for line in lines(found)] == [["Раз", "it's"], []]
    assert "contexts: lists that are written as texts" in found.facts


def test_a_log_as_people_map_it(top, tmp_path):
    """How it was read is kept, and used the next time without a word."""
    record = {"id": 17, "q": {"text": "Что?"}, "said": "Это.", "hits": [{"n": "p4", "body": "Раз"}], "ms": 5}
    log = write(tmp_path / "log-1.jsonl", [record])
    fields = ("answer_id=id", "query=q.text", "answer=said", "retrieved=hits")
    found = plan(top, log, "chunk_id=n", fields=fields)
    line = {"answer_id": "17", "query": "Что?", "answer": "Это."}
    assert lines(found) == [{**line, "retrieved": [{"chunk_id": "p4", "rank": 1, "text": "Раз"}]}]
    assert [loss.what for loss in found.losses] == ["values of ms, which no field takes"]
    (top / "params.yaml").write_bytes(found.writes["params.yaml"])
    again = plan(top, write(tmp_path / "log-2.jsonl", [{**record, "id": 18}]), where=Where("shop", "2"))
    assert lines(again, "runs/recorded/shop/2") == [{**lines(found)[0], "answer_id": "18"}]


def test_records_of_our_own_form_stay_as_they_are(top):
    """Line by line; nothing is kept of how they were read."""
    file = ROOT / "runs/recorded/help-assistant/2026-10-05/answers.jsonl"
    found = plan(top, file)
    assert lines(found) == [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert "params.yaml" not in found.writes
    assert (found.losses, len(found.preview)) == ([], 3)


def test_ids_go_on_behind_those_of_the_repository(top, tmp_path):
    """A run of before stays; its ids are nobody else's."""
    file = write(tmp_path / "r.jsonl", RAGAS)
    plan(top, file).carry_out(top)
    found = plan(top, file, where=Where("shop", "2"))
    assert [line["answer_id"] for line in lines(found, "runs/recorded/shop/2")] == ["A-003", "A-004"]
    own = write(tmp_path / "own.jsonl", [{"answer_id": "A-002", "query": "?", "answer": "!"}])
    fix = "a replay is a new answer: map another id, or none (--map answer_id=), and it gets one"
    said = f"{own}:1 A-002: has the id of an answer in shop/1; {fix}"
    assert refused(top, own, where=Where("shop", "2")) == [said]


@pytest.mark.parametrize("there", ["runs/recorded/shop/1/card.json", "runs/recorded/shop/1.dvc"])
def test_a_run_that_is_there_is_never_changed(top, tmp_path, there):
    """Here, or with DVC alone."""
    (top / there).parent.mkdir(parents=True)
    (top / there).write_text("{}")
    said = f"{FOLDER}: is there already, and a run is never changed; choose another --run"
    assert refused(top, write(tmp_path / "r.jsonl", RAGAS)) == [said]


def test_faults_are_told_at_the_records_of_the_file(top, tmp_path):
    """Every one; as `assay answers check` would find them."""
    own = {"query": "?", "answer": "Это."}
    file = write(
        tmp_path / "own.jsonl",
        [
            {**own, "answer_id": "A", "citations": [{"marker": "[1]", "span": [0, 9]}]},
            {**own, "answer_id": "A", "lang": "russian", "retrieved": [{"chunk_id": "p", "score": "high"}]},
        ],
    )
    where = Where("shop", "1", card={"recorded_at": "yesterday"})
    assert refused(top, file, where=where) == [
        "--card: recorded_at 'yesterday' is no date and no time; write it as 2026-03-01 or 2026-03-01T09:30:00Z",
        f"{file}:1 A citations[1]: span is [0, 9], outside of the answer's 4 code points or empty; count code points of the answer, from 0",
        f"{file}:2 A: lang is 'russian', must be a language code; write ru, en, pt-BR, say",
        f"{file}:2 A retrieved[1]: score is 'high', must be a number; change it",
        f"{file}:2 A: stands twice: see line 1; give each answer an id of its own",
    ]


def test_two_texts_under_one_id_are_told_apart(top, tmp_path):
    """Nobody could say which of them a verdict rests on."""
    items = [{"id": "p", "text": "Раз"}, {"id": "p", "text": "Два"}]
    file = write(tmp_path / "log.jsonl", [{"query": "?", "answer": "!", "docs": items}])
    (said,) = refused(top, file)
    assert said.startswith(
        f"{file}:1 A-001 retrieved: has 'p' 2 times (retrieved[1], retrieved[2]), with different texts"
    )


def test_a_file_without_answers_is_refused(top, tmp_path):
    """With what could be one."""
    file = write(tmp_path / "q.jsonl", [{"query": "Что?", "said": "Это."}])
    (said,) = refused(top, file)
    assert said.startswith(
        f"{file}:1: nothing in it looks like answer (the answer as the user saw it); say where it is"
    )
    assert "said" in said


def test_personal_data_is_named_and_not_shown(top, tmp_path):
    """Wherever in a record it stands."""
    mail = "ann@mail.example.org"
    records = [
        {"query": "Что?", "answer": "Это."},
        {"query": "Что?", "answer": "!", "contexts": [f"Пишите {mail}."]},
    ]
    (said,) = refused(top, write(tmp_path / "log.jsonl", records))
    assert said.startswith(f"{tmp_path / 'log.jsonl'}:2: holds an e-mail address")
    assert mail not in said


def test_closed_answers_are_counted_and_not_shown(top, tmp_path):
    """They are written, for the run is as it was; no preview has them."""
    row = dict.fromkeys(QUERY) | {
        "id": "Q1",
        "query": "Сколько дней на возврат?",
        "lang": "ru",
        "type": "exact",
    }
    (top / "gold/queries.jsonl").write_bytes(
        queries_bytes([row | {"split": "holdout", "status": "unreviewed"}])
    )
    found = plan(top, write(tmp_path / "r.jsonl", RAGAS))
    assert "answers to holdout questions, which are shown nowhere: 1" in found.facts
    assert len(found.preview) == 1
    assert "возврат" not in found.preview[0]
    assert len(lines(found)) == 2
