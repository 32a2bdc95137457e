import json

import pytest

from assay.errors import InputError
from assay.evidence.runs import parse, read

from . import cases

BARE = json.dumps({"mode": "retrieve_only"}).encode()


def put(top, **files):
    """Files below runs/recorded by their paths, a card beside each answers.jsonl."""
    for path, data in files.items():
        place = top / "runs/recorded" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        if place.name == "answers.jsonl":
            (place.parent / "card.json").write_bytes(BARE)


def answers(*names):
    return cases.lines(*({"answer_id": name} for name in names))


def test_runs_are_read_by_system_and_run(tmp_path):
    """In the order of their names; each answer by its id."""
    put(tmp_path, **{"b/2/answers.jsonl": answers("B2"), "a/1/answers.jsonl": answers("A1", "A2")})
    found = read(tmp_path)
    assert list(found.by_name) == ["a/1", "b/2"]
    assert {name: one.run for name, one in found.answers.items()} == {"A1": "a/1", "A2": "a/1", "B2": "b/2"}
    assert found.answer("A2").place == "runs/recorded/a/1/answers.jsonl:2 A2"
    assert found.run("b/2").answers == [found.answer("B2")]
    assert found.run("runs/recorded/b/2/") == found.run("b/2")


def test_a_repository_without_runs_has_none(tmp_path):
    """Nor is a run without answers one of them."""
    assert read(tmp_path).by_name == {}
    put(tmp_path, **{"a/1/results.jsonl": b"", "a/1/card.json": b"[]", "README.md": b"# Runs\n"})
    assert read(tmp_path).by_name == {}
    with pytest.raises(InputError) as caught:
        read(tmp_path).run("a/1")
    fix = "put answers.jsonl into runs/recorded/<system>/<run>/"
    assert str(caught.value) == f"a/1: is no recorded run with answers; {fix}"


@pytest.mark.parametrize(
    "path",
    [
        "answers.jsonl",
        "a/answers.jsonl",
        "a/1/more/answers.jsonl",
        "a/1.part/answers.jsonl",
        "a/1/answers.jsonl.tmp",
    ],
)
def test_what_lies_elsewhere_or_is_under_way_is_no_run(tmp_path, path):
    """Whatever is wrong with it."""
    put(tmp_path, **{"a/2/answers.jsonl": answers("A"), path: b"{\n"})
    assert list(read(tmp_path).by_name) == ["a/2"]


def test_an_id_in_two_runs_is_refused(tmp_path):
    """With what is wrong in every run: a replay has answers of its own."""
    put(
        tmp_path,
        **{
            "a/1/answers.jsonl": answers("A", "B"),
            "a/2/answers.jsonl": answers("C", "A"),
            "b/1/answers.jsonl": answers("A", "a") + b"[]\n",
        },
    )
    with pytest.raises(InputError) as caught:
        read(tmp_path)
    same = "A: has the id of an answer in a/1; a replay is a new answer: give it an id of its own"
    assert str(caught.value).splitlines() == [
        "runs/recorded/b/1/answers.jsonl:3: a line is one JSON object; mend the line",
        f"runs/recorded/a/2/answers.jsonl:2 {same}",
        f"runs/recorded/b/1/answers.jsonl:1 {same}",
    ]


def test_an_unknown_answer_or_run_names_the_nearest():
    """No traceback, and what was meant."""
    found = cases.shop_runs()
    with pytest.raises(InputError) as caught:
        found.answer("A-O17")
    assert str(caught.value) == "A-O17: is no recorded answer; did you mean A-017?"
    with pytest.raises(InputError) as caught:
        found.answer("none")
    assert str(caught.value) == "none: is no recorded answer; `assay evidence list` names them all"
    with pytest.raises(InputError) as caught:
        found.run("shop/2026-03-01")
    fix = "did you mean shop/2026-03-02?"
    assert str(caught.value) == f"shop/2026-03-01: is no recorded run with answers; {fix}"


def test_the_cards_of_all_runs_are_read_with_them():
    """A run without one lacks it; that of another run is not taken for it."""
    found, problems = parse(
        {
            "a/1/answers.jsonl": answers("A"),
            "a/2/answers.jsonl": answers("B"),
            "a/2/card.json": BARE,
            "a/card.json": b"{",
        },
        "runs/recorded",
    )
    assert problems == []
    assert [run.card for run in found.by_name.values()] == [{}, {"mode": "retrieve_only"}]
