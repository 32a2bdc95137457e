"""``make bench``: check and report of 10,000 claims against reading, parsing and hashing their files, in one run.

2,500 recorded answers of four sentences, a claim each, each with three retrieved fragments of 600 characters; every claim is
judged, in files of two reviewers. Each line is a process of its own; what it takes over one answer, with start and imports, is
taken off. Times are CPU seconds, the best of the rounds. The goal: the check within 8 times of reading, parsing and hashing,
which any check of such rows has to do; the stage, which checks and writes tables, within 12 times.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).resolve().parent)]

from gold import PARAMS, environment, seconds  # noqa: E402  # the other bench of this folder

CHECK, STAGE = 8, 12
PARSE = """
import hashlib, json, pathlib
for path in [*pathlib.Path("evidence/claims").rglob("*.jsonl"), *pathlib.Path("runs/recorded").rglob("*.jsonl")]:
    for line in path.read_bytes().splitlines():
        json.loads(line)
        hashlib.sha256(line).hexdigest()
"""
QUERY = {
    "id": "q",
    "query": "Какие сроки?",
    "lang": "ru",
    "type": "exact",
    "split": "dev",
    "status": "unreviewed",
}
SENTENCE = "Правило {n} позволяет вернуть товар вида {n} в течение {d} дней после доставки.[{mark}]"


def make(top, answers):
    """A repository with one recorded run, and a ledger of each of its answers."""
    from assay import ledger
    from assay.evidence.record import read_run
    from assay.gold.queries import queries_bytes
    from assay.jsonl import dump_row

    for folder in ("gold", "corpus", "scripts", "evidence/claims"):
        (top / folder).mkdir(parents=True)
    (top / "params.yaml").write_text(PARAMS)
    (top / "requirements.lock").write_text("")
    (top / "gold/queries.jsonl").write_bytes(queries_bytes([QUERY]))
    (top / "gold/passages.jsonl").write_text("")
    run = top / "runs/recorded/assistant/2026-11-01"
    run.mkdir(parents=True)
    (run / "card.json").write_text('{"mode": "retrieve_and_generate"}\n')
    lines = "".join(dump_row(record(number)) + "\n" for number in range(answers)).encode()
    (run / "answers.jsonl").write_bytes(lines)
    read, problems = read_run(
        {"answers.jsonl": lines, "card.json": (run / "card.json").read_bytes()}, "r/assistant/2026-11-01"
    )
    assert not problems
    for number, answer in enumerate(read.answers):
        rows = [ledger.new_row(values, f"Reviewer {number % 2}") for values in claims(answer)]
        path = top / "evidence/claims" / ledger.file_of(rows[0])
        path.parent.mkdir()
        path.write_bytes("".join(dump_row(row) + "\n" for row in rows).encode())


def record(number):
    """An answer of four sentences, three of which are cited."""
    from assay.manifest import sha256

    texts = [
        f"Правило {number}.{n}. " + f"Товар вида {number * n % 997} возвращают в срок. " * 14
        for n in range(3)
    ]
    retrieved = [
        {
            "chunk_id": f"doc-{number}#{n}",
            "rank": n + 1,
            "score": 1 / (n + 1),
            "doc_id": f"doc-{number}",
            "doc_version": "v1",
            "sha256": sha256(text.encode()),
            "text": text,
        }
        for n, text in enumerate(texts)
    ]
    answer, citations = "", []
    for n in range(4):
        sentence = SENTENCE.format(n=f"{number}.{n}", d=n + 7, mark=n + 1)
        answer += " " * bool(answer) + sentence
        if n < 3:
            marker = f"[{n + 1}]"
            span = [len(answer) - len(marker), len(answer)]
            citations.append(
                {"marker": marker, "doc_id": f"doc-{number}", "chunk_id": f"doc-{number}#{n}", "span": span}
            )
    return {
        "answer_id": f"A-{number:05d}",
        "scenario_id": f"S-{number}",
        "query_id": f"x-{number}",
        "query": f"Сколько дней, случай {number}?",
        "lang": "ru",
        "answer": answer,
        "retrieved": retrieved,
        "citations": citations,
        "declines": [],
        "expected_evidence": {"needed": [{"chunk_id": f"doc-{number}#0"}], "unanswerable": []},
    }


def claims(answer):
    """A judged claim a sentence: supported where it is cited, else not."""
    from assay.evidence.proposing import proposed

    for number, one in enumerate(proposed(answer)):
        cited = bool(one["citations"])
        fragment = answer.retrieved[min(number, 2)]
        evidence = {
            key: getattr(fragment, key)
            for key in ("chunk_id", "doc_id", "doc_version", "rank", "sha256", "text")
        }
        yield {
            "claim_id": f"C-{answer.id.removeprefix('A-')}-{number + 1}",
            "scenario_id": answer.scenario_id,
            "query_id": answer.query_id,
            "answer_id": answer.id,
            "run_id": answer.run_id,
            **one,
            "evidence": [evidence] if cited else [],
            "attachment": "attached" if cited else "not_attached",
            "attachment_reason": "Метка стоит сразу после предложения."
            if cited
            else "Метки у предложения нет.",
            "support": "supported" if cited else "unsupported",
            "support_reason": "Фрагмент называет то же правило и тот же срок."
            if cited
            else "О таком сроке фрагменты молчат.",
            "contradicts": False,
            "missing": None,
            "corpus": "holds" if cited else "not_checked",
            "observation": None,
            "hypothesis": None,
            "open_question": None,
            "adjudicates": None,
        }


def repository(top, answers):
    """The same with one commit."""
    make(top, answers)
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
        subprocess.run(["git", *words], cwd=top, check=True, env=environment())
    return top


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--answers", type=int, default=2_500)
    options.add_argument("--rounds", type=int, default=3)
    asked = options.parse_args()
    stage = [str(ROOT / "scripts/evidence.py"), "--recorded", "runs/recorded", "--claims", "evidence/claims"]
    stage += ["--gold", "gold", "--out", "runs/evidence", "--manifest", "runs/manifests/evidence.json"]
    lines = {
        "reading, parsing and hashing": (["-c", PARSE], 0),
        "assay check (ledgers, evidence)": (
            ["-m", "assay", "check", "--only", "ledgers", "--only", "evidence"],
            CHECK,
        ),
        "stage evidence": (stage, STAGE),
    }
    with tempfile.TemporaryDirectory() as folder:
        whole, one = (repository(Path(folder) / name, n) for name, n in (("all", asked.answers), ("one", 1)))
        size = sum(path.stat().st_size for path in whole.rglob("*.jsonl")) / 2**20
        print(
            f"{4 * asked.answers} claims about {asked.answers} answers: {size:.1f} MB; CPU seconds beyond those of one answer"
        )
        parse = 0.0
        for name, (words, goal) in lines.items():
            first = seconds([sys.executable, *words], one, asked.rounds)
            spent = seconds([sys.executable, *words], whole, asked.rounds) - first
            parse = parse or spent
            ratio = (
                f"  {spent / parse:5.1f} x  goal {goal} x: {'met' if spent <= goal * parse else 'MISSED'}"
                if goal
                else ""
            )
            print(f"{name:34} {spent:6.2f} s  (one answer: {first:.2f} s){ratio}")


if __name__ == "__main__":
    main()
