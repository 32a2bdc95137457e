"""Definition ids of an earlier revision."""

import pytest

from assay.proposal.definitions import SOURCE, changed_definitions, changed_settings, definitions
from assay.scoring.metrics import METRICS
from conftest import ROOT
from pipeline import git


def test_ids_are_read_from_the_source():
    """All of them, whatever function makes a metric; nothing is run."""
    found = definitions((ROOT / SOURCE).read_bytes())
    assert found == {metric.name: metric.definition for metric in METRICS}
    assert definitions(b"def broken(:") == definitions(b"\x00") == {}


def test_metrics_that_meant_something_else(tmp_path):
    """Or were not there yet; a revision without such a file says nothing."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "before")
    path = tmp_path / SOURCE
    path.parent.mkdir(parents=True)
    source = (ROOT / SOURCE).read_text("utf-8")
    path.write_text(
        source.replace('"recall/1"', '"recall/0"').replace('"hit/1"', '"hot/1"').replace('"hit"', '"hot"')
    )
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "then")
    assert changed_definitions(tmp_path, "HEAD") == {
        "recall": ("recall/0", "recall/1"),
        "hit": (None, "hit/1"),
    }
    assert changed_definitions(tmp_path, "HEAD~1") == changed_definitions(tmp_path, None) == {}


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (
            "score: {k: [5, 1], headline: 5, cover: 1, stale: exclude, gone: 3}",
            {"headline": (5, 3), "twins": (None, True)},
        ),
        (
            "score: {k: [1, 5, 9], headline: 3, cover: 0.5, stale: refuse, twins: false}\ncompare: 7",
            {
                "k": ([1, 5, 9], [1, 5]),
                "cover": (0.5, 1.0),
                "stale": ("refuse", "exclude"),
                "twins": (False, True),
            },
        ),
        ("score: [1]", {}),
        ("systems: {}", {}),
        ("<<<<<<< ours", {}),
    ],
)
def test_settings_that_measured_otherwise(tmp_path, then, told):
    """Key by key, the order of cut-offs apart; of an earlier revision nothing else is asked, not even that it be right."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "before")
    (tmp_path / "params.yaml").write_text(then)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "then")
    now = {"k": [1, 5], "headline": 3, "cover": 1.0, "stale": "exclude", "twins": True}
    assert changed_settings(tmp_path, "HEAD", now) == {f"score.{key}": values for key, values in told.items()}
    assert changed_settings(tmp_path, "HEAD~1", now) == changed_settings(tmp_path, None, now) == {}
