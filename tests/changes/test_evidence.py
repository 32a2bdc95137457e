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
        (
            [["a", "b"], ["a", "c"]],
            [["a"]],
            [("narrowed", ("a", "b"), ("a",)), ("narrowed", ("a", "c"), ("a",))],
        ),
        (
            [["a"]],
            [["a", "b"], ["a", "c"]],
            [("widened", ("a",), ("a", "b")), ("widened", ("a",), ("a", "c"))],
        ),
        ([["a"], ["a", "b"]], [["a"]], [("narrowed", ("a", "b"), ("a",))]),
        ([["a"]], [["a"], ["a", "b"]], [("added", None, ("a", "b"))]),
        (
            [["a", "b"], ["a", "c"]],
            [["a"], ["d"]],
            [("narrowed", ("a", "b"), ("a",)), ("narrowed", ("a", "c"), ("a",)), ("added", None, ("d",))],
        ),
        (
            [["a", "b", "c"], ["d"]],
            [["a"], ["a", "b"], ["d"]],
            [("narrowed", ("a", "b", "c"), ("a", "b")), ("added", None, ("a",))],
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
    """Every set that is gone, and every one that came, is told once alone or as part of pairs; no other one alone."""
    changes = [change for change in set_changes(before, after) if change.kind != "renumbered"]
    old, new = ({frozenset(one) for one in sets} for sets in (before, after))
    gone = [frozenset(change.before) for change in changes if change.before]
    come = [frozenset(change.after) for change in changes if change.after]
    alone = [frozenset(change.before or change.after) for change in changes if None in change]
    assert set(gone) == old - new
    assert new - old <= set(come) <= new
    assert len(alone) == len(set(alone))
    assert len(changes) == len({(change.before, change.after) for change in changes})
    assert all((gone + come).count(one) == 1 for one in alone)


@given(SETS, SETS)
def test_no_set_is_lost_or_new_whose_part_says_otherwise(before, after):
    """One that holds a set of today is narrowed, one that holds a set that is gone is widened, or they are replaced."""
    old, new = ({frozenset(one) for one in sets} for sets in (before, after))
    for kind, then, now in set_changes(before, after):
        if kind == "removed":
            assert not any(part < set(then) for part in new)
        if kind == "added":
            assert not any(part < set(now) for part in old - new)


@given(SETS, SETS)
def test_the_way_back_is_told_the_other_way_round(before, after):
    """But for a set that was kept: what holds it is narrowed to it, and comes as one that is accepted as well."""
    kept = {frozenset(one) for one in before} & {frozenset(one) for one in after}
    if any(part < set(one) for part in kept for one in (*before, *after)):
        return
    swapped = {"added": "removed", "removed": "added", "narrowed": "widened", "widened": "narrowed"}
    back = {change.kind for change in set_changes(after, before)}
    assert back == {swapped.get(change.kind, change.kind) for change in set_changes(before, after)}
