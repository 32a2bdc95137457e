import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Shape, apply
from assay.exchange.records.targets import ASKED
from assay.exchange.runs.results import read_lines

TEXT = "Товар можно вернуть в течение 30 дней."
ONE = [{"chunk_id": "a"}]


def lines(values, repeated="refuse", items=None):
    """Lines of records, as a guessed mapping reads them."""
    shape = Shape(fields=guess_fields(values, ASKED, {}))
    spots = [f"f:{number}" for number in range(1, len(values) + 1)]
    return read_lines(apply(values, spots, shape, ASKED), shape, items or {}, repeated)


def found(*items):
    """Results of one record."""
    done = lines([{"id": "q", "retrieved": list(items)}])
    assert not done.problems
    return done.values[0]["retrieved"]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (({"chunk_id": "a", "rank": 1, "score": 2.5}, {"chunk_id": "b", "rank": 2}), [("a", 1), ("b", 2)]),
        (({"chunk_id": "b", "rank": 2}, {"chunk_id": "a", "rank": 1}), [("a", 1), ("b", 2)]),
        (({"chunk_id": "a", "rank": 0}, {"chunk_id": "b", "rank": 1}), [("a", 1), ("b", 2)]),
        (({"_id": "a", "_source": {"text": TEXT}}, {"_id": "b"}), [("a", 1), ("b", 2)]),
        (("a", "b"), [("a", 1), ("b", 2)]),
        ((7, 8), [("7", 1), ("8", 2)]),
        (("a", "a"), [("a", 1), ("a", 2)]),
    ],
)
def test_results_in_order(items, expected):
    """By rank, from 0 or 1; without ranks in the order of the file; ids alone; repeats are kept."""
    assert [(item["chunk_id"], item["rank"]) for item in found(*items)] == expected


def test_texts_without_ids():
    """As Ragas has its contexts: an id is made of each text, the same for the same text."""
    first, second, third = found(TEXT, TEXT.replace("30", "14"), TEXT)
    assert first["chunk_id"] == third["chunk_id"] != second["chunk_id"]
    assert first["text"] == TEXT
    (spanned,) = found({"doc_id": "d", "start": 3, "end": 9})
    assert spanned["chunk_id"] == "d#3-9"


@pytest.mark.parametrize("ranks", [(1, 3), (1, 1), (0, 2), (2, 3), (-1, 0)])
def test_gaps_and_repeats_of_ranks_are_faults(ranks):
    """They are named by the place in the file; nothing is renumbered in silence."""
    values = [{"id": "q", "retrieved": [{"chunk_id": str(n), "rank": rank} for n, rank in enumerate(ranks)]}]
    (problem,) = lines(values).problems
    assert problem.where == "f:1"
    assert problem.rule.startswith("ranks are ")
    rows = [{"id": "q", "chunk_id": str(n), "rank": rank} for n, rank in enumerate(ranks)]
    assert lines(rows).problems[0].rule.startswith("ranks are ")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"status": 404}, "HTTP 404"),
        ({"status": 500, "error": "boom"}, "HTTP 500: boom"),
        ({"status": 500, "retrieved": ONE}, "HTTP 500"),
        ({"status": 302}, "HTTP 302"),
        ({"status": "timeout"}, "timeout"),
        ({"status": "404 Not Found", "retrieved": []}, "404 Not Found"),
        ({"status": 200}, "no results at retrieved"),
        ({"error": "timeout", "retrieved": []}, "timeout"),
        ({"error": "timeout"}, "timeout"),
        ({"status": False, "retrieved": ONE}, "False"),
    ],
)
def test_what_went_wrong_is_an_error(record, message):
    """Neither a refusal nor nothing found, whatever else the record holds."""
    line = lines(
        [{"id": "q", **record}, {"id": "r", "retrieved": ONE}, {"id": "s", "retrieved": ONE}]
    ).values[0]
    assert (line["status"], line["message"]) == ("error", message)
    assert "retrieved" not in line


@pytest.mark.parametrize(
    "status", [200, "200", "200.0", "OK", "200 OK", "HTTP/1.1 200 OK", "success", True, None]
)
def test_what_went_well(status):
    """An empty list is nothing found; a message beside results is none of a fault."""
    done = lines(
        [{"id": "q", "status": status, "retrieved": []}, {"id": "r", "error": "slow", "retrieved": ONE}]
    )
    assert [line["status"] for line in done.values] == ["ok", "ok"]
    assert done.facts[0] == "2 questions asked: 0 with an error, 1 with nothing found"


def test_counts_by_message():
    """The most frequent first; personal data in a message is masked."""
    values = [{"id": str(n), "status": 500 if n < 3 else "user ann@mail.example.org"} for n in range(4)]
    done = lines([*values, {"id": "x", "retrieved": ONE}])
    assert done.facts[:3] == [
        "5 questions asked: 4 with an error, 0 with nothing found",
        "  3 × HTTP 500",
        "  1 × user <e-mail address>",
    ]


def test_latency_in_seconds_or_milliseconds():
    """What is stated in seconds is converted; milliseconds are as they are."""
    assert lines([{"id": "q", "latency_s": 0.35, "retrieved": ONE}]).values[0]["latency_ms"] == 350
    assert lines([{"id": "q", "took": 12, "retrieved": ONE}]).values[0]["latency_ms"] == 12


def test_one_row_a_result():
    """With and without ranks; a row without a chunk says that nothing came, or what went wrong."""
    rows = [
        {"query_id": "q", "chunk_id": "b", "rank": "2", "status": "200"},
        {"query_id": "q", "chunk_id": "a", "rank": "1", "status": "200"},
        {"query_id": "r", "chunk_id": None, "rank": None, "status": "200"},
        {"query_id": "s", "chunk_id": None, "rank": None, "status": "504"},
    ]
    done = lines(rows)
    assert not done.problems
    assert [
        line.get("retrieved") and [item["chunk_id"] for item in line["retrieved"]] for line in done.values
    ] == [
        ["a", "b"],
        [],
        None,
    ]
    assert done.values[2]["message"] == "HTTP 504"
    plain = lines([{"query_id": "q", "chunk_id": name} for name in "ba"]).values[0]["retrieved"]
    assert [(item["chunk_id"], item["rank"]) for item in plain] == [("b", 1), ("a", 2)]
    assert lines([{"query_id": "q", "chunk_id": "a"}, {"query_id": "r", "chunk_id": None}]).problems
    texts = [{"query_id": "q", "text": TEXT, "rank": "1"}, {"query_id": "q", "text": TEXT[:9], "rank": "2"}]
    assert [item["text"] for item in lines(texts).values[0]["retrieved"]] == [TEXT, TEXT[:9]]


def test_scores_that_do_not_fall():
    """The rank is believed, and people are told."""
    done = lines(
        [{"id": "q", "retrieved": [{"chunk_id": "a", "score": 0.1}, {"chunk_id": "b", "score": 0.9}]}]
    )
    assert done.facts[-1] == "scores do not fall with the rank in 1 question: the rank is the order"
    assert [item["chunk_id"] for item in done.values[0]["retrieved"]] == ["a", "b"]


def test_a_file_without_results_is_refused():
    """Not every question an error: nothing says where the results are."""
    (problem,) = lines([{"id": "q", "answer": "30"}, {"id": "r", "answer": "7"}]).problems
    assert "--map retrieved=PATH" in str(problem)
    assert not lines([{"id": "q", "status": 500}]).problems


def test_several_records_of_a_question():
    """Refused with the first one's address, and without its text; or the first or last counts."""
    values = [{"query": "Где ann@mail.example.org?", "retrieved": [name]} for name in ("one", "two")]
    (problem,) = lines(values).problems
    assert str(problem) == "f:2: its question is also that of f:1; give --repeated first, or --repeated last"
    for repeated, name in (("first", "one"), ("last", "two")):
        assert lines(values, repeated).values[0]["retrieved"][0]["chunk_id"] == name


def test_a_result_that_says_nothing():
    """Neither id, text nor span: named by its number in the list."""
    (problem,) = lines([{"id": "q", "retrieved": [{"chunk_id": "a"}, {"score": 1.0}]}]).problems
    assert problem.where == "f:1 result 2"
    assert lines([{"retrieved": ONE}]).problems[0].rule == "names no question"


@given(st.permutations(list(range(1, 8))))
def test_order_in_the_file_does_not_matter_where_ranks_are(ranks):
    """The rank alone is the order."""
    items = [{"chunk_id": f"c{rank}", "rank": rank} for rank in ranks]
    assert [item["chunk_id"] for item in found(*items)] == [f"c{rank}" for rank in range(1, 8)]


def test_ranks_with_gaps_are_named_as_the_file_has_them():
    """Counted from 0 or not."""
    from assay.exchange.runs.results import _rank_faults, _ranked

    rows = _ranked([{"chunk_id": "a", "rank": 0}, {"chunk_id": "b", "rank": 2}])
    assert [str(problem) for problem in _rank_faults(rows, "f:1")] == [
        "f:1: ranks are 0, 2; number them from 1 (or 0), without gaps or repeats"
    ]
    assert [row["rank"] for row in _ranked([{"rank": 1}, {"rank": 0}])] == [1, 2]
