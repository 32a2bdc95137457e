"""``make bench``: check and difference of 10,000 queries against reading and parsing the two files, in one run.

Each line is a process of its own in a repository made for it: documents, a passage for every second sentence, queries with
one to three sets. What the interpreter takes to start is taken off all of them; of the commands, their imports are not. Times
are CPU seconds, the best of the rounds. The goal: each within 3 times of reading and parsing.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOAL = 3
PARAMS = """\
snapshots:
  fine: {source: corpus, chunking: structure, size: 300, overlap: 0}
systems:
  first: {kind: ngram, snapshot: fine, input: scripts, depth: 10, filter: false, n_min: 3, n_max: 5}
score: {k: [1, 5], chars: [1000], headline: 5, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: en, include_text: true}
compare: {baseline: first, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""
PARSE = """
import json, pathlib
for name in ("queries", "passages"):
    with pathlib.Path(f"gold/{name}.jsonl").open("rb") as file:
        rows = [json.loads(line) for line in file]
"""


def make(top, queries):
    """A repository of one commit, and a change of every hundredth query in its working tree."""
    sys.path.insert(0, str(ROOT / "scripts"))
    from assay.gold.passages import passages_bytes
    from assay.gold.queries import queries_bytes

    (top / "gold").mkdir(parents=True)
    (top / "corpus").mkdir()
    (top / "scripts").mkdir()
    (top / "scripts" / "system.py").write_text("")
    (top / "params.yaml").write_text(PARAMS)
    marked = [row for number in range(queries // 50) for row in document(top, number)]
    asked = [query(number, marked) for number in range(queries)]
    (top / "gold" / "passages.jsonl").write_bytes(passages_bytes(marked))
    path = top / "gold" / "queries.jsonl"
    path.write_bytes(queries_bytes(asked))
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
        subprocess.run(["git", *words], cwd=top, check=True, env=environment())
    for row in asked[::100]:
        row["query"] += " And today?"
        row["evidence_sets"] = row["evidence_sets"][1:] or [[marked[0]["id"]]]
    path.write_bytes(queries_bytes(asked))


def document(top, number):
    """One document of 200 sentences, and a passage for every second of them."""
    from assay.manifest import sha256

    name, version = f"doc-{number:04d}", f"v{number % 7}"
    sentences = [
        f"Правило {number}.{n}: вернуть товар вида {number * n % 997} можно в течение {n} дней."
        for n in range(200)
    ]
    body = "# Правила\n\n" + "\n\n".join(sentences) + "\n"
    (top / "corpus" / f"{name}.md").write_text(
        f"---\nid: {name}\ntitle: Правила {number}\nversion: {version}\nlang: ru\n---\n{body}", "utf-8"
    )
    for n, text in enumerate(sentences[::2]):
        start = body.index(text)
        place = {"doc_id": name, "doc_version": version, "section": "Правила", "anchor": "правила"}
        span = {"start": start, "end": start + len(text), "sha256": sha256(text.encode()), "text": text}
        yield {"id": f"{name}#{n}", **place, **span}


def query(number, marked):
    names = [marked[(2 * number + n) % len(marked)]["id"] for n in range(2 + number % 2)]
    why = dict.fromkeys(names, "Называет срок.")
    label = {
        "evidence_sets": [[name] for name in names],
        "relevant": {},
        "why": why,
        "rationale": "Каждого достаточно.",
    }
    about = {
        "id": f"q-{number:05d}",
        "query": f"Сколько дней на возврат, случай {number}?",
        "lang": "ru",
        "type": "exact",
    }
    return {**about, "split": "dev", **label, "reviewed_by": ["anna"], "status": "reviewed"}


def environment():
    mine = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b"}
    mine |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "PYTHONPATH": str(ROOT / "scripts")}
    return os.environ | mine


def seconds(words, top, rounds):
    """CPU seconds of a process and what it starts, the best of the rounds."""
    best = float("inf")
    for _ in range(rounds):
        before = os.times()
        done = subprocess.run(words, cwd=top, env=environment(), capture_output=True, check=False)
        after = os.times()
        if done.returncode:
            sys.exit(f"{' '.join(words)} gave {done.returncode}\n{done.stderr.decode()[-2000:]}")
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        best = min(best, spent)
    return best


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--queries", type=int, default=10_000)
    options.add_argument("--rounds", type=int, default=3)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / "repository"
        make(top, asked.queries)
        start = seconds([sys.executable, "-c", "pass"], top, asked.rounds)
        parse = seconds([sys.executable, "-c", PARSE], top, asked.rounds) - start
        sizes = {path.stem: path.stat().st_size / 2**20 for path in sorted((top / "gold").iterdir())}
        print(
            f"gold of {asked.queries} queries: "
            + ", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items())
        )
        print(f"{'reading and parsing both':34} {parse:6.2f} s CPU")
        corpus = seconds([sys.executable, "-m", "assay", "corpus", "check"], top, asked.rounds) - start
        spent = seconds([sys.executable, "-m", "assay", "gold", "check"], top, asked.rounds) - start
        print(f"{'assay corpus check':34} {corpus:6.2f} s CPU  (the next looks passages up in the documents)")
        said("assay gold check", spent, parse)
        said("  without reading the documents", spent - corpus, parse)
        for command in (["gold", "diff", "HEAD"], ["gold", "diff", "HEAD", "--format", "json"]):
            spent = seconds([sys.executable, "-m", "assay", *command], top, asked.rounds) - start
            said(f"assay {' '.join(command)}", spent, parse)


def said(name, spent, parse):
    ratio = spent / parse
    print(
        f"{name:34} {spent:6.2f} s CPU  {ratio:5.1f} x  goal {GOAL} x: {'met' if ratio <= GOAL else 'MISSED'}"
    )


if __name__ == "__main__":
    main()
