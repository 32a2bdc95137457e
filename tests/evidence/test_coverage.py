from hypothesis import given
from hypothesis import strategies as st

from assay.evidence import coverage
from assay.evidence.coverage import uncovered
from assay.evidence.proposing import sentences_of
from assay.evidence.rules import check
from assay.evidence.runs import Runs

from . import cases

ANNA = "evidence/claims/a-017/anna.jsonl"
SILENT = {"declines": [{"part": "срок", "span": None}]}


def said(problems):
    return [str(one) for one in problems]


def test_every_sentence_is_in_a_claim_of_each_reviewer():
    """Or is immaterial; one word is enough, a stop is not; who has written nothing owes nothing."""
    rows = list(cases.shop_rows().values())
    rule = "leaves out a sentence of A-017: {!r}; put it into a claim, or say why it is immaterial"
    last, middle = "Обычно хватает пяти дней.", "Деньги начинают возвращать, как только вы отправили запрос."
    assert said(check(cases.placed(*rows[:3]), cases.shop_runs(), {})) == [f"{ANNA}: {rule.format(last)}"]
    assert said(check(cases.placed(*rows[:2]), cases.shop_runs(), {})) == [
        f"{ANNA}: {rule.format(middle)}",
        f"{ANNA}: {rule.format(last)}",
    ]
    boris = cases.claim("C-017-1", by="boris")
    found = said(check(cases.placed(*rows, boris), cases.shop_runs(), {}))
    assert [one.partition(": ")[0] for one in found] == ["evidence/claims/a-017/boris.jsonl"] * 2
    one_word = cases.claim("C-017-4", quote=[cases.quotation(cases.TEXT, "пяти")])
    assert said(check(cases.placed(*rows[:3], one_word), cases.shop_runs(), {})) == []
    end = len(cases.TEXT)
    stop = cases.claim("C-017-4", quote=[{"start": end - 1, "end": end, "text": "."}])
    assert said(check(cases.placed(*rows[:3], stop), cases.shop_runs(), {})) == [
        f"{ANNA}: {rule.format(last)}"
    ]


def test_a_sentence_that_is_no_longer_in_a_claim_is_left_out():
    """Superseded rows cover nothing."""
    rows = list(cases.shop_rows().values())
    envelope = {"supersedes": [rows[3]["row_id"]], "supersede_reason": "Слито с третьим."}
    merged = cases.claim("C-017-3", minute=9, claim_id="C-017-5", envelope=envelope)
    assert len(said(check(cases.placed(*rows, merged), cases.shop_runs(), {}))) == 1


def test_an_answer_without_sentences_is_covered_by_any_row():
    """No words, a picture."""
    for text in ("", "👍🏽", None):
        made = cases.run({**cases.A017, "answer": text, "citations": [], **SILENT})
        row = cases.row(made.answers[0], [], claim_id="C-017-1", kind="decline", claim="срок")
        assert said(check(cases.placed(row), Runs({made.name: made}), {})) == []


@st.composite
def coverings(draw):
    """A text of short sentences, and quotations of some of it, in any order and overlapping."""
    text = " ".join(draw(st.lists(st.sampled_from(["Раз.", "Два, три.", "👍🏽!", "Ой?"]), max_size=12)))
    ends = st.integers(0, len(text))
    return text, draw(st.lists(st.tuples(ends, ends), max_size=8))


@given(coverings())
def test_sentences_left_are_those_of_which_no_letter_is_quoted(case):
    """Law, against a loop over every letter."""
    text, spans = case
    answer = cases.simple(text)
    rows = [{"quote": [{"start": start, "end": end}]} for start, end in spans]
    letters = {at for start, end in spans for at in range(start, end) if text[at].isalnum()}
    expected = [span for span in sentences_of(answer) if not letters & set(range(*span))]
    assert uncovered(answer, rows) == expected


def searched(n, monkeypatch):
    """How often the answer is searched where so many sentences are each quoted twice."""
    text = "Раз. " * n
    answer = cases.simple(text)
    looks = []

    class Counted:
        def search(self, *where):
            looks.append(where)
            return coverage.re.compile(r"[^\W_]").search(*where)

    monkeypatch.setattr(coverage, "_LETTER", Counted())
    quotes = [{"start": at, "end": at + 3} for at in range(0, 5 * n, 5)]
    assert uncovered(answer, [{"quote": quotes}, {"quote": quotes[::-1]}]) == []
    monkeypatch.undo()
    return len(looks)


def test_a_long_answer_is_searched_once(monkeypatch):
    """Ten times as many sentences and quotations, ten times as many looks."""
    assert searched(2000, monkeypatch) == 10 * searched(200, monkeypatch) == 2000
