"""Definition ids of an earlier revision."""

from assay.proposal.definitions import SOURCE, changed_definitions, definitions
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
