import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError, Problem
from assay.exchange.records.kept import asked_of, blamed, entry_of, find, keep, name_of, options, told
from assay.exchange.records.mapping import Shape
from assay.exchange.records.reading import Asked
from assay.exchange.records.targets import QUESTION
from assay.params import parse

KIND = ("questions",)
HOW = {"fields": (), "rows": None, "sheet": None, "header": None, "anew": False}


def kept(**entries):
    names = {name.replace("_dot_", "."): entry for name, entry in entries.items()}
    return {"import": {"questions": names}}


def entry(path="a"):
    return {"fields": {"query": path}}


def place(values, name):
    found = find(values, KIND, name)
    return found and found.place.removeprefix("params.yaml import.questions").removeprefix(".")


def test_the_closest_name_decides():
    """The file's own; a pattern, the one that says most; the file of another day; the pattern of every name."""
    names = ("log-2026-11-01.csv", "log-*.jsonl", "log-new*.jsonl", "*", "fu[l]l?.csv")
    values = {"import": {"questions": {name: entry() for name in names}}}
    assert place(values, "log-2026-11-01.csv") == "log-2026-11-01.csv"
    assert place(values, "log-7.jsonl") == "log-*.jsonl"
    assert place(values, "log-new-7.jsonl") == "log-new*.jsonl"
    assert place(values, "log-2027-01-02.csv") == "log-2026-11-01.csv"
    assert place(values, "fu[l]l1.csv") == "fu[l]l?.csv"
    assert place(values, "full1.csv") == "*"
    del values["import"]["questions"]["*"]
    assert place(values, "full1.csv") is None


def test_names_are_compared_by_their_letters():
    """MacOS writes й as two characters, Linux as one."""
    name = "вопросы й.xlsx"
    values = {"import": {"questions": {unicodedata.normalize("NFD", name): entry()}}}
    assert find(values, KIND, name) is not None
    assert name_of([Path(unicodedata.normalize("NFD", name))]) == name


def test_files_that_are_imported_together_are_known_by_what_their_names_share():
    """A pattern, which is read for each of them."""
    assert name_of([Path("x/part-1.jsonl"), Path("y/part-22.jsonl")]) == "part-*.jsonl"
    assert name_of([Path("aa.csv"), Path("aaa.csv")]) == "aa*.csv"
    assert name_of([Path("b.csv"), Path("a.json")]) == "*"


@given(st.lists(st.text("ab1.", min_size=1, max_size=6).filter(lambda name: name.strip(".")), min_size=2))
def test_the_shared_pattern_is_for_each_of_the_files(names):
    """Whatever they are called."""
    shared = name_of([Path("/", name) for name in names])
    values = {"import": {"questions": {shared: entry()}}}
    assert all(find(values, KIND, name) for name in names)


def test_an_entry_is_written_as_people_would_and_read_again():
    """A column by its plain name; options that are not stated are left out; all other lines stay."""
    shape = Shape("hits.hits", {"query": '"Текст вопроса"', "id": "_id", "type": '"a.b"'})
    new = entry_of(Asked(sheet="Март", header=2), shape, sets="each", lang=None)
    data = keep(b"a: 1  # one\n", KIND, "март-1.xlsx", new)
    assert data.decode() == (
        "a: 1  # one\nimport:\n  questions:\n    март-1.xlsx:\n      sheet: Март\n      header_rows: 2\n"
        '      sets: each\n      rows: hits.hits\n      fields:\n        query: "Текст вопроса"\n        id: _id\n'
        '        type: "\\"a.b\\""\n'
    )
    found = find(parse(data, "p"), KIND, "март-1.xlsx")
    assert found.shape == shape
    assert asked_of(HOW, QUESTION, found) == Asked(sheet="Март", header=2)
    assert options(found, {"sets": None, "lang": "ru"}) == {"sets": "each", "lang": "ru"}
    assert told(found, {}, KIND, "x") == [f"kept in {found.place}: sheet Март, header_rows 2, sets each"]
    assert keep(data, KIND, "март-1.xlsx", new) == data


def test_what_is_stated_comes_before_what_is_kept():
    """--guess passes over what says how the file is read."""
    found = find(kept(q_dot_xlsx={"sheet": "a", "header_rows": 2, **entry()}), KIND, "q.xlsx")
    assert asked_of({**HOW, "sheet": "b"}, QUESTION, found) == Asked(sheet="b", header=2)
    assert asked_of({**HOW, "anew": True}, QUESTION, found) == Asked(anew=True)


def test_two_files_of_one_kind_are_kept_apart():
    """The second one does not change how the first is read."""
    first = keep(b"a: 1\n", KIND, "a.xlsx", entry("a"))
    both = parse(keep(first, KIND, "b.xlsx", entry("b")), "p")
    assert find(both, KIND, "a.xlsx").shape.fields == {"query": "a"}
    assert find(both, KIND, "b.xlsx").shape.fields == {"query": "b"}
    assert told(None, both, KIND, "c.xlsx") == [
        (
            "params.yaml import.questions has entries for a.xlsx, b.xlsx, none for c.xlsx; "
            "a pattern, as questions-*.xlsx, is for several"
        )
    ]


def test_a_pattern_that_says_the_same_stays_alone():
    """No entry for each file beside it; another mapping gets one."""
    data = keep(b"a: 1\n", KIND, "q-*.csv", entry("a"))
    assert keep(data, KIND, "q-1.csv", entry("a")) == data
    assert find(parse(keep(data, KIND, "q-1.csv", entry("b")), "p"), KIND, "q-1.csv").shape.fields == {
        "query": "b"
    }


def test_an_entry_without_fields_says_how_and_not_what():
    """People write it: the mapping is guessed then."""
    found = find(kept(q_dot_xlsx={"sheet": "a"}), KIND, "q.xlsx")
    assert found.shape is None
    assert found.entry["sheet"] == "a"


@pytest.mark.parametrize("wrong", ["x", None, {}, {"fields": {"query": "a["}}, {"fields": 7}, {"sheat": "x"}])
def test_an_entry_that_is_none_is_refused_by_its_key(wrong):
    """People edit params.yaml; another file's entry does not matter."""
    values = kept(q_dot_xlsx=wrong, b_dot_xlsx=entry())
    with pytest.raises(InputError, match=r"^params.yaml import.questions.q.xlsx"):
        find(values, KIND, "q.xlsx")
    assert find(values, KIND, "b.xlsx") is not None


def test_a_file_that_cannot_be_read_as_kept_names_the_key():
    """Beside its own fault; not where the command line says it, or nothing is kept."""
    found = find(kept(q_dot_xlsx={"sheet": "Март", **entry()}), KIND, "q.xlsx")

    def problems(known, how):
        with pytest.raises(InputError) as caught, blamed(known, how):
            raise InputError(Problem("q.xlsx", "has no sheet 'Март'"))
        return list(map(str, caught.value.problems))

    assert problems(found, HOW) == [
        "q.xlsx: has no sheet 'Март'",
        "params.yaml import.questions.q.xlsx: says sheet Март; if that is not so: import with --guess, or state it",
    ]
    for known, how in ((None, HOW), (found, {**HOW, "sheet": "b"}), (found, {**HOW, "anew": True})):
        assert problems(known, how) == ["q.xlsx: has no sheet 'Март'"]
