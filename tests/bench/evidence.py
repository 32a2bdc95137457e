"""``make bench``: check and report of 10,000 claims against reading, parsing and hashing their files, in one run.

2,500 recorded answers of four sentences, a claim each, each with three retrieved fragments of 600 characters; every claim is
judged, in files of two reviewers. Each line is a process of its own; what it takes over one answer, with start and imports, is
taken off. Times are CPU seconds, the best of the rounds. The goal: the check within 8 times of reading, parsing and hashing,
which any check of such rows has to do; the stage, which checks and writes tables, within 12 times.

Then ``assay evidence replay`` of two runs with 10,000 claims between them, of which half are reworded, against the same of its
files: within 15 times. Last one answer with 2,000 claims in either run, each like any other: pairs of them against the numbers
that RapidFuzz's ``cdist`` gives for every two (both in one process, without what imports take): within 2 times, in a tenth of
the memory.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).resolve().parent)]

from recorded import repository  # noqa: E402

from gold import environment, seconds  # noqa: E402  # the other benches of this folder

CHECK, STAGE, REPLAY, PAIRS, ROOM = 8, 12, 15, 2, 0.1
PARSE = """
import hashlib, json, pathlib
for path in [*pathlib.Path("evidence/claims").rglob("*.jsonl"), *pathlib.Path("runs/recorded").rglob("*.jsonl")]:
    for line in path.read_bytes().splitlines():
        json.loads(line)
        hashlib.sha256(line).hexdigest()
"""
ALIKE = """
import pathlib, re, sys
from rapidfuzz import fuzz, process
from assay.evidence.matching import LIKENESS, pairs
left, right = (
    [("statement", f"Правило {n} {word} вернуть товар вида {n % 97} в течение {n % 40} дней.") for n in range(int(sys.argv[2]))]
    for word in ("позволяет", "разрешает")
)
def every_two():
    sides = [[text.lower().rstrip(".") for _, text in side] for side in (left, right)]
    scores = process.cdist(*sides, scorer=fuzz.token_sort_ratio, score_cutoff=LIKENESS)
    return [(float(scores[one, other]), one, other) for one, other in zip(*scores.nonzero())]
found = {"ours": lambda: pairs(left, right), "cdist": every_two, "nothing": list}[sys.argv[1]]()
print(int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) / 1024)
"""


def checked(folder, answers, rounds):
    """Check and stage of one run."""
    whole, one = (repository(folder / f"{n}", n) for n in (answers, 1))
    stage = [str(ROOT / "scripts/evidence.py"), "--recorded", "runs/recorded", "--claims", "evidence/claims"]
    stage += ["--gold", "gold", "--out", "runs/evidence", "--manifest", "runs/manifests/evidence.json"]
    check = ["-m", "assay", "check", "--only", "ledgers", "--only", "evidence"]
    lines = {"assay check (ledgers, evidence)": (check, CHECK), "stage evidence": (stage, STAGE)}
    against_parsing(lines, whole, one, 4 * answers, rounds)


def replayed(folder, answers, rounds):
    """Two runs held against each other."""
    whole, one = (repository(folder / f"{n} of two runs", n, runs=2) for n in (answers, 1))
    words = ["-m", "assay", "evidence", "replay", "assistant/run-A", "assistant/run-B"]
    lines = {f"replay --format {form}": ([*words, "--format", form], REPLAY) for form in ("json", "html")}
    against_parsing(lines, whole, one, 8 * answers, rounds)


def against_parsing(lines, whole, one, claims_there, rounds):
    """Print what each line takes beyond one answer, and how often reading, parsing and hashing that is."""
    size = sum(path.stat().st_size for path in whole.rglob("*.jsonl")) / 2**20
    print(f"{claims_there} claims: {size:.1f} MB; CPU seconds beyond those of one answer")
    parse = 0.0
    for name, (words, goal) in {"reading, parsing and hashing": (["-c", PARSE], 0), **lines}.items():
        first = seconds([sys.executable, *words], one, rounds)
        spent = seconds([sys.executable, *words], whole, rounds) - first
        parse = parse or spent
        said = f"  {spent / parse:5.1f} x  goal {goal} x: {met(spent, goal * parse)}" if goal else ""
        print(f"{name:34} {spent:6.2f} s  (one answer: {first:.2f} s){said}")


def alike(claims_there, rounds):
    """Pairs of alike claims, and the numbers of every two of them."""
    print(
        f"{claims_there} alike claims in either of two answers; CPU seconds and memory beyond those of none"
    )
    spent, room = {}, {}
    for name in ("nothing", "cdist", "ours"):
        words = [sys.executable, "-c", ALIKE, name, str(claims_there)]
        spent[name] = seconds(words, ROOT, rounds) - spent.get("nothing", 0)
        said = subprocess.run(words, cwd=ROOT, env=environment(), capture_output=True, check=True).stdout
        room[name] = float(said) - room.get("nothing", 0)
    print(f"{'cdist of every two':34} {spent['cdist']:6.2f} s  {room['cdist']:7.1f} MB")
    times, part = spent["ours"] / spent["cdist"], room["ours"] / room["cdist"]
    print(
        f"{'pairs':34} {spent['ours']:6.2f} s  {room['ours']:7.1f} MB"
        f"  {times:4.1f} x  goal {PAIRS} x: {met(times, PAIRS)}; memory {part:.2f} x  goal {ROOM} x: {met(part, ROOM)}"
    )


def met(value, goal):
    """Whether it is."""
    return "met" if value <= goal else "MISSED"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--answers", type=int, default=2_500)
    options.add_argument("--alike", type=int, default=2_000)
    options.add_argument("--rounds", type=int, default=3)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checked(Path(folder), asked.answers, asked.rounds)
        replayed(Path(folder), asked.answers // 2, asked.rounds)
    alike(asked.alike, asked.rounds)


if __name__ == "__main__":
    main()
