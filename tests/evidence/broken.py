"""Ways to break one rule of the worked scenario, each with the one problem that it makes."""

from assay.errors import shown

from . import cases

UNJUDGED = dict.fromkeys(
    ("attachment", "attachment_reason", "support", "support_reason", "contradicts", "corpus")
)
ANSWER = cases.shop_run().answers[0]
CITED = cases.claim("C-017-1")["citations"]
P04 = cases.claim("C-017-1")["evidence"][0]


def quoted(*spans, texts=None):
    """Quotations of these spans, of other texts where they are told."""
    return [
        {"start": start, "end": end, "text": texts[n] if texts else cases.TEXT[start:end]}
        for n, (start, end) in enumerate(spans)
    ]


# A claim, what is changed in its row, and the one problem that it makes.
BROKEN = {
    "no quotation": ("C-017-2", {"quote": []}, "quotes nothing of the answer; give the words that the claim rests on"),
    "span beyond the end": (
        "C-017-2",
        {"quote": quoted((0, 6), (7, len(cases.TEXT) + 1))},
        "quote[2] is [7, 170], outside of the answer's 169 code points or empty; count code points of the answer, from 0",
    ),
    "span reversed": (
        "C-017-2",
        {"quote": [{"start": 6, "end": 0, "text": "Назад"}, *quoted((7, 12))]},
        "quote[1] is [6, 0], outside of the answer's 169 code points or empty; count code points of the answer, from 0",
    ),
    "other words": (
        "C-017-2",
        {"quote": quoted((0, 12), texts=["Назад примет"])},
        "quote[1] is 'Назад примет', but the answer has 'Назад примем' there; write a row that supersedes it (assay evidence judge)",
    ),
    "words elsewhere": (
        "C-017-2",
        {"quote": quoted((1, 13), texts=["Назад примем"])},
        "quote[1] is 'Назад примем', but the answer has 'азад примем ' there; write a row that supersedes it (assay evidence judge)",
    ),
    "quotations that overlap": (
        "C-017-2",
        {"quote": quoted((0, 12), (6, 20))},
        "quote[2] begins before the one before it ends; put quotations in order, apart",
    ),
    "quotations out of order": (
        "C-017-2",
        {"quote": quoted((6, 12), (0, 5))},
        "quote[2] begins before the one before it ends; put quotations in order, apart",
    ),
    "citation made up": (
        "C-017-2",
        {"citations": [*CITED, {**CITED[0], "doc_id": "D-02"}]},
        "citations[2] is none that the record has; copy it from the record",
    ),
    "citation moved": (
        "C-017-2",
        {"citations": [{**CITED[0], "span": [0, 6]}]},
        "citations[1] is none that the record has; copy it from the record",
    ),
    "attached to nothing": (
        "C-017-2",
        {"citations": []},
        "is attached, but no citation is named; name it, or judge it not_attached",
    ),
    "not attached to something": (
        "C-017-4",
        {"citations": CITED},
        "is not attached, but a citation is named; judge it attached, or take it out (assay evidence edit)",
    ),
    "text of a fragment changed": (
        "C-017-2",
        {"evidence": [cases.read_in_corpus(cases.TERM + " ", "p04") | {"doc_id": "D-01", "doc_version": "returns-v4", "rank": 1}]},
        f"evidence[1].text is {shown(cases.TERM + ' ')}, but the record has {shown(cases.TERM)}; copy it from the record",
    ),
    "hash of another text": (
        "C-017-2",
        {"evidence": [{**P04, "sha256": "0" * 64}]},
        "evidence[1] has a hash that is not that of its text; write a row that supersedes it (assay evidence judge)",
    ),
    "another rank": (
        "C-017-2",
        {"evidence": [{**P04, "rank": 2}]},
        "evidence[1].rank is 2, but the record has 1; copy it from the record",
    ),
    "another version": (
        "C-017-2",
        {"evidence": [{**P04, "doc_version": "returns-v3"}]},
        "evidence[1].doc_version is 'returns-v3', but the record has 'returns-v4'; copy it from the record",
    ),
    "another source": (
        "C-017-2",
        {"evidence": [{**P04, "doc_id": None}]},
        "evidence[1].doc_id is None, but the record has 'D-01'; copy it from the record",
    ),
    "fragment that was not retrieved": (
        "C-017-2",
        {"evidence": [P04, {**P04, "chunk_id": "p99"}]},
        "evidence[2] names 'p99', which was not retrieved; leave rank null",
    ),
    "retrieved fragment passed for one of the corpus": (
        "C-017-3",
        {"evidence": ["p07", {**P04, "rank": None}]},
        "evidence[2] has no rank, but 'p04' was retrieved; give the rank of the record",
    ),
    "support without a fragment": (
        "C-017-2",
        {"evidence": [cases.read_in_corpus("Товар принимают 30 дней.")]},
        "is partially_supported, but no retrieved fragment is named; name the fragment that supports it",
    ),
    "supported by what the corpus lacks": (
        "C-017-2",
        {"support": "supported", "corpus": "lacks"},
        "is supported, but corpus is lacks; write holds: the fragment is of the corpus",
    ),
    "supported by what nobody looked for": (
        "C-017-2",
        {"support": "supported", "corpus": "not_checked"},
        "is supported, but corpus is not_checked; write holds: the fragment is of the corpus",
    ),
    "supported and contradicted": (
        "C-017-2",
        {"support": "supported", "contradicts": True},
        "contradicts a fragment, but is supported; judge it unsupported, or contradicts false",
    ),
    "contradicted in part": (
        "C-017-2",
        {"contradicts": True},
        "contradicts a fragment, but is partially_supported; judge it unsupported, or contradicts false",
    ),
    "contradicts what the corpus lacks": (
        "C-017-1",
        {"corpus": "lacks"},
        "contradicts a fragment, but corpus is lacks; write holds: the fragment is of the corpus",
    ),
    "contradicts nothing": (
        "C-017-1",
        {"evidence": []},
        "says what a fragment has, but names none; name the fragment",
    ),
    "holds nothing": (
        "C-017-4",
        {"corpus": "holds"},
        "says what a fragment has, but names none; name the fragment",
    ),
    "judged by half": (
        "C-017-2",
        {"corpus": None},
        "is judged by half: lacks corpus; say it too (assay evidence judge --corpus)",
    ),
    "a flag and no verdict": (
        "C-017-2",
        {**UNJUDGED, "contradicts": False},
        "is judged by half: lacks attachment, support, corpus; say it too (assay evidence judge --attachment --support --corpus)",
    ),
    "immaterial and supported": (
        "C-017-4",
        {**UNJUDGED, "kind": "immaterial", "attachment": "not_attached", "attachment_reason": "Знака нет рядом."},
        "is immaterial, which has no attachment or support; leave them null",
    ),
    "immaterial in the corpus": (
        "C-017-4",
        {**UNJUDGED, "kind": "immaterial", "corpus": "lacks"},
        "is immaterial, but corpus is lacks; leave it null",
    ),
    "declined and contradicted": (
        "C-017-4",
        {**UNJUDGED, "kind": "decline", "corpus": "lacks", "contradicts": False},
        "is decline, which has no attachment or support; leave them null",
    ),
    "declined though nothing is named": (
        "C-017-4",
        {**UNJUDGED, "kind": "decline", "corpus": "holds"},
        "says what a fragment has, but names none; name the fragment",
    ),
    "no reason of attachment": ("C-017-2", {"attachment_reason": None}, "lacks attachment_reason; write the reason"),
    "no reason of support": ("C-017-2", {"support_reason": None}, "lacks support_reason; write the reason"),
    "nobody says why it is immaterial": (
        "C-017-4",
        {**UNJUDGED, "kind": "immaterial", "observation": None},
        "lacks observation; write the reason",
    ),
    "declined without an observation": (
        "C-017-4",
        {**UNJUDGED, "kind": "decline", "corpus": "lacks", "observation": None},
        "lacks observation; write the reason",
    ),
    "label again": (
        "C-017-2",
        {"support_reason": "Подтверждено частично фрагментом p04."},
        "support_reason 'Подтверждено частично фрагментом p04.' only repeats the label; write what can be seen in which fragment",
    ),
    "label of attachment again": (
        "C-017-4",
        {"attachment_reason": "not attached"},
        "attachment_reason 'not attached' only repeats the label; write what can be seen in which fragment",
    ),
    "immaterial because immaterial": (
        "C-017-4",
        {**UNJUDGED, "kind": "immaterial", "observation": "Несущественно"},
        "observation 'Несущественно' only repeats the label; write what can be seen in which fragment",
    ),
    "not assessable for no reason": (
        "C-017-4",
        {"support": "not_assessable", "corpus": "not_checked"},
        "lacks missing; write what is missing",
    ),
    "attachment not assessable for no reason": (
        "C-017-4",
        {"attachment": "not_assessable"},
        "lacks missing; write what is missing",
    ),
    "not assessable because not assessable": (
        "C-017-4",
        {"support": "not_assessable", "corpus": "not_checked", "missing": "нельзя оценить"},
        "missing 'нельзя оценить' only repeats the label; name the very thing: which text, which field, whose answer",
    ),
    "nothing that could be found is missing": (
        "C-017-4",
        {"support": "not_assessable", "corpus": "not_checked", "missing": "данных"},
        "missing 'данных' only repeats the label; name the very thing: which text, which field, whose answer",
    ),
    "label in other letters": (
        "C-017-2",
        {"support_reason": "ＮＯＴ ѕuppоrted"},
        "support_reason 'ＮＯＴ ѕuppоrted' only repeats the label; write what can be seen in which fragment",
    ),
    "label with what nobody sees": (
        "C-017-4",
        {"attachment_reason": "не при\u200dкреплено"},
        (
            "attachment_reason 'не при\\u200dкреплено' only repeats the label; write what can be seen in which fragment",
            "attachment_reason holds U+200D, which nobody sees; leave it out",
        ),
    ),
    "id of another answer": (
        "C-017-2",
        {"claim_id": "C-018-2"},
        "claim_id is no id of a claim of A-017, as C-017-1; write a row that supersedes it, with the next number",
    ),
    "a fragment twice": ("C-017-2", {"evidence": [P04, P04]}, "evidence[2] names 'p04' again; name it once"),
    "a citation twice": (
        "C-017-2",
        {"citations": [*CITED, *CITED]},
        "citations[2] stands there already; name it as often as the record has it",
    ),
    "a reason that a terminal would obey": (
        "C-017-2",
        {"support_reason": "Срок тот же.\x1b[8m \u202eятсан"},
        "support_reason holds U+001B, U+202E, which nobody sees; leave it out",
    ),
    "a claim with what the answer does not have": (
        "C-017-2",
        {"claim": "Срок\u200b 30 дней."},
        "claim holds U+200B, which nobody sees; leave it out",
    ),
    "missing and assessed": (
        "C-017-4",
        {"missing": "Текст p09."},
        "has missing, but nothing that it is about; leave it null",
    ),
    "a reason and no verdict": (
        "C-017-4",
        {**UNJUDGED, "support_reason": "О сроке фрагменты молчат."},
        "has support_reason, but nothing that it is about; leave it null",
    ),
    "run changed since": (
        "C-017-2",
        {"run_id": "0" * 64},
        f"run_id is {'0' * 64!r}, but {cases.RUN} has {ANSWER.run_id!r}; restore the record: a recorded run is never changed",
    ),
    "scenario of another": (
        "C-017-2",
        {"scenario_id": "S-018"},
        f"scenario_id is 'S-018', but {cases.RUN} has 'S-017'; restore the record: a recorded run is never changed",
    ),
    "question of another": (
        "C-017-2",
        {"query_id": None},
        f"query_id is None, but {cases.RUN} has 'Q-017'; restore the record: a recorded run is never changed",
    ),
}  # fmt: skip
