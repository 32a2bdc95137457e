"""What runs/README.md says is run here, as it stands there."""

import base64
import json
import re
import shlex
import shutil
import sys

import pytest

from assay import closure, params
from assay.recording.settings import faults
from conftest import ROOT
from pipeline import git, rows, run

from .conftest import PARAMS, TEXTS
from .service import reply

README = (ROOT / "runs/README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(yaml|python)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
ENTRIES = {
    name: entry
    for language, block in BLOCKS
    if language == "yaml"
    for name, entry in params.parse(block.encode(), "README").get("record", {}).items()
}
SHARDS = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
SECRETS = {
    "OPENSEARCH_BASIC": "dXNlcg==",
    "ELASTIC_API_KEY": "abc==",
    "QDRANT_API_KEY": "q",
    "ASSISTANT_TOKEN": "t",
}


def elastic(text):
    hit = {
        "_index": "help",
        "_id": "returns#1",
        "_score": 3.2,
        "_source": {"text": text, "doc_id": "returns"},
    }
    return {"took": 3, "timed_out": False, "_shards": SHARDS, "hits": {"total": {"value": 1, "relation": "eq"}, "max_score": 3.2, "hits": [hit]}}  # fmt: skip


def qdrant(text):
    point = {
        "id": 7,
        "version": 3,
        "score": 0.81,
        "payload": {"text": text, "doc_id": "returns"},
        "vector": None,
    }
    return {"result": {"points": [point]}, "status": "ok", "time": 0.001, "usage": None}


def langserve(text):
    document = {"id": None, "metadata": {"source": "returns", "chunk_id": "returns#1"}, "page_content": text, "type": "Document"}  # fmt: skip
    return {"output": [document], "metadata": {"run_id": "5f0c", "feedback_tokens": []}}


def assistant(text):
    chunk = {"id": "returns#1", "text": text, "document": "returns", "version": 4}
    return {
        "answer": "30",
        "rewritten_question": "срок",
        "sources": [{"score": 0.5, "chunk": chunk}],
        "error": None,
    }


def search(text):
    return [{"id": "007", "score": 1, "text": text}]


# Of each product: its answer, where the question stands in the request, and what is read of the answer.
PRODUCTS = {
    "opensearch": (elastic, lambda body: body["query"]["multi_match"]["query"], "returns#1"),
    "elasticsearch": (elastic, lambda body: body["query"]["bool"]["must"]["semantic"]["query"], "returns#1"),
    "qdrant": (qdrant, lambda body: body["query"]["text"], "7"),
    "langserve": (langserve, lambda body: body["input"], "returns#1"),
    "assistant": (assistant, lambda body: body["question"], "returns#1"),
    "search": (search, None, "007"),
}


def test_every_example_is_tried():
    """One that is added to the text is added here."""
    assert set(ENTRIES) == set(PRODUCTS)


@pytest.mark.parametrize("name", PRODUCTS)
def test_an_example_keeps_the_rules_of_params(name):
    """As it stands there."""
    values = {**PARAMS, "record": {name: ENTRIES[name]}}
    assert list(map(str, params.check(values, "x"))) == []
    assert list(map(str, faults(values, "x"))) == []


@pytest.mark.parametrize("name", PRODUCTS)
def test_an_example_records_what_its_product_answers(shop, service, name):
    """Every question arrives whole, the result is read with its id, text and document."""
    answer, question, identifier = PRODUCTS[name]
    shop.values["record"] = {"shop": {**ENTRIES[name], "url": service.url}}
    service.answer = lambda *_: reply(answer("Вернуть можно за 30 дней."))
    shop.record(environment=SECRETS)
    assert [row.get("message") for row in shop.results()] == [None] * 4
    (found,) = shop.results()[0]["retrieved"]
    assert (found["chunk_id"], found["rank"], found["text"]) == (identifier, 1, "Вернуть можно за 30 дней.")
    if question is not None:
        assert {question(json.loads(request["body"])) for request in service.requests} == set(TEXTS.values())
    else:
        assert {request["method"] for request in service.requests} == {"GET"}
        assert len({request["path"] for request in service.requests}) == 4


@pytest.mark.parametrize("name", PRODUCTS)
def test_an_example_works_in_a_fresh_repository(shop, service, name):
    """Copied as it stands below the settings of a repository; its secrets as the text says to export them."""
    answer, _, identifier = PRODUCTS[name]
    service.answer = lambda *_: reply(answer("Вернуть можно за 30 дней."))
    (block,) = (text for language, text in BLOCKS if language == "yaml" and f"  {name}:\n" in text)
    copied = re.sub(r"https?://[^/\s]+", service.url.removesuffix("/search"), block)
    del shop.values["record"]
    shop.write()
    with (shop.top / "params.yaml").open("a", encoding="utf-8") as file:
        file.write(copied)
    (shop.top / "corpus").mkdir()
    text = "---\nid: returns\ntitle: T\nversion: v1\nlang: ru\n---\nВернуть можно за 30 дней.\n"
    (shop.top / "corpus/returns.md").write_text(text, "utf-8")
    (shop.top / "scripts").mkdir()
    exports = "; ".join(re.findall(r"#.*(export .*)", block))
    script = f"{exports or 'true'}; exec {shlex.quote(sys.executable)} -m assay record {name} --use"
    git(shop.top, "init", "-q", "-b", "main")
    secrets = {**SECRETS, "USER_AND_PASSWORD": f"elastic:{'long password ' * 9}"}
    environment = {"PYTHONPATH": str(ROOT / "scripts"), "NO_PROXY": "127.0.0.1", **secrets}
    done = run(shop.top, "bash", "-c", script, check=False, **environment)
    assert done.returncode == 0, done.stderr
    (path,) = (shop.top / "runs/recorded" / name).glob("*/results.jsonl")
    assert {row["retrieved"][0]["chunk_id"] for row in rows(path)} == {identifier}
    if exports:
        sent = {request["headers"]["Authorization"].partition(" ")[2] for request in service.requests}
        assert {base64.b64decode(one).decode() for one in sent} == {secrets["USER_AND_PASSWORD"]}


@pytest.mark.parametrize("name", ["opensearch", "elasticsearch"])
def test_shards_that_did_not_answer_are_an_error(shop, service, name):
    """Half a result is none."""
    shop.values["record"] = {"shop": {**ENTRIES[name], "url": service.url}}
    service.answer = lambda *_: reply({**elastic("x"), "_shards": {**SHARDS, "failed": 1}})
    shop.record(environment=SECRETS)
    assert {row["message"] for row in shop.results()} == {
        "the service reported: not all shards answered in time"
    }


def test_a_subject_becomes_a_filter(shop):
    """In the example with a condition; without one the body is JSON too."""
    shop.values["record"] = {"shop": {**ENTRIES["elasticsearch"], "url": "http://localhost"}}
    path = shop.top / "gold/queries.jsonl"
    rows = [{"id": "q-1", "query": "a", "subject": 'чайник "Плюс"'}, {"id": "q-2", "query": "b"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    first, second = (json.loads(one.content)["query"]["bool"] for one in shop.prospect(**SECRETS).questions)
    assert first["filter"] == {"term": {"subject": 'чайник "Плюс"'}}
    assert "filter" not in second


@pytest.mark.slow
def test_a_kind_of_retrieval_is_added_as_the_text_says(tmp_path):
    """A module of under 60 lines, one line of settings, one of the contract's tests, which then hold the kind."""
    module, setting, small = (block for language, block in BLOCKS if language == "python")
    assert len(module.splitlines()) < 60
    for name in (
        "scripts",
        "tests/retrieval",
        "tests/conftest.py",
        "tests/pipeline.py",
        "pyproject.toml",
        "dvc.yaml",
    ):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile)(ROOT / name, place)
    (tmp_path / "scripts/assay/retrieval/kinds/overlap.py").write_text(module)
    for name, start, line in (
        ("scripts/assay/settings.py", "KINDS: dict[str, dict[str, Setting]] = {\n", setting),
        ("tests/retrieval/test_contract.py", "SMALL = {\n", small),
    ):
        text = (tmp_path / name).read_text("utf-8")
        assert text.count(start) == 1
        (tmp_path / name).write_text(text.replace(start, start + line), "utf-8")
    scripts = str(tmp_path / "scripts")
    done = run(tmp_path, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "overlap",
               "tests/retrieval/test_contract.py", PYTHONPATH=scripts)  # fmt: skip
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 8
    assert "failed" not in done.stdout
    assert list(map(str, closure.check(tmp_path))) == []
    entry = params.parse(BLOCKS[-1][1].encode(), "README")["systems"]["overlap-fine"]
    check = f"from assay import params; values = { ({**PARAMS, 'systems': {'overlap-fine': entry}, 'compare': {**PARAMS['compare'], 'baseline': None}})!r}; print(list(params.check(values, 'x')))"
    assert run(tmp_path, sys.executable, "-c", check, PYTHONPATH=scripts).stdout == "[]\n"
