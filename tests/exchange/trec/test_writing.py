"""Qrels, runs and topics as they are written: every trec_eval reads the same back."""

import io
import math
from urllib.parse import unquote

import polars as pl
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.trec.qrels import read_qrels
from assay.exchange.trec.runs import read_run
from assay.exchange.trec.topics import read_topics
from assay.exchange.trec.writing import qrels_bytes, run_bytes, topics_bytes

IDS = st.text(
    st.characters(exclude_categories=["Cs", "Z", "Cc"], exclude_characters="\ufeff"), min_size=1, max_size=6
).filter(lambda text: not text.startswith("#"))
ANY_IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
VALUES = (
    st.none() | st.sampled_from([0.0, -0.0, 1.0, 1.00000001, 1.00000002, 5e-324, 1e300, 3.5]) | st.floats()
)


def run_frame(rows):
    return pl.DataFrame(
        rows, schema={"query_id": str, "chunk_id": str, "rank": pl.UInt32, "score": pl.Float64}, orient="row"
    )


@st.composite
def runs(draw, ids=IDS):
    """Rankings with any scores, ranks with gaps, rows in any order."""
    rows = []
    for query in draw(st.lists(ids, min_size=1, max_size=3, unique=True)):
        chunks = draw(st.lists(ids, min_size=1, max_size=5, unique=True))
        ranks = sorted(
            draw(st.lists(st.integers(1, 50), min_size=len(chunks), max_size=len(chunks), unique=True))
        )
        scores = [draw(VALUES) for _ in chunks]
        if draw(st.booleans()):  # as systems give them: falling
            scores = sorted(
                (abs(score or 0.0) for score in scores if not math.isnan(score or 0.0)), reverse=True
            )
            scores += [None] * (len(chunks) - len(scores))
        rows += zip([query] * len(chunks), chunks, ranks, scores, strict=True)
    return run_frame(draw(st.permutations(rows)))


def order_of(frame):
    return frame.sort("query_id", "rank").select("query_id", "chunk_id").rows()


def order_in_pytrec_eval(data, frame):
    """Ranks that it gives each chunk, by the reciprocal rank where that one alone is relevant."""
    run = pytrec_eval.parse_run(io.StringIO(data.decode()))
    found = {}
    for query, chunk in frame.select("query_id", "chunk_id").iter_rows():
        judged = pytrec_eval.RelevanceEvaluator({query: {chunk: 1}}, {"recip_rank"}).evaluate(run)
        found[query, chunk] = round(1 / judged[query]["recip_rank"])
    return [pair for pair, _ in sorted(found.items(), key=lambda item: (item[0][0].encode(), item[1]))]


def test_scores_that_fall_are_kept():
    """As they are, to the last digit; ranks without gaps."""
    frame = run_frame([("2", "b", 7, 0.1), ("2", "a", 3, 1 / 3), ("10", "c", 1, -2.5e-8)])
    written = run_bytes(frame, "bm25")
    assert written.data.decode() == (
        "10 Q0 c 1 -2.5e-8 bm25\n2 Q0 a 1 0.3333333333333333 bm25\n2 Q0 b 2 0.1 bm25\n"
    )
    assert written.notes == []


@pytest.mark.parametrize(
    "scores",
    [
        [2.0, None, 1.0],
        [1.0, 1.0, 0.5],
        [1.0, 2.0, 3.0],
        [1.00000002, 1.00000001, 0.5],
        [float("inf"), 1.0, 0.0],
    ],
    ids=["absent", "equal", "rising", "equal as float", "infinite"],
)
def test_other_scores_are_written_from_the_ranks(scores):
    """For the queries that need it, and it is said."""
    rows = [("q", name, rank, score) for rank, (name, score) in enumerate(zip("abc", scores, strict=True), 1)]
    written = run_bytes(run_frame([*rows, ("r", "a", 1, 0.5)]), "t")
    assert written.data == b"q Q0 a 1 3.0 t\nq Q0 b 2 2.0 t\nq Q0 c 3 1.0 t\nr Q0 a 1 0.5 t\n"
    assert written.notes == [
        "scores of 1 query were written anew from the ranks: absent, equal or not falling along them"
    ]


def test_a_run_without_a_column_of_scores_is_written():
    """From the ranks alone."""
    frame = run_frame([("q", "a", 1, None), ("q", "b", 2, None)]).drop("score")
    assert run_bytes(frame, "t").data == b"q Q0 a 1 2.0 t\nq Q0 b 2 1.0 t\n"


@given(frame=runs())
def test_every_reader_finds_the_order_of_the_ranks(frame):
    """trec_eval 9 and 10 as read here, and pytrec_eval itself."""
    written = run_bytes(frame, "t")
    for rule in ("trec9", "trec10"):
        found = read_run(written.data, "run", rule)
        assert found.problems == []
        assert order_of(found.frame) == order_of(frame)
        again = run_bytes(found.frame, "t")
        assert (again.data, again.notes) == (written.data, [])
    assert order_in_pytrec_eval(written.data, frame) == order_of(frame)


@given(frame=runs(ids=ANY_IDS))
def test_encoded_ids_are_read_back(frame):
    """Any text is an id: encoded it is one word, and decodes to itself."""
    written = run_bytes(frame, "t", encode=True)
    found = read_run(written.data, "run")
    assert found.problems == []
    back = [(unquote(query), unquote(chunk)) for query, chunk in order_of(found.frame)]
    assert sorted(back) == sorted(order_of(frame))
    assert order_in_pytrec_eval(written.data, found.frame) == order_of(found.frame)


@given(rows=st.dictionaries(st.tuples(IDS, IDS), st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=8))
def test_labels_are_read_back(rows):
    """All of them, by query and chunk."""
    flat = [(*pair, relevance) for pair, relevance in rows.items()]
    frame = pl.DataFrame(flat, schema={"query_id": str, "chunk_id": str, "relevance": pl.Int64}, orient="row")
    written = qrels_bytes(frame)
    found = read_qrels(written.data, "qrels")
    assert found.problems == []
    assert found.frame.drop("line").equals(frame.sort("query_id", "chunk_id"))
    assert qrels_bytes(found.frame).data == written.data


def test_labels_are_what_pytrec_eval_parses():
    """One line a label, sorted."""
    frame = pl.DataFrame({"query_id": ["б", "007"], "chunk_id": ["x#1", "y"], "relevance": [2, 0]})
    written = qrels_bytes(frame)
    assert written.data.decode() == "007 0 y 0\nб 0 x#1 2\n"
    assert pytrec_eval.parse_qrel(io.StringIO(written.data.decode())) == {"007": {"y": 0}, "б": {"x#1": 2}}


def test_ids_with_white_space_are_refused_by_name():
    """All at once; no-break space and line separator too, which readers in Python split at; # starts a comment."""
    frame = run_frame(
        [("a b", "ok", 1, 1.0), ("q", "c\u00a0d", 1, 2.0), ("#q", "e\u2028", 1, 1.0), ("q", "", 2, 1.0)]
    )
    with pytest.raises(InputError) as caught:
        run_bytes(frame, "t", "run.txt")
    assert [str(problem) for problem in caught.value.problems] == [
        "run.txt: query_id '#q' has white space or starts with #; rename it, or encode ids",
        "run.txt: query_id 'a b' has white space or starts with #; rename it, or encode ids",
        "run.txt: needs a chunk_id in every row; fill the empty ones",
        "run.txt: chunk_id 'c\\xa0d' has white space or starts with #; rename it, or encode ids",
        "run.txt: chunk_id 'e\\u2028' has white space or starts with #; rename it, or encode ids",
    ]


def test_ids_are_encoded_where_that_is_asked_for():
    """And it is said how many; % is encoded too, so that nothing else can be meant."""
    frame = pl.DataFrame({"query_id": ["q 1", "#2"], "chunk_id": ["a%20b", "ok"], "relevance": [1, 1]})
    written = qrels_bytes(frame, encode=True)
    assert written.data == b"%232 0 ok 1\nq%201 0 a%2520b 1\n"
    assert written.notes == ["3 ids were percent-encoded: white space, % and # cannot stand in a line"]


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ([("q", "a", 1, 1.0), ("q", "a", 2, 0.5)], "query q has chunk a twice"),
        ([("q", "a", 1, 1.0), ("q", "b", 1, 0.5)], "query q has a rank twice or none"),
        ([("q", "a", None, 1.0)], "query q has a rank twice or none"),
    ],
)
def test_a_ranking_that_is_none_is_refused(rows, rule):
    """A chunk twice, a rank twice, no rank."""
    with pytest.raises(InputError, match=rule):
        run_bytes(run_frame(rows), "t")


@pytest.mark.parametrize("tag", ["", "two words", "tab\t", "nb\u00a0sp"])
def test_a_tag_is_one_word(tag):
    """Else readers would see other columns."""
    with pytest.raises(InputError, match="is no word"):
        run_bytes(run_frame([("q", "a", 1, 1.0)]), tag)


def test_labels_without_relevance_are_refused():
    """Not written as 0; a pair twice neither."""
    frame = pl.DataFrame(
        {"query_id": ["q"], "chunk_id": ["a"], "relevance": pl.Series([None], dtype=pl.Int64)}
    )
    with pytest.raises(InputError, match="needs a relevance in every row"):
        qrels_bytes(frame)
    twice = pl.DataFrame({"query_id": ["q", "q"], "chunk_id": ["a", "a"], "relevance": [1, 0]})
    with pytest.raises(InputError, match="query q has chunk a twice"):
        qrels_bytes(twice)


def test_topics_are_one_line_each():
    """Line ends and tabs inside a text become blanks, and it is said."""
    frame = pl.DataFrame({"query_id": ["007", "7"], "query": ["а если\tкурьером?\nили почтой", "refund"]})
    written = topics_bytes(frame)
    assert written.data.decode() == "007\tа если курьером? или почтой\n7\trefund\n"
    assert written.notes == ["white space was joined in 1 query: a topic is one line"]
    found = read_topics(written.data, "topics.tsv").frame
    assert found.select("query_id", "query").rows() == [
        ("007", "а если курьером? или почтой"),
        ("7", "refund"),
    ]


def test_topics_without_a_text_or_twice_are_refused():
    """By their ids, all at once."""
    frame = pl.DataFrame({"query_id": ["a", "b", "b"], "query": [" ", "x", "y"]})
    with pytest.raises(InputError) as caught:
        topics_bytes(frame)
    assert [problem.rule for problem in caught.value.problems] == [
        "query_id 'b' stands twice",
        "query 'a' has no text",
    ]
