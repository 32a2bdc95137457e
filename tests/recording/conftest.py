import copy
import io
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from assay.recording import asking
from pipeline import git, rows, run, write_rows

from .service import Service

ENTRY = {
    "kind": "http",
    "method": "POST",
    "body": '{"q": {{ query | tojson }}, "k": {{ top_k }}}',
    "rows": "hits",
    "fields": {"chunk_id": "id", "score": "score", "text": "text"},
    "top_k": 5,
    "concurrency": 4,
    "timeout": 5,
    "retries": 2,
}
PARAMS = {
    "snapshots": {"fine": {"source": "corpus", "chunking": "structure", "size": 300, "overlap": 0}},
    "systems": {
        "first": {"kind": "ngram", "snapshot": "fine", "input": "scripts", "depth": 10, "filter": True, "n_min": 3, "n_max": 5}
    },
    "score": {"k": [1, 3, 5], "chars": [1000], "headline": 3, "cover": 1.0, "stale": "exclude", "extra_queries": "error", "twins": True},
    "compare": {"baseline": "first", "candidates": None, "primary": None, "metrics": None, "resamples": 1000, "seed": 1, "max_error_share": 0.05},
    "gates": [],
    "fusions": {},
    "report": {"lang": "en", "include_text": True},
    "adjudicators": [],
}  # fmt: skip
TEXTS = {
    "q-1": 'Вернуть "чайник"?',
    "q-2": "How long is the warranty?",
    "q-3": "Доставка \\ C++",
    "q-4": "а если курьером?",
}
NOW = "2026-11-01T09:30:00Z"


@pytest.fixture
def service(monkeypatch):
    """A server that answers with one result, until it is told otherwise."""
    monkeypatch.setenv("NO_PROXY", "*")
    made = Service()
    yield made
    made.close()


class Repository:
    """A small repository with a gold set of four questions and one entry below ``record``."""

    def __init__(self, top, url):
        self.top = top
        self.values = {**copy.deepcopy(PARAMS), "record": {"shop": {**copy.deepcopy(ENTRY), "url": url}}}
        self.said = []
        (top / "gold").mkdir(parents=True)
        write_rows(top / "gold/queries.jsonl", [{"id": name, "query": text} for name, text in TEXTS.items()])

    @property
    def entry(self):
        return self.values["record"]["shop"]

    @property
    def runs(self):
        return self.top / "runs/recorded/shop"

    def names(self):
        return sorted(path.name for path in self.runs.iterdir()) if self.runs.exists() else []

    def prospect(self, limit=None, **environment):
        return asking.prospect(self.top, self.values, "shop", limit, environment)

    def record(self, now=NOW, limit=None, environment=None, **order):
        """One whole recording in this process; its run's folder."""
        what = self.prospect(limit, **(environment or {}))
        return asking.perform(self.top, what, asking.Order(now, **order), self.said.append)

    def results(self, run="2026-11-01-1", file="results.jsonl"):
        return rows(self.runs / run / file)

    def write(self):
        """params.yaml, as the command reads it."""
        out = io.BytesIO()
        YAML().dump(self.values, out)
        (self.top / "params.yaml").write_bytes(out.getvalue())

    def command(self, *words, **environment):
        """The real command in a process of its own."""
        self.write()
        if not (self.top / ".git").exists():
            git(self.top, "init", "-q", "-b", "main")
        environment = {"PYTHONPATH": str(Path(__file__).parents[2] / "scripts"), **environment}
        return run(
            self.top, sys.executable, "-m", "assay", *words, check=False, NO_PROXY="127.0.0.1", **environment
        )


@pytest.fixture
def shop(tmp_path, service, monkeypatch):
    """A repository that records the service; further attempts follow at once."""
    monkeypatch.setattr("assay.recording.pace.FIRST", 0.01)
    monkeypatch.chdir(tmp_path)
    return Repository(tmp_path, service.url)
