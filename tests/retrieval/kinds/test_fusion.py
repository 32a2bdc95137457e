"""Reciprocal rank fusion against exact fractions, and what it makes of failures, repeats and unknown chunks."""

from collections import defaultdict
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.retrieval.contract import Input, complete
from assay.retrieval.frames import RESPONSES, RESULTS
from assay.retrieval.kinds.fusion import retrieve
from assay.tables import text_sha256

IDS = list("abcdefgh")
TEXTS = {name: name * (n + 1) for n, name in enumerate(IDS)}


def run(name, lists, *, unknown=(), may_vary=(), **states):
    """A system's run of lists by query; ``states``: text asked, or the message of an error, by query."""
    results = [
        {
            "query_id": query,
            "rank": rank,
            "chunk_id": chunk,
            "query_key": 1,
            "chunk_key": None if chunk in unknown else 1,
            "chars_read": 10 * rank,
        }
        for query, chunks in lists.items()
        for rank, chunk in enumerate(chunks, 1)
    ]
    errors, texts = states.get("errors", {}), states.get("texts", {})
    responses = [
        {
            "query_id": query,
            "query_sha256": text_sha256(texts.get(query, query)),
            "sent": texts.get(query, query),
            "status": "error" if query in errors else "ok",
            "message": errors.get(query),
        }
        for query in lists
    ]
    card = {"run_id": name, "may_vary": list(may_vary), "settings": {"kind": "bm25", "b": name}}
    return Input(name, pl.DataFrame(results, schema=RESULTS), pl.DataFrame(responses, schema=RESPONSES), card)


@pytest.fixture
def fuse(make):
    """The run that is made of two."""

    def fuse(one, other, k=60, depth=20):
        settings = {"kind": "fusion", "systems": {}, "snapshot": "fine", "k": k, "depth": depth}
        request = make.ask(TEXTS, [], settings, inputs=(one, other))
        return complete(request, retrieve(request))

    return fuse


def ranked(run):
    """Chunks by query, in order."""
    return {
        query: rows["chunk_id"].to_list()
        for (query,), rows in run.results.partition_by("query_id", as_dict=True, maintain_order=True).items()
    }


def test_scores_are_those_of_the_article(fuse):
    """1 / (60 + rank), summed: second in both lists beats first in one."""
    made = fuse(run("x", {"q": ["a", "b"]}), run("y", {"q": ["c", "b", "d"]}))
    assert ranked(made) == {"q": ["b", "a", "c", "d"]}
    assert made.results["score"].to_list() == pytest.approx([2 / 62, 1 / 61, 1 / 61, 1 / 63], abs=1e-12)


def test_the_constant_decides_how_much_first_places_weigh(fuse):
    """With k = 1 the first of one list ties with the third of both; with more it loses."""
    one, other = run("x", {"q": ["a", "c", "b"]}), run("y", {"q": ["d", "e", "b"]})
    assert ranked(fuse(one, other, k=1))["q"][:3] == ["a", "b", "d"]
    assert ranked(fuse(one, other, k=2))["q"][0] == "b"


LISTS = st.lists(st.sampled_from(IDS), max_size=10)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LISTS, LISTS, st.integers(1, 100), st.integers(1, 10))
def test_the_order_is_that_of_exact_fractions(fuse, first, second, k, depth):
    """The sum for each chunk's first places, ties by id, whichever system comes first."""
    exact = defaultdict(Fraction)
    for one in (first, second):
        for chunk in set(one):
            exact[chunk] += Fraction(1, k + one.index(chunk) + 1)
    expected = sorted(exact, key=lambda chunk: (-exact[chunk], chunk))[:depth]
    for sides in ((first, second), (second, first)):
        made = fuse(*(run(name, {"q": one}) for name, one in zip("xy", sides, strict=True)), k=k, depth=depth)
        assert ranked(made).get("q", []) == expected
        assert made.results["score"].to_list() == pytest.approx(
            [float(exact[chunk]) for chunk in expected], abs=1e-12
        )


def test_characters_are_those_of_the_chunks(fuse):
    """Of the new order; a chunk that the snapshot does not know has the length that its run knew."""
    made = fuse(run("x", {"q": ["c", "b"]}), run("y", {"q": ["z", "b"]}, unknown={"z"}))
    assert ranked(made) == {"q": ["b", "c", "z"]}
    assert made.results["chars_read"].to_list() == [2, 5, 15]
    assert made.results["chunk_key"].is_null().to_list() == [False, False, True]


def test_a_failure_of_one_is_a_failure_of_both(fuse):
    """It says whose; nothing is returned for it."""
    one = run("x", {"q1": ["a"], "q2": ["a"], "q3": []}, errors={"q1": "HTTP 504", "q3": "no key"})
    other = run("y", {"q1": ["b"], "q2": ["b"], "q3": []}, errors={"q3": "HTTP 500"})
    made = fuse(one, other)
    assert made.responses["status"].to_list() == ["error", "ok", "error"]
    assert made.responses["message"].to_list() == ["x: HTTP 504", None, "x: no key; y: HTTP 500"]
    assert ranked(made) == {"q2": ["a", "b"]}


def test_what_one_was_not_asked_was_not_asked(fuse):
    """And another text is a failure: it is another question."""
    one = run("x", {"q1": ["a"], "q2": ["a"]}, texts={"q2": "reworded"})
    other = run("y", {"q2": ["b"], "q3": ["b"]})
    made = fuse(one, other)
    assert made.responses["query_id"].to_list() == ["q2"]
    assert made.responses["message"].to_list() == ["the two systems were asked different texts"]


def test_what_both_sent_is_kept(fuse):
    """A rewritten question that only one of them sent is none of the fusion's."""
    same, other = run("x", {"q": ["a"]}), run("y", {"q": ["b"]})
    rewritten = Input(
        "y", other.results, other.responses.with_columns(sent=pl.lit("another")), card=other.card
    )
    assert fuse(same, other).responses["sent"].to_list() == ["q"]
    assert fuse(same, rewritten).responses["sent"].to_list() == [None]


def test_the_card_names_the_runs_and_what_may_vary(fuse):
    """With the system that it is of."""
    card = fuse(run("x", {"q": ["a"]}, may_vary=["model"]), run("y", {"q": ["b"]})).card
    assert card["inputs"] == {"x": "x", "y": "y"}
    assert (card["kind"], card["depth"], card["may_vary"]) == ("fusion", 20, ["x: model"])


def test_two_empty_runs_are_no_error(fuse):
    """Nothing was asked."""
    made = fuse(run("x", {}), run("y", {}))
    assert (made.results.height, made.responses.height) == (0, 0)
