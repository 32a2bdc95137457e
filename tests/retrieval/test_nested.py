"""The typed reader gives what the careful one gives, or leaves the file to it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.retrieval import nested
from assay.retrieval.foreign import _read_closely, read

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=6)
NAME = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=6)
SCORE = st.floats(-1e18, 1e18, allow_nan=False) | st.integers(-(2**53), 2**53)
MARKS = ('"', "\\", '\\"', "\\\\", "«", "\x7f", "\u0085", "\x1f", "é", '","rank":1,"')


def sometimes(**fields):
    return st.fixed_dictionaries({}, optional={name: one | st.none() for name, one in fields.items()})


RESULT = st.tuples(
    NAME | st.sampled_from(MARKS).map(lambda mark: f"c{mark}".rstrip("\x7f\x85\x1f")),
    sometimes(score=SCORE, doc_id=TEXT, doc_version=TEXT, sha256=st.just("0a" * 32), text=TEXT),
)
SAID = sometimes(query=NAME, sent=NAME, message=TEXT, latency_ms=st.floats(0, 1e9) | st.integers(0, 10**6))


@st.composite
def queries(draw):
    """Objects of a valid file, ranks in any order."""
    names = draw(st.lists(NAME, unique=True, min_size=1, max_size=6))
    rows = []
    for name in names:
        row = {"id": name, **draw(SAID)}
        if draw(st.booleans()):
            found = draw(st.lists(RESULT, max_size=5))
            places = draw(st.permutations(range(1, len(found) + 1)))
            row["retrieved"] = [
                {"chunk_id": chunk, "rank": rank, **more}
                for rank, (chunk, more) in zip(places, found, strict=True)
            ]
            row |= draw(st.sampled_from([{}, {"status": "ok"}, {"status": None}]))
        else:
            row |= {"status": "error"} | draw(st.sampled_from([{}, {"retrieved": []}, {"retrieved": None}]))
        rows.append(row)
    return rows


def written(rows, ascii_only, blank):
    lines = [json.dumps(row, ensure_ascii=ascii_only) + "\n" for row in rows]
    return ((" \n" if blank else "").join(lines)).encode()


def same(one, other):
    assert [str(problem) for problem in one.problems] == [str(problem) for problem in other.problems]
    assert one.rows.equals(other.rows)
    assert one.rows.schema == other.rows.schema
    assert one.asked.equals(other.asked)
    assert one.asked.schema == other.asked.schema
    assert one.places == other.places


@given(queries(), st.booleans(), st.booleans(), st.integers(1, 200))
def test_both_readers_agree_on_valid_files(rows, ascii_only, blank, size):
    """Every field, null or absent, escaped or not, with quotes in texts; blocks may end after any line."""
    data = written(rows, ascii_only, blank)
    found = nested.tables(data, size)
    careful = _read_closely(data, "f.jsonl")
    assert careful.problems == []
    assert found is not None
    assert found.rows.equals(careful.rows)
    assert found.asked.equals(careful.asked)
    same(read(data, "f.jsonl"), careful)


BREAKS = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "\\",
    "\n",
    "\r",
    "\x00",
    "1",
    "-",
    "e9",
    ".",
    "true",
    "null",
    "NaN",
    " ",
]
BREAKS += ['"id":"x",', '"rank":1,', '"score":1e999,', '"rank":2.0,', '"retrieved":[],', '"status":"error",']
BREAKS += ["\\ud800", "\\u0007", "\ufeff", "\x7f", "\u0085", "<<<<<<<", '"odd":1,', "99999999999999999999"]


@given(queries(), st.data())
def test_of_a_changed_file_the_same_is_said(rows, data):
    """Something put in or taken out anywhere, twice."""
    text = written(rows, ascii_only=False, blank=False).decode()
    for _ in range(2):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from(["", *BREAKS])) + text[at + gone :]
    changed = text.encode()
    same(read(changed, "f.jsonl"), _read_closely(changed, "f.jsonl"))


LINE = b'{"id": "q", "retrieved": [{"chunk_id": "c", "rank": 1}]}\n'


@pytest.mark.parametrize(
    "data",
    [
        LINE + LINE,
        LINE.rstrip(),
        b"\xef\xbb\xbf" + LINE,
        LINE.replace(b"\n", b"\r\n"),
        LINE.replace(b'"rank": 1', b'"rank": 2'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "rank": 1'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "text": "a", "text": "a"'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "\\u0072ank": 1'),
        LINE.replace(b'{"id"', b'{"id": "p", "id"'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "score": 9223372036854775808'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "score": 1e300'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "score": 1e999'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "score": NaN'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "score": -Infinity'),
        LINE.replace(b'"rank": 1', b'"rank": 1, "sha256": "A"'),
        LINE.replace(b'"c"', b'""'),
        LINE.replace(b'"c"', b'"\\u0007"'),
        LINE.replace(b'"q"', b'"\xc2\x85"'),
        LINE.replace(b'"retrieved"', b'"query": "", "retrieved"'),
        LINE.replace(b'"retrieved"', b'"status": "error", "retrieved"'),
        LINE.replace(b'"retrieved"', b'"latency_ms": -1, "retrieved"'),
        b'{"id": "q"}\n',
        b"\n",
        b"",
    ],
)
def test_what_is_not_plainly_right_is_left_to_the_careful_reader(data):
    """Each rule of the careful reader, once."""
    assert nested.tables(data) is None
    same(read(data, "f.jsonl"), _read_closely(data, "f.jsonl"))
