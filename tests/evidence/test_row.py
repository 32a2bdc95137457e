from unicodedata import category

import pytest

from assay.evidence.row import row_faults

from . import cases
from .broken import ANSWER, P04, UNJUDGED

UNSEEN = {"Cc", "Cf", "Zl", "Zp"}
# Line ends, tabs; numbers and verses of Arabic and Syriac, which are seen.
SEEN = {"\n", "\t", *"\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"}
SILENT = {"declines": [{"part": "срок", "span": None}]}


def test_what_is_passed_over_in_silence_quotes_nothing():
    """A decline of which the user is not told; of others the words are needed, and of all that is no decline."""
    answer = cases.answer(**SILENT)
    values = {**UNJUDGED, "observation": None, "citations": []}
    rows = {
        kind: cases.row(answer, [], claim_id="C-017-5", **values | {"kind": kind})
        for kind in ("decline", "statement")
    }
    assert [len(list(row_faults(rows[kind], answer))) for kind in rows] == [0, 1]
    told = cases.answer(declines=[{"part": "срок", "span": [0, 5]}])
    assert [fault for fault, _ in row_faults(rows["decline"], told)] == ["quotes nothing of the answer"]


def test_fragments_without_a_text_or_a_rank_decide_nothing():
    """Nobody can hold a claim against them: it is not assessable, and that is said."""
    answer = cases.answer(retrieved=[cases.P04 | {"rank": None}, cases.P07 | {"rank": 1, "text": None}])
    p07 = cases.evidence(ANSWER.retrieved[1])
    for one, lacks in (
        (P04, "rank"),
        ({**P04, "rank": None}, "rank"),
        ({**p07, "rank": 1}, "text"),
        ({**p07, "rank": None}, "text"),
    ):
        row = cases.claim("C-017-4", answer, evidence=[one])
        rule = f"evidence[1] names {one['chunk_id']!r}, of which the record has no {lacks}"
        fix = "judge the claim not_assessable, and say what is missing"
        assert list(row_faults(row, answer)) == [(rule, fix)]
    row = cases.claim("C-017-4", answer, support="not_assessable", corpus="not_checked", missing="Текст p07.")
    assert list(row_faults(row, answer)) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Готово 👍🏽! Да.", "👍🏽!"),
        ("Флаг 🇷🇺🇰🇿 и всё.", "🇷🇺🇰🇿 и"),
        ("Семья 👩‍👩‍👧‍👦 тут.", "👩‍👩‍👧‍👦 тут"),
        ("Cafe\u0301 ouvert.", "Cafe\u0301 ouvert"),
        ("й и й.", "и й"),
        ("раз\r\nдва", "з\r\nд"),
        ("a\u2028b\u0000c", "\u2028b\u0000"),
        ("ﬁn ½ ÅÅ", "½ ÅÅ"),
    ],
)
def test_quotations_are_verbatim_in_code_points(text, words):
    """As the record has them: not composed, not counted in bytes, UTF-16 or letters as they are seen."""
    answer = cases.simple(text)
    row = cases.row(answer, [words], claim_id="C-017-1")
    assert list(row_faults(row, answer)) == []
    start = row["quote"][0]["start"]
    assert start == text.index(words)
    for quote in (
        {**row["quote"][0], "start": start + 1, "end": start + 1 + len(words)},
        {**row["quote"][0], "end": start + len(words) - 1},
        {"start": start, "end": start + len(words), "text": words[::-1]},
    ):
        assert len(list(row_faults({**row, "quote": [quote]}, answer))) == 1


def test_a_composed_letter_is_another():
    """NFC of the words is not what the answer has."""
    answer = cases.simple("Cafe\u0301.")
    row = cases.row(answer, ["Cafe\u0301"], claim_id="C-017-1")
    composed = {**row, "quote": [{"start": 0, "end": 4, "text": "Café"}]}
    assert [fault for fault, _ in row_faults(composed, answer)] == [
        "quote[1] is 'Café', but the answer has 'Cafe' there"
    ]


def test_a_claim_may_have_what_the_answer_has():
    """Its words are those of the answer, whatever stands among them; reasons are the reviewer's own."""
    answer = cases.simple("Во\u00adзврат \u2066тут\u2069.", declines=[{"part": "срок\u200b", "span": None}])
    row = cases.row(answer, [answer.text], claim_id="C-017-1", claim="Во\u00adзврат \u2066срок\u200b\u2069.")
    assert list(row_faults(row, answer)) == []
    other = {**row, "claim": "Возврат\u202e.", "open_question": "Во\u00adзврат?"}
    assert list(row_faults(other, answer)) == [
        ("claim holds U+202E, which nobody sees", "leave it out"),
        ("open_question holds U+00AD, which nobody sees", "leave it out"),
    ]


@pytest.mark.parametrize("sign", [sign for sign in map(chr, range(0x3000)) if category(sign) in UNSEEN])
def test_nothing_unseen_is_hidden_in_a_reason(sign):
    """Controls and signs without width; line ends and tabs are seen, and joiners where a script needs them."""
    said = f"Срок{sign} 30 дней, ссылка{sign}рядом."
    faults = list(row_faults(cases.claim("C-017-2", support_reason=said), ANSWER))
    codes = f"U+{ord(sign):04X}"
    assert faults == (
        [] if sign in SEEN else [(f"support_reason holds {codes}, which nobody sees", "leave it out")]
    )


@pytest.mark.parametrize(
    "text", ["می\u200cخواهم", "👩\u200d👧 рядом", "क्\u200dष", "❤\ufe0f", "٣ дня\u00a0и\u2009час"]
)
def test_letters_and_pictures_that_need_joiners_are_whole(text):
    """Persian, Hindi, families; spaces of any width."""
    assert list(row_faults(cases.claim("C-017-2", observation=text, open_question=text), ANSWER)) == []


def test_a_citation_stands_as_often_as_the_record_has_it():
    """Twice where the answer shows it twice, as a card and below."""
    shown = {"marker": "[D-01]", "doc_id": "D-01", "chunk_id": "p04", "span": None}
    for often in (1, 2):
        answer = cases.answer(citations=[shown] * often)
        row = cases.claim("C-017-2", answer, citations=[shown] * 2)
        fix = "name it as often as the record has it"
        expected = [("citations[2] stands there already", fix)] if often == 1 else []
        assert list(row_faults(row, answer)) == expected


def test_stretches_of_one_text_are_several():
    """Two passages of a document that was not retrieved; the same one once."""
    texts = [cases.read_in_corpus(text) for text in ("Десять дней.", "По карте.")]
    row = cases.claim("C-017-4", corpus="holds", evidence=texts)
    assert list(row_faults(row, ANSWER)) == []
    twice = {**row, "evidence": [*texts, texts[0]]}
    assert list(row_faults(twice, ANSWER)) == [("evidence[3] names 'p99' again", "name it once")]


def test_a_row_that_is_judged_by_half_hides_nothing():
    """What else is wrong with it is said with it."""
    row = cases.claim("C-017-2", support=None, support_reason=None, evidence=[], attachment_reason="attached")
    assert [fault for fault, _ in row_faults(row, ANSWER)] == [
        "is judged by half: lacks support",
        "says what a fragment has, but names none",
        "attachment_reason 'attached' only repeats the label",
    ]
