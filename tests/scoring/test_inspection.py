import polars as pl
import pytest

from assay.errors import InputError
from assay.scoring import inspection

QUERIES = pl.DataFrame({"id": ["q-01", "q-02", "q-03"], "split": ["dev", "holdout", "dev"]})


def projection(*rows):
    names = ["passage_id", "location", "atom", "weight", "chunk_key"]
    return pl.DataFrame(rows, schema=names, orient="row")


def test_a_chunk_carries_the_share_of_a_passage_that_it_holds():
    """Of its letters and digits; a stretch in two chunks counts for both."""
    rows = projection(("p", 0, 1, 60, 7), ("p", 0, 2, 40, 7), ("p", 0, 2, 40, 8), ("other", 0, 3, 5, 7))
    assert inspection.carried(rows, ["p"]).rows() == [("p", 7, 1.0), ("p", 8, 0.4)]


def test_parts_of_two_places_do_not_add_up():
    """The place counts at which the chunk holds most."""
    rows = projection(("p", 0, 1, 60, 7), ("p", 0, 2, 40, 8), ("p", 1, 3, 50, 8), ("p", 1, 4, 50, 7))
    assert inspection.carried(rows, ["p"]).rows() == [("p", 7, 0.6), ("p", 8, 0.5)]


def test_marks_follow_the_sets():
    """Each passage one mark; graded ones that are in no set come last."""
    query = {"evidence_sets": [["a", "b"], ["b", "c"]], "relevant": [{"passage_id": "d", "grade": 1}]}
    assert inspection.marks(query) == {"a": "p1", "b": "p2", "c": "p3", "d": "p4"}


def test_only_dev_queries_are_given():
    """A holdout id is refused, and never the nearest one of another."""
    assert inspection.dev_query(QUERIES, "q-01", "gold/queries.jsonl") == {"id": "q-01", "split": "dev"}
    with pytest.raises(InputError, match="is a holdout query"):
        inspection.dev_query(QUERIES, "q-02", "gold/queries.jsonl")
    with pytest.raises(InputError, match=r"did you mean q-0[13], q-0[13]\?"):
        inspection.dev_query(QUERIES, "q-0", "gold/queries.jsonl")


def test_all_systems_unless_some_are_wanted():
    """In the order they were asked for."""
    assert inspection.chosen_systems(["a", "b"], []) == ["a", "b"]
    assert inspection.chosen_systems(["a", "b"], ["b", "a"]) == ["b", "a"]
