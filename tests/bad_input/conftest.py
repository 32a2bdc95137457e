import json
import shutil

import pytest

import pipeline
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.quotations import quoted_passage
from assay.retrieval.documents import read_documents
from assay.retrieval.snapshot import build, document_table
from pipeline import write_rows

from .ground import CARD, DOCUMENTS, GOOD, PARAMS, QUOTES, SETS, SETTINGS, query, run


@pytest.fixture(scope="session")
def ready(tmp_path_factory):
    """A small repository with everything in order, its stages run up to the scores of one system."""
    top = tmp_path_factory.mktemp("ready") / "repository"
    top.mkdir()
    pipeline.copy(top)
    (top / "params.yaml").write_text(PARAMS)
    for name, (front, body) in DOCUMENTS.items():
        text = f"---\nid: {name}\ntitle: {name}\nversion: {name}-v1\nlang: en\n{front}---\n{body}"
        (top / "corpus" / f"{name}.md").parent.mkdir(exist_ok=True)
        (top / "corpus" / f"{name}.md").write_text(text)
    files = {path.name: path.read_bytes() for path in (top / "corpus").iterdir()}
    table = document_table(read_documents(files, "corpus"))
    made = [quoted_passage(table, doc, id=name, quote=quote) for name, (doc, quote) in QUOTES.items()]
    (top / "gold" / "passages.jsonl").write_bytes(passages_bytes(made))
    (top / "gold" / "queries.jsonl").write_bytes(queries_bytes(map(query, SETS)))
    (top / "own.py").write_text("")
    (top / "cut").mkdir()
    write_rows(top / "cut" / "chunks.jsonl", [{"chunk_id": "a", "text": "30 days"}])
    (top / "run").mkdir()
    write_rows(top / "run" / "results.jsonl", GOOD)
    searched = build("fine", SETTINGS["snapshots"]["fine"], files, "corpus").card["snapshot_id"]
    (top / "run" / "card.json").write_text(json.dumps({**CARD, "snapshot_id": searched}))
    pipeline.start(top)
    for stage in ("snapshot@fine", "topics", "project@fine", "retrieve@first", "score@first"):
        done = run(top, stage)
        assert (done.returncode, done.stderr) == (0, ""), stage
    return top


@pytest.fixture
def top(ready, tmp_path):
    """A copy of it to break."""
    return shutil.copytree(ready, tmp_path / "r", symlinks=True)
