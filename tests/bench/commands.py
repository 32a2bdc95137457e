"""The command `assay import results` against pytrec_eval, each as a whole process: ``python commands.py --queries N``.

Ours: Python starts, the file is read and checked, its questions and chunks are matched against a repository of as many
questions and four times as many chunks, and the recorded run is written. Theirs: Python starts, qrels and the same
file (TREC text, or JSON Lines by Python's json) are read, and every query is scored. Neither does what the other does;
the rows that both have to read are the same. Wall and CPU seconds and peak memory are those of the process
(``os.wait4``), the least of the rounds; 100 rows a question.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ORACLES = ROOT / ".venv-oracles" / "bin" / "python"
ASSAY = [sys.executable, "-m", "assay"]
TO = ("--system", "bench", "--corpus-version", "bench", "--trust-ids")
# Our file, pytrec_eval's, how many times as fast, in how many MB at most.
COMPARED = [
    ("run.trec", "trec", 6, 250),
    ("run.jsonl", "jsonl", 2.5, 250),
    ("other.jsonl", "jsonl", 2.5, 300),
]


def measured(words, folder):
    """Wall and CPU seconds of a process, and its peak memory in MB."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "PYTHONWARNINGS": "ignore"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    child = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, words))} gave {child.returncode}")
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / 1024}


def repository(top, folder):
    """A repository that knows the chunks and the questions of a run; nothing of it is measured."""
    measured([*ASSAY, "init", top, "--no-ask"], folder)
    measured([*ASSAY, "import", "chunks", folder / "run.trec", "--ids-only"], top)
    measured([*ASSAY, "import", "questions", folder / "qrels.trec"], top)


def imported(top, file):
    """One import of a file into a repository, which is afterwards as it was."""
    params = (top / "params.yaml").read_bytes()
    found = measured([*ASSAY, "import", "results", file, *TO], top)
    (top / "params.yaml").write_bytes(params)
    shutil.rmtree(top / "runs/recorded/bench")
    return found


def least(rounds):
    return {name: min(one[name] for one in rounds) for name in rounds[0]}


def compare(folder, queries, rounds):
    """Measure all in turns, print it, and whether the goals are met."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name, "repository")
        repository(top, folder)
        out = Path(name)
        found = {}
        for _ in range(rounds):
            for file, _peer, _times, _most in COMPARED:
                found.setdefault(file, []).append(imported(top, folder / file))
            for peer in ("trec", "jsonl"):
                words = [ORACLES, HERE / "peers.py", "pytrec_eval", peer, folder, out]
                found.setdefault(peer, []).append(measured(words, out))
    show({key: least(values) for key, values in found.items()}, queries)


def show(found, queries):
    print(f"\nwhole processes, {queries * 100:,} rows of {queries:,} questions, {4 * queries:,} chunks:")
    print(
        "  ours: `assay import results FILE`, read, checked, matched with gold set and corpus, written, not scored"
    )
    print(
        "  pytrec_eval: the same rows and the qrels read, scored, written; it knows no gold set and no corpus"
    )
    print(f"{'':28}{'wall':>10}{'CPU':>10}{'peak memory':>14}")
    for key, values in found.items():
        label = f"assay import {key}" if "." in key else f"pytrec_eval, {key}"
        print(f"{label:28}{values['wall']:8.2f} s{values['cpu']:8.2f} s{values['memory']:11.0f} MB")
    for file, peer, times, most in COMPARED:
        ratio, memory = found[peer]["wall"] / found[file]["wall"], found[file]["memory"]
        speed = "met" if ratio >= times else "missed"
        room = "met" if memory <= most else "missed"
        print(
            f"{file}: {ratio:.1f}× as fast as pytrec_eval, {peer}; goal {times}×: {speed}; goal {most} MB: {room}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=50_000, help="100 rows each")
    parser.add_argument("--rounds", type=int, default=2)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([sys.executable, HERE / "fabric.py", name, str(chosen.queries)], check=True)
        compare(Path(name, "plain"), chosen.queries, chosen.rounds)


if __name__ == "__main__":
    main()
