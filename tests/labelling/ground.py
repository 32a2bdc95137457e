import json

from click.testing import CliRunner

import pipeline
from assay.errors import InputError
from assay.gold.fields import QUERY
from assay.gold.passages import make_passage, passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.repository import read_corpus

RETURNS = """\
---
id: returns
title: Возврат товаров
version: returns-v4
lang: ru
---
# Возврат товаров

Общие правила магазина.

## Срок возврата

Вернуть товар можно в течение 30 дней. Причину объяснять не нужно.

- Чек не обязателен.
- Упаковка нужна.

### Примечание

Распродажу не возвращаем.

## Деньги

| способ | срок |
| --- | --- |
| карта | 5 дней |
| наличные | сразу |
"""
HOLIDAYS = """\
---
id: holidays
title: Праздники
version: holidays-v1
lang: ru
---
# Праздники

## Сроки

В праздники срок на 3 дня дольше. Вернуть товар можно в течение 30 дней и после них.
"""
ENGLISH = """\
---
id: help-en
title: Returns in English
version: help-en-v2
lang: en
---
# Returns

## Time

Goods can be returned within 30 days. No reason is needed.
"""
FILES = {"returns.md": RETURNS, "holidays.md": HOLIDAYS, "english.md": ENGLISH}
TERM = "Вернуть товар можно в течение 30 дней."
REASON = "Причину объяснять не нужно."
HOLIDAY = "В праздники срок на 3 дня дольше."


def query(name, **values):
    label = {"evidence_sets": [["returns#term"]], "why": {"returns#term": "Сказано прямо."}}
    about = {"id": name, "query": "Сколько дней на возврат?", "lang": "ru", "type": "exact", "split": "dev"}
    review = {"found_by": "browse", "reviewed_by": ["Анна"], "status": "reviewed"}
    return {**dict.fromkeys(QUERY), **about, **label, "rationale": "Правило одно.", **review, **values}


QUERIES = [
    query("q-1"),
    query(
        "q-2",
        query="А в праздники?",
        evidence_sets=[["returns#term", "holidays#more"], ["returns#reason"]],
        why={"returns#term": "Срок.", "holidays#more": "Добавка.", "returns#reason": "Повод."},
        claims=[{"id": "c1", "text": "30 дней и ещё 3.", "passages": ["returns#term", "returns#reason"]}],
    ),
    query("q-3", query="Сколько ждать денег?", evidence_sets=None, why=None, rationale=None, split="holdout"),
]
PLACES = {
    "returns#term": ("returns", TERM),
    "returns#reason": ("returns", REASON),
    "holidays#more": ("holidays", HOLIDAY),
}


def make(top, lang="en", files=FILES):
    """A repository with three documents, three passages and three questions."""
    pipeline.run(top, "git", "init", "-q", "--template=")
    pipeline.run(top, "git", "config", "user.name", "Ада Пример")
    for name, text in files.items():
        (top / "corpus").mkdir(exist_ok=True)
        (top / "corpus" / name).write_text(text, "utf-8")
    (top / "params.yaml").write_text(pipeline.PARAMS.replace("lang: en", f"lang: {lang}"))
    documents = read_corpus(top).documents
    bodies = dict(documents.select("doc_id", "body").iter_rows())
    rows = []
    for name, (doc, words) in PLACES.items():
        at = bodies[doc].index(words)
        rows.append(make_passage(documents, doc, span=(at, at + len(words)), id=name))
    (top / "gold").mkdir()
    (top / "gold/passages.jsonl").write_bytes(passages_bytes(rows))
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(QUERIES))
    return top


def run(command, *words, told=None):
    """Exit code, standard output, what is said of errors."""
    done = CliRunner().invoke(command, words, input=told)
    refused = isinstance(done.exception, InputError)
    if done.exception is not None and not refused and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, (str(done.exception) if refused else "") + done.stderr


def did(command, *words, told=None):
    """Standard output of a command that works."""
    code, out, said = run(command, *words, told=told)
    assert code == 0, out + said
    return out


def gold(top, name="queries"):
    """Rows of a gold file by id."""
    return {row["id"]: row for row in pipeline.rows(top / f"gold/{name}.jsonl")}


def files(top):
    """Bytes of both files."""
    return [(top / f"gold/{name}.jsonl").read_bytes() for name in ("queries", "passages")]


def lines(text):
    """Rows that a dry run printed, by id."""
    found = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return {row["id"]: row for row in found}
