"""Changes of evidence sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.changes.evidence import set_changes

SETS = st.lists(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4, unique=True), max_size=5, unique_by=frozenset
)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([["full-guide"]], [["full-guide"], ["rule", "exception"]], [("added", None, ("rule", "exception"))]),
        (
            [["full-guide"], ["rule", "exception"]],
            [["full-guide"]],
            [("removed", ("rule", "exception"), None)],
        ),
        ([["rule", "exception"]], [["full-guide"]], [("replaced", ("rule", "exception"), ("full-guide",))]),
        ([["rule", "exception"]], [["rule"]], [("narrowed", ("rule", "exception"), ("rule",))]),
        ([["rule"]], [["rule", "exception"]], [("widened", ("rule",), ("rule", "exception"))]),
        ([["a", "b", "c"]], [["a", "b", "d"]], [("replaced", ("a", "b", "c"), ("a", "b", "d"))]),
        (
            [["a"], ["b"]],
            [["c"], ["d"]],
            [
                ("added", None, ("c",)),
                ("added", None, ("d",)),
                ("removed", ("a",), None),
                ("removed", ("b",), None),
            ],
        ),
        ([["a", "b"], ["c"]], [["c"], ["b", "a"]], [("renumbered", None, None)]),
        ([["a", "b"]], [["b", "a"]], []),
        ([], [], []),
        (
            [["a", "b"], ["a", "c"]],
            [["a", "b", "d"], ["a"]],
            [
                ("widened", ("a", "b"), ("a", "b", "d")),
                ("narrowed", ("a", "c"), ("a",)),
            ],
        ),
    ],
)
def test_what_became_of_the_sets(before, after, told):
    """The sets of the article among them: one full guide, or a rule together with its exception."""
    assert [tuple(change) for change in set_changes(before, after)] == told


def test_another_id_of_a_passage_is_no_change_of_a_set():
    """The passage is the same."""
    assert set_changes([["old", "b"]], [["b", "new"]], {"old": "new"}) == []


def test_what_a_set_gained_and_lost():
    """Beside what it keeps."""
    (change,) = set_changes([["a", "b"]], [["a", "c"]])
    assert (change.gained, change.lost) == (("c",), ("b",))


@given(SETS, SETS)
def test_changes_lead_from_the_one_to_the_other(before, after):
    """Taking away what is gone and adding what came gives the sets as they are now; nothing is told twice."""
    changes = set_changes(before, after)
    old, new = ({frozenset(one) for one in sets} for sets in (before, after))
    gone = [frozenset(change.before) for change in changes if change.before]
    come = [frozenset(change.after) for change in changes if change.after]
    assert len(gone) == len(set(gone))
    assert (old - set(gone)) | set(come) == new
    assert set(gone) == old - new
    kinds = {change.kind for change in set_changes(after, before)}
    swapped = {"added": "removed", "removed": "added", "narrowed": "widened", "widened": "narrowed"}
    assert kinds == {swapped.get(change.kind, change.kind) for change in changes}
