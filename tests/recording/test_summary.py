import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.recording import summary


def answered(*ids, latency=10.0):
    return {
        "id": "q",
        "retrieved": [{"chunk_id": one, "rank": n} for n, one in enumerate(ids, 1)],
        "latency_ms": latency,
    }


def error(message):
    return {"id": "q", "status": "error", "message": message}


def test_errors_are_counted_by_message():
    """The most frequent first; many are cut."""
    rows = [answered("a"), answered(), error("b"), error("a"), error("b")]
    assert list(summary.counts(rows))[:3] == ["asked: 5, ok: 2, error: 3, empty: 1", "  2 x b", "  1 x a"]
    lines = list(summary.counts([error(f"e{n:02}") for n in range(12)]))
    assert (len(lines), lines[-1]) == (12, "  … and 2 other messages")


def test_without_an_answer_there_is_no_latency():
    """Nor is it 0."""
    assert list(summary.counts([error("x")])) == ["asked: 1, ok: 0, error: 1, empty: 0", "  1 x x"]


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
