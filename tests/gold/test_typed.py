"""The typed reader against the strict one."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from assay.gold import passages, queries
from assay.gold.fields import PASSAGE, QUERY, file_bytes
from assay.gold.passages import read_passages
from assay.gold.queries import read_queries
from assay.gold.typed import typed_columns

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
NAMES = st.sampled_from(["p1", "p#2", "п-3", 'q"4', "p\\5"])


def _claim(name, text, passages):
    return {"id": name, "text": text, "passages": passages}


GOOD = {
    "query": TEXT,
    "lang": st.sampled_from(["ru", "en"]),
    "history": st.none() | st.lists(TEXT.map(lambda text: {"role": "user", "text": text}), max_size=2),
    "rewritten": st.none() | TEXT,
    "type": st.sampled_from(["exact", "no_answer", "наш"]),
    "split": st.sampled_from(["dev", "holdout"]),
    "as_of": st.none() | st.dates().map(str),
    "subject": st.none() | TEXT,
    "evidence_sets": st.none() | st.lists(st.lists(NAMES, max_size=3), max_size=3),
    "relevant": st.none() | st.dictionaries(NAMES, st.sampled_from([1, 2]), max_size=3),
    "why": st.none() | st.dictionaries(NAMES, TEXT, max_size=3),
    "rationale": st.none() | TEXT,
    "claims": st.none() | st.lists(st.builds(_claim, NAMES, TEXT, st.lists(NAMES, max_size=2)), max_size=2),
    "unanswerable": st.none() | st.lists(TEXT, max_size=2),
    "reviewed_by": st.none() | st.lists(TEXT, max_size=2),
    "status": st.sampled_from(["reviewed", "unreviewed"]),
}
ODD = st.sampled_from(
    [
        None,
        "",
        " ",
        7,
        1.5,
        True,
        [],
        {},
        [[]],
        [[""]],
        {"p": 3},
        {"p ": 1},
        "2026-13-01",
        "e\u0301",
        "\u200b",
        [None],
    ]
)
ROWS = st.lists(st.fixed_dictionaries(GOOD), min_size=1, max_size=4)


def strict(data):
    """What the line by line reader makes of the file."""
    return queries.strictly(data, "q", queries.query_frame)


def numbered(rows):
    return [{"id": f"q-{n}", **row} for n, row in enumerate(rows)]


@given(ROWS)
def test_a_sound_file_in_its_form_gives_the_same_frame(rows):
    """Column for column, null apart from empty; and it is read by types, but where a text is of blanks alone."""
    data = file_bytes(numbered(rows), QUERY)
    wanted, found = strict(data), read_queries(data, "q")
    assert_frame_equal(found.frame, wanted.frame)
    assert found.problems == wanted.problems
    assert (found.rows is None) == (not wanted.problems)


@settings(max_examples=300)
@given(ROWS, st.sampled_from([*GOOD, "id", "new"]), ODD)
def test_a_fault_is_never_overlooked(rows, name, value):
    """Any value in any field: the same problems, the same frame."""
    changed = numbered(rows)
    changed[-1][name] = value
    data = "".join(
        json.dumps({**dict.fromkeys(QUERY), **row}, ensure_ascii=False) + "\n" for row in changed
    ).encode()
    wanted, found = strict(data), read_queries(data, "q")
    assert found.problems == wanted.problems
    assert_frame_equal(found.frame, wanted.frame)


ROW = {"id": "a", "query": "x", "lang": "ru", "type": "exact", "split": "dev", "status": "reviewed"}
FORMED = file_bytes([ROW, {**ROW, "id": "b", "why": {"p1": "x", "p2": "y"}}], QUERY)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        FORMED.removesuffix(b"\n"),
        b"\xef\xbb\xbf" + FORMED,
        FORMED.replace(b"\n", b"\r\n"),
        FORMED + b"\n",
        FORMED.replace(b", ", b"\n", 1),
        FORMED.replace(b"}\n{", b"}, {"),
        FORMED.replace(b"}\n{", b"} {"),
        b"".join(reversed(FORMED.splitlines(keepends=True))),
        FORMED.splitlines(keepends=True)[0] * 2,
        FORMED.replace(b'"dev"', b'"test"', 1),
        FORMED.replace(b'"p1": "x", "p2": "y"', b'"p2": "y", "p1": "x"'),
        FORMED.replace(b'"lang": "ru"', b'"lang":"ru"', 1),
        FORMED.replace(b'"lang": "ru"', b'"lang": "\\u0072u"', 1),
        FORMED.replace(b'"lang": "ru"', b'"lang": "ru", "lang": "ru"', 1),
        FORMED.replace(b'"x"', '"e\u0301"'.encode(), 1),
        FORMED.replace(b'"x"', b'"\xff"', 1),
        b"<<<<<<< ours\n" + FORMED,
    ],
)
def test_another_form_is_in_doubt(data):
    """The strict reader says what is wrong, or that nothing is."""
    assert typed_columns(FORMED, QUERY) is not None
    assert data != FORMED
    assert typed_columns(data, QUERY) is None


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "doc_id": st.none() | st.sampled_from(["d", "a/b", "a#b", "/x"]),
                "start": st.none() | st.integers(-1, 2**32),
                "end": st.none() | st.integers(0, 9),
                "text": TEXT,
                "sha256": st.sampled_from(["0" * 64, "F" * 64]),
                "before": st.none() | st.sampled_from(["", " ", "x"]),
            }
        ),
        min_size=1,
        max_size=3,
    )
)
def test_passages_likewise(rows):
    """Offsets out of bounds, wrong hashes, ids of documents."""
    data = file_bytes(numbered(rows), PASSAGE)
    wanted = passages.strictly(data, "p", passages.passage_frame)
    found = read_passages(data, "p")
    assert found.problems == wanted.problems
    assert_frame_equal(found.frame, wanted.frame)
