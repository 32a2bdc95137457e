"""Evidence tables with everything that has to be shown: several reviewers, an adjudicator, history, every verdict."""

from assay.evidence.gathering import gathered
from assay.evidence.runs import Runs
from evidence import cases

RUN, OTHER = cases.RUN, "shop/2026-03-09"
LAMP = "The lamp has a warranty of two years. Bulbs are not covered."
POST = "Send the lamp back by parcel, with the receipt.\nKeep the number of the parcel."
OLD = "The lamp has a warranty of one year."
SHOPS = "Shops repair lamps while you wait."
SAID = (
    "The lamp has a warranty of two years. You send it back by parcel [2]. The receipt is needed [3], and bulbs are "
    "covered too [4]. Repairs are free in May. I cannot say how long a repair takes. Have a nice day!"
)
LAMPS = {
    "answer_id": "B-018",
    "scenario_id": "S-018",
    "query_id": "Q-018",
    "query": "What does the warranty of the lamp cover, and how long does a repair take?",
    "lang": "en",
    "answer": SAID,
    "retrieved": [
        cases.fragment("lamp#1", 1, LAMP, "lamp", "v2"),
        cases.fragment("lamp#2", 2, POST, "lamp", "v2"),
        {"chunk_id": "lamp#3", "text": None},
    ],
    "citations": [
        cases.citation(SAID, "[2]", "lamp", "lamp#2"),
        cases.citation(SAID, "[3]", "lamp", "lamp#1"),
        cases.citation(SAID, "[4]", "lamp", "lamp#old"),
    ],
    "declines": [{"part": "how long a repair takes", "span": cases.span(SAID, "I cannot say")}],
    "expected_evidence": {"needed": [], "unanswerable": ["how long a repair takes"]},
}
BARE = {"answer_id": "C-019", "query": "Где забрать заказ?", "answer": "Заказ ждёт в пункте выдачи."}


def judged(support, attachment="attached", contradicts=False, corpus="holds", **more):
    """Verdicts of a statement with reasons."""
    return {
        "attachment": attachment,
        "attachment_reason": f"Marks near the words: {attachment}.",
        "support": support,
        "support_reason": f"Read against the fragments: {support}.",
        "contradicts": contradicts,
        "corpus": corpus,
        **more,
    }


def shop(answer):
    """Rows of A-017: anna's four claims, one written anew; boris agrees in one, differs in two, eve decides on one."""
    draft = cases.claim("C-017-1", answer, **dict.fromkeys(judged("x")), observation=None, hypothesis=None)
    first = cases.claim(
        "C-017-1",
        answer,
        minute=1,
        envelope={"supersedes": [draft["row_id"]], "supersede_reason": "Оценено по фрагменту p04."},
    )
    rest = [cases.claim(f"C-017-{n}", answer, minute=n) for n in (2, 3, 4)]
    others = [
        cases.claim(
            "C-017-2", answer, "boris", minute=12, support="supported", support_reason="Срок в p04 тот же."
        ),
        cases.claim(
            "C-017-3",
            answer,
            "boris",
            minute=13,
            support_reason="p07 отсчитывает от приёмки на складе.",
        ),
        cases.claim(
            "C-017-4",
            answer,
            "boris",
            minute=14,
            support="not_assessable",
            support_reason="Нужен регламент банка, а его в записи нет.",
            missing="регламент банка о сроках зачисления",
            corpus="not_checked",
        ),
    ]
    ruling = cases.claim(
        "C-017-2",
        answer,
        "eve",
        minute=30,
        support_reason="Пределы срока существенны, и в ответе их нет.",
        adjudicates=[rest[0]["row_id"], others[0]["row_id"]],
    )
    return [draft, first, *rest, *others, ruling]


def lamps(answer):
    """Rows of B-018 by carol: one claim split in two, every verdict that A-017 has not."""

    def row(number, words, minute=0, envelope=None, **values):
        name = f"C-B-018-{number}"
        return cases.row(answer, words, "carol", minute, envelope, claim_id=name, **values)

    whole = row(3, ["The receipt is needed", "bulbs are covered too"], 3)
    split = {
        "supersedes": [whole["row_id"]],
        "supersede_reason": "Two statements, with fragments of their own.",
        "decision": "split of claim 3",
    }
    return [
        row(
            1,
            ["The lamp has a warranty of two years"],
            1,
            **judged("supported", "not_attached", evidence=["lamp#1"]),
        ),
        row(
            2,
            ["You send it back by parcel"],
            2,
            **judged("supported", citations=["[2]"], evidence=["lamp#2"]),
        ),
        whole,
        row(
            4,
            ["The receipt is needed"],
            4,
            split,
            **judged("supported", citations=["[3]"], evidence=["lamp#2"]),
        ),
        row(
            5,
            ["bulbs are covered too"],
            5,
            split,
            **judged(
                "unsupported",
                citations=["[4]"],
                evidence=["lamp#1", cases.read_in_corpus(OLD, "lamp#old", "lamp")],
                contradicts=True,
                open_question="Which version was the citation made from?",
            ),
        ),
        row(6, ["Repairs are free in May"], 6),
        row(
            7,
            ["I cannot say how long a repair takes"],
            7,
            kind="decline",
            claim="how long a repair takes",
            corpus="lacks",
            observation="No document says it, and the user is told.",
        ),
        row(8, ["Have a nice day!"], 8, kind="immaterial", observation="A greeting: nothing to decide upon."),
    ]


def evidence(*more, rows=None):
    """All of it: three answers of two runs, and others where told.

    Args:
        more: lines of answers.jsonl, of the first run.
        rows: function of each of them by its id that gives its rows.
    """
    first = cases.run(cases.A017, LAMPS, *more)
    runs = Runs({first.name: first, OTHER: cases.run(BARE, card=None, name=OTHER)})
    made = {"A-017": shop, "B-018": lamps, **(rows or {})}
    every = [row for name, of in made.items() for row in of(runs.answers[name])]
    found = gathered(runs, every, {}, {"A-017": True, "B-018": False})
    return type(found)(found.tables, {RUN: 1}, found.held, found.lacks)


def table(name, found=None):
    """The evidence table of one answer."""
    [one] = [each for each in (found or evidence()).tables if each.answer.id == name]
    return one


ODD_ID = "<script>alert(1)</script> | `tick` **bold** [go](http://evil.example)"
HOSTILE = f"{ODD_ID}\n# \x1b[31mred\x07 \u202eturned ~~x~~"
WORDS = f"Begin {HOSTILE} end."
ODD = {
    "answer_id": "A|<i>`5`_x_",
    "scenario_id": ODD_ID,
    "query_id": ODD_ID,
    "query": HOSTILE,
    "lang": "en",
    "answer": WORDS,
    "retrieved": [cases.fragment(ODD_ID, 1, WORDS, ODD_ID, ODD_ID, url=HOSTILE)],
    "citations": [
        {"marker": ODD_ID, "doc_id": ODD_ID, "chunk_id": ODD_ID, "span": cases.span(WORDS, ODD_ID)},
        {"marker": HOSTILE, "doc_id": None, "chunk_id": f"{ODD_ID} never", "span": None},
    ],
    "declines": [{"part": HOSTILE, "span": None}],
    "expected_evidence": {
        "needed": [{"doc_id": ODD_ID, "chunk_id": ODD_ID, "text": HOSTILE, "supports": HOSTILE}],
        "unanswerable": [HOSTILE],
    },
    **dict.fromkeys(("model", "prompt_version"), HOSTILE),
}


def odd(answer):
    """Rows whose every text is hostile; two reviewers, and an earlier row."""
    texts = ("attachment_reason", "support_reason", "missing", "observation", "hypothesis", "open_question")
    verdicts = {"attachment": "not_assessable", "support": "not_assessable", "contradicts": False}
    said = {**verdicts, "corpus": "not_checked", "claim": HOSTILE, **dict.fromkeys(texts, HOSTILE)}
    fragments = [answer.retrieved[0].chunk_id, cases.read_in_corpus(HOSTILE, f"{ODD_ID} read", ODD_ID)]

    def row(by, minute, envelope=None, **more):
        values = {**said, "evidence": fragments, "citations": [ODD_ID], **more}
        return cases.row(answer, [HOSTILE], by, minute, envelope, claim_id="C-|<i>`5`", **values)

    before = row("<b>ann</b> | `x`", 1)
    why = {"supersedes": [before["row_id"]], "supersede_reason": HOSTILE, "decision": HOSTILE}
    after = row("<b>ann</b> | `x`", 2, why)
    return [before, after, row("*bob*", 3, support="unsupported", corpus="lacks", missing=None)]


def hostile():
    """All of it with that answer too."""
    return evidence(ODD, rows={ODD["answer_id"]: odd})
