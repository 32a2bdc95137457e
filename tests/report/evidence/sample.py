"""An answer with everything that an evidence table can show, and runs of many answers like it."""

from assay.evidence.gathering import gathered
from evidence import cases
from evidence.cases import citation, fragment, read_in_corpus, row, span

TEXT = (
    "👩‍👩‍👧 Семейный набор можно вернуть в течение 30 дней, и деньги придут за 5 дней.[1] "
    "Курьер забирает его бесплатно.[2] Кафе\u0301 у склада открыто до 22:00. "
    "Сборку мы оплачиваем всегда. Гарантия — два года [3]. "
    "Сколько стоит подъём на этаж, мы не знаем. Хорошего дня! 😊 Скидка суммируется."
)
TERM = "Набор принимаем назад 30 дней со дня доставки, если он не распакован. Деньги возвращаем за 10 дней."
COURIER = "Курьер забирает возврат бесплатно в черте города."
GUARANTEE = "Гарантия на наборы два года; версия 2024 года."
CLOSING = "Кафе́ закрывается в 21:00."
RECORD = {
    "answer_id": "A-100",
    "scenario_id": "S-100",
    "query_id": "Q-100",
    "query": "Как вернуть семейный набор, и сколько ждать денег?",
    "lang": "ru",
    "answer": TEXT,
    "retrieved": [
        fragment("returns#набор.1", 1, TERM, "returns", "v4", url="https://shop.example/returns#set"),
        fragment("delivery#курьер.2", 2, COURIER, "delivery", "v2", url="javascript:alert(1)"),
        fragment("guarantee#.1", 3, GUARANTEE, "guarantee", None),
        {**fragment("pages#7", 4, ""), "text": None, "sha256": None},
    ],
    "citations": [
        citation(TEXT, "[1]", "returns", "returns#набор.1"),
        citation(TEXT, "[2]", "delivery"),
        citation(TEXT, "[3]", "guarantee", "guarantee-2025#.1"),
    ],
    "declines": [{"part": "цена подъёма", "span": span(TEXT, "Сколько стоит подъём на этаж, мы не знаем")}],
    "expected_evidence": {
        "needed": [{"doc_id": "returns", "chunk_id": "returns#набор.1", "supports": "срок и условие"}],
        "unanswerable": ["цена подъёма на этаж"],
    },
}
SAID = {
    "attachment_reason": "Знак стоит сразу за предложением.",
    "support_reason": "Так сказано во фрагменте, с тем же пределом.",
}


def answer(**values):
    """The record, with other values."""
    return cases.run({**RECORD, **values}).answers[0]


def judged(one, name, words, attachment, support, **values):
    """A judged row, its reasons those of the sample unless told otherwise."""
    more = {"attachment": attachment, "support": support, "contradicts": False, "corpus": "holds", **SAID}
    return row(one, words, **{"claim_id": name, **more, **values})


def rows(one=None):
    """Rows of two reviewers and an adjudicator: every standing, overlaps, several quotations, history."""
    one = one or answer()
    whole = "Семейный набор можно вернуть в течение 30 дней, и деньги придут за 5 дней."
    first = judged(
        one,
        "C-100-2",
        ["деньги придут за 5 дней"],
        "attached",
        "supported",
        evidence=["returns#набор.1"],
        citations=["[1]"],
    )
    later = {
        "supersedes": [first["row_id"]],
        "supersede_reason": "Во фрагменте десять дней, а не пять.",
        "decision": None,
    }
    anna = judged(
        one,
        "C-100-5",
        ["Сборку мы оплачиваем всегда"],
        "not_attached",
        "unsupported",
        corpus="not_checked",
        evidence=[],
    )
    boris = judged(
        one,
        "C-100-5",
        ["Сборку мы оплачиваем всегда"],
        "not_attached",
        "supported",
        by="boris",
        minute=20,
        evidence=["delivery#курьер.2"],
        support_reason="Бесплатный выезд курьера включает сборку.",
    )
    ours = judged(
        one,
        "C-100-6",
        ["Гарантия — два года"],
        "attached",
        "supported",
        evidence=["guarantee#.1"],
        citations=["[3]"],
    )
    theirs = judged(
        one,
        "C-100-6",
        ["Гарантия — два года"],
        "attached",
        "partially_supported",
        by="boris",
        minute=21,
        evidence=["guarantee#.1"],
        citations=["[3]"],
        support_reason="Версия фрагмента старая.",
    )
    return [
        judged(
            one,
            "C-100-1",
            [whole],
            "attached",
            "partially_supported",
            evidence=["returns#набор.1"],
            citations=["[1]"],
            observation="Условие «не распакован» в ответе не названо.",
            hypothesis="Условие могло потеряться при сокращении.",
            open_question="Одно ли это утверждение?",
        ),
        first,
        judged(
            one,
            "C-100-2",
            ["деньги придут за 5 дней"],
            "attached",
            "unsupported",
            minute=5,
            contradicts=True,
            evidence=["returns#набор.1"],
            citations=["[1]"],
            envelope=later,
            support_reason="Фрагмент называет 10 дней.",
        ),
        judged(
            one,
            "C-100-3",
            ["Курьер забирает его бесплатно"],
            "attached",
            "supported",
            evidence=["delivery#курьер.2"],
            citations=["[2]"],
        ),
        judged(
            one,
            "C-100-4",
            ["Кафе\u0301 у склада открыто до 22:00"],
            "not_attached",
            "unsupported",
            contradicts=True,
            evidence=[read_in_corpus(CLOSING, "cafe#.1", "cafe")],
        ),
        anna,
        boris,
        ours,
        theirs,
        judged(
            one,
            "C-100-6",
            ["Гарантия — два года"],
            "attached",
            "supported",
            by="eve",
            minute=30,
            evidence=["guarantee#.1"],
            citations=["[3]"],
            adjudicates=sorted([ours["row_id"], theirs["row_id"]]),
            support_reason="На дату запроса версия 2024 года действует.",
        ),
        row(
            one,
            ["Сколько стоит подъём на этаж, мы не знаем"],
            claim_id="C-100-7",
            kind="decline",
            corpus="lacks",
            claim="Сколько стоит подъём на этаж.",
            observation="В разделе доставки цены подъёма нет.",
        ),
        row(
            one,
            ["Хорошего дня! 😊"],
            claim_id="C-100-8",
            kind="immaterial",
            observation="Вежливость, решения не меняет.",
        ),
        judged(
            one,
            "C-100-9",
            ["Семейный набор", "30 дней"],
            "not_assessable",
            "not_assessable",
            corpus="not_checked",
            evidence=[],
            missing="Не записано, какой набор имелся в виду.",
        ),
        row(one, ["Скидка суммируется"], claim_id="C-100-10"),
        judged(
            one,
            "C-100-11",
            ["и деньги придут за 5 дней.[1] Курьер забирает"],
            "attached",
            "unsupported",
            evidence=["returns#набор.1", "delivery#курьер.2"],
            citations=["[1]", "[2]"],
        ),
    ]


def evidence(*more):
    """The evidence of the answer with everything; ``more``: pairs of another record and its rows."""
    one = answer()
    records, found = [RECORD], rows(one)
    for record, own in more:
        records.append(record)
        found += own
    return gathered(cases.runs(*records), found, {}, {"A-100": True})
