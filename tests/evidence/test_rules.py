import cProfile

import pytest

from assay.evidence.rules import check
from assay.evidence.runs import Runs

from . import cases
from .broken import ANSWER, BROKEN, CITED, UNJUDGED, quoted

ANNA = "evidence/claims/a-017/anna.jsonl"


def said(problems):
    return [str(one) for one in problems]


def with_one(name, **values):
    """What is wrong with the worked scenario where one of its four rows has other values."""
    rows = [
        cases.claim(one, minute=n, **(values if one == name else {})) for n, one in enumerate(cases.CLAIMS)
    ]
    return said(check(cases.placed(*rows), cases.shop_runs(), {}))


def test_the_worked_scenario_breaks_no_rule():
    """Nor does it where nobody has judged yet, or in several files."""
    assert said(check(cases.shop_rows(), cases.shop_runs(), {})) == []
    assert said(check(cases.shop_rows(**UNJUDGED), cases.shop_runs(), {})) == []
    both = cases.placed(
        *cases.shop_rows().values(), *cases.shop_rows("boris", corpus="holds", evidence=["p04"]).values()
    )
    assert said(check(both, cases.shop_runs(), {})) == []


@pytest.mark.parametrize(("name", "values", "rule"), BROKEN.values(), ids=BROKEN)
def test_each_rule_broken_alone_is_one_problem(name, values, rule):
    """By file, line and claim; nothing else is said."""
    line, named = list(cases.CLAIMS).index(name) + 1, values.get("claim_id", name)
    rules = (rule,) if isinstance(rule, str) else rule
    assert with_one(name, **values) == [f"{ANNA}:{line} {named}: {one}" for one in rules]


@pytest.mark.parametrize(("name", "values", "rule"), BROKEN.values(), ids=BROKEN)
def test_a_later_row_mends_what_is_wrong(name, values, rule):
    """Of a superseded row only form and record are asked: a ledger only grows, and else it would stay wrong for good."""
    rows = [
        cases.claim(one, minute=n, **(values if one == name else {})) for n, one in enumerate(cases.CLAIMS)
    ]
    bad = rows[list(cases.CLAIMS).index(name)]
    envelope = {"supersedes": [bad["row_id"]], "supersede_reason": "Строка была неверна."}
    rows.append(cases.claim(name, minute=9, envelope=envelope))
    of_record = {"run_id", "scenario_id", "query_id"} & values.keys()
    found = said(check(cases.placed(*rows), cases.shop_runs(), {}))
    assert [one.partition(": ")[2] for one in found] == ([rule] if of_record else [])


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
        ("C-017-2", {"corpus": "lacks"}),
        ("C-017-2", {"corpus": "not_checked"}),
        ("C-017-2", {"support_reason": "Срок тот же 👩\u200d👧:\n\t30 дней."}),
    ],
)
def test_what_a_row_may_say(name, values):
    """A text of the corpus that was not retrieved; a decline; marks of other sentences; observations in any words.

    What is supported in part may be decided by no text of the corpus: a part is justified, and nothing has the rest.
    """
    assert with_one(name, **values) == []


def test_several_faults_of_a_row_are_named_together():
    """Quotation, citation, fragment, verdict and reason."""
    values = {
        "quote": quoted((0, 5), texts=["Вперё"]),
        "citations": [{**CITED[0], "span": [0, 6]}],
        "evidence": [],
        "support_reason": "Верно.",
        "missing": "x y",
    }
    found = [one.partition(": ")[2].partition(";")[0] for one in with_one("C-017-2", **values)]
    assert found == [
        "quote[1] is 'Вперё', but the answer has 'Назад' there",
        "citations[1] is none that the record has",
        "is partially_supported, but no retrieved fragment is named",
        "says what a fragment has, but names none",
        "support_reason 'Верно.' only repeats the label",
        "has missing, but nothing that it is about",
    ]


def test_rows_about_an_answer_that_is_not_there_are_named():
    """Each; unless some runs may be absent here."""
    rows = cases.placed(*cases.shop_rows().values(), cases.claim("C-017-1", cases.answer(answer_id="B/1")))
    folder = next(place for place in rows if "a-017" not in place)
    rule = "is about 'B/1', which no run in runs/recorded holds; restore the run (`dvc pull`, where it is added to DVC)"
    assert said(check(rows, cases.shop_runs(), {})) == [f"{folder} C-017-1: {rule}"]
    assert said(check(rows, Runs(cases.shop_runs().by_name, away={"b/1": "runs/recorded/b/1"}), {})) == []
    assert len(said(check(rows, Runs({}), {}))) == 5


def test_a_question_that_is_no_longer_stated_makes_no_fault():
    """Nobody could mend it: it is a note (:mod:`assay.evidence.notes`)."""
    bare = cases.run({**cases.A017, "expected_evidence": None})
    rows = [cases.claim(name, bare.answers[0], minute=n) for n, name in enumerate(cases.CLAIMS)]
    assert said(check(cases.placed(*rows), Runs({bare.name: bare}), {})) == []


def test_nothing_of_closed_answers_is_quoted():
    """Places and rules are told, and no words of record or row."""
    rows = list(cases.shop_rows(quote=quoted((0, 5), texts=["Тайна"])).values())
    open_, closed = (said(check(cases.placed(*rows), cases.shop_runs(), names)) for names in ((), {"A-017"}))
    assert len(open_) == len(closed) > 1
    assert "quote[1] is 'Тайна', but the answer has 'Назад' there" in open_[0]
    assert "quote[1] is …, but the answer has … there" in closed[0]
    assert not any(word in one for one in closed for word in ("Тайна", "Назад", "пяти"))


def test_ids_that_differ_in_case_alone_share_a_file_and_nothing_else():
    """Rows of A-017 and a-017 stand in one folder; each is held to its own record."""
    small = cases.run({**cases.A017, "answer_id": "a-017"}, name="shop/small")
    runs = Runs({small.name: small, **cases.shop_runs().by_name})
    rows = [
        *cases.shop_rows().values(),
        *(
            cases.claim(name, small.answers[0], minute=9, claim_id=f"C-a-017-{n}")
            for n, name in enumerate(cases.CLAIMS, 1)
        ),
    ]
    placed = cases.placed(*rows)
    assert {place.rpartition(":")[0] for place in placed} == {ANNA}
    assert said(check(placed, runs, {})) == []
    assert len(said(check(cases.placed(*rows[:-1]), runs, {}))) == 1


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
