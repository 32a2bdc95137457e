"""Character metrics: worked examples of twins and overlapping passages."""

import pytest

from .cases import Case, query, values

NAMES = ("char_recall@3", "char_precision@3", "char_iou@3")


def run(held, sets, found, chunks, relevant=None):
    case = Case([query("q1", sets=sets, relevant=relevant)], held, {"q1": found}, chunks)
    return values(case, *NAMES)["q1"]


def test_one_passage_partly_read():
    """60 of 100 characters in a chunk of 200: recall .6, precision .3, IoU 60 / (200 + 40)."""
    held = {"p": [[(0, 60, 50, ["a"]), (1, 40, 30, ["b"])]]}
    assert run(held, [["p"]], ["a"], {"a": 200, "b": 200}) == (0.6, 0.3, 0.25)


def test_the_set_read_most_fully_counts():
    """Of two sets the one with the larger share; precision counts the passages of both."""
    held = {
        "p": [[(0, 50, 40, ["a"]), (1, 50, 40, ["c"])]],
        "r": [[(2, 90, 80, ["b"]), (3, 10, 9, ["c"])]],
    }
    recall, precision, iou = run(held, [["p"], ["r"]], ["a", "b"], {"a": 100, "b": 100, "c": 100})
    assert (recall, precision, iou) == (0.9, (50 + 90) / 200, 90 / (200 + 10))


def test_equal_shares_take_the_fewest_missed_then_the_first():
    """Both half read: the smaller set misses less; both complete: the first set of the file."""
    held = {
        "p": [[(0, 40, 40, ["a"]), (1, 40, 40, ["c"])]],
        "r": [[(2, 10, 10, ["b"]), (3, 10, 10, ["c"])]],
    }
    chunks = {"a": 100, "b": 100, "c": 100}
    assert run(held, [["p"], ["r"]], ["a", "b"], chunks)[2] == 10 / (200 + 10)
    assert run(held, [["p"], ["r"]], ["a", "b", "c"], chunks)[2] == 80 / 300
    assert run(held, [["r"], ["p"]], ["a", "b", "c"], chunks)[2] == 20 / 300


def test_overlapping_passages_count_each_character_once():
    """Two passages of 60 that share 20: a set of 100 characters."""
    held = {
        "p": [[(0, 40, 30, ["a"]), (1, 20, 20, ["a"])]],
        "r": [[(1, 20, 20, ["a"]), (2, 40, 30, ["b"])]],
    }
    assert run(held, [["p", "r"]], ["a"], {"a": 100, "b": 100}) == (0.6, 0.6, 60 / 140)


def test_a_passage_counts_where_it_is_read_most_fully():
    """A quarter at the first location, all at its twin: recall 1, and the quarter is not counted again."""
    held = {"p": [[(0, 25, 20, ["a"]), (1, 75, 60, ["c"])], [(2, 100, 80, ["b"])]]}
    chunks = {"a": 100, "b": 100, "c": 100}
    assert run(held, [["p"]], ["a"], chunks) == (0.25, 0.25, 25 / 175)
    assert run(held, [["p"]], ["a", "b"], chunks) == (1.0, 0.5, 0.5)


def test_a_shared_stretch_counts_once_across_locations():
    """Two passages in one place, of which one has a twin elsewhere that is read."""
    held = {
        "p": [[(0, 50, 40, ["a"]), (1, 50, 40, ["c"])], [(3, 50, 40, ["b"]), (4, 50, 40, ["b"])]],
        "r": [[(0, 50, 40, ["a"])]],
    }
    recall, precision, _ = run(held, [["p", "r"]], ["a", "b"], {"a": 100, "b": 100, "c": 100})
    assert recall == 1.0
    assert precision == (100 + 50) / 200


def test_grade_1_only_gains_in_ndcg():
    """A passage of grade 1 is read and does not count as relevant text."""
    held = {"p": [[(0, 50, 40, ["a"])]], "r": [[(1, 50, 40, ["b"])]]}
    assert run(held, [["p"]], ["b"], {"a": 100, "b": 100}, relevant={"r": 1}) == (0.0, 0.0, 0.0)


def test_without_sets_the_relevant_passages_are_the_set():
    """A flat list of relevant passages has character metrics, and no coverage."""
    held = {"p": [[(0, 50, 40, ["a"])]], "r": [[(1, 150, 140, ["b"])]]}
    got = run(held, None, ["a"], {"a": 100, "b": 200}, relevant={"p": 2, "r": 2})
    assert got == (0.25, 0.5, pytest.approx(50 / 250))
