import json

import pytest

from assay.errors import InputError
from assay.evidence.gathering import Evidence
from assay.report.evidence.listing import lines, listing, record

from . import answers


def said(found=None, lang="en", **chosen):
    """Lines of the list."""
    return list(lines(listing(found or answers.evidence(), **chosen), lang))


def ids(**chosen):
    return [one.table.answer.id for one in listing(answers.evidence(), **chosen).answers]


def test_each_answer_with_its_next_command():
    """By run: id, question, each reviewer, claims judged, how far it is, what to type; of closed ones the number alone."""
    assert said() == [
        "answers: 3 of 3",
        "",
        "shop/2026-03-02",
        "  A-017  Q-017  anna: 4 of 4, boris: 3 of 3, eve: 1 of 1  judged: 4 of 4  reviewers differ: 1  assay evidence show A-017",
        "  B-018  Q-018  carol                                     judged: 6 of 7  to judge: 1          assay evidence judge B-018",
        "  answers to holdout questions, shown nowhere: 1",
        "",
        "shop/2026-03-09",
        "  C-019  –  –  –  no claims yet; nobody has stated which evidence it needs  assay answers check C-019",
    ]


def test_it_speaks_russian():
    """The same lines."""
    text = "\n".join(said(lang="ru"))
    assert "оценено: 6 из 7  осталось оценить: 1" in text
    assert "anna: 4 из 4, boris: 3 из 3" in text
    assert "ответов на отложенные вопросы, которые нигде не показываются: 1" in text


def test_ids_are_safe():
    """On one line each, and as a shell takes them."""
    shown = said(answers.hostile())
    assert all(line.isprintable() for line in shown)
    assert any(line.endswith("assay evidence show 'A|<i>`5`_x_'") for line in shown)


def test_a_finished_answer_is_shown_next():
    """Nothing is left to judge, and reviewers agree."""
    found = answers.evidence(rows={"A-017": lambda answer: answers.shop(answer)[1:5]})
    assert any("judged: 4 of 4  done         assay evidence show A-017" in line for line in said(found))


def test_a_reviewer_with_something_to_judge_keeps_an_answer_open():
    """Another has judged every claim; what is disputed is said beside it."""

    def begun(answer):
        rows = answers.shop(answer)[1:]
        draft = {"claim_id": "C-017-3", "citations": ["[D-02]"]}
        return [*rows, answers.cases.row(answer, ["Обычно хватает пяти дней"], "dora", **draft)]

    [line] = [one for one in said(answers.evidence(rows={"A-017": begun})) if "A-017" in one]
    assert "dora: 0 of 1" in line
    assert "judged: 4 of 4  to judge: 1; reviewers differ: 1  assay evidence judge A-017" in line


def test_an_answer_without_text_cannot_be_judged():
    """No command is named that would refuse it."""
    mute = {"answer_id": "D-020", "query": "Где заказ?", "expected_evidence": {"needed": []}}
    [line] = [one for one in said(answers.evidence(mute)) if "D-020" in one]
    assert "  no text: nothing to judge  " in line
    assert line.endswith("  assay answers check D-020")


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"runs": ["shop/2026-03-09"]}, ["C-019"]),
        ({"states": ["open"]}, ["B-018"]),
        ({"states": ["open", "none"]}, ["B-018", "C-019"]),
        ({"by": "anna"}, ["A-017"]),
        ({"by": "carol", "states": ["done"]}, []),
        ({"by": "carol", "runs": ["shop/2026-03-02"]}, ["B-018"]),
    ],
)
def test_answers_can_be_chosen(chosen, expected):
    """By run, by state, by reviewer; all at once."""
    assert ids(**chosen) == expected
    assert said(**chosen)[0] == f"answers: {len(expected)} of 3"


def test_closed_answers_have_a_run_and_nothing_else():
    """Chosen by state or reviewer they are not among the answers, nor is their number."""
    assert listing(answers.evidence(), runs=["shop/2026-03-02"]).closed == {"shop/2026-03-02": 1}
    assert listing(answers.evidence(), runs=["shop/2026-03-09"]).closed == {}
    assert listing(answers.evidence(), states=["open"]).closed == {}
    assert listing(answers.evidence(), by="anna").closed == {}


def test_of_one_reviewer_what_that_person_has_done():
    """Boris has three claims, one of them disputed and one decided."""
    [line] = [one for one in said(by="boris") if "A-017" in one]
    assert "  boris  judged: 3 of 3  reviewers differ: 1" in line


def test_an_unknown_reviewer_is_named():
    """With those who have rows."""
    with pytest.raises(
        InputError, match=r"--by dora: has no rows in force; those who have: anna, boris, carol, eve"
    ):
        listing(answers.evidence(), by="dora")


def test_the_same_for_programs():
    """One record an answer; questions only where texts are shown."""
    found = listing(answers.evidence(), states=["open"])
    assert record(found, texts=True) == {
        "answers": [
            {
                "run": "shop/2026-03-02",
                "answer_id": "B-018",
                "query_id": "Q-018",
                "query": answers.LAMPS["query"],
                "claims": 7,
                "judged": 6,
                "to_judge": 1,
                "disputed": 0,
                "state": "open",
                "reviewers": [{"by": "carol", "claims": 7, "judged": 6}],
                "expected": "record",
                "next": "assay evidence judge B-018",
            }
        ],
        "closed": {},
    }
    assert "warranty" not in json.dumps(record(found, texts=False))


def test_a_run_of_closed_answers_alone_is_named():
    """Its number, and no id."""
    assert said(Evidence([], {"shop/r1": 2}))[1:] == [
        "",
        "shop/r1",
        "  answers to holdout questions, shown nowhere: 2",
    ]


@pytest.mark.parametrize(("lang", "word"), [("en", "no answers are recorded"), ("ru", "ответов не записано")])
def test_no_answers_say_where_to_put_them(lang, word):
    """A first user sees what to do."""
    [line] = said(Evidence([]), lang)
    assert word in line
    assert "runs/recorded/" in line
