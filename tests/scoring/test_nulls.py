"""A value is a number, or null with a reason."""

import pytest

from assay.scoring.aggregate import means

from .cases import Case, query, table, values

HELD = {"p": [[(0, 50, 40, ["a"])]], "r": [[(1, 50, 40, ["b"])]]}
CHUNKS = {"a": 100, "b": 100, "c": 100}


def one(row=None, found=("a",), **more):
    return Case([row or query("q1", sets=[["p"]])], HELD, {"q1": list(found)}, CHUNKS, **more)


@pytest.mark.parametrize(
    ("case", "labels", "sets"),
    [
        (one(found=[], errors={"q1"}, stale={"p"}), "error", "error"),
        (one(found=[], not_asked={"q1"}, stale={"p"}), "not_asked", "not_asked"),
        (one(changed={"q1"}), "not_asked", "not_asked"),
        (one(stale={"p"}), "stale", "stale"),
        (one(query("q1", sets=[], relevant={"p": 1}), stale={"p"}), "stale", "stale"),
        (one(query("q1", sets=[])), "no_answer", "no_answer"),
        (one(query("q1", sets=None)), "not_labelled", "not_labelled"),
        (one(query("q1", sets=None, relevant={"p": 2})), None, "not_labelled"),
        (one(query("q1", sets=None, relevant={"p": 1})), "not_labelled", "not_labelled"),
        (one(), None, None),
    ],
)
def test_reasons_and_their_precedence(case, labels, sets):
    """error, not_asked, stale, not_labelled, no_answer: the first that holds."""
    assert values(case, "why:labels", "why:sets") == {"q1": (labels, sets)}
    recall, coverage = values(case, "recall@1", "coverage@1")["q1"]
    assert (recall is None) == (labels is not None)
    assert (coverage is None) == (sets is not None)


def test_one_stale_passage_of_several_sets_makes_the_query_null():
    """Another set would still be there; the numbers would no longer be those of the labels."""
    case = one(query("q1", sets=[["p"], ["r"]]), stale={"r"})
    assert values(case, "sufficient@1", "why:sets") == {"q1": (None, "stale")}


def test_nothing_returned_is_0_where_labels_exist():
    """Recall to sufficient and char_recall are 0; ranks, judged, harmful and shares of what was read are null."""
    zero = (
        "recall@3",
        "hit@3",
        "precision@3",
        "mrr@3",
        "map@3",
        "ndcg@3",
        "coverage@3",
        "sufficient@3",
        "char_recall@3",
    )
    null = (
        "sufficient_rank",
        "first_relevant_rank",
        "judged@3",
        "harmful@3",
        "char_precision@3",
        "char_iou@3",
    )
    assert values(one(found=[]), *zero) == {"q1": (0.0,) * len(zero)}
    assert values(one(found=[]), *null) == {"q1": (None,) * len(null)}


def test_beyond_the_declared_depth_nothing_is_measured():
    """At k above the depth, for every query; with an undeclared depth rows count as they are."""
    assert values(one(depth=3), "recall@3", "recall@5", "why:@5") == {"q1": (1.0, None, "beyond_depth")}
    assert values(one(depth=None), "recall@5", "why:@5") == {"q1": (1.0, None)}


def test_characters_beyond_the_depth():
    """Null where all results asked for came back and have fewer than N; where fewer came back there are no more."""
    names = ("recall@250c", "why:@250c")
    assert values(one(found="ab", depth=2), *names) == {"q1": (None, "beyond_depth")}
    assert values(one(found="ab", depth=3), *names) == {"q1": (1.0, None)}
    assert values(one(found="abc", depth=3), *names) == {"q1": (1.0, None)}


def test_a_chunk_of_unknown_length():
    """What is read before it stands; beyond it budgets and context are null; a longer list does not help."""
    case = one(found=["c", "x", "a"])
    assert values(case, "recall@100c", "recall@250c", "why:@250c") == {"q1": (0.0, None, "undeclared_length")}
    assert values(case, "context_chars@1", "context_chars@3") == {"q1": (100.0, None)}
    assert values(case, "sufficient_rank", "sufficient_chars", "why:length") == {
        "q1": (3, None, "undeclared_length")
    }
    assert values(case.with_(foreign_lengths={"x": 100}), "recall@250c", "sufficient_chars") == {
        "q1": (0.0, 300)
    }


def test_harmful_needs_a_harmful_grade_or_all_grades():
    """1 with one harmful result, 0 if all are graded and none is, else null: ungraded."""
    case = one(found="abc", grades={("q1", "a"): (2, False), ("q1", "b"): (0, False)}, k=(2, 3), headline=3)
    assert values(case, "harmful@2", "harmful@3") == {"q1": (0.0, None)}
    worse = case.with_(grades={**case.grades, ("q1", "b"): (0, True)})
    assert values(worse, "harmful@2", "harmful@3") == {"q1": (1.0, 1.0)}


def test_people_s_precision_stands_beside_that_of_labels():
    """2 only, and 2 or 1; null while a result is ungraded."""
    grades = {("q1", "a"): (2, False), ("q1", "b"): (1, False), ("q1", "c"): (0, False)}
    case = one(found="abc", grades=grades)
    names = ("precision@3", "graded_precision@3", "graded_precision_partial@3", "graded_precision@5")
    assert values(case, *names) == {"q1": (1 / 3, 1 / 3, 2 / 3, 1 / 5)}
    assert values(one(found="abc"), "graded_precision@3") == {"q1": None}


def test_judged_is_a_share_of_what_came_back():
    """Carriers, graded and decided results, of three that came back, at k = 5; repeats are slots."""
    case = one(found="aac", decided={("q1", "c")})
    assert values(case, "judged@1", "judged@3", "judged@5") == {"q1": (1.0, 1.0, 1.0)}
    assert values(case.with_(decided=set()), "judged@5") == {"q1": 2 / 3}


def test_no_chunk_fits_into_the_characters():
    """The first chunk is larger than N: 0 found, and no share of what was read."""
    case = one(chars=(50, 100), found="a")
    names = ("recall@50c", "char_recall@50c", "char_precision@50c", "char_iou@50c")
    assert values(case, *names) == {"q1": (0.0, 0.0, None, None)}


def test_where_ids_alone_are_known_nothing_is_counted_in_characters():
    """The length of an id is not that of its text: null with that reason; what is counted in results stays."""
    case = one(found="ab", ids_only=True, depth=5)
    counted = [name for name in table(case).columns if name[0] != "w" and ("char" in name or name[-1] == "c")]
    assert {name.partition("@")[0] for name in counted} == {
        *("recall", "hit", "coverage", "sufficient"),
        *("char_recall", "char_precision", "char_iou", "context_chars", "sufficient_chars"),
    }
    assert values(case, *counted) == {"q1": (None,) * len(counted)}
    of_all = means(table(case), case.settings)
    assert all(of_all[name]["nulls"] == {"no_texts": 1} for name in counted)
    assert values(case, "recall@1", "ndcg@3", "sufficient_rank") == {"q1": (1.0, 1.0, 1)}


def test_a_reason_of_the_query_stands_before_that_of_the_texts():
    """A query that failed, or that has no labels, would have no value with texts either."""
    failed = one(found=[], errors={"q1"}, ids_only=True)
    assert means(table(failed), failed.settings)["char_recall@3"]["nulls"] == {"error": 1}
    unknown = one(query("q1", sets=None), ids_only=True)
    assert means(table(unknown), unknown.settings)["sufficient@100c"]["nulls"] == {"not_labelled": 1}
