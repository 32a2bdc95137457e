"""A small real repository: part of the example, two snapshots, three systems, run by DVC."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ("corpus/", "tests/", "reports/", "dvc.lock", "gold/queries.jsonl", "gold/passages.jsonl")
EXAMPLE += ("runs/recorded/help-assistant/", "runs/recorded/shop/", "evidence/claims/a-")
PARAMS = """\
snapshots:
  fine: {source: corpus, chunking: structure, size: 300, overlap: 0}
  wide: {source: corpus, chunking: structure, size: 900, overlap: 100}
systems:
  first: {kind: bm25, snapshot: fine, input: scripts/assay/retrieval/kinds/bm25.py, depth: 10, filter: true, stem: true, k1: 1.2, b: 0.75}
  second: {kind: bm25, snapshot: wide, input: scripts/assay/retrieval/kinds/bm25.py, depth: 10, filter: true, stem: false, k1: 1.2, b: 0.75}
score: {k: [1, 3, 5], chars: [1000], headline: 3, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: en, include_text: true}
compare: {baseline: first, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""


def environment(top):
    """What a test's programs see: this Python first, DVC's own state inside the repository."""
    settings = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "DVC_SITE_CACHE_DIR": str(top / ".dvc" / "site"),
        "DVC_GLOBAL_CONFIG_DIR": str(top / ".dvc" / "none"),
        "DVC_SYSTEM_CONFIG_DIR": str(top / ".dvc" / "none"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return {**os.environ, **settings}


def run(top, *words, check=True, **more):
    """Run a program in the repository; its output as text."""
    done = subprocess.run(
        words, cwd=top, env={**environment(top), **more}, capture_output=True, text=True, check=False
    )
    if check and done.returncode:
        raise AssertionError(f"{words} gave {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


def git(top, *words):
    return run(top, "git", *words).stdout


def assay(top, *words, **more):
    """The assay command of the repository itself (not of the one under development)."""
    return run(
        top, sys.executable, "-m", "assay", *words, check=False, PYTHONPATH=str(top / "scripts"), **more
    )


def repro(top, *words, **more):
    """Names of the stages that ran."""
    done = run(top, "dvc", "repro", *words, **more)
    return [line.split("'")[1] for line in done.stdout.splitlines() if line.startswith("Running stage")]


def commit(top, message="change"):
    git(top, "add", "-A")
    git(top, "commit", "-qm", message)


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_rows(path, values):
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), "utf-8")


def files():
    """Names of the tracked and new files of this work tree."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def copy(top):
    """Copy the tracked and new files of this work tree, but for the example, tests and results."""
    for name in files():
        if not name.startswith(EXAMPLE):
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, top / name)


def make(top):
    """The project with the part of the example on returns."""
    copy(top)
    shutil.copytree(ROOT / "corpus" / "returns", top / "corpus" / "returns")
    (top / "params.yaml").write_text(PARAMS)
    passages, queries = _part(top)
    write_rows(top / "gold" / "passages.jsonl", passages)
    write_rows(top / "gold" / "queries.jsonl", queries)
    start(top)


def start(top):
    """Make it a repository with one commit."""
    git(top, "init", "-q", "-b", "main")
    git(top, "config", "user.name", "Test Person")
    commit(top, "start")


def _part(top):
    known = {path.stem for path in (top / "corpus").rglob("*.md")}
    passages = {row["id"]: row for row in rows(ROOT / "gold" / "passages.jsonl") if row["doc_id"] in known}
    queries = []
    for query in rows(ROOT / "gold" / "queries.jsonl"):
        needed = {name for one in query["evidence_sets"] for name in one} | set(query["relevant"])
        if needed <= passages.keys() and len(queries) < 12:
            queries.append(query)
    sets = {name for query in queries for one in query["evidence_sets"] for name in one}
    used = sets.union(*(query["relevant"] for query in queries))
    return [row for name, row in passages.items() if name in used], queries


def edit(path, old, new):
    """Replace a text of a file that is there."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def edit_params(top, old, new):
    """Replace a text of params.yaml that is there."""
    edit(top / "params.yaml", old, new)
