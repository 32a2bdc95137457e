import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.recording import summary
from assay.recording.journal import Response


def answered(*ids, latency=10.0):
    return {
        "id": "q-0",
        "retrieved": [{"chunk_id": one, "rank": n} for n, one in enumerate(ids, 1)],
        "latency_ms": latency,
    }


def error(message, name="q"):
    return {"id": name, "status": "error", "message": message}


def test_a_few_errors_stand_in_one_line():
    """Each question with what came; an empty list is an answer, and told apart."""
    rows = [answered("a"), error("HTTP 500", "q-07"), answered(), error("timed out after 30 s", "q-11")]
    assert list(summary.counts(rows))[:2] == [
        "2 of 4 questions answered, 2 failed: q-07 HTTP 500, q-11 timed out after 30 s",
        "with an empty list: 1 question",
    ]
    assert next(summary.counts([answered("a")])) == "1 of 1 question answered"


def test_the_run_that_is_replaced_is_named():
    """The report shows one run of a system; the same one again is no news."""
    values = {"systems": {"shop": {"kind": "recorded", "input": "runs/recorded/shop/r1"}}}
    said = summary.replaced(values, "shop", "runs/recorded/shop/r2")
    assert said.startswith("the earlier run runs/recorded/shop/r1 is no longer in the report: ")
    assert "to keep both" in said
    assert summary.replaced(values, "shop", "runs/recorded/shop/r1") is None
    assert summary.replaced(values, "other", "runs/recorded/other/r1") is None


def test_many_errors_are_counted_by_message():
    """The most frequent first, with the first questions; many messages are cut."""
    rows = [error("HTTP 503", f"q-{n:02}") for n in range(20)] + [error("HTTP 500", "q-20")]
    assert list(summary.counts(rows)) == [
        "0 of 21 questions answered, 21 failed: by error",
        "  20 x HTTP 503: q-00, q-01, q-02, q-03, q-04 and 15 more",
        "  1 x HTTP 500: q-20",
    ]
    lines = list(summary.counts([error(f"the service reported: e{n:02}") for n in range(12)]))
    assert (len(lines), lines[-1]) == (12, "  … and 2 other messages")


def test_without_an_answer_there_is_no_latency():
    """Nor is it 0."""
    assert list(summary.counts([error("x")])) == ["0 of 1 question answered, 1 failed: q x"]


@given(st.lists(st.integers(0, 1000), min_size=1))
def test_latencies_are_those_of_the_nearest_rank(values):
    """The smallest that half, or 95 %, do not exceed."""
    ordered = sorted(values)
    for share in (0.5, 0.95):
        found = summary._quantile(ordered, share)
        assert sum(value <= found for value in ordered) >= share * len(ordered) - 1e-9
        assert sum(value < found for value in ordered) < share * len(ordered)
    assert summary._quantile(ordered, 0.5) == statistics.median_low(ordered)


@pytest.mark.parametrize(("ids", "twice"), [(("a", "b"), False), (("a", "b", "a"), True)])
def test_repeated_chunks_are_counted(ids, twice):
    """By question."""
    assert any("with a chunk twice: 1 question" in line for line in summary.counts([answered(*ids)])) == twice


def came(attempt):
    return Response(1, "q-0", "0", attempt, 200)


def test_answers_of_a_later_attempt_are_counted():
    """By attempt; first ones, errors and what was taken over are none."""
    rows = [answered("a"), answered("a"), answered("a"), answered(), error("HTTP 500"), answered("a")]
    responses = [came(attempt) for attempt in (1, 2, 2, 4, 4, 0)]
    assert list(summary.retried(rows, responses)) == [
        "2 answers came only on a second attempt, 1 on attempt 4"
    ]
    assert list(summary.retried(rows[:1], responses[:1])) == []
