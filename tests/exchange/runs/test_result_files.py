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
                    "fields": {"id": "id", "retrieved": "retrieved"},
                    "items": {"fields": {"chunk_id": "other"}},
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
