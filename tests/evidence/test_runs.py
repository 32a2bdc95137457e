import json

import pytest

from assay.errors import InputError, refuse
from assay.evidence import runs

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


def is_open(_line):
    return False


def read(top):
    """The runs in which nothing is wrong, once nothing is wrong anywhere."""
    found, problems = runs.read(top, is_open)
    refuse(problems)
    return found


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
        read(tmp_path).run("a/2")
    fix = "put answers.jsonl into runs/recorded/<system>/<run>/"
    assert str(caught.value) == f"a/2: is no recorded run with answers; {fix}"


@pytest.mark.parametrize("path", ["a/1.part/answers.jsonl", "a/1/answers.jsonl.tmp", "a/1.part/Answers.json"])
def test_what_is_under_way_is_no_run(tmp_path, path):
    """Whatever is wrong with it."""
    put(tmp_path, **{"a/2/answers.jsonl": answers("A"), path: b"{\n"})
    assert list(read(tmp_path).by_name) == ["a/2"]


@pytest.mark.parametrize(
    "path", ["answers.jsonl", "a/answers.jsonl", "a/1/more/answers.jsonl", "a/b/c/d/answers.jsonl"]
)
def test_answers_at_another_depth_are_not_passed_over(tmp_path, path):
    """They would be thought to be judged; the others are read."""
    put(tmp_path, **{"a/2/answers.jsonl": answers("A"), path: b"{\n"})
    found, problems = runs.read(tmp_path, is_open)
    assert list(found.by_name) == ["a/2"]
    fix = "a run's are runs/recorded/<system>/<run>/answers.jsonl"
    assert list(map(str, problems)) == [f"runs/recorded/{path}: is not read: it is no run; {fix}"]


@pytest.mark.parametrize("name", ["Answers.JSONL", "ANSWERS.jsonl", "answers.json", "answers.ndjson"])
def test_answers_under_another_name_are_not_passed_over(tmp_path, name):
    """In a run, and anywhere else."""
    put(tmp_path, **{f"a/1/{name}": answers("A"), "a/2/answers.jsonl": answers("B")})
    found, problems = runs.read(tmp_path, is_open)
    assert list(found.by_name) == ["a/2"]
    path = f"runs/recorded/a/1/{name}"
    fix = f"rename it, or `assay import answers {path}`"
    rule = "is not read: answers are in answers.jsonl, an object a line"
    assert list(map(str, problems)) == [f"{path}: {rule}; {fix}"]


def test_a_folder_in_the_place_of_answers_is_not_passed_over(tmp_path):
    """Whatever lies in it."""
    put(tmp_path, **{"a/1/answers.jsonl/part-1.jsonl": answers("A")})
    problems = runs.read(tmp_path, is_open)[1]
    fix = "a run's are runs/recorded/<system>/<run>/answers.jsonl"
    assert list(map(str, problems)) == [
        f"runs/recorded/a/1/answers.jsonl: is a folder: no answers are read from it; {fix}"
    ]


def test_a_run_in_which_something_is_wrong_hides_no_other(tmp_path):
    """Who names it is told what that is, by its name, by that of a right answer in it, or of the wrong one."""
    put(
        tmp_path,
        **{
            "a/1/answers.jsonl": answers("A"),
            "a/2/answers.jsonl": answers("B") + b'{"answer_id": "C", "x": 1}\n',
        },
    )
    found, problems = runs.read(tmp_path, is_open)
    assert list(found.answers) == ["A"]
    (said,) = map(str, problems)
    assert said.startswith("runs/recorded/a/2/answers.jsonl:2 C: 'x' is no field here")
    with pytest.raises(InputError) as caught:
        found.run("a/2")
    assert caught.value.problems == problems
    for name in ("B", "C"):
        with pytest.raises(InputError) as caught:
            found.answer(name)
        rule = "is of a/2, in which something is wrong: a verdict is of a run as it stands; mend it first"
        assert str(caught.value) == f"{name}: {rule}\n{said}"


def test_nothing_is_quoted_of_a_closed_line(tmp_path):
    """Its place and what it breaks, in whatever way."""
    line = {"answer_id": "A", "query": "secret", "answer": ["secret"], "lang": "secret", "secret": 1}
    put(tmp_path, **{"a/1/answers.jsonl": cases.lines(line)})
    for closed in (False, True):
        problems = runs.read(tmp_path, lambda line, closed=closed: closed and line["query"] == "secret")[1]
        assert len(problems) == 3
        assert ("secret" in "\n".join(map(str, problems))) != closed
        assert all("answers.jsonl:1 A: " in str(one) for one in problems)


@pytest.mark.parametrize(
    ("pointer", "name", "path"),
    [
        ("runs/recorded/b/1.dvc", "b/1", "runs/recorded/b/1"),
        ("runs/recorded/b/v1.2.dvc", "b/v1.2", "runs/recorded/b/v1.2"),
        ("runs/recorded/b/1/answers.jsonl.dvc", "b/1", "runs/recorded/b/1/answers.jsonl"),
        ("runs/recorded/b.dvc", "b/2", "runs/recorded/b"),
        ("runs/recorded.dvc", "b/2", "runs/recorded"),
    ],
)
def test_a_run_that_dvc_keeps_is_pulled(tmp_path, pointer, name, path):
    """Whether the folder of it, of its system or of all is kept, or its answers alone; one that was pulled is there."""
    if pointer.startswith("runs/recorded/"):
        put(tmp_path, **{"a/1/answers.jsonl": answers("A")})
    (tmp_path / pointer).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / pointer).write_text("outs: []\n")
    found = read(tmp_path)
    with pytest.raises(InputError) as caught:
        found.run(name)
    assert str(caught.value) == f"{name}: is not here: DVC keeps it; `dvc pull {path}`"
    with pytest.raises(InputError) as caught:
        found.answer("Z-9")
    assert str(caught.value).endswith(f"; if it is in a run that is not here: `dvc pull {path}`")
    put(tmp_path, **{f"{name}/answers.jsonl": answers("B")})
    assert read(tmp_path).away == {}
    assert read(tmp_path).run(name).name == name


def test_pointers_to_anything_else_say_nothing_of_answers(tmp_path):
    """Results and chunks may be kept apart."""
    put(
        tmp_path,
        **{"a/1/answers.jsonl": answers("A"), "a/1/results.jsonl.dvc": b"", "a/1/chunks/x.jsonl.dvc": b""},
    )
    assert read(tmp_path).away == {}


def test_a_card_alone_tells_what_is_lacking(tmp_path):
    """Where its answers were never added to Git."""
    put(tmp_path, **{"a/1/card.json": BARE})
    with pytest.raises(InputError) as caught:
        read(tmp_path).run("a/1")
    fix = "`dvc pull runs/recorded/a/1`, where DVC keeps it; or put answers.jsonl beside the card"
    assert str(caught.value) == f"a/1: has card.json, and no answers.jsonl; {fix}"


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
        f"runs/recorded/a/2/answers.jsonl:2 {same}",
        "runs/recorded/b/1/answers.jsonl:3: a line is one JSON object; mend the line",
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
    found, problems = runs.parse(
        {
            "a/1/answers.jsonl": answers("A"),
            "a/2/answers.jsonl": answers("B"),
            "a/2/card.json": BARE,
            "a/card.json": b"{",
        },
        "runs/recorded",
        is_open,
    )
    assert problems == []
    assert [run.card for run in found.by_name.values()] == [{}, {"mode": "retrieve_only"}]
