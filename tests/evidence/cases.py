"""The worked scenario Q-017 / A-017 as a recorded run with a reviewer's rows, and makers of others like it.

A shop answers whether goods of a final sale may be sent back. Its answer is wrong on purpose: of its four claims two
contradict the fragment that they cite, one has lost a limit, one rests on nothing.
"""

import json
from pathlib import Path

from assay import ledger
from assay.entries import FIELDS
from assay.evidence.record import read_run
from assay.evidence.runs import Runs
from assay.jsonl import dump_row
from assay.manifest import sha256

RUN = "shop/2026-03-02"
WHERE = f"runs/recorded/{RUN}"
LEDGER = "evidence/claims"
AT = "2026-03-02T10:{:02}:00+00:00"
CARD = {
    "mode": "retrieve_and_generate",
    "corpus_version": "shop-2026-03-01",
    "algorithm": "bm25",
    "top_k": 2,
    "filters": {"lang": "ru"},
    "generation_config": {"temperature": 0},
    "prompt_version": "answer-v3",
    "model": "shop-writer-1",
    "application_revision": "4f2c9d1",
    "locale": "ru",
    "recorded_at": "2026-03-02T09:00:00Z",
}
TERM = (
    "Покупку, сделанную прямо в нашем магазине, принимаем назад 30 календарных дней со дня доставки. "
    "Вещи с финальной распродажи назад не принимаем."
)
START = "Деньги начинаем возвращать тогда, когда вернувшуюся вещь приняли на складе."
QUERY = (
    "Примут ли назад вещь с финальной распродажи через 30 дней и позже, и с какого момента возвращают деньги?"
)
TEXT = (
    "Назад примем за 30 дней что угодно, и вещи с финальной распродажи тоже.[D-01] "
    "Деньги начинают возвращать, как только вы отправили запрос.[D-02] Обычно хватает пяти дней."
)


def span(text, words, after=0):
    """``[first, end]`` of some words of a text."""
    start = text.index(words, after)
    return [start, start + len(words)]


def fragment(chunk, rank, text, doc=None, version=None, **more):
    """A retrieved fragment as a record holds it."""
    more = {"score": 1 / rank, "url": None, "sha256": sha256(text.encode()), **more}
    return {"chunk_id": chunk, "rank": rank, "doc_id": doc, "doc_version": version, "text": text, **more}


def citation(text, marker, doc, chunk=None, **more):
    """A citation whose marker stands in the answer's text."""
    return {"marker": marker, "doc_id": doc, "chunk_id": chunk, "span": span(text, marker), **more}


P04 = fragment("p04", 1, TERM, "D-01", "returns-v4", url="/returns#p04")
P07 = fragment("p07", 2, START, "D-02", "refunds-v2", url="/refunds#p07")
A017 = {
    "answer_id": "A-017",
    "scenario_id": "S-017",
    "query_id": "Q-017",
    "query": QUERY,
    "lang": "ru",
    "answer": TEXT,
    "retrieved": [P04, P07],
    "citations": [citation(TEXT, "[D-01]", "D-01", "p04"), citation(TEXT, "[D-02]", "D-02", "p07")],
    "declines": [],
    "expected_evidence": {
        "needed": [
            {"doc_id": "D-01", "chunk_id": "p04", "supports": "срок и исключение"},
            {"doc_id": "D-02", "chunk_id": "p07", "supports": "с чего начинается возврат денег"},
        ],
        "unanswerable": ["сколько времени возвращают деньги"],
    },
}
# Of each claim of A-017: its words in the answer, and what the reviewer says of it.
CLAIMS = {
    "C-017-1": (
        ["Назад примем", "что угодно, и вещи с финальной распродажи тоже"],
        {
            "claim": "Назад примут любую вещь, и с финальной распродажи тоже.",
            "citations": ["[D-01]"],
            "evidence": ["p04"],
            "attachment": "attached",
            "attachment_reason": "Знак [D-01] стоит сразу за этим предложением.",
            "support": "unsupported",
            "support_reason": "В p04 вещи с финальной распродажи прямо исключены.",
            "contradicts": True,
            "corpus": "holds",
            "observation": "Исключение, которое стоит в процитированном фрагменте, в ответе обращено.",
            "hypothesis": "Второе предложение фрагмента могло не дойти до ответа.",
            "open_question": "Видела ли модель весь фрагмент?",
        },
    ),
    "C-017-2": (
        ["Назад примем за 30 дней"],
        {
            "claim": "Срок возврата 30 дней.",
            "citations": ["[D-01]"],
            "evidence": ["p04"],
            "attachment": "attached",
            "attachment_reason": "Знак [D-01] закрывает предложение, в котором назван срок.",
            "support": "partially_supported",
            "support_reason": "Срок тот же, но потеряно, что он идёт со дня доставки и лишь для покупок прямо в магазине.",
            "contradicts": False,
            "corpus": "holds",
            "observation": "Пределы, в которых срок действует, в ответе не названы.",
        },
    ),
    "C-017-3": (
        ["Деньги начинают возвращать, как только вы отправили запрос"],
        {
            "claim": "Возврат денег начинается с отправки запроса.",
            "citations": ["[D-02]"],
            "evidence": ["p07"],
            "attachment": "attached",
            "attachment_reason": "Знак [D-02] стоит сразу за этим предложением.",
            "support": "unsupported",
            "support_reason": "По p07 началом служит приёмка вещи на складе, а не запрос.",
            "contradicts": True,
            "corpus": "holds",
            "observation": "Названо другое событие, чем в процитированном фрагменте.",
        },
    ),
    "C-017-4": (
        ["Обычно хватает пяти дней"],
        {
            "claim": "Деньги обычно возвращают за пять дней.",
            "attachment": "not_attached",
            "attachment_reason": "После последнего предложения знаков нет.",
            "support": "unsupported",
            "support_reason": "Ни p04, ни p07 не говорят, сколько времени длится возврат денег.",
            "contradicts": False,
            "corpus": "lacks",
            "observation": "Число пять не встречается ни в одном из полученных фрагментов.",
            "open_question": "Есть ли такой срок в других документах магазина?",
        },
    ),
}


def run(*answers, card=CARD, name=RUN):
    """A recorded run of these lines of answers.jsonl; whatever is wrong with them fails the test."""
    files = {"answers.jsonl": lines(*answers)}
    if card is not None:
        files["card.json"] = json.dumps(card, ensure_ascii=False).encode()
    made, problems = read_run(files, f"runs/recorded/{name}")
    assert list(map(str, problems)) == []
    return made


def runs(*answers, **more):
    """These answers as all runs of a repository."""
    made = run(*answers, **more)
    return Runs({made.name: made})


def answer(**values):
    """One recorded answer like A-017, with other values."""
    return run({**A017, **values}).answers[0]


def simple(text, lang="ru", **values):
    """One recorded answer that has this text, and no citations unless told otherwise."""
    return answer(answer=text, lang=lang, **{"citations": [], "declines": [], **values})


def lines(*rows):
    """JSON Lines of some rows."""
    return "".join(dump_row(row) + "\n" for row in rows).encode()


def shop_run():
    """The run that holds A-017 alone."""
    return run(A017)


def shop_runs():
    """The run that holds A-017, as all runs of a repository."""
    return runs(A017)


def row(answer, words, by="anna", minute=0, envelope=None, **values):
    """A row of the ledger ``claims``: what is not told is as the record has it, or null.

    Args:
        answer: the record.
        words: of the answer, of each quotation.
        by: the reviewer.
        minute: of the hour in which it was written.
        envelope: ``supersedes``, ``supersede_reason``, ``decision``.
        values: others; ``citations`` may be told by their markers, ``evidence`` by ids of retrieved fragments.
    """
    known = {one.chunk_id: one for one in answer.retrieved}
    shown = {one.marker: one.record() for one in answer.citations}
    made = dict.fromkeys(FIELDS["claims"]) | {
        "scenario_id": answer.scenario_id,
        "query_id": answer.query_id,
        "answer_id": answer.id,
        "run_id": answer.run_id,
        "kind": "statement",
        "claim": " ".join(words) or "–",
        "quote": [quotation(answer.text, one) for one in words],
    }
    made |= {"at": AT.format(minute), **values}
    made["citations"] = [
        shown.get(one, one) if isinstance(one, str) else one for one in values.get("citations", ())
    ]
    made["evidence"] = [
        evidence(known[one]) if isinstance(one, str) else one for one in values.get("evidence", ())
    ]
    return ledger.new_row(made, by, **(envelope or {}))


def quotation(text, words):
    """A quotation of these words."""
    start, end = span(text, words)
    return {"start": start, "end": end, "text": words}


def evidence(one):
    """A retrieved fragment as a row of the ledger holds it."""
    made = {name: getattr(one, name) for name in ("chunk_id", "doc_id", "doc_version", "rank")}
    return {**made, "sha256": sha256(one.text.encode()), "text": one.text}


def read_in_corpus(text, chunk="p99", doc="D-09"):
    """A fragment of the corpus that was not retrieved, as a row of the ledger holds it."""
    made = {"chunk_id": chunk, "doc_id": doc, "doc_version": None, "rank": None}
    return {**made, "sha256": sha256(text.encode()), "text": text}


def claim(name, answer=None, by="anna", **changed):
    """The reviewer's row of one of the four claims, with other values."""
    words, said = CLAIMS[name]
    return row(answer or shop_run().answers[0], words, by, **{"claim_id": name, **said, **changed})


def shop_rows(by="anna", **changed):
    """The reviewer's rows of A-017 by their place; ``changed`` of each."""
    return placed(*(claim(name, by=by, minute=n, **changed) for n, name in enumerate(CLAIMS)))


def placed(*rows):
    """Rows by their place, as :func:`assay.ledger.history` gives them of the files of their authors."""
    return ledger.history(files(*rows), FIELDS["claims"], LEDGER)


def files(*rows):
    """Bytes of the ledger's files by their names; ``eve`` is the adjudicator."""
    found = {}
    for one in rows:
        found.setdefault(ledger.file_of(one), []).append(one)
    return {name: lines(*own) for name, own in found.items()}


def write_shop(top: Path, *answers, rows=(), card=CARD, name=RUN):
    """Write a recorded run (A-017, unless told otherwise) and rows of the ledger into a repository."""
    folder = top / "runs/recorded" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "card.json").write_text(json.dumps(card, ensure_ascii=False), "utf-8")
    (folder / "answers.jsonl").write_bytes(lines(*(answers or (A017,))))
    for path, data in files(*rows).items():
        (top / LEDGER / path).parent.mkdir(parents=True, exist_ok=True)
        (top / LEDGER / path).write_bytes(data)
