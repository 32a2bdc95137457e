"""Recorded answers of a bench: to its questions, over its chunks, with four claims each, all in words of their own."""

import itertools

from assay.evidence.gathering import gathered
from assay.evidence.record import read_run
from assay.evidence.runs import Runs
from assay.jsonl import dump_row
from assay.ledger import new_row
from assay.manifest import sha256

RUN = "assistant/2026-11-01"
CLAIMS, FRAGMENTS = 4, 5
# How claims are judged, in turn: attachment, support, whether a fragment says otherwise, what the corpus has.
VERDICTS = (
    ("attached", "supported", False, "holds"),
    ("attached", "partially_supported", False, "holds"),
    ("attached", "unsupported", True, "holds"),
    ("not_attached", "unsupported", False, "lacks"),
    ("attached", "supported", False, "holds"),
)


def recorded(ground, n, words):
    """Evidence of ``n`` answers.

    Args:
        ground: of page.py: its questions and its chunks.
        n: how many.
        words: that texts are made of.
    """
    if not n:
        return gathered(Runs({}), [], {}, {})
    chunks = list(ground.table.select("chunk_id", "doc_id", "text").iter_rows())
    turns = itertools.cycle(range(0, len(chunks) - FRAGMENTS, 3))
    lines = [
        record(number, [chunks[next(turns) + at] for at in range(FRAGMENTS)], words) for number in range(n)
    ]
    files = {"answers.jsonl": "".join(dump_row(line) + "\n" for line in lines).encode()}
    run, problems = read_run(files, f"runs/recorded/{RUN}")
    assert not problems, problems[0]
    rows = [row for answer in run.answers for row in judged(answer, words)]
    return gathered(Runs({RUN: run}), rows, {}, {})


def record(number, chunks, words):
    """An answer of four sentences, three of them with a citation."""
    text, citations = "", []
    for at in range(CLAIMS):
        text += (" " if text else "") + words.text(90)
        if at < CLAIMS - 1:
            marker = f"[{at + 1}]"
            text += marker
            name, document, _ = chunks[at]
            span = [len(text) - len(marker), len(text)]
            citations.append({"marker": marker, "doc_id": document, "chunk_id": name, "span": span})
    retrieved = [
        {
            "chunk_id": name,
            "rank": rank,
            "score": 1 / rank,
            "doc_id": document,
            "doc_version": "v1",
            "text": body,
        }
        for rank, (name, document, body) in enumerate(chunks, 1)
    ]
    return {
        "answer_id": f"A-{number:05}",
        "scenario_id": f"S-{number}",
        "query_id": f"q-{number}",
        "query": words.text(70),
        "lang": "ru",
        "answer": text,
        "retrieved": retrieved,
        "citations": citations,
        "declines": [],
        "expected_evidence": {"needed": [{"chunk_id": chunks[0][0]}], "unanswerable": [words.text(30)]},
    }


def judged(answer, words):
    """Its claims, a sentence each."""
    begin = 0
    borders = [*(one.span for one in answer.citations), (len(answer.text), len(answer.text))]
    for number, (end, after) in enumerate(borders):
        attachment, support, contradicts, corpus = VERDICTS[(number + int(answer.id[2:])) % len(VERDICTS)]
        fragment = answer.retrieved[number]
        named = {key: getattr(fragment, key) for key in ("chunk_id", "doc_id", "doc_version", "rank", "text")}
        values = {
            "claim_id": f"C-{answer.id[2:]}-{number + 1}",
            "scenario_id": answer.scenario_id,
            "query_id": answer.query_id,
            "answer_id": answer.id,
            "run_id": answer.run_id,
            "kind": "statement",
            "claim": words.text(60),
            "quote": [{"start": begin, "end": end, "text": answer.text[begin:end]}],
            "citations": [answer.citations[number].record()]
            if attachment == "attached" and number < 3
            else [],
            "evidence": [{**named, "sha256": sha256(fragment.text.encode())}] if corpus == "holds" else [],
            "attachment": attachment,
            "attachment_reason": words.text(60),
            "support": support,
            "support_reason": words.text(120),
            "contradicts": contradicts,
            "missing": None,
            "corpus": corpus,
            "observation": words.text(90),
            "hypothesis": words.text(60) if contradicts else None,
            "open_question": None,
            "adjudicates": None,
        }
        yield new_row(values, f"Reviewer {number % 2 + 1}")
        begin = after + 1
