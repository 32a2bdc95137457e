import pytest

from assay.judging import account, drafting
from assay.judging.desk import read_desk

from .ground import ADA, TEXT, WORDS, WRONG, answer, current, judged, recorded, taken_down


def opening(top, name):
    return list(account.opening(read_desk(top, name, ADA, WORDS)))


def test_an_answer_is_shown_with_what_was_asked_shown_and_expected(top):
    """Expected by the record where the gold set does not have the question."""
    assert opening(top, "A-023") == [
        "A-023 (shop/2026-01, question Q-A-023)",
        "Question: Примут ли вещь с распродажи и когда вернут деньги?",
        "Answer:",
        "    Вещи с распродажи не принимаем.[1] Сколько идут деньги, в источниках не сказано.",
        "Citations shown: 1. [1] → returns p04",
        "Declined in the record: сколько идут деньги",
        "Expected evidence, by the record:",
        "  returns p04: срок и исключение",
        "  the corpus cannot answer: сколько идут деньги",
        "  the corpus cannot answer: примут ли без чека",
    ]


def test_what_the_gold_set_expects_is_shown_with_its_words(top):
    """Set by set."""
    assert opening(top, "A-022")[-5:] == [
        "Citations shown: 1. [1] → returns p04",
        "Expected evidence, by the gold set:",
        "  set 1: returns#rule",
        "      returns#rule: «Купленное прямо у нас принимаем назад 30 дней со дня доставки. Вещи с распродажи назад не принимаем.»",
        "  the corpus cannot answer: сколько идут деньги",
    ]


def test_what_nobody_has_stated_is_told(top):
    """And that nothing can be judged without it."""
    assert opening(top, "A-021")[-2:] == [
        "Citations shown: none",
        "Nobody has stated the expected evidence: claims can be taken down, but not judged.",
    ]


def test_that_the_corpus_answers_nothing_is_told(top, monkeypatch):
    """Where no fragment is needed."""
    at = read_desk(top, "A-017", ADA, WORDS)
    monkeypatch.setitem(at.answer.value["expected_evidence"], "needed", [])
    assert "  the corpus answers no part of the question" in list(account.expected(at))


def test_a_text_is_shown_line_by_line_and_obeyed_nowhere():
    """Control characters and marks of the direction of writing are spaces."""
    text = "a\x1b[31mb\u202e\r\n\n  c\x9bd\x85e"
    assert list(account.block(text)) == ["    a [31mb", "", "      c d", "    e"]


def test_stretches_are_marked_in_code_points():
    """Whatever stands around them."""
    assert account.marked("👩\u200d💻 ё да", [(0, 3), (4, 5)]) == "⟦👩\u200d💻⟧ ⟦ё⟧ да"
    assert account.marked("да", []) == "да"


def test_a_claim_that_quotes_nothing_says_so():
    """A decline that the user is not told of."""
    silent = recorded(answer("A-1", "Вот срок.", declines=[{"part": "цена", "span": None}]))
    shown = list(account.claims(drafting.proposal(silent), WORDS))
    assert shown[-3:] == [
        "  2. [declined] цена",
        "     quotes nothing: the user is not told",
        "     cites nothing",
    ]


def test_citations_without_marker_or_target_are_named():
    """As what they are."""
    odd = [{"marker": None, "doc_id": "d"}, {"marker": "[x]"}]
    told = recorded(answer("A-1", TEXT, citations=odd))
    assert list(account.citations(told, WORDS)) == [
        "Citations shown: 1. (no marker) → d; 2. [x] → names nothing"
    ]


def test_reviewers_stand_side_by_side_field_by_field(top):
    """What neither says is left out."""
    taken_down()
    before = current(top)["C-017-1"]
    judged("A-017", "C-017-1", *WRONG)
    row = current(top)["C-017-1"]
    shown = list(account.side_by_side([row, {**before, "by": "b\x1bob"}], WORDS))
    at = shown.index("  support")
    assert shown[at : at + 3] == ["  support", f"    {ADA}: unsupported", "    b ob: —"]
    assert "  fragments" in shown
    assert "  hypothesis" not in shown


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"support": "supported", "contradicts": False}, "support: supported"),
        ({"corpus": "lacks"}, "corpus: has no text that decides it"),
        ({"kind": "immaterial"}, "immaterial"),
    ],
)
def test_a_verdict_is_told_on_one_line(values, said):
    """By what it decides."""
    row = {"kind": "statement", **dict.fromkeys(("attachment", "support", "contradicts", "corpus")), **values}
    assert account.verdict(row, WORDS) == said
