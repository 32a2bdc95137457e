"""``make bench``: claims of one long answer, proposed, taken down, changed, against splitting and hashing its sentences.

One recorded answer of 10,000 sentences, each with a citation. The peer splits its text once, parses a line a claim and hashes
it, which any such command has to do. Each line is a process of its own; what it takes over an answer of one sentence, with
start and imports, is taken off. Times are CPU seconds, the best of the rounds. The goal: proposing within 10 times; taking down
and changing, which make, check and hash a whole row of the ledger for each line, within 35 times; and twice the sentences
within 3 times what half of them take: no command may look at all of them for each.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).resolve().parent)]

from gold import PARAMS, environment, seconds  # noqa: E402  # the other bench of this folder

PROPOSE, WRITE, GROWTH = 10, 35, 3
SENTENCE = "Правило {n} позволяет вернуть товар вида {n} в течение {d} дней после доставки."
PEER = """
import hashlib, json, pathlib
from assay.evidence.sentences import sentences
path = next(pathlib.Path("runs/recorded").rglob("answers.jsonl"))
answer = json.loads(path.read_bytes())
sentences(answer["answer"], "ru", [tuple(one["span"]) for one in answer["citations"]])
for line in pathlib.Path("new.jsonl").read_bytes().splitlines():
    json.loads(line)
    hashlib.sha256(line).hexdigest()
"""


def record(number):
    """An answer of so many sentences, each with a citation of its own."""
    pieces, citations, at = [], [], 0
    for n in range(number):
        marker = f"[{n + 1}]"
        piece = " " * bool(n) + SENTENCE.format(n=n, d=n % 30 + 1)
        at += len(piece)
        citations.append(
            {"marker": marker, "doc_id": "rules", "chunk_id": "c", "span": [at, at + len(marker)]}
        )
        pieces += [piece, marker]
        at += len(marker)
    retrieved = [{"chunk_id": "c", "rank": 1, "doc_id": "rules", "text": "Правила возврата."}]
    known = {
        "answer_id": "A-1",
        "scenario_id": "S-1",
        "query_id": "x-1",
        "query": "Какие сроки?",
        "lang": "ru",
    }
    expected = {"needed": [{"chunk_id": "c"}], "unanswerable": []}
    said = {
        "answer": "".join(pieces),
        "retrieved": retrieved,
        "citations": citations,
        "expected_evidence": expected,
    }
    return {**known, **said}


def repository(top, number):
    """A repository with that answer; the claims of one reviewer, as ``new`` printed and as ``edit`` does, in files."""
    from assay.jsonl import dump_row

    run = top / "runs/recorded/assistant/long"
    for folder in (run, top / "gold", top / "corpus", top / "scripts"):
        folder.mkdir(parents=True)
    (top / "params.yaml").write_text(PARAMS)
    (top / "gold/queries.jsonl").write_text("")
    (top / "gold/passages.jsonl").write_text("")
    (run / "card.json").write_text('{"mode": "retrieve_and_generate"}\n')
    (run / "answers.jsonl").write_text(dump_row(record(number)) + "\n", "utf-8")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=top, check=True, env=environment())
    (top / "new.jsonl").write_bytes(printed(top, "new"))
    printed(top, "new", "--jsonl", "new.jsonl")
    own = printed(top, "edit").decode()
    (top / "edit.jsonl").write_text(own.replace('"claim": "Правило', '"claim": "Это правило'), "utf-8")
    return top


def assay(verb, *words, by="Anna"):
    """A command about the answer."""
    return [sys.executable, "-m", "assay", "evidence", verb, "A-1", "--by", by, "--no-ask", *words]


def printed(top, *words):
    """What a command prints."""
    return subprocess.run(
        assay(*words),
        cwd=top,
        check=True,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ).stdout


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sentences", type=int, default=10_000)
    options.add_argument("--rounds", type=int, default=3)
    asked = options.parse_args()
    lines = {
        "splitting once, parsing and hashing": ([sys.executable, "-c", PEER], 0),
        "assay evidence new": (assay("new", by="Boris"), PROPOSE),
        "assay evidence new --jsonl": (assay("new", "--jsonl", "new.jsonl", "--dry-run", by="Boris"), WRITE),
        "assay evidence edit --jsonl": (
            assay("edit", "--jsonl", "edit.jsonl", "--why", "ближе к словам ответа", "--dry-run"),
            WRITE,
        ),
    }
    with tempfile.TemporaryDirectory() as folder:
        sizes = {"all": asked.sentences, "half": asked.sentences // 2, "one": 1}
        whole, half, one = (repository(Path(folder) / name, n) for name, n in sizes.items())
        print(f"an answer of {asked.sentences} sentences; CPU seconds beyond those of an answer of one")
        peer = 0.0
        for name, (words, goal) in lines.items():
            first = seconds(words, one, asked.rounds)
            spent = seconds(words, whole, asked.rounds) - first
            less = seconds(words, half, asked.rounds) - first
            peer = peer or spent
            print(f"{name:36} {spent:6.2f} s  (one sentence: {first:.2f} s){told(spent, less, peer, goal)}")


def told(spent, less, peer, goal):
    """How that holds against the peer, and against half of the sentences."""
    if not goal:
        return ""
    met = spent <= goal * peer and spent <= GROWTH * less
    ratio = f"  {spent / peer:5.1f} x  goal {goal} x; {spent / less:.1f} x what half takes, goal {GROWTH} x"
    return f"{ratio}: {'met' if met else 'MISSED'}"


if __name__ == "__main__":
    main()
