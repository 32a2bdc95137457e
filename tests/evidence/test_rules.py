import cProfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence import rules
from assay.evidence.rules import check, row_faults, unquoted
from assay.evidence.runs import Runs

from . import cases
from .broken import ANSWER, BROKEN, CITED, P04, UNJUDGED, quoted

ANNA = "evidence/claims/a-017/anna.jsonl"
SILENT = {"declines": [{"part": "срок", "span": None}]}


def said(problems):
    return [str(one) for one in problems]


def with_one(name, **values):
    """What is wrong with the worked scenario where one of its four rows has other values."""
    rows = [
        cases.claim(one, minute=n, **(values if one == name else {})) for n, one in enumerate(cases.CLAIMS)
    ]
    return said(check(cases.placed(*rows), cases.shop_runs(), {}))


def test_the_worked_scenario_breaks_no_rule():
    """Nor does it where the gold set says what is expected, where nobody has judged yet, or in several files."""
    row = {
        "query": cases.QUERY,
        "rewritten": None,
        "split": "dev",
        "evidence_sets": [["a"]],
        "unanswerable": None,
    }
    assert said(check(cases.shop_rows(), cases.shop_runs(), {})) == []
    assert said(check(cases.shop_rows(), cases.shop_runs(), {"Q-017": row})) == []
    assert said(check(cases.shop_rows(**UNJUDGED), cases.shop_runs(), {})) == []
    both = cases.placed(
        *cases.shop_rows().values(), *cases.shop_rows("boris", corpus="holds", evidence=["p04"]).values()
    )
    assert said(check(both, cases.shop_runs(), {})) == []


@pytest.mark.parametrize(("name", "values", "rule"), BROKEN.values(), ids=BROKEN)
def test_each_rule_broken_alone_is_one_problem(name, values, rule):
    """By file, line and claim; nothing else is said."""
    line = list(cases.CLAIMS).index(name) + 1
    assert with_one(name, **values) == [f"{ANNA}:{line} {name}: {rule}"]


@pytest.mark.parametrize("name", ["C-017-2", "C-017-4"])
@pytest.mark.parametrize("attachment", ["attached", "not_attached", "not_assessable"])
@pytest.mark.parametrize("support", ["supported", "partially_supported", "unsupported", "not_assessable"])
def test_attachment_and_support_are_independent(name, attachment, support):
    """Each of the twelve pairs may be: supported and not attached, attached and unsupported…"""
    values = {"attachment": attachment, "support": support, "evidence": ["p04"], "corpus": "holds"}
    values["citations"] = CITED if attachment == "attached" else []
    values["missing"] = "Текст p09." if "not_assessable" in (attachment, support) else None
    assert with_one(name, **values) == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("C-017-4", {"corpus": "holds", "evidence": [cases.read_in_corpus("Деньги идут десять дней.")]}),
        (
            "C-017-4",
            {"corpus": "holds", "contradicts": True, "evidence": [cases.read_in_corpus("Десять дней.")]},
        ),
        ("C-017-4", {"corpus": "not_checked", "evidence": ["p04", "p07"]}),
        ("C-017-4", {**UNJUDGED, "kind": "decline", "corpus": "lacks"}),
        ("C-017-4", {**UNJUDGED, "kind": "decline", "observation": None}),
        (
            "C-017-4",
            {**UNJUDGED, "kind": "decline", "corpus": "holds", "evidence": ["p07"], "citations": CITED},
        ),
        ("C-017-4", {**UNJUDGED, "kind": "immaterial", "observation": "Вежливость."}),
        ("C-017-2", {"citations": [*CITED, ANSWER.citations[1].record()]}),
        ("C-017-2", {"observation": None, "hypothesis": "partly supported", "open_question": "?"}),
        ("C-017-1", {"observation": "unsupported"}),
    ],
)
def test_what_a_row_may_say(name, values):
    """A text of the corpus that was not retrieved; a decline; marks of other sentences; observations in any words."""
    assert with_one(name, **values) == []


def test_several_faults_of_a_row_are_named_together():
    """Quotation, fragment, verdict and reason."""
    values = {
        "quote": quoted((0, 5), texts=["Вперё"]),
        "evidence": [],
        "support_reason": "Верно.",
        "missing": "x y",
    }
    found = [one.partition(": ")[2].partition(";")[0] for one in with_one("C-017-2", **values)]
    assert found == [
        "quote[1] is 'Вперё', but the answer has 'Назад' there",
        "is partially_supported, but no retrieved fragment is named",
        "says what a fragment has, but names none",
        "support_reason 'Верно.' only repeats the label",
        "has missing, but nothing that it is about",
    ]


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


def test_rows_about_an_answer_that_is_not_there_are_named():
    """Each; unless some runs may be absent here."""
    rows = cases.placed(*cases.shop_rows().values(), cases.claim("C-017-1", cases.answer(answer_id="B/1")))
    folder = next(place for place in rows if "a-017" not in place)
    rule = "is about 'B/1', which no run in runs/recorded holds; restore the run (`dvc pull`, where it is added to DVC)"
    assert said(check(rows, cases.shop_runs(), {})) == [f"{folder} C-017-1: {rule}"]
    assert said(check(rows, cases.shop_runs(), {}, partial=True)) == []
    assert len(said(check(rows, Runs({}), {}))) == 5


def test_nobody_judges_before_it_is_stated_what_is_needed():
    """Neither the record nor the gold set says it; claims may be written down, but not judged."""
    bare = cases.run({**cases.A017, "expected_evidence": None})
    rows = [
        cases.claim(name, bare.answers[0], minute=n, **(UNJUDGED if n else {}))
        for n, name in enumerate(cases.CLAIMS)
    ]
    rule = "is judged, but nobody has stated which evidence A-017 would need"
    fix = "label its question in gold/, or record the answer with expected_evidence"
    assert said(check(cases.placed(*rows), Runs({bare.name: bare}), {})) == [
        f"{ANNA}:1 C-017-1: {rule}; {fix}"
    ]


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


def test_ids_that_differ_in_case_alone_share_a_file_and_nothing_else():
    """Rows of A-017 and a-017 stand in one folder; each is held to its own record."""
    small = cases.run({**cases.A017, "answer_id": "a-017"}, name="shop/small")
    runs = Runs({small.name: small, **cases.shop_runs().by_name})
    rows = [
        *cases.shop_rows().values(),
        *(cases.claim(name, small.answers[0], minute=9) for name in cases.CLAIMS),
    ]
    placed = cases.placed(*rows)
    assert {place.rpartition(":")[0] for place in placed} == {ANNA}
    assert said(check(placed, runs, {})) == []
    assert len(said(check(cases.placed(*rows[:-1]), runs, {}))) == 1


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
    from assay.evidence.proposing import sentences_of

    letters = {at for start, end in spans for at in range(start, end) if text[at].isalnum()}
    expected = [span for span in sentences_of(answer) if not letters & set(range(*span))]
    assert unquoted(answer, rows) == expected


def searched(n, monkeypatch):
    """How often the answer is searched where so many sentences are each quoted twice."""
    text = "Раз. " * n
    answer = cases.simple(text)
    looks = []

    class Counted:
        def search(self, *where):
            looks.append(where)
            return rules.re.compile(r"[^\W_]").search(*where)

    monkeypatch.setattr(rules, "_LETTER", Counted())
    quotes = [{"start": at, "end": at + 3} for at in range(0, 5 * n, 5)]
    assert unquoted(answer, [{"quote": quotes}, {"quote": quotes[::-1]}]) == []
    monkeypatch.undo()
    return len(looks)


def test_a_long_answer_is_searched_once(monkeypatch):
    """Ten times as many sentences and quotations, ten times as many looks."""
    assert searched(2000, monkeypatch) == 10 * searched(200, monkeypatch) == 2000


def called(n):
    """How many functions are called to check so many claims of one answer, each cited."""
    text = "Раз. [1] " * n
    spans = [[at, at + 3] for at in range(5, 9 * n, 9)]
    citations = [{"marker": "[1]", "doc_id": "D-01", "chunk_id": "p04", "span": one} for one in spans]
    made = cases.run({**cases.A017, "answer": text, "citations": citations})
    answer, said_of_it = made.answers[0], cases.CLAIMS["C-017-2"][1]
    rows = []
    for number, one in enumerate(answer.citations):
        quote = [{"start": 9 * number, "end": 9 * number + 4, "text": "Раз."}]
        own = {"claim_id": f"C-017-{number + 1}", "citations": [one.record()], "quote": quote}
        rows.append(cases.row(answer, [], **{**said_of_it, **own}))
    placed, found = cases.placed(*rows), Runs({made.name: made})
    assert said(check(placed, found, {})) == []  # what is kept for later calls is kept now
    profile = cProfile.Profile()
    profile.runcall(lambda: said(check(placed, found, {})))
    return sum(entry.callcount for entry in profile.getstats())


def test_ten_times_as_many_claims_take_ten_times_as_many_steps():
    """Neither citations nor sentences are gone through anew for each row."""
    assert called(600) < 11 * called(60)
