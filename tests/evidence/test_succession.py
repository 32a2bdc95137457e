import pytest

from assay.evidence import succession
from assay.evidence.rules import check
from assay.evidence.runs import Runs
from assay.evidence.succession import TWO, current, reviewers, share

from . import cases
from .broken import UNJUDGED

ANNA = "evidence/claims/a-017/anna.jsonl"


def said(problems):
    return [str(one) for one in problems]


def version(older, minute, by="anna", envelope_reason="Иначе.", **values):
    envelope = {"supersedes": [row["row_id"] for row in older], "supersede_reason": envelope_reason}
    name = values.pop("name", "C-017-1")
    return cases.claim(name, by=by, minute=minute, envelope=envelope, **values)


def test_a_fork_is_one_problem_until_an_adjudicator_closes_it():
    """Two branches have superseded one row: the claim is in force twice; the row that closes it covers the reviewer's words."""
    first, *rest = cases.shop_rows().values()
    sides = [version([first], 10), version([first], 11, support_reason="Распродажа исключена.")]
    found = said(check(cases.placed(first, *rest, *sides), cases.shop_runs(), {}))
    assert found == [
        f"{ANNA}:6 C-017-1: is in force twice: see {ANNA}:5; its author judges it again (assay evidence judge --supersede), or an adjudicator (--adjudicate)"
    ]
    closing = version(sides, 12, by="eve")
    assert said(check(cases.placed(first, *rest, *sides, closing), cases.shop_runs(), {})) == []


def test_an_adjudicator_may_close_forks_of_several_reviewers():
    """One row each, about the same claim: each stands in the table of its own reviewer."""
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    sides = {
        who: [version([rows[at]], 10 + n, by=who, observation=f"Вид {n}.") for n in (0, 1)]
        for who, at in (("anna", 0), ("boris", 4))
    }
    closing = [version(pair, 20 + n, by="eve") for n, pair in enumerate(sides.values())]
    every = [*rows, *sides["anna"], *sides["boris"], *closing]
    assert said(check(cases.placed(*every), cases.shop_runs(), {})) == []
    both = version([*sides["anna"], *sides["boris"]], 30, by="eve")
    assert said(check(cases.placed(*every[:-2], both), cases.shop_runs(), {})) == []


def test_a_ruling_owes_no_table():
    """It decides on one claim; the other sentences are the reviewers'."""
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    ruling = cases.claim("C-017-1", by="eve", minute=20, adjudicates=[rows[0]["row_id"], rows[4]["row_id"]])
    again = cases.claim(
        "C-017-1",
        by="eve",
        minute=21,
        adjudicates=[rows[0]["row_id"]],
        envelope={"supersedes": [ruling["row_id"]], "supersede_reason": "Иначе."},
    )
    assert said(check(cases.placed(*rows, ruling), cases.shop_runs(), {})) == []
    assert said(check(cases.placed(*rows, ruling, again), cases.shop_runs(), {})) == []


def test_rows_between_rows_are_held_to_what_they_are_about():
    """Of another answer, of another claim, decided twice, decided without a verdict."""
    eve = "evidence/claims/a-017/eve.jsonl"
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    ids = [row["row_id"] for row in rows]
    other = cases.run({**cases.A017, "answer_id": "B-1"}, name="shop/b")
    runs = Runs({other.name: other, **cases.shop_runs().by_name})
    own = [
        cases.claim(name, other.answers[0], minute=n, claim_id=f"C-B-1-{n + 1}")
        for n, name in enumerate(cases.CLAIMS)
    ]

    def found(*more):
        return said(check(cases.placed(*rows, *more), runs, {}))

    strayed = version([rows[0]], 10, name="C-017-1", answer=other.answers[0], claim_id="C-B-1-1")
    assert found(*own[1:], strayed)[0] == (
        f"evidence/claims/b-1/anna.jsonl:4 C-B-1-1: supersedes {ids[0]}, whose answer_id is 'A-017'; "
        "leave that row alone: add one about the same"
    )
    wrong = cases.claim("C-017-1", by="eve", adjudicates=[ids[1], ids[5]])
    assert found(wrong) == [
        f"{eve}:1 C-017-1: adjudicates {one}, whose claim_id is 'C-017-2'; leave that row alone: add one about the same"
        for one in (ids[1], ids[5])
    ]
    pair = [cases.claim("C-017-1", by="eve", minute=n, adjudicates=[ids[0], ids[4]]) for n in (1, 2)]
    assert found(*pair) == [
        f"{eve}:2 C-017-1: is decided twice: see {eve}:1; an adjudicator adds a row that supersedes both"
    ]
    silent = cases.claim("C-017-1", by="eve", adjudicates=[ids[0], ids[4]], **UNJUDGED)
    fix = "write a row that supersedes it, with a verdict"
    assert found(silent) == [f"{eve}:1 C-017-1: adjudicates, but gives no verdict; {fix}"]


def test_one_id_is_one_claim():
    """Two reviewers have split on two branches and taken the same next number for other words."""
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    words = {"quote": [cases.quotation(cases.TEXT, "Обычно")]}
    new = [
        cases.claim("C-017-4", by=who, minute=20, claim_id="C-017-5", **more)
        for who, more in (("anna", words), ("boris", {"quote": [cases.quotation(cases.TEXT, "пяти")]}))
    ]
    (problem,) = said(check(cases.placed(*rows, *new), cases.shop_runs(), {}))
    assert problem == (
        f"evidence/claims/a-017/boris.jsonl:5 C-017-5: quotes no word that anna quotes for it: see {ANNA}:5; "
        "two claims have one number: `assay evidence edit A-017 --renumber C-017-5` gives one of them another"
    )
    new[1] = cases.claim("C-017-4", by="boris", minute=20, claim_id="C-017-5")
    assert said(check(cases.placed(*rows, *new), cases.shop_runs(), {})) == []


def test_two_claims_of_one_reviewer_with_one_number_are_told():
    """As two branches leave them; rows that share words are one claim, those that quote nothing if they are worded alike."""
    words = {"one": "Обычно", "other": "пяти", "both": "Обычно хватает пяти"}
    quotes = {name: [cases.quotation(cases.TEXT, text)] for name, text in words.items()}

    def two(first, second, **more):
        told = [
            cases.claim("C-017-4", by="anna", minute=20 + n, claim_id="C-017-5", quote=quote, **more)
            for n, quote in enumerate((quotes.get(first, []), quotes.get(second, [])))
        ]
        now = [(f"x:{n}", row) for n, row in enumerate(told, 1)]
        found = said(succession.check(dict(now), now, reviewers(told)))
        assert [share(*told), share(*reversed(told))] == [not any(TWO in one for one in found)] * 2
        return found

    (problem,) = two("one", "other")
    assert problem == (
        "x:2 C-017-5: two claims have one number: see x:1; "
        "`assay evidence edit A-017 --renumber C-017-5` by their author gives one of them another"
    )
    assert "is in force twice: see x:1" in two("one", "both")[0]
    assert "is in force twice: see x:1" in two(None, None)[0]
    assert "is in force twice: see x:1" in two(None, "one")[0]


def test_silent_rows_are_one_claim_if_they_are_worded_alike():
    """Those of one author; of two reviewers they may be."""
    one, other = (cases.claim("C-017-4", by="anna", quote=[], claim=text) for text in ("цена", "вес"))
    assert not share(one, other)
    assert share(one, {**other, "by": "boris"})


def test_rows_stand_in_the_tables_of_those_whose_rows_they_became():
    """An author's in the author's, an adjudicator's in those of the authors, through any number of versions; a ruling in none."""
    first, other = cases.claim("C-017-1"), cases.claim("C-017-1", by="boris")
    own = version([first], 1)
    closing = version([own, other], 2, by="eve")
    later = version([closing], 3, by="eve")
    ruling = cases.claim("C-017-2", by="eve", adjudicates=[first["row_id"]])
    again = version([ruling], 4, by="eve", name="C-017-2", adjudicates=[first["row_id"]])
    rows = [later, again, closing, ruling, own, other, first]  # in no order
    found = reviewers(rows)
    assert [sorted(found[row["row_id"]]) for row in rows] == [
        ["anna", "boris"],
        [],
        ["anna", "boris"],
        [],
        ["anna"],
        ["boris"],
        ["anna"],
    ]
    assert [row for _, row in current({str(n): row for n, row in enumerate(rows)})] == [later, again]


def test_a_long_chain_of_versions_is_followed():
    """Twelve hundred of them."""
    rows = [cases.claim("C-017-1")]
    for turn in range(1200):
        rows.append(version(rows[-1:], turn % 60, claim=f"Версия {turn}."))
    assert set(reviewers(reversed(rows)).values()) == {frozenset({"anna"})}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda rows, other: version([rows[0]], 10, name="C-017-1", answer=other, claim_id="C-B-1-1"),
        lambda rows, _: cases.claim("C-017-1", by="eve", adjudicates=[rows[1]["row_id"], rows[5]["row_id"]]),
        lambda rows, _: cases.claim("C-017-1", by="eve", adjudicates=[rows[0]["row_id"]]),
        lambda rows, _: version([rows[0]], 10, observation="Иной.", envelope_reason="because"),
    ],
    ids=["of another answer", "of another claim", "over one reviewer", "for no reason"],
)
def test_a_later_row_mends_what_was_wrong_between_rows(wrong):
    """Superseded rows are held to nothing between rows."""
    other = cases.run({**cases.A017, "answer_id": "B-1"}, name="shop/b")
    runs = Runs({other.name: other, **cases.shop_runs().by_name})
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    bad = wrong(rows, other.answers[0])
    assert any("C-" in one and "leaves out" not in one for one in broken([*rows, bad], runs))
    values = {"answer": other.answers[0]} if bad["answer_id"] == "B-1" else {}
    good = version([bad], 20, by=bad["by"], claim_id=bad["claim_id"], **values)
    found = [one for one in broken([*rows, bad, good], runs) if "leaves out" not in one]
    assert found == []


def broken(rows, runs=None):
    return said(check(cases.placed(*rows), runs or cases.shop_runs(), {}))


@pytest.mark.parametrize(
    "reason", ["because", "изменение", "Исправлено.", "not supported", "p04", "Иначе: см. p04"]
)
def test_who_changes_a_verdict_says_why(reason):
    """In words that say something, as any reason; that the first verdict is one needs none."""
    first, *rest = cases.shop_rows().values()
    envelope = {"supersedes": [first["row_id"]], "supersede_reason": reason}
    later = cases.claim("C-017-1", minute=9, envelope=envelope)
    found = broken([first, *rest, later])
    rule = f"supersede_reason {reason!r} says nothing; say what the older row had overlooked, or got wrong"
    assert found == ([] if reason.startswith("Иначе") else [f"{ANNA}:5 C-017-1: {rule}"])
    unjudged = cases.claim("C-017-1", **UNJUDGED)
    envelope = {"supersedes": [unjudged["row_id"]], "supersede_reason": reason}
    judged = cases.claim("C-017-1", minute=9, envelope=envelope)
    assert broken([unjudged, *rest, judged]) == []
    reshaped = cases.claim("C-017-1", minute=9, envelope=envelope, **UNJUDGED)
    assert len(broken([unjudged, *rest, reshaped])) == (not reason.startswith("Иначе"))


def test_a_ruling_is_between_several_reviewers():
    """Whether it names their rows or closes their forks; one that follows a ruling may name what is new alone."""
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    own, others = rows[0], rows[4]
    alone = cases.claim("C-017-1", by="eve", minute=9, adjudicates=[own["row_id"]])
    fix = "let another reviewer judge the claim, then decide anew (--adjudicate)"
    assert broken([*rows, alone]) == [
        f"evidence/claims/a-017/eve.jsonl:1 C-017-1: decides between the rows of anna alone; {fix}"
    ]
    envelope = {"supersedes": [own["row_id"]], "supersede_reason": "Оба прочтения взвешены."}
    closing = cases.claim("C-017-1", by="eve", minute=9, adjudicates=[others["row_id"]], envelope=envelope)
    assert broken([*rows, closing]) == []
    ruling = cases.claim("C-017-1", by="eve", minute=9, adjudicates=[own["row_id"], others["row_id"]])
    anew = version([own], 10)
    again = version([ruling], 11, by="eve", adjudicates=[anew["row_id"]])
    assert broken([*rows, ruling, anew, again]) == []


def test_a_ruling_on_what_was_superseded_later_stays_right():
    """Reviewers may change their minds afterwards."""
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    ruling = cases.claim("C-017-1", by="eve", minute=9, adjudicates=[rows[0]["row_id"], rows[4]["row_id"]])
    assert broken([*rows, ruling, version([rows[0]], 10), version([rows[4]], 11, by="boris")]) == []
