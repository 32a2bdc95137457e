"""The worked scenario replayed: a later version of the source on refunds says how long they take."""

from assay.evidence.replay import replay

from .cases import A017, CARD, CLAIMS, P04, START, citation, claim, fragment, placed, row, run

OLD, NEW = "shop/2026-03-02", "shop/2026-05-04"
LASTS = f"{START} На это уходит не больше десяти рабочих дней."
LATER = fragment("p07", 1, LASTS, "D-02", "refunds-v3", url="/refunds#p07")
SAYS = (
    "Вещи с финальной распродажи назад не принимаем.[D-01] "
    "Деньги начинают возвращать, как только вы отправили запрос.[D-02] Хватает десяти дней.[D-02]"
)
SECOND = SAYS.rindex("[D-02]")
A117 = {
    **A017,
    "answer_id": "A-117",
    "answer": SAYS,
    "retrieved": [LATER, {**P04, "rank": 2}],
    "citations": [
        citation(SAYS, "[D-01]", "D-01", "p04"),
        citation(SAYS, "[D-02]", "D-02", "p07"),
        {"marker": "[D-02]", "doc_id": "D-02", "chunk_id": "p07", "span": [SECOND, SECOND + len("[D-02]")]},
    ],
}
LATER_CARD = {**CARD, "corpus_version": "shop-2026-05-01", "recorded_at": "2026-05-04T09:00:00Z"}
REFUTED = CLAIMS["C-017-3"][1]


def old_run(card=CARD, **changed):
    """The run that holds A-017, with other values of the record."""
    return run({**A017, **changed}, card=card, name=OLD)


def new_run(card=LATER_CARD, **changed):
    """The run that holds A-117."""
    return run({**A117, **changed}, card=card, name=NEW)


def old_rows(answer=None, **changed):
    """Rows about the four claims of A-017."""
    one = answer or old_run().answers[0]
    return [claim(name, one, minute=n, **changed) for n, name in enumerate(CLAIMS)]


def new_rows(answer=None):
    """Rows about A-117: one claim as before, one in other words, one new; the last claim is supported now."""
    one = answer or new_run().answers[0]
    duration = {
        "claim_id": "C-117-3",
        "claim": "Деньги возвращают за десять дней.",
        "evidence": ["p07"],
        "citations": [one.citations[2].record()],
        "attachment": "attached",
        "attachment_reason": "Знак [D-02] стоит сразу за предложением.",
        "support": "partially_supported",
        "support_reason": "p07 называет десять дней пределом и считает рабочие дни.",
        "contradicts": False,
        "corpus": "holds",
        "observation": "Потеряно, что дни рабочие.",
    }
    excluded = {
        "claim_id": "C-117-1",
        "claim": "Вещи с финальной распродажи назад не принимают.",
        "evidence": ["p04"],
        "citations": ["[D-01]"],
        "attachment": "attached",
        "attachment_reason": "Знак [D-01] стоит сразу за предложением.",
        "support": "supported",
        "support_reason": "p04 говорит ровно это.",
        "contradicts": False,
        "corpus": "holds",
        "observation": "Исключение названо.",
    }
    starts = {**REFUTED, "claim_id": "C-117-2", "citations": [one.citations[1].record()]}
    return [
        row(one, ["Вещи с финальной распродажи назад не принимаем"], minute=20, **excluded),
        row(one, CLAIMS["C-017-3"][0], minute=21, **starts),
        row(one, ["Хватает десяти дней"], minute=22, **duration),
    ]


def held_against(old=None, new=None, rows=None, gold=None):
    """Two runs held against each other; those of the worked scenario, unless told otherwise."""
    old, new = old or old_run(), new or new_run()
    rows = [*old_rows(), *new_rows()] if rows is None else rows
    return replay(old, new, placed(*rows).values(), gold or {})


HELD = (
    "Вернуть можно за 30 дней со дня доставки. Вещи с распродажи не примут. Курьер бесплатный. Цену не знаем."
)
CLOSED = {"Q-900": {"query": "Что под замком?", "rewritten": None, "split": "holdout", "evidence_sets": None}}
SAME_CORPUS = {"corpus_version": CARD["corpus_version"]}


def term(name, **values):
    """An answer about the term of returns, that declines to name a price."""
    ends = [HELD.index("Цену"), len(HELD)]
    return {
        "answer_id": name,
        "scenario_id": "S-020",
        "query_id": "Q-020",
        "query": "За сколько дней примут назад вещь и сколько это стоит?",
        "lang": "ru",
        "answer": HELD,
        "retrieved": [{**P04, "rank": 1}],
        "citations": [],
        "declines": [{"part": "цена возврата", "span": ends}],
        **values,
    }


def judged(support, attachment="not_attached", **more):
    """Verdicts of a statement with reasons."""
    reasons = {"attachment_reason": "Знака нет.", "support_reason": f"Сверено с p04 ({support})."}
    return {
        "attachment": attachment,
        "support": support,
        "contradicts": False,
        "corpus": "holds",
        **reasons,
        **more,
    }


def everything():
    """Runs and rows in which each thing that a replay may have to say occurs.

    Returns:
        the old run, the new one, rows of the ledger by place, the gold set.
    """
    extra = fragment("p05", 2, "Курьер забирает вещь бесплатно.", "D-03", "post-v1")
    bare = {"query": "Где <b>пункт</b> | выдачи?", "answer": "На складе."}
    cites, refuses = {"doc_id": "D-01", "chunk_id": "p04"}, {"part": "адрес", "span": None}
    old = run(
        A017,
        term("A-020", retrieved=[{**P04, "rank": 1}, extra]),
        {"answer_id": "A-021", "query_id": "Q-021", **bare, "citations": [cites], "declines": [refuses] * 2},
        {"answer_id": "A-022", "scenario_id": "S-022", **bare},
        {"answer_id": "A-024", "scenario_id": "S-024", **bare},
        {"answer_id": "A-900", "query_id": "Q-900", "query": "Что под замком?"},
        {"answer_id": "A-030", "query": None},
        name=OLD,
    )
    new = run(
        A117,
        term(
            "A-120", **SAME_CORPUS, retrieved=[fragment("p06", 1, "Иное.", "D-04", None), {**P04, "rank": 2}]
        )
        | {"declines": []},
        {
            "answer_id": "A-121",
            "query_id": "Q-021",
            **bare,
            "query": "Где пункт?",
            "citations": [cites, {"doc_id": "D-09"}, cites, {"doc_id": "D-09"}],
            "declines": [refuses],
            **CHANGED,
        },
        {"answer_id": "A-123", "scenario_id": "S-023", **bare},
        *({"answer_id": f"A-124{n}", "scenario_id": "S-024", **bare} for n in "ab"),
        card=LATER_CARD,
        name=NEW,
    )
    return old, new, placed(*old_rows(), *new_rows(), *_terms(old.answers[1], new.answers[1])), CLOSED


CHANGED = {
    "filters": {"lang": "en"},
    "generation_config": {"temperature": 1},
    "prompt_version": "answer-v4",
    "model": "shop-writer-2",
    "application_revision": "5a3d0e2",
    "locale": "en",
    "algorithm": "dense",
    "reranker": "cross-v1",
}


def _terms(old, new):
    """Rows about the answers on the term: a verdict that differs, reviewers who differ, one not judged, one in other words."""
    within, sale, courier = (
        "Вернуть можно за 30 дней со дня доставки",
        "Вещи с распродажи не примут",
        "Курьер бесплатный",
    )
    support = {"evidence": ["p04"], "observation": "Так в p04."}
    return [
        row(old, [within], minute=30, claim_id="C-020-1", **judged("partially_supported"), **support),
        row(old, [sale], minute=31, claim_id="C-020-2"),
        row(old, [courier], minute=32, claim_id="C-020-3", **judged("unsupported", corpus="not_checked")),
        row(old, ["Цену не знаем"], minute=33, claim_id="C-020-4", kind="decline", claim="цена возврата"),
        row(new, [within], minute=40, claim_id="C-120-1", **judged("supported"), **support),
        row(new, [sale], minute=41, claim_id="C-120-2", **judged("supported"), **support),
        row(new, [sale], "oleg", minute=42, claim_id="C-120-2", **judged("unsupported"), **support),
        row(
            new,
            [courier],
            minute=43,
            claim_id="C-120-3",
            claim="Курьер всегда бесплатный",
            **judged("supported"),
            **support,
        ),
        row(new, ["Цену не знаем"], minute=44, claim_id="C-120-4"),
    ]
