import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.labelling import drafting
from assay.labelling.drafting import Alteration, Draft, altered, members, with_sets

from .ground import query


def test_a_set_is_written_with_plus_signs():
    """Marks stand for the passages that flags choose."""
    assert members("p1 + b", {"p1": "a#x"}, ["b"], "--set") == ["a#x", "b"]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("", "must be passages with ' + ' between them"),
        ("a b", "must be passages"),
        ("a +", "must be passages"),
        ("+ a", "must be passages"),
        ("a + + b", "must be passages"),
        ("a+b", "names a+b, which is no passage; put spaces around the plus sign"),
        ("returns#trm", "did you mean returns#term?"),
        ("zzz", "choose it with --passage DOC WORDS"),
        ("p1", "p1 is a --passage and the id of another one"),
    ],
)
def test_a_set_that_is_none_is_refused(expression, said):
    """With what to write instead."""
    with pytest.raises(InputError, match="--set") as error:
        members(expression, {"p1": "x"}, ["a", "b", "p1", "returns#term"], "--set")
    assert said in str(error.value)


def test_sets_are_altered_by_the_numbers_that_they_had():
    """However many go at once; a set without members goes."""
    row = query("q", evidence_sets=[["a"], ["b", "c"], ["d"]], why=None)
    by = Alteration(joined=[(1, "x")], parted=[(2, "b"), (3, "d")], removed=[], more=[["e"]])
    assert altered(row, by, "q")["evidence_sets"] == [["a", "x"], ["c"], ["e"]]
    assert altered(row, Alteration(removed=[1, 2, 3]), "q")["evidence_sets"] is None


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (Alteration(removed=[3]), "has no evidence set 3; it has 2"),
        (Alteration(joined=[(0, "a")]), "has no evidence set 0"),
        (Alteration(parted=[(2, "z")]), "z is not in evidence set 2; it holds b + c"),
    ],
)
def test_sets_that_are_not_there_are_not_altered(by, said):
    """The question stays as it is."""
    row = query("q", evidence_sets=[["a"], ["b", "c"]])
    with pytest.raises(InputError) as error:
        altered(row, by, "q")
    assert said in str(error.value)
    assert row["evidence_sets"] == [["a"], ["b", "c"]]


SETS = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True), max_size=4)


@given(SETS, SETS)
def test_members_are_not_relevant_besides_and_reasons_are_of_passages_named(before, after):
    """Whatever the sets become."""
    row = query("q", evidence_sets=before, relevant={"d": 1}, why=dict.fromkeys("abcd", "x"))
    new = with_sets(row, after)
    stay = {name for one in after for name in one}
    assert not stay & set(new["relevant"])
    lost = set(drafting.named(row)) - set(drafting.named(new))
    assert not lost & set(new["why"])
    assert row["relevant"] == {"d": 1}


def test_a_draft_of_what_is_there_leaves_it_as_it_is():
    """Until it is written."""
    row = query("q", claims=[{"id": "c", "text": "x", "passages": []}])
    draft = Draft.of(row)
    assert draft.change == ({}, {})
    draft.row["claims"][0]["passages"].append("a")
    assert row["claims"][0]["passages"] == []
    assert list(draft.change.queries) == ["q"]


@pytest.mark.parametrize(
    ("ways", "old", "found_by"),
    [
        ({"browse", "text_find"}, None, "text_find"),
        ({"browse"}, None, "browse"),
        ({"browse"}, "text_find", "text_find"),
        ({"triage", "browse"}, "text_find", "triage"),
        (set(), None, None),
    ],
)
def test_how_evidence_was_found_is_the_least_independent_way(ways, old, found_by):
    """What somebody has said stays, but what a system found is said to be so."""
    draft = Draft(query("q", found_by=old), ways=ways)
    draft.settle()
    assert draft.row["found_by"] == found_by


def test_nothing_altered_leaves_the_sets_as_they_are():
    """Also where the corpus has no answer: who begins a set and goes back has said nothing."""
    for sets in ([], None, [["p1"]]):
        row = {"id": "q", "evidence_sets": sets}
        assert altered(row, Alteration(), "q") == row
