import pytest

from assay.counting import counted, thinned
from assay.errors import Problem


def test_one_is_one_and_any_other_number_is_many():
    """None too."""
    assert [counted(number, "problem") for number in (0, 1, 2)] == ["0 problems", "1 problem", "2 problems"]
    assert [counted(number, "query", "queries") for number in (1, 12)] == ["1 query", "12 queries"]


@pytest.mark.parametrize(
    "rule",
    [
        "evidence_sets names p{n}#x, which is no passage",
        "split is 'de ev{n}', must be dev or holdout",
        "start is the number {n}, must be a whole number from 0 below 2³²",
        "moved: stands at {n}:35 of doc{n}, labelled at 20:45 of returns-v4",
        "the passages of evidence set {n} share no day of validity: a{n} ends 2026-02-28",
        "значение «ev{n}» не из списка: dev, holdout",
        "its text stands several times in the-returns ({n}:49, 51:61)",
    ],
)
def test_those_of_one_rule_are_alike_whatever_they_name(rule):
    """Values, ids, numbers, and details after a colon; another rule or file is another matter."""
    many = [Problem(f"gold/q.jsonl:{n} q{n}", rule.format(n=n), "mend it") for n in range(1, 8)]
    other = [Problem("gold/q.jsonl:3 q3", "query is empty"), Problem("gold/p.jsonl:3 q3", many[2].rule)]
    more = Problem("gold/q.jsonl", "… and 4 more like this (assay check --all)")
    assert list(thinned([*many, *other], 6, "assay check --all")) == [*many[:3], more, *other]
    assert list(thinned(many, 7, "assay check --all")) == many


def test_rules_in_russian_are_told_apart_too():
    """A second rule is not one more of the first."""
    many = [Problem(f"a.xlsx: S!B{n} q{n}", "вопрос пуст", "впишите его") for n in range(1, 8)]
    other = Problem("a.xlsx: S!D4 q3", "язык не назван", "впишите его")
    assert other in list(thinned([*many, other], 6, "assay gold import --all"))
