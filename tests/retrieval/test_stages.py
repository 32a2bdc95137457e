"""The stage scripts as DVC runs them."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

ROOT = Path(__file__).resolve().parents[2]
PARAMS = """
snapshots:
  fine: {source: corpus, chunking: structure, size: 100, overlap: 30}
systems:
  bm25: {kind: bm25, snapshot: fine, input: bm25.txt, depth: 5, filter: true, stem: true, k1: 1.2, b: 0.75}
  ngram: {kind: ngram, snapshot: fine, input: bm25.txt, depth: 5, filter: true, n_min: 3, n_max: 5}
  own: {kind: command, snapshot: fine, input: own.py, depth: 5, filter: true, arguments: [], timeout: 60}
  shop: {kind: recorded, snapshot: fine, input: shop, depth: 5, foreign: error, repeats: keep}
score: {k: [5], chars: [1500], headline: 5, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: ru, include_text: true}
compare: {baseline: null, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""
OWN = 'import sys, json\nfor line in sys.stdin: print(json.dumps({"id": json.loads(line)["id"], "retrieved": []}))\n'
DIFFERENT = {
    "POLARS_MAX_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "LC_ALL": "C",
    "TZ": "Asia/Kamchatka",
    "PYTHONHASHSEED": "7",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
    "NPY_DISABLE_CPU_FEATURES": " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name]),
}


@pytest.fixture
def place(make, tmp_path):
    """A folder with a corpus, params and queries."""
    for n in range(12):
        body = f"# Правила {n}\n\n## Возврат\n\nТовар номер {n} можно вернуть за {n} дней. Ёлку нельзя.\n\n## Гарантия\n\nГод.\n"
        path = tmp_path / "corpus" / f"{n}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(make.markdown(body, id=f"doc-{n}", lang="ru"))
    queries = [{"id": f"q-{n}", "query": f"вернуть товар {n}", "split": "dev"} for n in range(5)]
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    (tmp_path / "params.yaml").write_text(PARAMS, encoding="utf-8")
    (tmp_path / "requirements.lock").write_text("")
    (tmp_path / "bm25.txt").write_text("")
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "results.jsonl").write_text('{"id": "q-1", "retrieved": []}\n')
    (tmp_path / "shop" / "card.json").write_text('{"mode": "retrieve_only"}')
    return tmp_path


def stage(place, script, *arguments, **environment):
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    return subprocess.run(
        command,
        check=False,
        cwd=place,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


def run_all(place, kinds, top="runs", **environment):
    """Hashes of everything the stages wrote, manifests included."""
    topics = f"{top}/topics"
    calls = [
        ("snapshot.py", "fine", "--source", "corpus", "--out", f"{top}/fine", "--manifest", f"{top}/m/fine.json"),
        ("topics.py", "--queries", "queries.jsonl", "--out", topics, "--manifest", f"{top}/m/topics.json"),
        *(
            ("retrieve.py", kind, "--snapshot", f"{top}/fine", "--topics", f"{topics}/topics.jsonl",
             "--input", source, "--out", f"{top}/{kind}", "--manifest", f"{top}/m/{kind}.json")
            for kind, source in kinds.items()
        ),
    ]  # fmt: skip
    for call in calls:
        done = stage(place, *call, **environment)
        assert (done.returncode, done.stderr) == (0, "")
    files = sorted(path for path in (place / top).rglob("*") if path.is_file())
    found = {
        path.relative_to(place).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }
    for path in files:
        path.unlink()
    return found


def test_the_stages_write_what_they_say_and_always_the_same(place):
    """One and many threads, another locale, time zone and hash seed, no CPU extensions: same bytes."""
    kinds = {"bm25": "bm25.txt", "own": "own.py", "shop": "shop"}
    first = run_all(place, kinds, POLARS_MAX_THREADS="8")
    names = ["fine/card.json", "fine/chunks.parquet", "fine/documents.parquet", "topics/topics.jsonl"]
    names += [
        f"{kind}/{file}"
        for kind in kinds
        for file in (
            *("card.json", "repeat_responses.parquet", "repeats.parquet"),
            *("responses.parquet", "results.parquet"),
        )
    ]
    names += [f"m/{name}.json" for name in ("fine", "topics", *kinds)]
    assert sorted(first) == sorted(f"runs/{name}" for name in names)
    assert run_all(place, kinds, **DIFFERENT) == first


@pytest.mark.slow
def test_n_grams_are_the_same_everywhere(place):
    """As above, for the kind that loads scikit-learn."""
    kinds = {"ngram": "bm25.txt"}
    assert run_all(place, kinds, POLARS_MAX_THREADS="8") == run_all(place, kinds, **DIFFERENT)


def test_an_input_error_leaves_nothing(place):
    """Exit 1, the problem, no traceback, no file."""
    (place / "corpus" / "bad.md").write_text("x")
    done = stage(place, "snapshot.py", "fine", "--source", "corpus", "--out", "out", "--manifest", "m.json")
    assert done.returncode == 1
    assert done.stderr == "corpus/bad.md:1: has no front matter; begin the file with a line ---\n"
    assert not (place / "out").exists()
    assert not (place / "m.json").exists()


def test_a_path_that_is_not_there_is_no_empty_corpus(place):
    """A wrong source is named."""
    done = stage(place, "snapshot.py", "fine", "--source", "corpsu", "--out", "out")
    assert (done.returncode, done.stderr) == (
        1,
        "corpsu: holds no documents; add Markdown files, or check the path\n",
    )
