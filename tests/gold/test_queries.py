import json

import pytest

from assay.gold.fields import QUERY
from assay.gold.queries import SCHEMA, grades, members, parse_queries, queries_bytes, supports
from assay.gold.schema import Queries
from assay.tables import check

from .samples import lines, query

WHERE = "gold/queries.jsonl"


def refusal(data):
    return list(map(str, parse_queries(data, WHERE)[1]))


def read(rows):
    """The frame, as its model says it is."""
    frame, problems = parse_queries(queries_bytes(rows), WHERE)
    assert problems == []
    return check(Queries, frame, WHERE)


def test_what_is_written_is_read_back():
    """Every field survives, dates and nested ones too."""
    row = query(
        as_of="2026-03-01",
        history=[{"role": "user", "text": "А если курьером?"}],
        relevant={"p2": 1},
        claims=[{"id": "c1", "text": "30 дней", "passages": ["p1"]}],
    )
    frame = read([row])
    assert frame.schema == SCHEMA
    assert frame["as_of"].dt.to_string("%Y-%m-%d").to_list() == ["2026-03-01"]
    assert frame["relevant"].to_list() == [[{"passage_id": "p2", "grade": 1}]]
    assert frame["claims"].to_list() == [row["claims"]]
    assert frame["history"].to_list() == [row["history"]]


def test_the_file_has_one_form():
    """Lines by id, fields in order, non-ASCII as is, LF; writing again changes nothing."""
    data = queries_bytes([dict(reversed(query("q2").items())), query("q10")])
    assert [json.loads(line)["id"] for line in data.splitlines()] == ["q10", "q2"]
    assert [list(json.loads(line)) for line in data.splitlines()] == [list(QUERY)] * 2
    assert "Сколько".encode() in data
    assert data.endswith(b"}\n")
    assert queries_bytes(map(json.loads, data.splitlines())) == data


def test_texts_are_written_in_one_normal_form():
    """й as one letter, in keys too."""
    data = queries_bytes([query(query="Второи\u0306", why={"и\u0306": "="})])
    row = json.loads(data)
    assert (row["query"], row["why"]) == ("Второй", {"й": "="})


def test_an_id_twice_is_refused_with_both_lines():
    """The later row never wins in silence."""
    message = "the id is already used at line 1; give each its own id, or remove one"
    assert refusal(lines([query("q1"), query("q2"), query("q1")])) == [f"{WHERE}:3 q1: {message}"]


def test_an_empty_gold_set_is_refused():
    """No queries is no success."""
    assert refusal(b"") == [f"{WHERE}: holds no queries; add at least one"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (
            lambda data: b"\xef\xbb\xbf" + data,
            ":1: starts with a byte order mark; save it as UTF-8 without BOM",
        ),
        (lambda data: data.replace(b"\n", b"\r\n"), ":1: has CR line ends; save it with LF line ends"),
        (lambda data: data + b'{"id": "\xff"}\n', ":2: is not UTF-8 at byte 9; save it as UTF-8"),
        (
            lambda data: b"<<<<<<< HEAD\n" + data,
            ":1: is a conflict marker of a merge; resolve the conflict",
        ),
    ],
)
def test_damaged_files_are_refused(spoil, message):
    """Byte order mark, CR, other encodings and conflict markers are named with their line."""
    assert refusal(spoil(lines([query()]))) == [WHERE + message]


def test_a_truncated_line_is_refused():
    """A file that was cut off says so."""
    found = refusal(lines([query(), query("q2")])[:-10])
    assert found[0] == f"{WHERE}:2: the last line has no line end: it may be cut off; add the rest"
    assert found[1].startswith(f"{WHERE}:2: is not JSON at column ")


def test_all_faults_of_a_file_are_reported_at_once():
    """Faults of several rows and kinds come together."""
    found = refusal(lines([query(split="x"), query("q2", lang="Russian"), query("q2")]))
    assert [message.split(":")[1].split()[0] for message in found] == ["1", "2", "3"]


def test_members_are_numbered_as_in_the_file():
    """One row a set and member; queries without sets have none."""
    rows = [query("q1", evidence_sets=[["full"], ["rule", "exception"]]), query("q2", evidence_sets=None)]
    rows += [query("q3", evidence_sets=[], type="no_answer")]
    frame = read(rows)
    assert members(frame).rows() == [
        (1, "q1", 1, "full"),
        (1, "q1", 2, "rule"),
        (1, "q1", 2, "exception"),
    ]


def test_members_of_sets_are_of_grade_2():
    """Beside them stand the passages of ``relevant`` with their own grade."""
    rows = [query("q1", evidence_sets=[["b"], ["a", "b"]], relevant={"c": 1, "d": 2})]
    frame = read(rows)
    assert grades(frame).rows() == [
        (1, "q1", "a", 2),
        (1, "q1", "b", 2),
        (1, "q1", "c", 1),
        (1, "q1", "d", 2),
    ]


def test_a_claim_without_passages_is_kept():
    """Its passage is null, so that no set supports it."""
    claims = [{"id": "c1", "text": "x", "passages": ["a", "b"]}, {"id": "c2", "text": "y", "passages": []}]
    frame = read([query(claims=claims)])
    assert supports(frame).rows() == [(1, "q1", "c1", "a"), (1, "q1", "c1", "b"), (1, "q1", "c2", None)]
