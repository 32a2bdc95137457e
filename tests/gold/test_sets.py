import pytest

from .samples import messages, passage, query

PASSAGES = [passage(name) for name in ("p1", "p2", "p3", "p4")]


def said(**values):
    return messages([query("q-017", **values)], PASSAGES)


def test_the_worked_example_breaks_no_rule():
    """One full guide, or a rule with its exception."""
    claims = [
        {"id": "c1", "text": "x", "passages": ["p1", "p2"]},
        {"id": "c2", "text": "y", "passages": ["p1", "p3"]},
    ]
    assert said(evidence_sets=[["p1"], ["p2", "p3"]], relevant={"p4": 1}, claims=claims) == []


def test_an_empty_set_is_refused():
    """It would be found in any result."""
    assert said(evidence_sets=[["p1"], []]) == [
        "gold/queries.jsonl:1 q-017: evidence set 2 is empty; fill it, or remove it"
    ]


def test_a_set_inside_another_is_refused():
    """The larger one asks for what is not needed."""
    assert said(evidence_sets=[["p1"], ["p2", "p1"]]) == [
        "gold/queries.jsonl:1 q-017: evidence set 2 contains set 1; remove the larger one"
    ]
    assert said(evidence_sets=[["p3", "p2", "p1"], ["p4", "p1"], ["p2", "p3"]]) == [
        "gold/queries.jsonl:1 q-017: evidence set 1 contains set 3; remove the larger one"
    ]


def test_the_same_set_twice_is_refused():
    """In whatever order its members stand."""
    assert said(evidence_sets=[["p1", "p2"], ["p2", "p1"]]) == [
        "gold/queries.jsonl:1 q-017: evidence set 2 equals set 1; remove one of them"
    ]


def test_a_passage_twice_in_a_set_is_refused():
    """And does not make the set look larger than it is."""
    assert said(evidence_sets=[["p1", "p1"], ["p2"]]) == [
        "gold/queries.jsonl:1 q-017: evidence set 1 names p1 2 times; name it once"
    ]


@pytest.mark.parametrize("sets", [None, [["p1"]]])
def test_no_answer_has_the_empty_list(sets):
    """Neither null nor sets."""
    assert said(type="no_answer", evidence_sets=sets) == [
        (
            "gold/queries.jsonl:1 q-017: type is no_answer, but evidence_sets is not []; "
            "write [], or give it another type"
        )
    ]


def test_the_empty_list_is_for_no_answer_alone():
    """Not labelled yet is null."""
    assert said(evidence_sets=[]) == [
        (
            "gold/queries.jsonl:1 q-017: evidence_sets is [], but type is exact; "
            "write null if it is not labelled yet, or type no_answer if the corpus has no answer"
        )
    ]
    assert said(evidence_sets=None) == []


def test_no_answer_has_nothing_relevant_of_grade_2():
    """Near texts are of grade 1."""
    assert said(type="no_answer", evidence_sets=[], relevant={"p1": 1}) == []
    assert said(type="no_answer", evidence_sets=[], relevant={"p1": 2}) == [
        (
            "gold/queries.jsonl:1 q-017: type is no_answer, but p1 is relevant with grade 2; "
            "grade it 1, or give the question its evidence"
        )
    ]


def test_members_of_sets_are_not_in_relevant():
    """One label, one place."""
    assert said(evidence_sets=[["p2"], ["p1"]], relevant={"p1": 1}) == [
        "gold/queries.jsonl:1 q-017: p1 is in evidence set 2 and in relevant; remove it from relevant"
    ]


def test_each_set_supports_every_claim():
    """A claim that only one of two sets supports is named with the other; so is one that none does."""
    claims = [{"id": "c1", "text": "x", "passages": ["p1"]}, {"id": "c2", "text": "y", "passages": []}]
    fix = "add the passage that does, or add one of the set to the claim's passages"
    assert said(evidence_sets=[["p1"], ["p2", "p3"]], claims=claims) == [
        f"gold/queries.jsonl:1 q-017: evidence set 1 does not support claim c2; {fix}",
        f"gold/queries.jsonl:1 q-017: evidence set 2 does not support claim c1; {fix}",
        f"gold/queries.jsonl:1 q-017: evidence set 2 does not support claim c2; {fix}",
    ]


def test_claim_ids_are_unique_in_a_query():
    """Other queries may use the same."""
    claims = [{"id": "c1", "text": "x", "passages": ["p1"]}, {"id": "c1", "text": "y", "passages": ["p1"]}]
    assert said(claims=claims) == [
        "gold/queries.jsonl:1 q-017: claim c1 stands 2 times; give each its own id"
    ]
    apart = [query("q1", claims=claims[:1]), query("q2", claims=claims[1:])]
    assert messages(apart, PASSAGES) == []
