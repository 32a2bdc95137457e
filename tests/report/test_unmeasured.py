from collections import Counter

import pytest

import shop
from assay.report.unmeasured import unmeasured
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import columns


@pytest.fixture
def material(made):
    return shop.material(made)


def expanded(metrics, names):
    """Every column that a cell means."""
    return [name for one in metrics for name in names if one in (name, name.partition("@")[0])]


def test_every_query_that_is_counted_as_not_measured_is_listed(material):
    """As many a metric and reason as summary.json counts, for each metric of each system."""
    names = [name for name, _, _ in columns(Settings.of(material.score))]
    rows = unmeasured(material.systems, material.score).rows(named=True)
    found = Counter(
        (row["system"], name, row["reason"]) for row in rows for name in expanded(row["metrics"], names)
    )
    wanted = {
        (system.name, name, reason): n
        for system in material.systems
        for name, entry in system.metrics.items()
        for reason, n in entry["nulls"].items()
    }
    assert found == wanted
    assert {"not_found", "ungraded", "stale", "not_labelled"} <= {reason for _, _, reason in wanted}


def test_what_lies_beyond_the_depth_is_listed(monkeypatch):
    """With the metrics that it concerns, beside the other reasons of the same query."""
    monkeypatch.setitem(shop.SCORE, "k", [1, 2, 9])
    material = shop.material(shop.systems())
    rows = unmeasured(material.systems, material.score)
    assert not rows.select("system", "query_id", "reason").is_duplicated().any()
    deep = rows.filter(system="alpha", query_id="q-1", reason="beyond_depth")["metrics"].to_list()
    assert deep
    assert {"sufficient@9", "coverage@9", "recall@9", "hit@9", "ndcg@9"} <= {*deep[0]}
    assert not [name for name in deep[0] if not name.endswith(("@9", "c"))]
