import json

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.retrieval import schema
from assay.retrieval.foreign import changes, read
from assay.tables import ENDLESS, PATTERNS

WHERE = "out.jsonl"


def dumped(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def faults(*rows):
    return [str(problem) for problem in read(dumped(*rows), WHERE).problems]


def result(chunk_id="c", rank=1, **more):
    return {"chunk_id": chunk_id, "rank": rank, **more}


def test_rows_are_ordered_by_rank():
    """Whatever the order in the file; scores play no part."""
    found = read(
        dumped({"id": "q", "retrieved": [result("b", 2, score=9), result("a", 1, score=0.5)]}), WHERE
    )
    assert found.problems == []
    assert found.rows.select("query_id", "rank", "chunk_id", "score").rows() == [
        ("q", 1, "a", 0.5),
        ("q", 2, "b", 9.0),
    ]


def test_a_query_may_fail_or_find_nothing():
    """An error has a message and no results; nothing found is an empty list."""
    found = read(
        dumped(
            {"id": "a", "status": "error", "message": "HTTP 504"},
            {"id": "b", "retrieved": [], "latency_ms": 12, "sent": "x", "query": "y"},
        ),
        WHERE,
    )
    assert found.problems == []
    assert found.asked.rows() == [
        ("a", None, None, "error", "HTTP 504", None),
        ("b", "y", "x", "ok", None, 12.0),
    ]


@pytest.mark.parametrize(
    ("row", "messages"),
    [
        ({"retrieved": []}, ["out.jsonl:1: id is missing; add it"]),
        ({"id": 7, "retrieved": []}, ["out.jsonl:1: id is 7, must be a text; put it in quotes"]),
        (
            {"id": "q"},
            ["out.jsonl:1 q: retrieved is missing; add it: [] where nothing was found, or status error"],
        ),
        ({"id": "q", "retrieved": {}}, ["out.jsonl:1 q: retrieved is {}, must be a list; change it"]),
        (
            {"id": "q", "results": []},
            [
                "out.jsonl:1 q: 'results' is no field here; use id, retrieved, status, message, query, sent, latency_ms",
                "out.jsonl:1 q: retrieved is missing; add it: [] where nothing was found, or status error",
            ],
        ),
        (
            {"id": "q", "retrieved": [result()], "status": "error"},
            ["out.jsonl:1 q: has status error and results; leave out one of them"],
        ),
        (
            {"id": "q", "retrieved": [], "status": "failed"},
            [
                "out.jsonl:1 q: status is 'failed', must be one of ok, error; leave it out where the query was answered"
            ],
        ),
        (
            {"id": "q", "retrieved": ["c"]},
            ["out.jsonl:1 q result 1: is 'c', must be an object; write chunk_id and rank"],
        ),
        (
            {"id": "q", "retrieved": [{"chunk_id": 7, "rank": 1}]},
            ["out.jsonl:1 q result 1: chunk_id is 7, must be a text; put it in quotes"],
        ),
        (
            {"id": "q", "retrieved": [{"chunk_id": "c", "rank": "1"}]},
            ["out.jsonl:1 q result 1: rank is '1', must be a whole number; change it"],
        ),
        (
            {"id": "q", "retrieved": [{"chunk_id": "c", "score": 1}]},
            ["out.jsonl:1 q result 1: rank is missing; add it"],
        ),
        (
            {"id": "q", "retrieved": [result(rank=0)]},
            [
                "out.jsonl:1 q result 1: rank is 0, must be at least 1; number ranks from 1",
                "out.jsonl:1 q: ranks are 0; number them from 1, without gaps or repeats",
            ],
        ),
        (
            {"id": "q", "retrieved": [result("a", 1), result("b", 3)]},
            ["out.jsonl:1 q: ranks are 1, 3; number them from 1, without gaps or repeats"],
        ),
        (
            {"id": "q", "retrieved": [result("a", 1), result("b", 1)]},
            ["out.jsonl:1 q: ranks are 1, 1; number them from 1, without gaps or repeats"],
        ),
        (
            {"id": "q", "retrieved": [result(str(n), n) for n in range(2, 9)]},
            ["out.jsonl:1 q: ranks are 2, 3, 4, 5, 6, …; number them from 1, without gaps or repeats"],
        ),
        (
            {"id": "q", "retrieved": [result("", 1)]},
            [
                "out.jsonl:1 q result 1: chunk_id is '', must be a text without control characters, not empty; write the id of the chunk"
            ],
        ),
        (
            {"id": "q", "retrieved": [result(sha256="abc")]},
            [
                "out.jsonl:1 q result 1: sha256 is 'abc', must be a SHA-256 (64 digits 0-9, a-f); leave it out, or record text instead"
            ],
        ),
        (
            {"id": "q", "retrieved": [], "latency_ms": -1},
            [
                "out.jsonl:1 q: latency_ms is -1.0, must be a finite number, at least 0; leave it out where it is not known"
            ],
        ),
    ],
)
def test_what_is_wrong_is_named(row, messages):
    """Line, query, result, rule."""
    assert faults(row) == messages


def test_a_query_twice_names_both_lines():
    """The second is not read."""
    row = {"id": "q", "retrieved": []}
    assert faults(row, row) == ["out.jsonl:2 q: query is also that of out.jsonl:1 q; remove one of them"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"id": "q", "retrieved": [{"chunk_id": "c", "rank": 1, "score": NaN}]}\n', "NaN is not a value"),
        (b'{"id": "q", "retr', "the last line has no line end: it may be cut off"),
        (b"Traceback (most recent call last):\n", "is not JSON at column 1 (Expecting value)"),
        (b"[]\n", "a line is one JSON object"),
    ],
)
def test_lines_that_are_no_objects(data, message):
    """NaN, half a line, other output, another shape."""
    assert message in str(read(data, WHERE).problems[0])


def test_faults_come_in_the_order_of_lines():
    """Of lines, fields, values and ranks alike; none hides the others."""
    rows = [
        {"id": "a", "retrieved": [result("x", 2)]},
        {"id": "b", "retrieved": [result("x", 0, sha256="zz")], "latency_ms": -1},
        {"id": 7, "retrieved": []},
    ]
    lines = [b"{\n", *(dumped(row) for row in rows), b"[]\n", dumped({"id": "c"})]
    assert [str(problem).partition(";")[0] for problem in read(b"".join(lines), WHERE).problems] == [
        "out.jsonl:1: is not JSON at column 2 (Expecting property name enclosed in double quotes)",
        "out.jsonl:2 a: ranks are 2",
        "out.jsonl:3 b result 1: rank is 0, must be at least 1",
        "out.jsonl:3 b result 1: sha256 is 'zz', must be a SHA-256 (64 digits 0-9, a-f)",
        "out.jsonl:3 b: latency_ms is -1.0, must be a finite number, at least 0",
        "out.jsonl:3 b: ranks are 0",
        "out.jsonl:4: id is 7, must be a text",
        "out.jsonl:5: a line is one JSON object",
        "out.jsonl:6 c: retrieved is missing",
    ]


def test_every_pattern_of_the_models_has_words():
    """A reader of messages is no reader of patterns."""
    patterns = {
        check.statistics["pattern"]
        for model in (schema.ForeignRows, schema.ForeignAsked, schema.Documents, schema.Chunks)
        for column in model.to_schema().columns.values()
        for check in column.checks
        if check.name == "str_matches"
    }
    assert patterns == set(PATTERNS)
    assert schema.LARGEST == ENDLESS


def test_an_infinite_score_is_an_error():
    """1e999 is infinity for JSON readers."""
    data = b'{"id": "q", "retrieved": [{"chunk_id": "c", "rank": 1, "score": 1e999}]}\n'
    (problem,) = read(data, WHERE).problems
    assert str(problem) == (
        "out.jsonl:1 q result 1: score is inf, must be a finite number; leave it out where it is not known"
    )


def test_chunks_are_named_once_a_query():
    """Not a line a result: thousands of unknown chunks stay readable."""
    found = read(dumped({"id": "q", "retrieved": [result(str(n), n) for n in range(1, 9)]}), WHERE)
    assert [str(problem) for problem in found.name(found.rows, "{} not known", "look")] == [
        "out.jsonl:1 q: '1', '2', '3', '4', '5' and 3 more not known; look"
    ]


LISTS = st.lists(st.sampled_from("abcd"), max_size=5)  # chunks may stand twice
PASSES = st.lists(
    st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.none() | LISTS), min_size=1, max_size=4
)


def asked_times(passes):
    """Rows and questions of each time; None is a query that failed."""
    made = []
    for one in passes:
        rows = [(query, n, chunk) for query, found in one.items() for n, chunk in enumerate(found or (), 1)]
        asked = [(query, "h", "error" if found is None else "ok") for query, found in one.items()]
        made.append(
            (
                pl.DataFrame(
                    rows,
                    schema={"query_id": pl.String, "rank": pl.UInt32, "chunk_id": pl.String},
                    orient="row",
                ),
                pl.DataFrame(
                    asked,
                    schema=dict.fromkeys(("query_id", "query_sha256", "status"), pl.String),
                    orient="row",
                ),
            )
        )
    return made


@given(PASSES, st.none() | st.integers(1, 7))
def test_changes_between_passes_are_those_of_the_definition(passes, depth):
    """Counted in a loop over queries and ranks."""
    alike = [query for query in ("q1", "q2", "q3") if all(one.get(query) is not None for one in passes)]
    lists = [[one[query] for one in passes] for query in alike]
    last = depth if depth is not None else max((len(found) for one in lists for found in one), default=0)
    order = [sum(len({tuple(found[:r]) for found in one}) > 1 for one in lists) for r in range(1, last + 1)]
    sets = [
        sum(len({frozenset(found[:r]) for found in one}) > 1 for one in lists) for r in range(1, last + 1)
    ]
    expected = {"n": len(passes), "queries": len(alike), "changed": {"order": order, "set": sets}}
    assert changes(asked_times(passes), depth) == expected


def test_another_question_is_no_repeat():
    """A query whose text was changed between the times is left out."""
    first, second = asked_times([{"q1": ["a"], "q2": ["a"]}, {"q1": ["b"], "q2": ["b"]}])
    other = second[1].with_columns(
        query_sha256=pl.when(pl.col("query_id") == "q1").then(pl.lit("x")).otherwise("query_sha256")
    )
    assert changes([first, (second[0], other)], 1) == {
        "n": 2,
        "queries": 1,
        "changed": {"order": [1], "set": [1]},
    }
