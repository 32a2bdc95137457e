import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.records.files import read_records
from assay.exchange.records.streams import is_stream, read_stream

ROWS = [{"id": f"00{n}", "текст": f"Слово {n}, {{и}} ещё"} for n in range(3)]
SHORT = st.text(max_size=12)
DEEP = st.recursive(
    st.integers() | SHORT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SHORT, inner, max_size=4),
    max_leaves=12,
)


def dump(row, **how):
    return json.dumps(row, ensure_ascii=False, **how)


@pytest.mark.parametrize("name", ["f.json", "f.jsonl", "f.ndjson"])
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("".join(map(dump, ROWS)), ["1", "1 [1]", "1 [2]"]),
        (" ".join(map(dump, ROWS)) + "\n", ["1", "1 [1]", "1 [2]"]),
        ("\n".join(dump(row, indent=2) for row in ROWS), ["1", "5", "9"]),
        ("\ufeff" + "\r\n\r\n".join(dump(row, indent=2) for row in ROWS) + "\r\n", ["1", "6", "11"]),
    ],
)
def test_values_one_after_the_other_are_records(name, text, lines):
    """Without anything between them, on one line or on many; each by the line that it begins on."""
    found = read_records(text.encode(), name)
    assert found.values == ROWS
    assert found.spots == [f"{name}:{line}" for line in lines]
    assert found.notes == [f"{name} holds one JSON value after the other"]
    assert not found.problems


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(map(dump, ROWS)),
        dump(ROWS),
        dump(ROWS[0], indent=2),
        '{"a": 1}, {"a": 2}',
        '{"a": 1} x',
        "[1][2]",
        "",
    ],
)
def test_other_files_are_none(text):
    """JSON Lines, one value, a list without brackets."""
    assert not is_stream(text)


def test_every_fault_has_its_line():
    """A value that is broken does not hide those after it."""
    good = [dump(row, indent=2) for row in ROWS]
    text = "\n".join(
        [good[0], good[1].replace('"001",', '"001"'), '{\n"a": NaN}', '{"b": 1, "b": 2}', good[2][:-20]]
    )
    found = read_stream(text, "f.json")
    assert found.values == ROWS[:1]
    assert list(map(str, found.problems)) == [
        "f.json:7: is not JSON at column 3 (Expecting ',' delimiter); mend the line",
        "f.json:9: NaN is not a value; mend it",
        "f.json:11: key 'b' stands twice; mend it",
        "f.json:14: is not JSON at column 11 (Expecting value); mend the line",
    ]


def test_numbers_show_as_they_are_written():
    """For messages."""
    (value,) = read_stream('{\n"id": 1e5}', "f").written()
    assert repr(value["id"]) == "1e5"


@given(
    st.lists(st.dictionaries(SHORT, DEEP, max_size=4), min_size=2, max_size=6),
    st.sampled_from([None, 1]),
    st.sampled_from(["", "\n", "\n\n"]),
)
def test_any_values_come_back(rows, indent, between):
    """Whatever they hold and however they are written, but for one a line, which is JSON Lines."""
    found = read_stream(between.join(dump(row, indent=indent) for row in rows), "f")
    assert (found.values, found.problems) == (rows, [])
