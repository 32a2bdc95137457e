import datetime as dt
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.counting import FLOOD, thinned
from assay.errors import InputError
from assay.exchange.records.mapping import Shape, apply, as_kind, unfolded, unused
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import CHUNK, QUESTION, Target
from ending import ends


def mapped(values, targets=CHUNK, place=None, **fields):
    return apply(
        values, [f"f:{number}" for number in range(1, len(values) + 1)], Shape(None, fields), targets, place
    )


def lines(found):
    return list(map(str, found.problems))


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("id", "007", "007"),
        ("id", " a b ", "a b"),
        ("id", 7, "7"),
        ("id", 10**30, "1" + "0" * 30),
        ("text", " x\n", " x\n"),
        ("text", " \n", None),
        ("whole", "2520.0", 2520),
        ("whole", 7.0, 7),
        ("whole", "-1", -1),
        ("whole", "1e3", 1000),
        ("number", "0.5", 0.5),
        ("number", 1, 1.0),
        ("day", dt.date(2026, 3, 1), "2026-03-01"),
        ("day", dt.datetime(2026, 3, 1, 9), "2026-03-01"),  # noqa: DTZ001  # as tables have them
        ("day", "2026-03-01T09:00:00Z", "2026-03-01"),
        ("day", "01.03.2026", "2026-03-01"),
        ("list", ["a"], ["a"]),
        ("any", 0, 0),
        ("any", "", None),
        ("list", [], []),
    ],
)
def test_values_that_fit(kind, value, expected):
    """Ids stay as they are written; empty and blank texts are nothing."""
    found = as_kind(kind, value)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("id", 7.0),
        ("id", True),
        ("id", ["a"]),
        ("text", 7),
        ("text", ["a"]),
        ("text", b"a"),
        ("whole", "7.5"),
        ("whole", 0.5),
        ("whole", math.inf),
        ("whole", math.nan),
        ("whole", "1e999"),
        ("whole", True),
        ("number", "0,5"),
        ("number", math.nan),
        ("day", "32.03.2026"),
        ("day", "spring"),
        ("day", 20260301),
        ("list", "a"),
    ],
)
def test_values_that_do_not_fit_are_shown(kind, value):
    """As Python writes them; nothing is rounded or cut to fit."""
    with pytest.raises(ValueError, match=f"^{re.escape(repr(value))}$"):
        as_kind(kind, value)


@pytest.mark.parametrize("kind", ["whole", "number"])
def test_a_number_that_no_float_holds_is_none(kind):
    """JSON has whole numbers of any length."""
    assert as_kind(kind, 10**15) == 10**15
    with pytest.raises(ValueError, match=r"^10+\.\.\.0+$"):
        as_kind(kind, 10**400)


def test_all_faults_are_found_at_once_with_record_path_and_value():
    """What is needed and empty, what is of another type, what is no record."""
    found = mapped(
        [{"i": "a", "t": ["x"]}, {"i": 7.5, "t": "x", "m": {"s": "q"}}, {"t": " "}, "word"],
        chunk_id="i",
        text="t",
        start="m.s",
    )
    assert lines(found) == [
        "f:1 t: is ['x'], must be a text; it is read as text",
        "f:2 i: is 7.5, must be a text or a whole number; it is read as chunk_id",
        "f:2 m.s: is 'q', must be a whole number; it is read as start",
        "f:3 i: is empty or absent; it is needed as chunk_id (id of the chunk); --map chunk_id= makes all of them of the texts",
        "f:3 t: is empty or absent; it is needed as text (its text)",
        "f:4: is 'word', no record; check the mapping (rows)",
    ]
    assert len(found.values) == len(found.spots) == 4


def test_a_needed_field_that_is_nowhere_is_one_fault_of_the_file():
    """Not one of each record; what can be made is no fault."""
    found = mapped([{"i": str(number)} for number in range(1000)], chunk_id="i")
    assert lines(found) == ["f:1: nothing in it looks like text (its text); say where it is: --map text=PATH"]
    assert lines(mapped([{"t": "a"}], text="t")) == []
    assert lines(mapped([], text="t")) == []


def test_a_flood_of_faults_is_three_and_a_count():
    """Of each kind; whatever form their addresses have."""
    values = [{"t": "x", "i": "1", "s": f"page {number}"} for number in range(10_000)]
    for spot in ("f.csv:{}", "f.xlsx!Лист 1!{}", "f.parquet row {}", "f.json [{}]"):
        spots = [spot.format(number) for number in range(10_000)]
        found = apply(values, spots, Shape(None, {"chunk_id": "i", "text": "t", "start": "s"}), CHUNK)
        assert len(found.problems) == 10_000
        few = list(map(str, thinned(found.problems, FLOOD, "the command")))
        assert few[0] == f"{spots[0]} s: is 'page 0', must be a whole number; it is read as start"
        assert few[3].endswith(": … and 9997 more like this (the command)")
        assert len(few) == 4


def test_functions_and_projections_of_jmespath():
    """A path may compute; where it cannot, the record is named."""
    values = [{"a": {"b": ["x", "y"]}, "m": '{"doc": "d"}'}, {"a": {"b": None}, "m": "no"}]
    found = mapped(values, chunk_id="from_json(m).doc", text="join(' ', a.b)")
    assert found.values[0] == {"chunk_id": "d", "text": "x y"}
    assert lines(found)[0].startswith("f:2 join(' ', a.b): cannot be read (In function join(), invalid type")
    needed = "f:2 from_json(m).doc: is empty or absent; it is needed as chunk_id (id of the chunk); --map chunk_id= makes all of them of the texts"
    assert lines(found)[1:] == [needed]
    with pytest.raises(InputError, match=r"'a\[': is no JMESPath"):
        mapped(values, text="a[")


def test_records_below_a_path():
    """Each with its address; a value without any has none."""
    pages = Records(
        [{"hits": {"hits": [{"a": 1}, {"a": 2}]}}, {"hits": None}, {"hits": {"hits": {"a": 3}}}],
        ["f:1", "f:2", "f:3"],
    )
    assert unfolded(pages, "hits.hits") == (
        [{"a": 1}, {"a": 2}, {"a": 3}],
        ["f:1 hits.hits[0]", "f:1 hits.hits[1]", "f:3 hits.hits[0]"],
    )
    with pytest.raises(InputError, match=r"f:1 keys\(x\): cannot be read \(In function keys\(\)"):
        unfolded(pages, "keys(x)")


def test_what_no_field_takes_is_counted():
    """Filled values only; below a path that is taken nothing is lost, beside it everything."""
    values = [
        {"id": "1", "m": {"a": {"b": 1}, "c": "x"}, "empty": "", "none": None, "zero": 0, "no": False},
        {"id": "2", "m": {"a": {"b": 2}, "c": ""}, "list": [], "many": [1], "two words": "x"},
    ]
    shape = Shape(None, {"id": "id", "text": "m.a", "x": "many[0].y || join('', two)"})
    assert unused(values, shape) == {"zero": 1, "no": 1, '"two words"': 1, "m.c": 1}
    assert unused(values, Shape(None, {"id": "m"})) == {
        "id": 2,
        "zero": 1,
        "no": 1,
        "many": 1,
        '"two words"': 1,
    }


def test_200_000_flat_records_end():
    """Plain columns are looked up without JMESPath; what is lost is counted over all of them."""
    values = [
        {"chunk_id": f"c{n}", "text": f"t{n}", "doc_id": "d", "start": n, "x": "y", "z": 1}
        for n in range(200_000)
    ]
    spots = ["f"] * len(values)
    shape = Shape(None, {name: name for name in ("chunk_id", "text", "doc_id", "start")})
    with ends():  # a step that grows with the square of them takes hours
        found = apply(values, spots, shape, CHUNK)
    assert found.unused == {"x": 200_000, "z": 200_000}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


@given(st.lists(JSON, max_size=4))
def test_whatever_a_file_holds_is_mapped_or_a_fault(values):
    """No value of any type breaks an import; one row for each record."""
    targets = {**QUESTION, "x": Target("number", (), "x"), "y": Target("list", (), "y")}
    found = mapped(values, targets, **dict.fromkeys(targets, "a"), text="a.b")
    assert len(found.values) == len(values)
    assert all(problem.where.startswith("f:") for problem in found.problems)


def test_a_needed_field_that_is_nowhere_names_what_is_there():
    """Each column with an example of what it holds."""
    [problem] = apply(
        [{"Вопрос / Текст": "a", "n": 1}],
        ["f:1"],
        Shape(),
        {"query": Target("text", (), "the question", required=True)},
    ).problems
    assert problem.fix == "say where it is: --map query=PATH; there are: Вопрос / Текст (a); n (1)"
