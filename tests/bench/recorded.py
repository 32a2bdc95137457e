"""Recorded answers for the bench of evidence tables: runs of any size, every claim judged, in files of two reviewers."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).resolve().parent)]

from gold import PARAMS, environment  # noqa: E402  # the other bench of this folder

QUERY = {
    "id": "q",
    "query": "Какие сроки?",
    "lang": "ru",
    "type": "exact",
    "split": "dev",
    "status": "unreviewed",
}
SENTENCE = "Правило {n} позволяет вернуть товар вида {n} в течение {d} дней после доставки.[{mark}]"


def make(top, answers, runs):
    """A repository with recorded runs, and a ledger of each of their answers."""
    from assay.gold.queries import queries_bytes

    for folder in ("gold", "corpus", "scripts", "evidence/claims"):
        (top / folder).mkdir(parents=True)
    (top / "params.yaml").write_text(PARAMS)
    (top / "requirements.lock").write_text("")
    (top / "gold/queries.jsonl").write_bytes(queries_bytes([QUERY]))
    (top / "gold/passages.jsonl").write_text("")
    for letter in "AB"[:runs]:
        record_run(top, letter, answers)


def record_run(top, letter, answers):
    """One run, whose answers have ids with that letter."""
    from assay import ledger
    from assay.evidence.record import read_run
    from assay.jsonl import dump_row

    run = top / f"runs/recorded/assistant/run-{letter}"
    run.mkdir(parents=True)
    (run / "card.json").write_text('{"corpus_version": "v1", "mode": "retrieve_and_generate"}\n')
    lines = "".join(dump_row(record(number, letter)) + "\n" for number in range(answers)).encode()
    (run / "answers.jsonl").write_bytes(lines)
    files = {"answers.jsonl": lines, "card.json": (run / "card.json").read_bytes()}
    read, problems = read_run(files, f"r/assistant/run-{letter}")
    assert not problems
    for number, answer in enumerate(read.answers):
        rows = [ledger.new_row(values, f"Reviewer {number % 2}") for values in claims(answer)]
        path = top / "evidence/claims" / ledger.file_of(rows[0])
        path.parent.mkdir()
        path.write_bytes("".join(dump_row(row) + "\n" for row in rows).encode())


def record(number, letter):
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
        "answer_id": f"{letter}-{number:05d}",
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
    """A judged claim a sentence: supported where it is cited, else not; in the second run every other in other words."""
    from assay.evidence.proposing import proposed

    for number, one in enumerate(proposed(answer)):
        cited = bool(one["citations"])
        if answer.id.startswith("B") and number % 2:
            one["claim"] = one["claim"].replace("позволяет", "даёт право")
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


def repository(top, answers, runs=1):
    """The same with one commit."""
    make(top, answers, runs)
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
        subprocess.run(["git", *words], cwd=top, check=True, env=environment())
    return top
