"""A payload of the page with everything that the explorer can show: any number of queries, all of it fixed."""

import random

TYPES = [("exact", "точные термины"), ("paraphrase", "перефразировка"), ("no_answer", "нет ответа")]
LANGS = [("ru", "ru"), ("en", "en")]
SECTIONS = [("returns", "returns"), ("delivery", "delivery"), ("payment", "payment"), (None, "нет")]
SYSTEMS = [("bm25", "baseline"), ("ngram", "candidate"), ("wide", "candidate")]
METRICS = ["sufficient@5", "coverage@5", "recall@5", "hit@5"]
REASONS = ["нет ответа в корпусе", "сбой системы"]
KINDS = [
    ("topic_missing", "Тема не найдена целиком", "Посмотрите, есть ли слова вопроса в документе."),
    ("below_cutoff", "Найдено ниже порога", "Посмотрите, что стоит выше и почему."),
    ("outdated_only", "Пришла только устаревшая редакция", "Посмотрите отбор по дате."),
    ("cut_at_border", "Разрезано границей чанков", "Посмотрите размер и перекрытие."),
]
_RU = (
    "Можно ли вернуть товар с распродажи, если прошло больше двух недель?",
    "Сколько дней пункт выдачи хранит заказ?",
    "Когда придут деньги за отменённый заказ на карту?",
    "Привезёт ли курьер холодильник на пятый этаж без лифта?",
)
_EN = ("How long does a refund take?", "Can I return an opened item from abroad?")
_TEXT = (
    "Заявку на возврат нужно подать в течение 30 календарных дней со дня доставки. "
    "Товары с распродажи не возвращаются, кроме товаров с недостатком. "
)
HEADLINE, DEPTH = 5, 10
QUERIES = (
    "id",
    "text",
    "sent",
    "type",
    "lang",
    "status",
    "as_of",
    "subject",
    "sets",
    "relevant",
    "rationale",
)
QUERIES += ("groups",)


def payload(n, hostile=()):
    """The data and the texts of ``n`` queries; each of ``hostile`` stands as every id, text, name and label."""
    chance = random.Random(5)
    data = _tables()
    texts = {
        "passages": [f"Правило {at}: {_TEXT}" for at in range(len(data["passages"]["id"]))],
        "chunks": [
            f"# Раздел {at}\n\n{_TEXT * 5}Правило {at % 40}: {_TEXT}"
            for at in range(len(data["chunks"]["id"]))
        ],
    }
    for query in range(n):
        _query(data, query, chance)
    for query, text in enumerate(hostile):
        _hostile(data, texts, query, text)
    _changes(data)
    return data, texts


def _tables():
    many = 80
    return {
        "lang": "ru",
        "texts": True,
        "headline": HEADLINE,
        "systems": [{"name": name, "snapshot": "fine", "role": role} for name, role in SYSTEMS],
        "metrics": METRICS,
        "slices": [
            {
                "name": name,
                "label": label,
                "values": [{"value": value, "label": text} for value, text in values],
            }
            for name, label, values in (
                ("type", "По типу вопроса", TYPES),
                ("lang", "По языку", LANGS),
                ("section", "По разделу (папке) корпуса", SECTIONS),
            )
        ],
        "queries": {name: [] for name in QUERIES},
        "passages": {
            "id": [f"returns#rule-{at}" for at in range(40)],
            "section": [f"Возврат › Правило {at}" for at in range(40)],
            "doc": ["returns"] * 40,
        },
        "outcomes": [
            {
                "met": [],
                "why": [],
                "values": [[] for _ in METRICS],
                "missing": [],
                "ranks": [],
                "error": [],
            }
            for _ in SYSTEMS
        ],
        "hits": [[] for _ in SYSTEMS],
        "chunks": {
            "id": [f"returns#правило-{at}.1" for at in range(many)],
            "doc": ["returns"] * many,
            "title": ["Возврат и обмен"] * many,
            "section": [f"Правило {at}" for at in range(many)],
            "subject": ["Маркетплейс" if at % 7 == 0 else None for at in range(many)],
            "from": ["2025-01-01" if at % 3 == 0 else None for at in range(many)],
            "to": ["2026-02-28" if at % 6 == 0 else None for at in range(many)],
        },
        "symptoms": [[] for _ in SYSTEMS],
        "symptom_kinds": [{"code": code, "label": label, "next": after} for code, label, after in KINDS],
        "changes": [],
        "reasons": REASONS,
    }


def _query(data, at, chance):
    english = at % 5 == 4
    kind = 2 if at % 11 == 10 else at % 2
    needed = chance.sample(range(40), 3)
    row = {
        "id": f"q-{at:04}",
        "text": f"{(_EN if english else _RU)[at % (2 if english else 4)]} ({at})",
        "sent": None,
        "type": kind,
        "lang": "en" if english else "ru",
        "status": "reviewed",
        "as_of": "2026-11-01" if at % 2 else None,
        "subject": None,
        "sets": [] if kind == 2 else [needed[:2], needed[2:]],
        "relevant": [[[needed[0] + 1 if needed[0] < 39 else 0, 1]], []][at % 2],
        "rationale": "Оба текста называют срок.",
        "groups": [0, kind, 1, int(english), 2, at % 3, *([2, 3] if at % 4 == 0 else [])],
    }
    for name, value in row.items():
        data["queries"][name].append(value)
    for system, outcome in enumerate(data["outcomes"]):
        _outcome(data, system, outcome, row, chance)


def _outcome(data, system, outcome, row, chance):
    failed = chance.random() < 0.02
    unmeasured = failed or not row["sets"]
    best = None if unmeasured else chance.randrange(2)
    needed = row["sets"][best] if best is not None else []
    ranks = {passage: chance.choice([1, 2, 4, 5, 7, 9, None]) for passage in needed}
    missing = [passage for passage, rank in ranks.items() if rank is None or rank > HEADLINE]
    met = None if unmeasured else int(not missing)
    values = [
        met,
        None if unmeasured else 1 - len(missing) / len(needed),
        chance.choice([0, 0.25, 0.5, 1]),
        1,
    ]
    for column, value in zip(outcome["values"], values, strict=True):
        column.append(None if unmeasured else value)
    outcome["met"].append(met)
    outcome["why"].append(None if met is not None else int(failed))
    outcome["missing"].append(missing)
    outcome["ranks"].append([part for pair in ranks.items() if pair[1] for part in pair])
    outcome["error"].append("HTTP 503" if failed else None)
    hits = []
    for rank in range(1, 0 if failed else DEPTH + 1):
        carries = [
            part
            for passage, at in ranks.items()
            if at == rank
            for part in (passage, chance.choice([1, 0.42]))
        ]
        hits.append([chance.randrange(80), rank, chance.choice([0, 0, 0, 1, 2, 4, 6, 8, 16]), carries])
    data["hits"][system].append(hits)
    found = [[0, None, None, None, None]] if met == 0 and len(missing) == len(needed) else []
    found += [[1, passage, ranks[passage], 3, None] for passage in missing if ranks[passage]]
    found += [[2, passage, 2, 6, 2] for passage in missing if not ranks[passage]]
    data["symptoms"][system].append(found)


def _hostile(data, texts, at, text):
    """One text in every place that the page shows; names of systems and slices too, for the first of them."""
    queries = data["queries"]
    queries["id"][at] = text
    for name in ("text", "sent", "lang", "as_of", "subject", "rationale", "status"):
        queries[name][at] = text
    queries["sets"][at] = [[at], [at + 1, at]]
    for table in (data["passages"], data["chunks"]):
        for column in table.values():
            column[at] = text
    texts["passages"][at] = texts["chunks"][at] = text
    data["hits"][0][at] = [[at, 1, 31, [at, 1]]]
    data["symptoms"][0][at] = [[0, at, 3, at, 2]]
    data["outcomes"][0]["error"][at] = text
    data["slices"][2]["values"].append({"value": text, "label": text})
    queries["groups"][at] = [*queries["groups"][at], 2, len(data["slices"][2]["values"]) - 1]


def _changes(data):
    baseline = data["outcomes"][0]["met"]
    for outcome in data["outcomes"]:
        now = list(enumerate(zip(baseline, outcome["met"], strict=True)))
        data["changes"].append(
            {
                "regressions": [at for at, pair in now if pair == (1, 0)],
                "improvements": [at for at, pair in now if pair == (0, 1)],
            }
        )
    data["changes"][0] = None
