import pytest

from assay.evidence.notes import notes, unread
from assay.evidence.runs import Runs

from . import cases
from .broken import UNJUDGED

EVE = "evidence/claims/a-017/eve.jsonl"
BARE = cases.run({**cases.A017, "expected_evidence": None})
GOLD = {
    "query": cases.QUERY,
    "rewritten": None,
    "split": "dev",
    "evidence_sets": [["a"]],
    "unanswerable": None,
}


def said(rows, runs=None, gold=None):
    return [str(one) for one in notes(cases.placed(*rows), runs or cases.shop_runs(), gold or {})]


def of_bare(**values):
    answer = BARE.answers[0]
    return [cases.claim(name, answer, minute=n, **values) for n, name in enumerate(cases.CLAIMS)]


def test_there_is_nothing_to_say_of_the_worked_scenario():
    """The record states what is expected of it."""
    assert said(cases.shop_rows().values()) == []


@pytest.mark.parametrize(
    "gold",
    [
        {},
        {"Q-017": {**GOLD, "query": "Примут ли назад вещь с распродажи?"}},
        {"Q-017": {**GOLD, "evidence_sets": None}},
        {"Q-018": GOLD},
    ],
    ids=["removed", "reworded", "without sets", "under another id"],
)
def test_verdicts_whose_question_is_no_longer_stated_need_a_look(gold):
    """Once an answer, with the number of rows; as long as the question stands as it was asked, nothing is said."""
    rows, runs = of_bare(), Runs({BARE.name: BARE})
    assert said(rows, runs, {"Q-017": GOLD}) == []
    assert said(rows, runs, gold) == [
        (
            "evidence/claims/a-017: A-017 is judged, and nobody states which evidence it would need; rows in force: 4; "
            "they stand; label its question in gold/, as it was asked, before anybody judges anew"
        )
    ]


def test_claims_that_nobody_has_judged_need_none():
    """Nor rows about an answer that is not here, nor superseded ones."""
    runs = Runs({BARE.name: BARE})
    assert said(of_bare(**UNJUDGED), runs) == []
    assert said(of_bare(), Runs({})) == []
    first, *rest = of_bare(**UNJUDGED)
    judged = cases.claim("C-017-1", BARE.answers[0], minute=5)
    envelope = {"supersedes": [judged["row_id"]], "supersede_reason": "Сказано не о том."}
    again = cases.claim("C-017-1", BARE.answers[0], minute=6, envelope=envelope, **UNJUDGED)
    assert said([judged, again, *rest], runs) == []
    assert "rows in force: 1; " in said([first, *rest, judged], runs)[0]


def ruled(at, *older):
    """A ruling between the rows of anna and boris, of which anna's was superseded at minute 10."""
    rows = [*cases.shop_rows().values(), *cases.shop_rows("boris").values()]
    envelope = {"supersedes": [rows[0]["row_id"]], "supersede_reason": "Прочитано ещё раз."}
    later = cases.claim("C-017-1", minute=10, envelope=envelope)
    names = [rows[0]["row_id"], rows[4]["row_id"]]
    ruling = cases.claim("C-017-1", by="eve", minute=at, adjudicates=names)
    return [*rows, later, ruling, *older]


def test_a_ruling_on_what_had_been_superseded_needs_a_look():
    """As when branches are merged; what is superseded later makes none."""
    (one,) = said(ruled(11))
    assert one == (
        f"{EVE}:1 C-017-1: decides between rows of which one had been superseded: "
        "see evidence/claims/a-017/anna.jsonl:5; "
        "look whether it still holds; else decide anew (assay evidence judge --adjudicate --supersede)"
    )
    assert said(ruled(9)) == said(ruled(10)) == []


def test_a_ruling_that_was_decided_anew_needs_none():
    """It is no longer in force."""
    *rows, ruling = ruled(11)
    envelope = {"supersedes": [ruling["row_id"]], "supersede_reason": "Прочитано ещё раз."}
    names = [rows[-1]["row_id"], rows[4]["row_id"]]
    anew = cases.claim("C-017-1", by="eve", minute=12, adjudicates=names, envelope=envelope)
    assert said([*rows, ruling, anew]) == []


def test_rows_about_a_run_that_is_not_here_are_held_against_nothing():
    """It is said how many, and how the run comes; nothing where all is here, or where no run is away."""
    rows = cases.placed(*cases.shop_rows().values())
    away = {"shop/2026-03-01": "runs/recorded/shop/2026-03-01"}
    (found,) = unread(rows, Runs({}, away=away))
    assert f"held against no record: {len(rows)}; `dvc pull runs/recorded/shop/2026-03-01`" in str(found)
    assert list(unread(rows, Runs({}))) == []
    assert list(unread(rows, Runs(cases.shop_runs().by_name, away=away))) == []
