import pytest

from assay.evidence.gathering import Evidence
from assay.report.evidence.listing import listing

from . import answers


def test_each_answer_with_its_next_command():
    """By run: id, question, reviewers, claims judged, how far it is, what to type; of closed ones the number alone."""
    assert list(listing(answers.evidence(), "en")) == [
        "shop/2026-03-02",
        "  A-017  Q-017  anna, boris, eve  judged: 4 of 4  reviewers differ: 1  assay evidence show A-017",
        "  B-018  Q-018  carol             judged: 6 of 7  to judge: 1          assay evidence judge B-018",
        "  answers to holdout questions, shown nowhere: 1",
        "shop/2026-03-09",
        "  C-019  –  –  –  no claims yet  assay evidence new C-019",
    ]


def test_it_speaks_russian():
    """The same lines."""
    said = "\n".join(listing(answers.evidence(), "ru"))
    assert "оценено: 6 из 7  осталось оценить: 1   assay evidence judge B-018" in said
    assert "ответов на отложенные вопросы, которые нигде не показываются: 1" in said


def test_ids_are_safe():
    """On one line each, and as a shell takes them."""
    lines = list(listing(answers.hostile(), "en"))
    assert all(line.isprintable() for line in lines)
    assert any(line.endswith("assay evidence show 'A|<i>`5`_x_'") for line in lines)


def test_a_finished_answer_is_shown_next():
    """Nothing is left to judge, and reviewers agree."""
    found = answers.evidence(rows={"A-017": lambda answer: answers.shop(answer)[1:5]})
    assert any(
        "judged: 4 of 4  done         assay evidence show A-017" in line for line in listing(found, "en")
    )


def test_a_run_of_closed_answers_alone_is_named():
    """Its number, and no id."""
    assert list(listing(Evidence([], {"shop/r1": 2}), "en")) == [
        "shop/r1",
        "  answers to holdout questions, shown nowhere: 2",
    ]


@pytest.mark.parametrize(("lang", "word"), [("en", "no answers are recorded"), ("ru", "ответов не записано")])
def test_no_answers_say_where_to_put_them(lang, word):
    """A first user sees what to do."""
    [line] = listing(Evidence([]), lang)
    assert word in line
    assert "runs/recorded/" in line
