"""Exported files read by the formats' own readers (ir_measures, ir_datasets, beir) in their own environment."""

import json
import os
import subprocess

import polars as pl
import pytest
from click.testing import CliRunner

import shop
from assay.exchange.export.cli import export
from assay.exchange.export.outputs import Outputs
from conftest import ROOT
from exchange.alike import of_repository
from exchange.ran import lay_out

pytestmark = pytest.mark.slow
READERS = ROOT / "tests" / "oracles" / "readers.py"
NAMES = ("recall", "precision", "map", "mrr", "hit", "ndcg")


@pytest.fixture(scope="module")
def python():
    """The Python of the oracles, made where it is not there."""
    subprocess.run(["make", "-s", ".venv-oracles/ready"], cwd=ROOT, check=True)
    return ROOT / ".venv-oracles" / "bin" / "python"


@pytest.fixture(params=["shop", "example"])
def exported(request, tmp_path, monkeypatch):
    """Repository, system, and its exports: odd texts and ids in the one, real ones in the other."""
    if request.param == "shop":
        place, system = tmp_path / "shop", "alpha"
        lay_out(place, shop.systems())
    else:
        place, system = request.getfixturevalue("top"), "first"
    monkeypatch.chdir(place)
    for form, *more in (("trec", "--system", system), ("beir",)):
        done = CliRunner().invoke(export, [form, "--snapshot", "fine", *more, "--to", str(tmp_path / form)])
        assert done.exit_code == 0, done.output
    return place, system, tmp_path


def read(python, folder, system, cutoffs):
    """What the readers found."""
    words = [python, READERS, folder / "trec", folder / "beir", system, ",".join(map(str, cutoffs))]
    settings = {
        **os.environ,
        "IR_DATASETS_HOME": str(folder / "home"),
        "HOME": str(folder),
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(words, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_formats_own_readers_find_what_was_exported(python, exported):
    """Every label, result, id and text; and the measures of ir_measures are ours where a passage is a chunk."""
    place, system, folder = exported
    outputs = Outputs(place)
    cutoffs = outputs.settings["score"]["k"]
    found = read(python, folder, system, cutoffs)
    trec = {
        name: (folder / "trec" / name).read_text("utf-8")
        for name in ("qrels.txt", "topics.tsv", f"run-{system}.txt")
    }
    labels = [[q, c, int(r)] for q, _, c, r in map(str.split, trec["qrels.txt"].splitlines())]
    results = [
        [q, c, float(s)] for q, _, c, _, s, _ in map(str.split, trec[f"run-{system}.txt"].splitlines())
    ]
    assert len(labels) > 4
    assert len(results) > 4
    for reader in ("ir_measures", "ir_datasets"):
        assert found[reader]["qrels"] == labels
        assert found[reader]["run"] == results
    assert found["ir_datasets"]["topics"] == dict(
        line.split("\t") for line in trec["topics.tsv"].splitlines()
    )
    _check_collection(outputs, found, labels)
    _check_measures(place, system, found["ir_measures"]["values"], cutoffs)


def _check_collection(outputs, found, labels):
    """The BEIR folder has every chunk with its title and text, every question with the text that is sent."""
    chunks = outputs.table("runs/snapshots/fine/chunks.parquet")
    texts = dict(chunks.select("chunk_id", "text").iter_rows())
    assert found["ir_datasets"]["docs"] == texts
    titles = {name: title or "" for name, title in chunks.select("chunk_id", "title").iter_rows()}
    assert found["beir"]["corpus"] == {name: {"text": texts[name], "title": titles[name]} for name in texts}
    queries = outputs.gold()[0].filter(pl.col("split") == "dev")
    sent = dict(queries.select("id", pl.coalesce("rewritten", "query")).iter_rows())
    assert found["ir_datasets"]["queries"].items() <= sent.items()
    assert found["ir_datasets"]["labels"] == labels
    by_query = {}
    for query, chunk, relevance in labels:
        by_query.setdefault(query, {})[chunk] = relevance
    assert found["beir"]["qrels"] == by_query
    assert found["beir"]["queries"] == {query: sent[query] for query in by_query}


def _check_measures(place, system, theirs, cutoffs):
    """A query without results has no value there, and 0 here."""
    names = [f"{name}@{k}" for name in NAMES for k in cutoffs]
    compared = 0
    for query, values in of_repository(place, system, names).items():
        for name, value in values.items():
            assert theirs.get(query, {}).get(name, 0.0) == pytest.approx(value, abs=1e-9), (query, name)
            compared += 1
    assert compared >= 2 * len(names)
