"""A small repository with one recorded run, whose answers have what claims are taken from, and what stands in the way."""

import json
import unicodedata

import pipeline
from assay.entries import FIELDS
from assay.evidence.reading import LEDGER, read
from assay.evidence.record import read_run
from assay.evidence.rules import check
from assay.gold.fields import QUERY
from assay.gold.passages import make_passage, passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.quotes import positions
from assay.gold.repository import read_corpus
from assay.judging.cli import edit, judge, new
from assay.judging.phrases import PHRASES
from assay.labelling.phrases import PHRASES as LABELLING
from assay.labelling.prompting import Words
from assay.ledger import append, author_file, file_of, in_force, new_row
from labelling.ground import did

ADA, BOB, EVE = "Ада Пример", "Bob", "Eve"  # Eve is the adjudicator
WORDS = Words("en", LABELLING, PHRASES)
RETURNS = """\
---
id: returns
title: Возврат
version: returns-v4
lang: ru
---
# Возврат

Купленное прямо у нас принимаем назад 30 дней со дня доставки. Вещи с распродажи назад не принимаем.
"""
REFUNDS = """\
---
id: refunds
title: Деньги
version: refunds-v2
lang: ru
---
# Деньги

Возвращать деньги начинаем, когда вещь приняли на складе.

## Сроки

По карте деньги идут до пяти дней. По карте деньги идут до пяти дней у всех банков.
"""
RULE = "Купленное прямо у нас принимаем назад 30 дней со дня доставки. Вещи с распродажи назад не принимаем."
START = "Возвращать деньги начинаем, когда вещь приняли на складе."
ASKED = "Примут ли вещь с распродажи и когда вернут деньги?"
CLOSED = "Что спрятано?"
TEXT = (
    "Назад примем за 30 дней что угодно, и вещи с распродажи тоже.[1] "
    "Деньги возвращают, как только вы отправили запрос.[2] Обычно хватает пяти дней."
)
# A joined emoji, a flag, and letters in two code points each.
ODD = unicodedata.normalize(
    "NFD", "Йогурт 👩\u200d💻 вернём.[1] Ёлку 🇷🇺 не\u00a0примем\nсовсем.[1] Café 🙂 закрыто\x1b[31m."
)
EXPECTED = {
    "needed": [{"doc_id": "returns", "chunk_id": "p04", "supports": "срок и исключение"}],
    "unanswerable": ["сколько идут деньги", "примут ли без чека"],
}


def span(text, words, after=0):
    start = text.index(words, after)
    return [start, start + len(words)]


def fragment(chunk, rank, text, doc, version):
    known = {"chunk_id": chunk, "rank": rank, "doc_id": doc, "doc_version": version, "text": text}
    return {name: value for name, value in known.items() if value is not None}


def answer(name, text, **values):
    known = {"answer_id": name, "scenario_id": f"S-{name}", "query_id": f"Q-{name}", "query": ASKED}
    citations = [
        {"marker": mark, "doc_id": doc, "chunk_id": chunk, "span": [at, at + len(mark)]}
        for mark, doc, chunk in (("[1]", "returns", "p04"), ("[2]", "refunds", "p07"))
        for at in positions(mark, text or "")
    ]
    retrieved = [
        fragment("p04", 1, RULE, "returns", "returns-v4"),
        fragment("p07", 2, START, "refunds", "refunds-v2"),
        fragment("p09", 3, None, "refunds", None),
    ]
    said = {"answer": text, "retrieved": retrieved, "citations": citations, "expected_evidence": EXPECTED}
    return {**known, **said, **values}


def recorded(*values):
    """The first of some answers, as it is read."""
    made, wrong = read_run({"answers.jsonl": jsonl(*values).encode()}, "runs/recorded/shop/2026-01")
    assert list(map(str, wrong)) == []
    return made.answers[0]


def jsonl(*values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


DECLINED = "Вещи с распродажи не принимаем.[1] Сколько идут деньги, в источниках не сказано."
ANSWERS = [
    answer("A-017", TEXT),
    answer("A.017", "Другой ответ."),  # whose rows stand in the same folder
    answer("A-018", "Тайный ответ.", query_id="q-h", query=CLOSED),
    answer("A-019", None),
    answer("A-020", ODD),
    answer("A-021", "Вещи принимаем.", expected_evidence=None),
    answer("A-022", "За 30 дней. За 30 дней.[1]", query_id="q-1", expected_evidence=None),
    answer(
        "A-023",
        DECLINED,
        declines=[
            {
                "part": "сколько идут деньги",
                "span": span(DECLINED, "Сколько идут деньги, в источниках не сказано."),
            }
        ],
    ),
    answer("A-024", "Пишите на secret@example.org сегодня."),
    answer("A-025", "👍"),
    answer(
        "A-026",
        "Назад не берём.[7]",
        retrieved=[{"chunk_id": "x", "text": RULE}],
        citations=[{"marker": "[7]", "doc_id": None, "chunk_id": "z", "span": [15, 18]}],
    ),
]


def query(name, **values):
    about = {"id": name, "query": ASKED, "lang": "ru", "type": "exact", "split": "dev", "status": "reviewed"}
    label = {
        "evidence_sets": [["returns#rule"]],
        "why": {"returns#rule": "Правило."},
        "rationale": "Одно правило.",
    }
    review = {"found_by": "browse", "reviewed_by": ["Анна"], "unanswerable": ["сколько идут деньги"]}
    return {**dict.fromkeys(QUERY), **about, **label, **review, **values}


def make(top, lang="en"):
    """The repository: two documents, one passage, an open and a closed question, one recorded run."""
    pipeline.run(top, "git", "init", "-q", "--template=")
    pipeline.run(top, "git", "config", "user.name", ADA)
    pipeline.run(top, "git", "config", "user.email", "ada@example.org")
    settings = pipeline.PARAMS.replace("lang: en", f"lang: {lang}").replace(
        "adjudicators: []", f"adjudicators: [{EVE}]"
    )
    (top / "params.yaml").write_text(settings, "utf-8")
    for name, text in (("returns", RETURNS), ("refunds", REFUNDS)):
        (top / "corpus").mkdir(exist_ok=True)
        (top / f"corpus/{name}.md").write_text(text, "utf-8")
    documents = read_corpus(top).documents
    body = dict(documents.select("doc_id", "body").iter_rows())["returns"]
    (top / "gold").mkdir()
    passage = make_passage(documents, "returns", span=tuple(span(body, RULE)), id="returns#rule")
    (top / "gold/passages.jsonl").write_bytes(passages_bytes([passage]))
    (top / "gold/queries.jsonl").write_bytes(
        queries_bytes([query("q-1"), query("q-h", query=CLOSED, split="holdout")])
    )
    folder = top / "runs/recorded/shop/2026-01"
    folder.mkdir(parents=True)
    (folder / "card.json").write_text(json.dumps({"mode": "retrieve_and_generate", "locale": "ru"}), "utf-8")
    pipeline.write_rows(folder / "answers.jsonl", ANSWERS)
    return top


def ledger(top, name="A-017", by=ADA):
    """A reviewer's rows about an answer, as they stand in the file."""
    path = top / LEDGER / author_file(name) / f"{author_file(by)}.jsonl"
    return pipeline.rows(path) if path.exists() else []


def current(top, name="A-017", by=ADA):
    """The reviewer's rows in force by id of the claim."""
    return {row["claim_id"]: row for row in in_force(ledger(top, name, by))}


def problems(top):
    """Everything that the rules find wrong in the ledger."""
    found = read(top)
    return list(map(str, check(found.rows, found.runs, found.gold)))


def bare(rows):
    """Rows without what differs each time they are written."""
    return [{name: value for name, value in row.items() if name not in ("row_id", "at")} for row in rows]


def taken_down(name="A-017", *, by=None):
    """Let a reviewer have the claims that are proposed."""
    words = (name, *(("--by", by) if by else ()))
    did(new, *words, "--jsonl", "-", told=did(new, *words, "--no-ask"))


# A verdict by flags that breaks no rule, of a statement that has a citation.
ATTACHED = ("--attachment", "attached", "--attachment-reason", "метка стоит за предложением")
UNSUPPORTED = (
    "--support",
    "unsupported",
    "--support-reason",
    "p04 исключает распродажу",
    "--evidence",
    "p04",
    "--contradicts",
)
WRONG = (*ATTACHED, *UNSUPPORTED)
# Of one that has none, and that no fragment is about.
NEVER = (
    *("--attachment", "not_attached", "--attachment-reason", "метки у предложения нет"),
    *("--support", "unsupported", "--support-reason", "p04 и p07 о таком сроке молчат"),
    *("--corpus", "not_checked"),
)
# What a milder reviewer says instead of UNSUPPORTED.
LENIENT = (
    "--support",
    "partially_supported",
    "--support-reason",
    "срок в p04 есть",
    "--evidence",
    "p04",
    "--corpus",
    "holds",
)


def judged(name, claim, *flags, by=None):
    """Judge one claim by flags."""
    return did(judge, name, claim, *flags, *(("--by", by) if by else ()))


def forked(top):
    """Let Ada, who has judged the first claim, have two verdicts on it, as two branches leave them; both rows."""
    old = current(top)["C-017-1"]
    values = {name: old[name] for name in FIELDS["claims"]}
    twin = new_row({**values, "open_question": "Почему?"}, ADA, old["supersedes"], old["supersede_reason"])
    append(top / LEDGER / file_of(twin), twin)
    return [old, twin]


def branched(top):
    """Let Ada split a claim on each of two branches, where each part gets the next number, and merge them."""
    taken_down()
    (top / ".gitattributes").write_text("*.jsonl merge=union\n")
    for words in (("add", "."), ("commit", "-qm", "base"), ("branch", "other")):
        pipeline.run(top, "git", *words)
    why = ("--why", "в предложении два срока")
    did(edit, "A-017", *why, "--split", "C-017-1", "Назад примем | за 30 дней")
    pipeline.run(top, "git", "commit", "-qam", "one")
    pipeline.run(top, "git", "checkout", "-q", "other")
    did(edit, "A-017", *why, "--split", "C-017-3", "Обычно хватает | пяти дней")
    judged("A-017", "C-017-5", *NEVER)
    pipeline.run(top, "git", "commit", "-qam", "two")
    pipeline.run(top, "git", "merge", "-q", "-m", "both", "@{-1}")
