"""Keyed rows of two versions of a file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.changes.rows import chosen, differing, every, loaded
from assay.errors import InputError
from assay.gold.fields import QUERY

NAMES = ("base:gold/queries.jsonl", "gold/queries.jsonl")
IDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip)


def lines(*rows, spaces=False):
    separators = (" , ", " : ") if spaces else None
    return "".join(json.dumps(row, ensure_ascii=False, separators=separators) + "\n" for row in rows).encode()


def row(name, **values):
    return {"id": name, "query": "why?", **values}


def test_only_lines_that_differ_are_rows():
    """Wherever they stand; with all fields, absent ones null."""
    before = lines(row("a"), row("b"), row("c"))
    after = lines(row("c"), row("b", query="when?"), row("a"))
    old, new = differing(before, after, QUERY, NAMES)
    assert [*old] == [*new] == ["b"]
    assert (old["b"]["query"], new["b"]["query"], new["b"]["rationale"]) == ("why?", "when?", None)


def test_form_of_a_file_is_no_difference_of_its_lines():
    """Byte order mark, line ends of Windows, a missing last one."""
    data = lines(row("a"), row("b"))
    other = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n").removesuffix(b"\r\n")
    assert differing(data, other, QUERY, NAMES) == ({}, {})


@pytest.mark.parametrize("spaces", [False, True])
def test_an_id_that_stands_twice_is_a_fault_of_its_side(spaces):
    """Also where one of both lines, or both, stand in the other version too."""
    one = lines(row("a"), row("b"), spaces=spaces)
    for second in (row("b", query="when?"), row("b")):
        for before, after in ((one, one + lines(second)), (one + lines(second), one)):
            with pytest.raises(InputError) as raised:
                differing(before, after, QUERY, NAMES)
            where = NAMES[before == one]
            assert str(raised.value) == f"{where}:3 b: the id is already used at line 2; remove one of them"


def test_faults_of_both_sides_are_named_at_once():
    """Conflict markers, lines that are no JSON, binary garbage, rows without an id."""
    before = (
        b"<<<<<<< ours\n" + lines(row("a")) + b"=======\n" + lines(row("a", query="b")) + b">>>>>>> theirs\n"
    )
    after = b"\x89PNG\x00\xff\n{\n" + lines({"query": "x"}, {"id": " "})
    with pytest.raises(InputError) as raised:
        differing(before, after, QUERY, NAMES)
    told = [str(problem) for problem in raised.value.problems]
    assert [line.partition(": ")[0] for line in told] == [
        *(f"{NAMES[0]}:{n}" for n in (1, 3, 5)),
        *(f"{NAMES[1]}:{n}" for n in (1, 2, 3, 4)),
    ]


@given(st.lists(IDS, unique=True, max_size=12), st.data())
def test_chosen_rows_are_those_of_all(names, data):
    """Whatever is in an id, in the fixed form and in another."""
    picked = data.draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    for spaces in (False, True):
        whole = lines(*map(row, names), spaces=spaces)
        found = loaded(whole, "f")
        assert found == {name: row(name) for name in names}
        assert [*every(whole, QUERY, "f")] == names
        assert chosen(whole, picked, "f") == {name: found[name] for name in names if name in picked}


@given(st.lists(st.tuples(IDS, st.integers(0, 2)), unique_by=lambda pair: pair[0], max_size=8), st.randoms())
def test_differing_rows_are_those_that_a_comparison_of_all_finds(pairs, random):
    """In whatever order the lines stand."""
    before = [row(name, query="a") for name, what in pairs if what != 1]
    after = [row(name, query="a" if what == 2 else "b") for name, what in pairs]
    random.shuffle(after)
    old, new = differing(lines(*before), lines(*after), QUERY, NAMES)
    assert old.keys() == {name for name, what in pairs if what == 0}
    assert new.keys() == {name for name, what in pairs if what != 2}


@pytest.mark.parametrize("name", [name for name in QUERY if name != "id"])
def test_a_value_of_another_type_is_named(name):
    """In any field: what reads the rows after this may rely on their types."""
    for value in (5, 1.5, True, "x", [], [5], [[5]], [[None]], {}, {"p": None}, {"p": [1]}, [{"id": 1}]):
        try:
            _, new = differing(b"", lines(row("a", **{name: value})), QUERY, NAMES)
        except InputError as error:
            (problem,) = error.problems
            assert problem.where == f"{NAMES[1]}:1 a"
            assert problem.rule.startswith(name)
        else:
            from assay.gold.fields import problems
            from assay.jsonl import Row

            faults = problems(Row(1, new["a"]), QUERY, "q")
            of_type = ("must be a text", "must be a list", "must be an object")
            assert not [one for one in faults if any(words in one.rule for words in of_type)]
