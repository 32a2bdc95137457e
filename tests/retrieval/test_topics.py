import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.retrieval.topics import from_bytes, from_queries, to_bytes

WHERE = "gold/queries.jsonl"


def dumped(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def faults(*rows):
    with pytest.raises(InputError) as caught:
        from_queries(dumped(*rows), WHERE)
    return str(caught.value).splitlines()


def test_a_topic_holds_nothing_but_what_a_retriever_may_know():
    """No labels, no split, no type; sorted by id; the rewritten text is sent."""
    history = [{"role": "user", "text": "Сколько стоит доставка?"}]
    topics = from_queries(
        dumped(
            {"id": "q-2", "query": "А курьером?", "rewritten": "Сколько стоит курьер?", "history": history, "lang": "ru"},
            {"id": "q-1", "query": "Возврат?", "as_of": "2026-11-01", "subject": "plus", "split": "holdout",
             "type": "exact", "evidence_sets": [["a"]]},
        ),
        WHERE,
    )  # fmt: skip
    assert [json.loads(line) for line in to_bytes(topics).decode().splitlines()] == [
        {
            "id": "q-1",
            "query": "Возврат?",
            "original": "Возврат?",
            "history": None,
            "lang": None,
            "as_of": "2026-11-01",
            "subject": "plus",
            "sha256": hashlib.sha256("Возврат?".encode()).hexdigest(),
        },
        {
            "id": "q-2",
            "query": "Сколько стоит курьер?",
            "original": "А курьером?",
            "history": history,
            "lang": "ru",
            "as_of": None,
            "subject": None,
            "sha256": hashlib.sha256("Сколько стоит курьер?".encode()).hexdigest(),
        },
    ]


def test_a_changed_label_changes_no_topic():
    """So nothing is retrieved again."""
    row = {"id": "q", "query": "x", "split": "dev", "evidence_sets": [["a"]], "reviewed_by": ["A"]}
    other = {**row, "split": "holdout", "evidence_sets": [["b"]], "reviewed_by": []}
    assert to_bytes(from_queries(dumped(row), WHERE)) == to_bytes(from_queries(dumped(other), WHERE))


def test_bytes_and_back():
    """Line separators of Unicode in a text are no line ends."""
    topics = from_queries(dumped({"id": "q", "query": "a\u2028b\u0085c"}), WHERE)
    assert from_bytes(to_bytes(topics)) == topics
    for data in (b"{", b"[1]\n", b'{"id": "q"}\n', b"\xff"):
        with pytest.raises(InputError) as caught:
            from_bytes(data, "topics.jsonl")
        assert str(caught.value) == (
            "topics.jsonl: holds no topics as their stage wrote them; delete it and run `make repro`"
        )


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"query": "x"}, f"{WHERE}:1: id is missing; add it"),
        ({"id": "q"}, f"{WHERE}:1 q: query is missing; add it"),
        ({"id": 7, "query": "x"}, f"{WHERE}:1: id is 7, must be a text; put it in quotes"),
        ({"id": "q", "query": " "}, f"{WHERE}:1 q: query is empty; write it"),
        ({"id": " ", "query": "x"}, f"{WHERE}:1: id is empty; write it"),
        ({"id": "a\0b", "query": "x"}, rf"{WHERE}:1: id is 'a\x00b'; use printable characters"),
        (
            {"id": "q", "query": "x", "subject": ""},
            f"{WHERE}:1 q: subject is empty; write it, or leave it out",
        ),
        (
            {"id": "q", "query": "е\u0308"},
            f"{WHERE}:1 q: query is not in Unicode normal form C; normalise the file to NFC",
        ),
        (
            {"id": "q", "query": "x", "as_of": "1.11.2026"},
            f"{WHERE}:1 q: as_of '1.11.2026' is no date; write it as 2026-03-01",
        ),
        (
            {"id": "q", "query": "x", "history": "y"},
            f"{WHERE}:1 q: history is 'y', must be a list; change it",
        ),
        (
            {"id": "q", "query": "x", "history": ["y"]},
            f"{WHERE}:1 q: turn 1 of history is 'y', must be an object; write role and text",
        ),
        (
            {"id": "q", "query": "x", "history": [{"role": "user"}]},
            f"{WHERE}:1 q history turn 1: text is missing; add it",
        ),
    ],
)
def test_what_a_retriever_could_not_be_given(row, message):
    """Ids, texts, dates and turns that are wrong."""
    assert faults(row) == [message]


def test_repeats_and_emptiness():
    """An id twice names both lines; a gold set without queries is an error."""
    row = {"id": "q", "query": "x"}
    assert faults(row, row) == [f"{WHERE}:2 q: id is also that of line 1; rename one of them"]
    assert faults() == [f"{WHERE}: holds no queries; add at least one"]


def test_the_stage_loads_no_table_library():
    """It runs at every change of a label, so it starts at once."""
    code = "import sys, assay.stage, assay.retrieval.topics as t; print([m for m in ('polars', 'numpy') if m in sys.modules])"
    scripts = Path(__file__).resolve().parents[2] / "scripts"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=scripts, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
