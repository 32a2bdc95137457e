"""``make bench``: scoring against pytrec_eval and ranx in the same run, and the cost of a no-op pipeline.

Each line is a process of its own, from the files to written scores. Ours computes every metric (the peers:
what they have of them) over data with sets, twins and straddling passages, and over the plain data that the
peers get. Times are the best of the rounds; peak memory is the process's own, the least of the rounds. At the end the
same of text, TREC and nested JSON Lines, against pytrec_eval, with the goals and whether they are met: first our inner
functions alone, then the command `assay import results` as users run it (commands.py).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import commands

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ORACLES = ROOT / ".venv-oracles" / "bin" / "python"
PEERS = [(tool, source) for tool in ("pytrec_eval", "ranx") for source in ("trec", "parquet")]
OURS = [("ours", "full"), ("ours", "plain")]
TEXTS = [
    ("ours", "trec"),
    ("ours", "jsonl"),
    ("ours", "import"),
    ("ours", "import-trec"),
    ("pytrec_eval", "trec"),
    ("pytrec_eval", "jsonl"),
]
# What of ours, against which of pytrec_eval's, how many times as fast, in how many MB at most.
GOALS = [
    ("trec", "trec", 6, None),
    ("jsonl", "jsonl", 2.5, None),
    ("import", "jsonl", 2.5, 150),
    ("import-trec", "trec", None, None),
]


def run(words, **more):
    """Seconds of the whole process, of its own count after imports, peak memory in MB, and what it said."""
    start = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "PYTHONWARNINGS": "ignore"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once, in the warm-up
    child = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, **more
    )
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, words))} gave {child.returncode}")
    result = json.loads(said.splitlines()[-1])
    return {
        "whole": time.perf_counter() - start,
        "after imports": result["seconds"],
        "cpu": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss / 1024,
        "recall": result["recall"],
    }


def words_of(name, source, folder):
    """The command of one contestant."""
    if (name, source) in OURS:
        return [sys.executable, HERE / "ours.py", folder / source, folder]
    if name == "ours":
        return [sys.executable, HERE / "texts.py", source, folder / "plain", folder]
    return [ORACLES, HERE / "peers.py", name, source, folder / "plain", folder]


def best(rounds):
    """The least of each number over the rounds."""
    return {name: min(one[name] for one in rounds) for name in rounds[0] if rounds[0][name] is not None}


def compare(folder, queries, rounds, slow_rounds):
    """Measure everyone on one size, in turns, so that all meet the same neighbours on the machine."""
    measured = {}
    for number in range(rounds):
        for name, source in OURS + PEERS:
            if name != "ranx" or number < slow_rounds:
                measured.setdefault((name, source), []).append(run(words_of(name, source, folder)))
    results = {key: best(values) for key, values in measured.items()}
    plain = [values["recall"] for (name, source), values in results.items() if (name, source) != OURS[0]]
    if max(plain) - min(plain) > 1e-9:
        sys.exit(f"the tools disagree on recall@10: {plain}")
    show(results, queries)
    return results


def show(results, queries):
    print(f"\n{queries:,} queries × 100 results; all agree on recall@10 of the plain data")
    rows(results, lambda name, source: f"{name}, {source} data" if name == "ours" else f"{name}, {source}")
    for key in OURS:
        ratios = []
        for measure in ("after imports", "whole"):
            name, source = min(set(results) - set(OURS), key=lambda peer: results[peer][measure])
            ratio = results[name, source][measure] / results[key][measure]
            ratios.append(f"{measure} {ratio:.1f}× ({name}, {source})")
        print(f"against the fastest peer, {key[1]} data: {', '.join(ratios)}")


def rows(results, label):
    """One line a contestant."""
    print(f"{'':24}{'after imports':>16}{'whole process':>16}{'CPU':>10}{'peak memory':>14}")
    for key, values in results.items():
        times = f"{values['after imports']:14.2f} s{values['whole']:14.2f} s{values['cpu']:8.2f} s"
        print(f"{label(*key):24}{times}{values['memory']:11.0f} MB")


def compare_texts(folder, rounds):
    """Measure reading and scoring of text, in turns."""
    measured = {}
    for _ in range(rounds):
        for key in TEXTS:
            measured.setdefault(key, []).append(run(words_of(*key, folder)))
    results = {key: best(values) for key, values in measured.items()}
    recalls = [values["recall"] for values in results.values() if "recall" in values]
    if max(recalls) - min(recalls) > 1e-9:
        sys.exit(f"the tools disagree on recall@10: {recalls}")
    print(
        "\ninner functions, one process each: text read and scored, as pytrec_eval does (import: only read and written"
    )
    print("as a results.jsonl, without gold set, corpus and checks); all that score agree on recall@10")
    rows(results, lambda name, source: f"{name}, {source}")
    for ours, theirs, times, most in GOALS:
        mine, peer = results["ours", ours], results["pytrec_eval", theirs]
        ratio = peer["whole"] / mine["whole"]
        print(f"{ours} against pytrec_eval, {theirs}: {held(ratio, times, mine['memory'], most)}")
    return results


def held(ratio, times, memory, most):
    """A ratio and a peak, each with its goal, and which of these are met."""
    said = f"whole process {ratio:.1f}×"
    said += f", goal {times}×: {'met' if ratio >= times else 'missed'}" if times else ", no goal"
    said += f"; {memory:.0f} MB"
    return said + (f", goal {most} MB: {'met' if memory <= most else 'missed'}" if most else ", no goal")


def pipeline(folder):
    """A pipeline with nothing to do: `dvc repro` against `dvc status`."""
    sys.path.insert(0, str(HERE.parent))
    import pipeline as repository

    top = folder / "repository"
    top.mkdir()
    repository.make(top)
    repository.repro(top)
    for words in (["dvc", "status"], ["dvc", "repro"]):
        start = time.perf_counter()
        repository.run(top, *words)
        print(f"{' '.join(words):24}{time.perf_counter() - start:14.2f} s with nothing to do")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, nargs="*", default=[5_000, 50_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slow-rounds", type=int, default=1, help="of ranx, which needs a minute")
    parser.add_argument("--text-rounds", type=int, default=2, help="of text, which needs half a minute each")
    parser.add_argument("--no-pipeline", action="store_true")
    chosen = parser.parse_args()
    if not ORACLES.is_file():
        sys.exit("the peers have an environment of their own: run `make bench`")
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        found = {}
        for queries in chosen.queries:
            folder = top / str(queries)
            subprocess.run([sys.executable, HERE / "fabric.py", folder, str(queries)], check=True)
            for name_source in OURS + PEERS if not found else []:  # compiled and cached, not measured
                run(words_of(*name_source, folder))
            found[queries] = compare(folder, queries, chosen.rounds, chosen.slow_rounds)
        if len(found) > 1:
            small, large = (
                found[queries]["ours", "full"]["after imports"] for queries in (min(found), max(found))
            )
            print(f"\n{max(found) // min(found)}× the rows: {large / small:.1f}× the time after imports")
        most = max(found)
        compare_texts(top / str(most), chosen.text_rounds)
        commands.compare(top / str(most) / "plain", most, chosen.text_rounds)
        if not chosen.no_pipeline:
            print()
            pipeline(top)


if __name__ == "__main__":
    main()
