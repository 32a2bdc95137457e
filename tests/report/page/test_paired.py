import polars as pl
import pytest

from assay.comparison.evaluation import _DIFFERENCES
from assay.comparison.record import Comparisons
from assay.report.catalogue import Catalogue
from assay.report.page.paired import MOST, differences, gains


def compared(metric, pairs):
    rows = [("new", f"q-{n}", metric, *pair, None, None) for n, pair in enumerate(pairs)]
    table = pl.DataFrame(rows, schema=_DIFFERENCES, orient="row")
    return Comparisons({"primary": metric, "baseline": "old"}, table, pl.DataFrame())


def drawn(metric, pairs):
    chart = differences(Catalogue("en"), compared(metric, pairs), "new", 1)
    return chart.spec["data"]["values"]


def test_wins_are_above_zero_and_first():
    """Pairs alone count; what a lower value makes better is a win too."""
    pairs = [(0.0, 1.0), (1.0, 0.5), (1.0, 1.0), (None, 1.0)]
    rows = [
        tuple(row[name] for name in ("query_id", "value", "difference", "outcome"))
        for row in drawn("coverage@5", pairs)
    ]
    assert rows == [
        ("q-0", 1.0, "+1.000", "better"),
        ("q-2", 0.0, "0.000", "alike"),
        ("q-1", -0.5, "−0.500", "worse"),
    ]
    lower = gains(compared("harmful@5", [(0.0, 1.0), (1.0, 0.0)]).differences, "new", "harmful@5")
    assert lower["query_id"].to_list() == ["q-1", "q-0"]
    assert lower["value"].to_list() == [1.0, -1.0]


@pytest.mark.parametrize(("metric", "most"), [("coverage@5", 1.0), ("context_chars@5", 400.0)])
def test_many_queries_are_counted(metric, most):
    """By how much they differ, from the largest loss to the largest win; no win is counted with what is alike."""
    pairs = [(0.0, most), *[(0.0, 0.0)] * MOST, (most, 0.0), (0.0, most / 100), (most / 100, 0.0)]
    rows = [(row["difference"], row["outcome"], row["n"]) for row in drawn(metric, pairs)]
    assert rows == [
        (f"−{most:g}", "worse", 1),
        (f"−{most / 10:g}", "worse", 1),
        ("0", "alike", MOST),
        (f"+{most / 10:g}", "better", 1),
        (f"+{most:g}", "better", 1),
    ]


def test_without_a_pair_there_is_no_chart():
    """Nothing to draw."""
    assert differences(Catalogue("en"), compared("hit@5", [(None, 1.0)]), "new", 1) is None
